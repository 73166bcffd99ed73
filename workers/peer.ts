// Whose request it is, for every limit by address. No header of a client says so, but of a proxy that the settings name.
import type { Env } from '../durable-objects/env.ts'
import { addressHeader } from '../durable-objects/rooms.ts'
import { clientAddress, isLoopback } from '../wire/address.ts'
import type { Place } from '../wire/region.ts'

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
  headers.set(addressHeader, addressOf(request, env))
  return new Request(url, { method: request.method, headers })
}
