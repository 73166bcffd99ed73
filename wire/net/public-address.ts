import { normalizeAddress } from './ip-address.ts'

/** IPv4 ranges of this machine, of private networks, and ranges that belong to no network. */
const privateRanges =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 ' +
  '192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3'

/** IPv6 addresses are public only in 2000::/3, except its ranges for IPv4 transition and documentation. */
export function isPublicAddress(address: string): boolean {
  const plain = normalizeAddress(address)
  if (plain.includes(':'))
    return /^[23][0-9a-f]{3}:/i.test(plain) && !/^(?:2001:0?db8:|2001:0{0,4}:|2002:)/i.test(plain)
  return !privateRanges.split(' ').some((range) => isInRange(plain, range))
}

function isInRange(address: string, range: string): boolean {
  const [network = '', bits] = range.split('/')
  return (numberOf(address) ^ numberOf(network)) >>> (32 - Number(bits)) === 0
}

const numberOf = (address: string) => address.split('.').reduce((all, octet) => (all << 8) | Number(octet), 0)
