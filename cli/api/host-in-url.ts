export function bracketIpv6(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}
