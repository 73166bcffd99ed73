// All limits per address (sessions, connections, logins, new rooms and characters, unvalidated UDP peers) use
// `addressLimitKey`, and exempt loopback (`isLoopback`).

/**
 * Whether the address is loopback: ::1, or in 127.0.0.0/8, also as an IPv4-mapped IPv6 address. False for host names.
 */
export function isLoopback(address: string): boolean {
  const plain = normalizeAddress(address)
  return plain === '::1' || /^127(?:\.\d{1,3}){3}$/.test(plain)
}

/** Whether the host of a URL is this machine: a loopback address, in brackets if it is IPv6, or a name of this machine. */
export function isLoopbackHost(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase()
  return bare === 'localhost' || bare.endsWith('.localhost') || isLoopback(bare)
}

/**
 * Replaces the address of a client whose own address is not known. All such clients count as one address, which is
 * never loopback.
 */
export const unknownAddress = '0.0.0.0'

/**
 * Converts an IPv4-mapped IPv6 address (`::ffff:1.2.3.4`, `::ffff:102:304`) to IPv4, and other IPv6 addresses to their
 * shortest form (RFC 5952), so that settings can be compared with the addresses of connections. Removes a zone
 * (`%eth0`).
 */
export function normalizeAddress(address: string): string {
  const plain = unmapped(address)
  return isIpv6(plain) ? unmapped(shortestIpv6(plain)) : plain
}

function unmapped(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/i.exec(address) ?? []
  if (high === undefined || low === undefined) return address.replace(/%.*$/, '')
  return [high, low]
    .map((group) => `${Number.parseInt(group, 16) >> 8}.${Number.parseInt(group, 16) & 255}`)
    .join('.')
}

/**
 * The key under which limits count an address: an IPv4 address itself, or the /64 of an IPv6 address, because one
 * customer owns a /64.
 */
export function addressLimitKey(address: string): string {
  const plain = normalizeAddress(address)
  return plain.includes(':') ? ipv6Groups(plain).slice(0, 4).join(':') : plain
}

/** The network around an address: the /24 of an IPv4 address, the /64 of an IPv6 one. */
export function networkOf(address: string): string {
  const counted = addressLimitKey(address)
  return counted.includes(':') ? counted : counted.slice(0, counted.lastIndexOf('.'))
}

/**
 * Shortens an address for display: `192.0.2.x`, `2001:db8:7:x`. A shortened address can still be compared with others,
 * but does not identify a client.
 */
export function maskAddress(address: string): string {
  const counted = addressLimitKey(address)
  if (counted.includes(':')) return `${counted.split(':').slice(0, 3).join(':')}:x`
  return counted.replace(/[^.]*$/, 'x')
}

/** Whether the text is one IPv4 or IPv6 address: no network, no host name, no zone. */
export function isAddress(text: string): boolean {
  const plain = unmapped(text)
  if (plain.includes(':')) return !text.includes('%') && isIpv6(plain)
  return /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/.test(plain)
}

function isIpv6(text: string): boolean {
  if (!/^[0-9a-f:]+$/i.test(text) || /:::|::.*::|^:[^:]|[^:]:$|[0-9a-f]{5}/i.test(text)) return false
  return text.includes('::') ? text.split(':').filter(Boolean).length < 8 : /^(?:[^:]+:){7}[^:]+$/.test(text)
}

/** Replaces the first of the longest runs of at least two zero groups by `::`. */
function shortestIpv6(address: string): string {
  const groups = ipv6Groups(address)
  let [from, to] = [0, 0]
  for (let start = 0; start < groups.length; start++) {
    let end = start
    while (groups[end] === '0') end++
    if (end - start > to - from) [from, to] = [start, end]
  }
  if (to - from < 2) return groups.join(':')
  return `${groups.slice(0, from).join(':')}::${groups.slice(to).join(':')}`
}

/**
 * The address of the client whose request arrives from `peer`. If `peer` is not a configured proxy, this is `peer`.
 * Otherwise it is the last address in `X-Forwarded-For` that is not a configured proxy, or `unknownAddress` if that
 * entry is not an address. Clients can forge the entries before it.
 */
export function clientAddress(
  peer: string,
  forwarded: string | null | undefined,
  proxies: readonly string[],
): string {
  let address = normalizeAddress(peer)
  const hops = (forwarded ?? '').split(',')
  while (proxies.includes(address)) {
    const hop = hops.pop()?.trim()
    if (!hop) break
    address = addressOfHop(hop)
  }
  return address
}

/** Removes the client's port, which some proxies add, as in `192.0.2.1:4711` or `[2001:db8::1]:4711`. */
function addressOfHop(hop: string): string {
  const [, host = hop] = /^\[([^\]]+)\](?::\d+)?$/.exec(hop) ?? /^([^:]+):\d+$/.exec(hop) ?? []
  const address = normalizeAddress(host)
  return isAddress(address) ? address : unknownAddress
}

function ipv6Groups(address: string): string[] {
  const [head = '', tail] = address.split('::')
  const before = head ? head.split(':') : []
  const after = tail ? tail.split(':') : []
  const gap = tail === undefined ? 0 : 8 - before.length - after.length
  return [...before, ...Array<string>(Math.max(0, gap)).fill('0'), ...after].map((group) =>
    group.toLowerCase().replace(/^0+(?=.)/, ''),
  )
}
