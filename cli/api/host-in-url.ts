/** Formats a host for a URL. An IPv6 address gets brackets. */
export function hostInUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}
