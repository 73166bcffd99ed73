// Other servers that the site's pages may connect to (SERVERS).

/** Addresses that are safe in a header: omits those that are not WebSocket urls or could end a directive. */
export function allowedServers({ SERVERS = '' }: { readonly SERVERS?: string }): readonly string[] {
  return SERVERS.split(',').flatMap((given) => {
    const address = given.trim()
    const isSocket = /^wss?:\/\/[^\s;,'"]+$/.test(address) && URL.canParse(address)
    return isSocket ? [address] : []
  })
}
