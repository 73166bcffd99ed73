// Network addresses as text, and the one policy of every limit by address: seats, connections, logins, new rooms and
// characters, strangers. What counts as one is `countedAs`; our own machine's is counted by none (`isLoopback`).

/**
 * 127.0.0.0/8 or ::1, an IPv4 address in IPv6 clothes included: our own machine, which no cap per address counts. No name is:
 * anybody may own `127.example`.
 */
export function isLoopback(address: string): boolean {
  const plain = plainAddress(address)
  return plain === '::1' || /^127(?:\.\d{1,3}){3}$/.test(plain)
}

/** Stands for a client whose address a proxy has hidden: it counts as one address, and never as our own machine. */
export const unknownAddress = '0.0.0.0'

/** An IPv4 address as such when it comes in IPv6 clothes (`::ffff:1.2.3.4`, `::ffff:102:304`), and no zone (`%eth0`). */
export function plainAddress(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/i.exec(address) ?? []
  if (high === undefined || low === undefined) return address.replace(/%.*$/, '')
  return [high, low]
    .map((group) => `${Number.parseInt(group, 16) >> 8}.${Number.parseInt(group, 16) & 255}`)
    .join('.')
}

/** What a limit by address counts: an IPv4 address, and of IPv6 the /64, in which one customer has them all. */
export function countedAs(address: string): string {
  const plain = plainAddress(address)
  return plain.includes(':') ? groups(plain).slice(0, 4).join(':') : plain
}

/** What one network hands to one customer: the /24 of an IPv4 address, the /64 of an IPv6 one. */
export function neighbourhood(address: string): string {
  const counted = countedAs(address)
  return counted.includes(':') ? counted : counted.slice(0, counted.lastIndexOf('.'))
}

/** For people to tell addresses apart by, and not to be found by: `192.0.2.x`, `2001:db8:7:x`. */
export function shortened(address: string): string {
  const counted = countedAs(address)
  if (counted.includes(':')) return `${counted.split(':').slice(0, 3).join(':')}:x`
  return counted.replace(/[^.]*$/, 'x')
}

/** One IPv4 or IPv6 address, as clients have them: no network, no name, no zone. */
export function isAddress(text: string): boolean {
  const plain = plainAddress(text)
  if (!plain.includes(':')) return /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/.test(plain)
  if (text.includes('%') || !/^[0-9a-f:]+$/i.test(plain) || /:::|::.*::|[0-9a-f]{5}/i.test(plain))
    return false
  return plain.includes('::')
    ? plain.split(':').filter(Boolean).length < 8
    : /^(?:[^:]+:){7}[^:]+$/.test(plain)
}

/**
 * Whose request it is that `peer` brought: the peer's own, unless that is one of the proxies that the settings name;
 * then the last in its `X-Forwarded-For` that is none of them, for what stands before that anybody may have written.
 */
export function clientAddress(
  peer: string,
  forwarded: string | null | undefined,
  proxies: readonly string[],
): string {
  let address = plainAddress(peer)
  const hops = (forwarded ?? '').split(',').map((hop) => plainAddress(hop.trim()))
  while (proxies.includes(address)) {
    const hop = hops.pop()
    if (!hop) break
    address = hop
  }
  return address
}

function groups(address: string): string[] {
  const [head = '', tail] = address.split('::')
  const before = head ? head.split(':') : []
  const after = tail ? tail.split(':') : []
  const gap = tail === undefined ? 0 : 8 - before.length - after.length
  return [...before, ...Array<string>(Math.max(0, gap)).fill('0'), ...after].map((group) =>
    group.toLowerCase().replace(/^0+(?=.)/, ''),
  )
}
