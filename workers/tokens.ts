// Who may do what: bearer tokens. What is not configured is denied.
import type { Env } from '../durable-objects/env.ts'
import type { RoomCalls } from '../durable-objects/rooms.ts'
import { isOneOf } from '../durable-objects/secrets.ts'
import { notFound, unauthorized } from './answers/error.ts'

/** The token of `Authorization: Bearer …`. */
export function bearer(request: Request): string | undefined {
  return /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
}

const hostWanted = "the room's or the site's token is wanted"

/** Has the request the site's token? */
export async function isSite(request: Request, env: Env): Promise<boolean> {
  const given = bearer(request)
  return given !== undefined && isOneOf(given, env.ADMIN_TOKEN)
}

/** Has the request the room's or the site's token? */
export async function isHost(request: Request, env: Env, room: RoomCalls): Promise<boolean> {
  const given = bearer(request)
  return given !== undefined && isHostsToken(given, env, room)
}

/** Is this the room's or the site's token? */
export async function isHostsToken(token: string, env: Env, room: RoomCalls): Promise<boolean> {
  return (await isOneOf(token, env.ADMIN_TOKEN)) || room.accepts(token)
}

/**
 * Did a page of another site make a visitor's browser ask this? Browsers tell, and no page can keep them from it;
 * what is no browser says neither header. `own`: the origins of this site.
 */
export function isForeign(request: Request, own: readonly string[]): boolean {
  const from = request.headers.get('sec-fetch-site')
  if (from !== null) return from !== 'same-origin' && from !== 'none'
  const origin = request.headers.get('origin')
  return origin !== null && !own.includes(origin)
}

/** Throws 401 for all but the site's token. */
export async function mustBeSite(request: Request, env: Env): Promise<void> {
  if (!(await isSite(request, env))) throw unauthorized("the site's token is wanted")
}

/** Throws 401 for who shows no token at all: he need not learn whether there is what he asks for. */
export function mustShowToken(request: Request): void {
  if (bearer(request) === undefined) throw unauthorized(hostWanted)
}

/** Throws 401 for all but the room's and the site's token; 404 for a room that is not there. */
export async function mustBeHost(request: Request, env: Env, room: RoomCalls): Promise<void> {
  if (await isHost(request, env, room)) return
  if (bearer(request) !== undefined && !(await room.describe())) throw notFound('there is no such room')
  throw unauthorized(hostWanted)
}

/** Has the request the sidecars' token? */
export async function isSidecar(request: Request, env: Env): Promise<boolean> {
  const given = bearer(request)
  return given !== undefined && (await isOneOf(given, env.SIDECAR_TOKEN, env.SIDECAR_TOKEN_NEXT))
}

/** Throws 401 for all but the sidecars' token, or while it is rotated the next one. */
export async function mustBeSidecar(request: Request, env: Env): Promise<void> {
  if (await isSidecar(request, env)) return
  throw unauthorized("the sidecars' token is wanted")
}
