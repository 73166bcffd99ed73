// Network addresses as text: what counts as one of ours, and which neighbours share a fate.
import { isIPv6 } from 'node:net'

/** An IPv4 address as such when it comes in IPv6 clothes (`::ffff:1.2.3.4`), and no zone (`%eth0`). */
export function plainAddress(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  return mapped?.[1] ?? address.replace(/%.*$/, '')
}

/** What one network hands to one customer: the /24 of a plain IPv4 address, the /64 of an IPv6 one. */
export function neighbourhood(address: string): string {
  return isIPv6(address) ? groups(address).slice(0, 4).join(':') : address.slice(0, address.lastIndexOf('.'))
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
