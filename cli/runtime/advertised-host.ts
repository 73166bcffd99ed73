// The addresses at which clients reach listeners that are bound to all addresses of this machine.
import { networkInterfaces } from 'node:os'

type Interfaces = ReturnType<typeof networkInterfaces>

/** IPv4 addresses are preferred, because every client supports IPv4. */
export function advertisedHost(host: string, interfaces: () => Interfaces = networkInterfaces): string {
  if (!isAnyAddress(host)) return host
  const addresses = Object.values(interfaces())
    .flatMap((those) => those ?? [])
    .filter(({ internal }) => !internal)
  const ipv4 = addresses.find(({ family }) => family === 'IPv4')
  // Link-local addresses are not usable, because they need the name of an interface, which differs between machines.
  const ipv6 = addresses.find(({ family, address }) => family === 'IPv6' && !/^fe[89ab]/i.test(address))
  const usable = host === '::' ? (ipv4 ?? ipv6) : ipv4
  return usable?.address ?? localHost(host)
}

/** The host at which this machine reaches a listener that is bound to `host`. */
export function localHost(host: string): string {
  if (host === '::') return '::1'
  return host === '0.0.0.0' ? '127.0.0.1' : host
}

function isAnyAddress(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}
