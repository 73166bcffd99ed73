// Whose request it is, for every limit by address. The Worker believes CF-Connecting-IP: on Cloudflare the platform sets it,
// at home the front of `packetboat start`, which proves itself by a secret. X-Forwarded-For counts only from PROXIES.
import type { Env } from '../durable-objects/env.ts'
import { addressHeader } from '../durable-objects/rooms.ts'
import { equal } from '../durable-objects/secrets.ts'
import { clientAddress, isLoopback } from '../wire/address.ts'
import { frontHeader } from '../wire/front.ts'
import type { Place } from '../wire/region.ts'
import { ApiError } from './answers/error.ts'

/**
 * Throws 403 if this start has a front and the request passed it by. On one machine every program, and by DNS rebinding
 * every page in a browser, can reach the runtime's own port.
 */
export function mustComeByFront({ headers }: Request, { FRONT_SECRET }: Env): void {
  if (!FRONT_SECRET) return
  const bytes = (text: string) => new TextEncoder().encode(text)
  if (equal(bytes(headers.get(frontHeader) ?? ''), bytes(FRONT_SECRET))) return
  throw new ApiError('unauthorized', 'this port is internal: use the address that the start has printed', {
    status: 403,
  })
}

/** The client's address. */
export function addressOf(request: Request, env: Env): string {
  const proxies = (env.PROXIES ?? '').split(',').map((proxy) => proxy.trim())
  // Cloudflare always tells it. Without it the Worker is called by a test, or by a process of its own machine.
  const peer = request.headers.get('cf-connecting-ip') ?? '127.0.0.1'
  return clientAddress(peer, request.headers.get('x-forwarded-for'), proxies)
}

/** Where the client is, as the platform has it; undefined: it does not say. */
export function placeOf({ cf, headers }: Request): Place | undefined {
  // What stands in for Cloudflare on a machine of one's own makes a place up.
  if (isLoopback(headers.get('cf-connecting-ip') ?? '127.0.0.1')) return undefined
  const [latitude, longitude] = [Number(cf?.latitude), Number(cf?.longitude)]
  return cf?.latitude !== undefined && Number.isFinite(latitude) && Number.isFinite(longitude)
    ? { latitude, longitude }
    : undefined
}

/** The request as a Room is given it, at `url`: with the address that counts. */
export function forRoom(request: Request, env: Env, url: string): Request {
  const headers = new Headers(request.headers)
  headers.delete(frontHeader)
  headers.set(addressHeader, addressOf(request, env))
  return new Request(url, { method: request.method, headers })
}
