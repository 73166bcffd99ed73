// Determines the headers that the Worker receives and the client's address, as pure functions. On Cloudflare the
// platform sets these headers. Elsewhere this code prevents clients from forging the platform's headers.
import { frontHeader } from '../../wire/net/front-header.ts'
import { clientAddress, isAddress, isLoopback, unknownAddress } from '../../wire/net/ip-address.ts'

export interface IncomingRequest {
  /** The remote address of the connection, or the address in the PROXY header of a trusted proxy. */
  readonly peer: string
  /** Whether `peer` comes from a PROXY header. */
  readonly isFromProxyHeader?: boolean
  /** The HTTP version, as in `1.1`. */
  readonly version: string
  readonly method: string
  readonly target: string
  /** Names and values alternately. */
  readonly headers: readonly string[]
}

export interface SanitizeRules {
  /** The addresses of proxies whose X-Forwarded-* headers are used. */
  readonly proxies: readonly string[]
  /**
   * Returns `machine` for a name or address of this machine, `public` for a name in the site's settings or another IP
   * address, and undefined for any other name.
   */
  classifyName(name: string): 'machine' | 'public' | undefined
  /** The host for clients of HTTP/1.0, which need not send a Host header. */
  readonly host: string
  /** The secret with which the Worker recognizes requests from the front proxy. */
  readonly secret: string
}

export interface SanitizedRequest {
  readonly path: string
  /** Names and values alternately. */
  readonly headers: string[]
  /** The client's address, to which all limits by address apply. */
  readonly address: string
  /** The address of a proxy whose X-Forwarded-* headers were ignored, because it is not in PROXIES. */
  readonly unlistedProxy?: string
}

export interface Rejection {
  readonly status: 400 | 408 | 421 | 503
  readonly error: 'invalid' | 'misdirected' | 'timeout' | 'unavailable'
  readonly detail: string
  /** Seconds after which the client may try again. */
  readonly retryAfter?: number
  /** The rejected host name, which does not belong to the site. */
  readonly name?: string
}

const hopByHopHeaders = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
  'expect', // Node has already answered this header
]
const proxyHeaders = ['forwarded', 'true-client-ip', 'via', 'x-client-ip', 'x-cluster-client-ip', 'x-real-ip']
/** Prefixes of headers that only Cloudflare, Miniflare, proxies and our own code may set. */
const reservedPrefixes = /^(?:cf-|mf-|x-mf-|x-forwarded-|packetboat-)/

/** In the returned headers, CF-Connecting-IP contains the client's address. */
export function sanitizeRequest(
  request: IncomingRequest,
  rules: SanitizeRules,
): SanitizedRequest | Rejection {
  const headers = new HeaderFields(request.headers)
  const isTrusted = rules.proxies.includes(request.peer)
  const target = requestTarget(request, headers, isTrusted, rules)
  if ('status' in target) return target
  const { host, path } = target
  const isMarked = headers.some(isProxyHeader)
  // A request of HTTP/1.0 counts as forwarded, because no browser uses HTTP/1.0, but nginx by default forwards requests
  // with it.
  const wasForwarded =
    isMarked || request.isFromProxyHeader === true || request.version === '1.0' || !target.isLocalName
  const address = clientAddressOf(request.peer, headers, wasForwarded, rules.proxies)
  const isHttps = isTrusted && headers.last('x-forwarded-proto')?.toLowerCase() === 'https'
  return {
    path,
    address,
    headers: [
      ...['host', host],
      ...headers.forwardable(),
      ...bodyLengthHeaders(request.method, headers),
      ...(isHttps ? ['mf-original-url', `https://${host}${path}`] : []),
      ...['cf-connecting-ip', address, frontHeader, rules.secret],
    ],
    ...(!isTrusted && (isMarked || address === unknownAddress) && { unlistedProxy: request.peer }),
  }
}

