// Authorization by bearer tokens. A token that is not configured is denied.
import type { RoomCalls, SiteSecret } from '../durable-objects/rooms.ts'
import { isOneOf } from '../durable-objects/secrets.ts'
import { detailOf } from '../wire/log-line.ts'
import { notFound, slowDown, unauthorized } from './answers/error.ts'
import { log } from './log.ts'
import { directoryOf } from './objects.ts'
import { addressOf } from './peer.ts'
import type { Asked } from './routes.ts'

/** The token of `Authorization: Bearer …`. */
export function bearer(request: Request): string | undefined {
  return /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
}

const hostWanted = "the room's or the site's token is wanted"

// ---- Guesses -----------------------------------------------------------------------------------------------------
// A wrong token of the site is counted twice. The Worker's own count comes first: it needs no call, so a right token
// costs none. It ends with the isolate, and there are many isolates. So the Directory counts each wrong token, too,
// and returns a wait that this Worker enforces. A fresh isolate compares at most one more wrong token before it
// learns of the wait. The room counts wrong tokens of its own.

/** Throws 429 while this address may try no token of `target`. Otherwise counts a try, which may be compared. */
function begin(c: Asked, target: string, token: string): void {
  const waitMs = c.get('guesses').begin(addressOf(c.req.raw, c.env), target, token)
  if (waitMs > 0) throw tooManyWrong(waitMs)
}

function right(c: Asked, target: string): void {
  c.get('guesses').right(addressOf(c.req.raw, c.env), target)
}

/** From now on this address has to wait before a token of `target` is compared here. */
function hold(c: Asked, target: string, waitMs: number): void {
  c.get('guesses').hold(addressOf(c.req.raw, c.env), target, waitMs)
}

const tooManyWrong = (waitMs: number) => slowDown('too many wrong tokens from your address', waitMs)

/** Reports a wrong token to the Directory. If the Directory fails, the Worker's own count remains. */
async function tellWrong(c: Asked, token: string, secret: SiteSecret): Promise<void> {
  try {
    const mark = c.get('guesses').markOf(token)
    const waitMs = await directoryOf(c.env).wrongToken(addressOf(c.req.raw, c.env), secret, mark)
    if (waitMs > 0) hold(c, secret, waitMs)
  } catch (error) {
    log('warn', 'wrong token not counted', { detail: detailOf(error) })
  }
}

const secretsOf = ({ env }: Asked, secret: SiteSecret) =>
  secret === 'site' ? [env.ADMIN_TOKEN] : [env.SIDECAR_TOKEN, env.SIDECAR_TOKEN_NEXT]

/** Whether `token` is this secret of the site. Counts a wrong one; throws 429 while the address has to wait. */
async function isSecret(c: Asked, token: string, secret: SiteSecret): Promise<boolean> {
  begin(c, secret, token)
  if (await isOneOf(token, ...secretsOf(c, secret))) {
    right(c, secret)
    return true
  }
  await tellWrong(c, token, secret)
  return false
}

// ---- The site, its sidecars, hosts -------------------------------------------------------------------------------

/** Whether this is the site's token. Throws 429 like `isSite`. */
export const isSitesToken = (c: Asked, token: string): Promise<boolean> => isSecret(c, token, 'site')

/** Whether the request has the site's token. Throws 429 while its address has to wait after wrong tokens. */
export async function isSite(c: Asked): Promise<boolean> {
  const given = bearer(c.req.raw)
  return given !== undefined && isSitesToken(c, given)
}

/** Whether the request has the room's or the site's token. Throws 429 like `isSite`. `name`: `game/room`. */
export async function isHost(c: Asked, room: RoomCalls, name: string): Promise<boolean> {
  const given = bearer(c.req.raw)
  return given !== undefined && isHostsToken(c, given, room, name)
}

/**
 * Whether this is the room's or the site's token. A wrong one counts as a guess at both. While the address has to
 * wait for one, the other is still compared; throws 429 if that does not match.
 */
export async function isHostsToken(c: Asked, token: string, room: RoomCalls, name: string): Promise<boolean> {
  const address = addressOf(c.req.raw, c.env)
  const guesses = c.get('guesses')
  const siteWaitMs = guesses.begin(address, 'site', token)
  if (siteWaitMs === 0 && (await isOneOf(token, ...secretsOf(c, 'site')))) {
    right(c, 'site')
    return true
  }
  const heldMs = guesses.wait(address, name)
  const accepted = heldMs > 0 ? { waitMs: heldMs } : await room.accepts(token, address)
  if (accepted === true) {
    if (siteWaitMs === 0) right(c, 'site')
    return true
  }
  if (siteWaitMs === 0) await tellWrong(c, token, 'site')
  if (accepted) hold(c, name, accepted.waitMs)
  const waitMs = Math.max(siteWaitMs, accepted ? accepted.waitMs : 0)
  if (waitMs > 0) throw tooManyWrong(waitMs)
  return false
}

/**
 * Whether the request has the site's or the sidecars' token. Counts nothing: a host's token is neither, and no guess.
 * Skips a secret while the address has to wait for it.
 */
export async function isOfSite(c: Asked): Promise<boolean> {
  const given = bearer(c.req.raw)
  if (given === undefined) return false
  const address = addressOf(c.req.raw, c.env)
  const known = (['site', 'sidecar'] as const).filter(
    (secret) => c.get('guesses').wait(address, secret) === 0,
  )
  return isOneOf(given, ...known.flatMap((secret) => secretsOf(c, secret)))
}

/** Counts a wrong token that was sent for a room that does not exist. */
export async function countShown(c: Asked): Promise<void> {
  const given = bearer(c.req.raw)
  if (given !== undefined && !(await isOfSite(c))) {
    begin(c, 'site', given)
    await tellWrong(c, given, 'site')
  }
}

/**
 * Whether a page of another site made a visitor's browser send this. Browsers always send one of these headers, and
 * no page can suppress them; other clients send neither. `own`: the origins of this site.
 */
export function isForeign(request: Request, own: readonly string[]): boolean {
  const from = request.headers.get('sec-fetch-site')
  if (from !== null) return from !== 'same-origin' && from !== 'none'
  const origin = request.headers.get('origin')
  return origin !== null && !own.includes(origin)
}

/** Throws 401 without the site's token, and 429 like `isSite`. */
export async function mustBeSite(c: Asked): Promise<void> {
  if (!(await isSite(c))) throw unauthorized("the site's token is wanted")
}

/** Throws 401 without any token, so that the answer does not reveal whether the room exists. */
export function mustShowToken(request: Request): void {
  if (bearer(request) === undefined) throw unauthorized(hostWanted)
}

/** Throws 401 without the room's or the site's token, 429 like `isHostsToken`, and 404 for a room that does not exist. */
export async function mustBeHost(c: Asked, room: RoomCalls, name: string): Promise<void> {
  if (await isHost(c, room, name)) return
  if (bearer(c.req.raw) !== undefined && !(await room.describe())) throw notFound('there is no such room')
  throw unauthorized(hostWanted)
}

/** Throws 401 without the sidecars' token or, during a rotation, the next one; 429 like `isSite`. */
export async function mustBeSidecar(c: Asked): Promise<void> {
  const given = bearer(c.req.raw)
  if (given !== undefined && (await isSecret(c, given, 'sidecar'))) return
  throw unauthorized("the sidecars' token is wanted")
}
