import { isIP } from 'node:net'

const privateIpv4 =
  /^(0\.|10\.|127\.|169\.254\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.)/
const privateIpv6 = /^(::1?$|f[cde])/i
const privateName = /(^|\.)(localhost|local|lan|internal|home\.arpa)$/i

/**
 * Whether players on the internet can reach the host. They cannot reach a loopback or private address, or a name that
 * only a local network resolves.
 */
export function isPublicHost(host: string): boolean {
  if (isIP(host) === 4) return !privateIpv4.test(host)
  if (isIP(host) === 6) return !privateIpv6.test(host)
  return host.includes('.') && !privateName.test(host)
}