function requestTarget(
  { version, target }: IncomingRequest,
  headers: HeaderFields,
  isTrusted: boolean,
  { classifyName, host: usual }: SanitizeRules,
): { readonly host: string; readonly isLocalName: boolean; readonly path: string } | Rejection {
  const hosts = headers.all('host')
  if (hosts.length > 1) return invalid('the request has more than one Host header')
  const absolute = target.startsWith('/') ? undefined : URL.parse(target)
  if (!target.startsWith('/') && absolute?.protocol !== 'http:')
    return invalid('the request target must begin with /')
  const forwarded = isTrusted ? headers.last('x-forwarded-host') : undefined
  const host = forwarded ?? absolute?.host ?? hosts[0] ?? (version === '1.0' ? usual : '')
  const url = /^[^\s/?#@\\]+$/.test(host) ? URL.parse(`http://${host}`) : null
  if (!url) return invalid('the Host header is not a host name or address')
  const name = url.hostname.replace(/\.$/, '')
  const owner = classifyName(name)
  if (!owner)
    return {
      status: 421,
      error: 'misdirected',
      name,
      detail: `this site does not accept the host name ${name}: its owner can add it with HOSTS=${name} or PUBLIC_URL`,
    }
  const path = absolute ? `${absolute.pathname}${absolute.search}` : target
  return { host: url.host, isLocalName: owner === 'machine', path }
}

const isProxyHeader = (field: string) =>
  field.startsWith('x-forwarded-') || field === 'cf-connecting-ip' || proxyHeaders.includes(field)

/**
 * Returns no loopback address for a forwarded request, because the limits do not apply to loopback addresses, but must
 * apply to the clients of a local proxy.
 */
function clientAddressOf(
  peer: string,
  headers: HeaderFields,
  wasForwarded: boolean,
  proxies: readonly string[],
): string {
  const address = clientAddress(peer, headers.list('x-forwarded-for').join(','), proxies)
  if (!isAddress(address) || (wasForwarded && isLoopback(address))) return unknownAddress
  return address
}

/** The headers to add. A Content-Length header is forwarded unchanged, so it needs none. */
function bodyLengthHeaders(method: string, headers: HeaderFields): string[] {
  if (headers.all('transfer-encoding').length > 0) return ['transfer-encoding', 'chunked']
  const hasNone = headers.all('content-length').length === 0
  return hasNone && !['GET', 'HEAD'].includes(method) ? ['content-length', '0'] : []
}

const invalid = (detail: string): Rejection => ({ status: 400, error: 'invalid', detail })

class HeaderFields {
  readonly #raw: readonly string[]

  constructor(raw: readonly string[]) {
    this.#raw = raw
  }

  all(name: string): string[] {
    return this.#raw.filter((_, at) => at % 2 === 1 && this.#raw[at - 1]!.toLowerCase() === name)
  }

  list(name: string): string[] {
    return this.all(name).flatMap((line) => line.split(',').map((part) => part.trim()))
  }

  /** The last value of the header: the one that the nearest proxy has set. */
  last(name: string): string | undefined {
    return this.list(name).at(-1) || undefined
  }

  some(of: (name: string) => boolean): boolean {
    return this.#raw.some((name, at) => at % 2 === 0 && of(name.toLowerCase()))
  }

  forwardable(): string[] {
    const named = this.list('connection').map((name) => name.toLowerCase())
    // `connection` must not remove Content-Length. Without it, the runtime would read the body as the next request of
    // the connection.
    const dropped = named.filter((name) => name !== 'content-length')
    const left = new Set([...hopByHopHeaders, ...proxyHeaders, ...dropped, 'host'])
    if (this.all('transfer-encoding').length > 0) left.add('content-length')
    return this.#raw.filter((_, at) => {
      const name = this.#raw[at - (at % 2)]!.toLowerCase()
      return !left.has(name) && !reservedPrefixes.test(name)
    })
  }
}
