// Network addresses as text.

/** 127.0.0.0/8 or ::1, an IPv4 address in IPv6 clothes included: our own machine, which no cap per address counts. */
export function isLoopback(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address)
}
