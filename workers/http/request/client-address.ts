// The client's address, for every limit by address. The Worker trusts CF-Connecting-IP: on Cloudflare the platform
// sets it, on your own machine the front proxy of `packetboat start`, which authenticates itself with a secret. X-Forwarded-For counts
// only from PROXIES.
import type { Env } from '../../../durable-objects/env.ts'
import { constantTimeEqual } from '../../../durable-objects/platform/secrets.ts'
import { clientAddressHeader } from '../../../durable-objects/rpc/rpc-types.ts'
import { frontHeader } from '../../../wire/net/front-header.ts'
import { clientAddress, isLoopback } from '../../../wire/net/ip-address.ts'
import { type GeoPoint, nearestRegion, type Region } from '../../../wire/net/region.ts'
import { ApiError } from '../../api/responses/api-error.ts'

/**
 * Throws 403 if the site has a front proxy and the request bypassed it. On one machine every program, and by DNS
 * rebinding every page in a browser, can reach the runtime's own port.
 */
export function requireFrontProxy({ headers }: Request, { FRONT_SECRET }: Env): void {
  if (!FRONT_SECRET) return
  const bytes = (text: string) => new TextEncoder().encode(text)
  if (constantTimeEqual(bytes(headers.get(frontHeader) ?? ''), bytes(FRONT_SECRET))) return
  throw new ApiError('unauthorized', 'this port is internal: use the address that "npm start" printed', {
    status: 403,
  })
}

/** The client's address. */
export function clientAddressOf(request: Request, env: Env): string {
  const proxies = (env.PROXIES ?? '').split(',').map((proxy) => proxy.trim())
  // Cloudflare always sets it. Without it the caller is a test, or a process of the same machine.
  const connecting = request.headers.get('cf-connecting-ip') ?? '127.0.0.1'
  return clientAddress(connecting, request.headers.get('x-forwarded-for'), proxies)
}

/** The client's location, from the platform; undefined if unknown. */
export function clientLocationOf({ cf, headers }: Request): GeoPoint | undefined {
  // The local runtime invents a location.
  if (isLoopback(headers.get('cf-connecting-ip') ?? '127.0.0.1')) return undefined
  const [latitude, longitude] = [Number(cf?.latitude), Number(cf?.longitude)]
  return cf?.latitude !== undefined && Number.isFinite(latitude) && Number.isFinite(longitude)
    ? { latitude, longitude }
    : undefined
}

/** The region nearest to the client, among these regions if given; undefined if the client's location is unknown. */
export function clientRegionOf(request: Request, among?: readonly Region[]): Region | undefined {
  const location = clientLocationOf(request)
  return location && nearestRegion(location, among)
}

/** The request for a Room, at `url`: with the client's address. */
export function toRoomRequest(request: Request, env: Env, url: string): Request {
  const headers = new Headers(request.headers)
  headers.delete(frontHeader)
  headers.set(clientAddressHeader, clientAddressOf(request, env))
  return new Request(url, { method: request.method, headers })
}
