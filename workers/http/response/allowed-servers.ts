// Other servers that the site's pages may connect to (SERVERS).

/** Reads the setting. Omits addresses that are not WebSocket URLs, or that could end a directive of the header. */
export function allowedServers({ SERVERS = '' }: { readonly SERVERS?: string }): readonly string[] {
  return SERVERS.split(',').flatMap((given) => {
    const address = given.trim()
    const isSocket = /^wss?:\/\/[^\s;,'"]+$/.test(address) && URL.canParse(address)
    return isSocket ? [address] : []
  })
}
