export interface Finding {
  readonly ok: boolean
  /** The checked thing, such as `soaprun/harbor tcp 127.0.0.1:10020`. */
  readonly what: string
  readonly seen: string
  readonly hint?: string | undefined
}

export function passedFinding(what: string, seen: string): Finding {
  return { ok: true, what, seen }
}

export function failedFinding(what: string, seen: string, hint?: string): Finding {
  return { ok: false, what, seen, hint }
}

const hints: { readonly [code: string]: string } = {
  EACCES:
    'ports below 1024 need a permission (Linux: CAP_NET_BIND_SERVICE, or sysctl net.ipv4.ip_unprivileged_port_start)',
  EADDRINUSE:
    'another program uses this port, for example another sidecar on the same machine: stop it, give each sidecar its own `bind` address, or choose another port for the room',
  ECONNREFUSED: 'nothing listens there: is it running, and is the address right?',
  ECONNRESET: 'the server closed the connection: see its log',
  EHOSTUNREACH: 'unreachable from this machine: a firewall, or an address of another network',
  ENETUNREACH: 'unreachable from this machine: a firewall, or an address of another network',
  ENOTFOUND: 'this name does not resolve: check --url, or the sidecar’s `advertise`',
  CERT_HAS_EXPIRED: 'its certificate has expired: renew it',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed, and clients do not trust it',
  ERR_SSL_WRONG_VERSION_NUMBER: 'the site has no TLS: pass its http URL with --url',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for a different name',
  ETIMEDOUT: 'no answer: a firewall, or a router that does not forward the port',
  'no free port': 'all ports of the sidecar’s port_range are in use: widen the range',
}

/** The remedy for an error code of the system or of a sidecar. */
export function remedyFor(code: string | undefined): string | undefined {
  return code !== undefined && Object.hasOwn(hints, code) ? hints[code] : undefined
}
