// Servers elsewhere that the site's host lets its pages speak with.

/** Addresses as they may stand in a header: what is no WebSocket's, or could end a directive, is left out. */
export function serversIn({ SERVERS = '' }: { readonly SERVERS?: string }): readonly string[] {
  return SERVERS.split(',').flatMap((given) => {
    const address = given.trim()
    const isSocket = /^wss?:\/\/[^\s;,'"]+$/.test(address) && URL.canParse(address)
    return isSocket ? [address] : []
  })
}
