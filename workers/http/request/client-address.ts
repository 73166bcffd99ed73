// Determines the client's address, to which all limits by address apply. The Worker trusts the header CF-Connecting-IP.
// On Cloudflare the platform sets it. On your own machine the front proxy of `packetboat start` sets it, which
// authenticates itself with a secret. X-Forwarded-For is used only if the request comes from an address in PROXIES.
import type { Env } from '../../../durable-objects/env.ts'
import { constantTimeEqual } from '../../../durable-objects/platform/secrets.ts'
import { clientAddressHeader } from '../../../durable-objects/rpc/rpc-types.ts'
import { frontHeader } from '../../../wire/net/front-header.ts'
import { clientAddress, isLoopback, normalizeAddress } from '../../../wire/net/ip-address.ts'
import { type GeoPoint, nearestRegion, type Region } from '../../../wire/net/region.ts'
import { internalPortError } from '../../api/responses/api-error.ts'
import type { AppContext } from '../../context/routing.ts'

/**
 * Throws 403 if the site has a front proxy and the request bypassed it. Every program on the machine can reach the
 * runtime's own port, and by DNS rebinding every page in a browser of the machine can too.
 */
export function requireFrontProxy({ headers }: Request, { FRONT_SECRET }: Env): void {
  if (!FRONT_SECRET) return
  const bytes = (text: string) => new TextEncoder().encode(text)
  if (constantTimeEqual(bytes(headers.get(frontHeader) ?? ''), bytes(FRONT_SECRET))) return
  throw internalPortError()
}

export function clientAddressOf({ env, req: { raw } }: AppContext): string {
  const proxies = (env.PROXIES ?? '').split(',').map((proxy) => normalizeAddress(proxy.trim()))
  // Cloudflare always sets CF-Connecting-IP. A request without the header comes from a test or from a process on the
  // same machine.
  const connecting = raw.headers.get('cf-connecting-ip') ?? '127.0.0.1'
  return clientAddress(connecting, raw.headers.get('x-forwarded-for'), proxies)
}

/** The location that the platform reports; undefined if unknown. */
export function clientLocationOf({ cf, headers }: Request): GeoPoint | undefined {
  // The local runtime reports a made-up location for a local client.
  if (isLoopback(headers.get('cf-connecting-ip') ?? '127.0.0.1')) return undefined
  const [latitude, longitude] = [Number(cf?.latitude), Number(cf?.longitude)]
  return cf?.latitude !== undefined && Number.isFinite(latitude) && Number.isFinite(longitude)
    ? { latitude, longitude }
    : undefined
}

/**
 * The region nearest to the client, or undefined if the client's location is unknown. `among`: the possible regions, by
 * default all.
 */
export function clientRegionOf(request: Request, among?: readonly Region[]): Region | undefined {
  const location = clientLocationOf(request)
  return location && nearestRegion(location, among)
}

export function toRoomRequest(c: AppContext, url: string): Request {
  const { headers: sent, method } = c.req.raw
  const headers = new Headers(sent)
  headers.delete(frontHeader)
  headers.set(clientAddressHeader, clientAddressOf(c))
  return new Request(url, { method, headers })
}
