/**
 * Omits addresses that are not WebSocket URLs. Also omits addresses with a character that would end the directive in
 * the Content-Security-Policy.
 */
export function parseAllowedServers({ SERVERS = '' }: { readonly SERVERS?: string }): readonly string[] {
  return SERVERS.split(',').flatMap((given) => {
    const address = given.trim()
    const isSocket = /^wss?:\/\/[^\s;,'"]+$/.test(address) && URL.canParse(address)
    return isSocket ? [address] : []
  })
}
