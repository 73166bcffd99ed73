export function hostInUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}
