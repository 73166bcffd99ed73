// Restricts webhooks to public addresses by https. The owner of a room may be anybody, and the room may run in a
// network whose other machines trust it (SSRF).
import { isAddress, normalizeAddress } from '../../../wire/net/ip-address.ts'

/** Names that mean this machine or its network. */
const privateName =
  /(?:^|\.)(?:localhost|local|internal|lan|home|corp|intranet|home\.arpa|onion|test|invalid|example)$/i
export const maxUrlLength = 500

/** The reason for a refusal; undefined if allowed. `allowPrivate`: the site allows every address, also by http. */
export function urlRefusal(text: string, allowPrivate: boolean): string | undefined {
  const url = text.length <= maxUrlLength ? URL.parse(text) : null
  if (!url) return `not a url of at most ${maxUrlLength} characters`
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:'))
    return 'the url must begin with https:'
  if (url.username !== '' || url.password !== '') return 'the url must not contain a user name or password'
  if (allowPrivate) return undefined
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (isAddress(host)) return isPublic(host) ? undefined : 'this address is not public'
  if (!host.includes('.') || privateName.test(host)) return 'this name is not public'
  return undefined
}

/** Ranges of this machine, its network, or none: the first octets, and how many of their bits count. */
const notPublic: readonly (readonly [network: string, bits: number])[] = [
  ...([
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
  ] as const),
  ...([
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['192.88.99.0', 24],
  ] as const),
  ...([
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
  ] as const),
  ...([['224.0.0.0', 3]] as const),
]

/** Whether an address is public. Of IPv6 only 2000::/3 is, except IPv4 transition and documentation ranges. */
export function isPublic(address: string): boolean {
  const plain = normalizeAddress(address)
  if (plain.includes(':'))
    return /^[23][0-9a-f]{3}:/i.test(plain) && !/^(?:2001:0?db8:|2001:0{0,4}:|2002:)/i.test(plain)
  const number = numberOf(plain)
  return !notPublic.some(([network, bits]) => (number ^ numberOf(network)) >>> (32 - bits) === 0)
}

const numberOf = (address: string) => address.split('.').reduce((all, octet) => (all << 8) | Number(octet), 0)
