// Authorization by bearer tokens. A token that is not configured is denied.

import { matchesAnySecret } from '../../../durable-objects/platform/secrets.ts'
import type { SiteSecret } from '../../../durable-objects/rpc/directory-rpc.ts'
import type { OwnerCredential, RoomRpc, WrongToken } from '../../../durable-objects/rpc/rpc-types.ts'
import { describeError } from '../../../wire/util/log-line.ts'
import { notFound, tooManyRequests, unauthorized } from '../../api/responses/api-error.ts'
import type { AppContext } from '../../context/routing.ts'
import { log } from '../../platform/log.ts'
import { directoryStub } from '../../platform/stubs.ts'
import { clientAddressOf } from '../request/client-address.ts'

/** The token of `Authorization: Bearer …`. */
export function bearerToken(request: Request): string | undefined {
  return /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
}

const ownerTokenRequired = 'send the room token or the site token'
export const siteTokenRequired = 'send the site token: it is ADMIN_TOKEN, and "npm start" prints it'

// ---- Guesses -----------------------------------------------------------------------------------------------------
// A wrong token of the site is counted twice. The Worker's own count comes first: it needs no call, so a right token
// costs none. But this count is lost with the isolate, and each isolate has its own. So the Directory counts each wrong
// token, too, and returns a wait that this Worker enforces. A fresh isolate compares at most one more wrong token
// before it learns of the wait. Wrong tokens of a room are counted by that room.

/**
 * Throws 429 while this address must wait before it may send a token of `target`. Otherwise counts an attempt; the
 * caller then compares the token.
 */
function countAttempt(c: AppContext, target: string, token: string): void {
  const waitMs = c.get('guessLimiter').countGuess(clientAddressOf(c.req.raw, c.env), target, token)
  if (waitMs > 0) throw tooManyWrongTokens(waitMs)
}

function clearAttempts(c: AppContext, target: string): void {
  c.get('guessLimiter').guessedRight(clientAddressOf(c.req.raw, c.env), target)
}

/** From now on this address has to wait before a token of `target` is compared here. */
function blockAddress(c: AppContext, target: string, waitMs: number): void {
  c.get('guessLimiter').applyWait(clientAddressOf(c.req.raw, c.env), target, waitMs)
}

const tooManyWrongTokens = (waitMs: number) =>
  tooManyRequests('too many wrong tokens from your address', waitMs)

/** Reports a wrong token to the Directory. If the Directory fails, the Worker's own count remains. */
async function reportWrongToken(c: AppContext, token: string, secret: SiteSecret): Promise<void> {
  try {
    const tokenMark = c.get('guessLimiter').markOf(token)
    const waitMs = await directoryStub(c.env).countWrongToken(
      clientAddressOf(c.req.raw, c.env),
      secret,
      tokenMark,
    )
    if (waitMs > 0) blockAddress(c, secret, waitMs)
  } catch (error) {
    log('warn', 'wrong token not counted', { detail: describeError(error) })
  }
}

const siteSecrets = ({ env }: AppContext, secret: SiteSecret) =>
  secret === 'site' ? [env.ADMIN_TOKEN] : [env.SIDECAR_TOKEN, env.SIDECAR_TOKEN_NEXT]

/** Whether `token` is this secret of the site. Counts a wrong one; throws 429 while the address has to wait. */
async function matchesSecret(c: AppContext, token: string, secret: SiteSecret): Promise<boolean> {
  countAttempt(c, secret, token)
  if (await matchesAnySecret(token, ...siteSecrets(c, secret))) {
    clearAttempts(c, secret)
    return true
  }
  await reportWrongToken(c, token, secret)
  return false
}

// ---- The site, its sidecars, owners ------------------------------------------------------------------------------

/** Whether this is the site's token. Throws 429 like `matchesSecret`. */
export const isSiteToken = (c: AppContext, token: string): Promise<boolean> => matchesSecret(c, token, 'site')

/** Whether the request has the site's token. Throws 429 while its address has to wait after wrong tokens. */
export async function hasSiteToken(c: AppContext): Promise<boolean> {
  const token = bearerToken(c.req.raw)
  return token !== undefined && isSiteToken(c, token)
}

/** Whether the request has the room's or the site's token. Throws 429 like `matchesSecret`. `name`: `game/room`. */
export async function hasOwnerToken(c: AppContext, room: RoomRpc, name: string): Promise<boolean> {
  const token = bearerToken(c.req.raw)
  return token !== undefined && isOwnerToken(c, token, room, name)
}

/** Whether this is the room's or the site's token. A wrong one counts as a guess at both. Throws 429 like `askAsOwner`. */
export async function isOwnerToken(
  c: AppContext,
  token: string,
  room: RoomRpc,
  name: string,
): Promise<boolean> {
  const answer = await askAsOwner(c, token, name, async (credential) => {
    if (!credential) return true
    const accepted = await room.checkToken(token, credential.address)
    return accepted === true || { wrongToken: true, waitMs: accepted ? accepted.waitMs : 0 }
  })
  return answer === true
}

/**
 * The room's answer to an owner's request; `WrongToken`: this is neither the room's nor the site's token, which counts as a
 * guess at both. `ask` gets the credential to check, or none for the site's token. While the address has to wait for one
 * token, the other is still compared; throws 429 if that does not match.
 */
async function askAsOwner<T>(
  c: AppContext,
  token: string,
  name: string,
  ask: (credential: OwnerCredential | undefined) => Promise<T | WrongToken>,
): Promise<T | WrongToken> {
  const address = clientAddressOf(c.req.raw, c.env)
  const guesses = c.get('guessLimiter')
  const siteWaitMs = guesses.countGuess(address, 'site', token)
  if (siteWaitMs === 0 && (await matchesAnySecret(token, ...siteSecrets(c, 'site')))) {
    clearAttempts(c, 'site')
    return ask(undefined)
  }
  const blockedMs = guesses.wait(address, name)
  const answer: T | WrongToken =
    blockedMs > 0 ? { wrongToken: true, waitMs: blockedMs } : await ask({ token, address })
  if (!isWrongToken(answer)) {
    if (siteWaitMs === 0) clearAttempts(c, 'site')
    return answer
  }
  if (siteWaitMs === 0) await reportWrongToken(c, token, 'site')
  if (answer.waitMs > 0) blockAddress(c, name, answer.waitMs)
  const waitMs = Math.max(siteWaitMs, answer.waitMs)
  if (waitMs > 0) throw tooManyWrongTokens(waitMs)
  return answer
}

/** Whether an owner's request was denied. */
function isWrongToken(answer: unknown): answer is WrongToken {
  return typeof answer === 'object' && answer !== null && 'wrongToken' in answer
}

/**
 * Whether the request has the site's or the sidecars' token. Counts no guess, because an owner's token is also valid
 * here. Skips a secret while the address has to wait for it.
 */
export async function hasSiteOrSidecarToken(c: AppContext): Promise<boolean> {
  const token = bearerToken(c.req.raw)
  if (token === undefined) return false
  const address = clientAddressOf(c.req.raw, c.env)
  const secrets = (['site', 'sidecar'] as const).filter(
    (secret) => c.get('guessLimiter').wait(address, secret) === 0,
  )
  return matchesAnySecret(token, ...secrets.flatMap((secret) => siteSecrets(c, secret)))
}

/** Counts a wrong token that was sent for a room that does not exist. */
export async function countWrongToken(c: AppContext): Promise<void> {
  const token = bearerToken(c.req.raw)
  if (token !== undefined && !(await hasSiteOrSidecarToken(c))) {
    countAttempt(c, 'site', token)
    await reportWrongToken(c, token, 'site')
  }
}

/**
 * Whether a page of another site made a visitor's browser send this. Browsers always send one of these headers, and no
 * page can suppress them; other clients send neither. `ownOrigins`: the origins of this site.
 */
export function isCrossSite(request: Request, ownOrigins: readonly string[]): boolean {
  const fetchSite = request.headers.get('sec-fetch-site')
  if (fetchSite !== null) return fetchSite !== 'same-origin' && fetchSite !== 'none'
  const origin = request.headers.get('origin')
  return origin !== null && !ownOrigins.includes(origin)
}

/** Throws 401 without the site's token, and 429 like `hasSiteToken`. */
export async function requireSiteToken(c: AppContext): Promise<void> {
  if (!(await hasSiteToken(c))) throw unauthorized(siteTokenRequired)
}

/** Throws 401 without any token, so that the answer does not reveal whether the room exists. */
export function requireAnyToken(request: Request): void {
  if (bearerToken(request) === undefined) throw unauthorized(ownerTokenRequired)
}

/** Throws 401 without the room's or the site's token, 429 like `askAsOwner`, and 404 for a room that does not exist. */
export async function requireOwnerToken(c: AppContext, room: RoomRpc, name: string): Promise<void> {
  if (!(await hasOwnerToken(c, room, name))) throw await ownerTokenError(c, room)
}

/** The answer of `askAsOwner` for the request's token. Throws like `requireOwnerToken`. */
export async function requireOwnerAnswer<T>(
  c: AppContext,
  room: RoomRpc,
  name: string,
  ask: (credential: OwnerCredential | undefined) => Promise<T | WrongToken>,
): Promise<T> {
  const answer = await askWithToken(c, name, ask)
  if (isWrongToken(answer)) throw await ownerTokenError(c, room)
  return answer
}

/** Like `requireOwnerAnswer`, for the key of a series (`game/name`) or the site's token. */
export async function requireSeriesAnswer<T>(
  c: AppContext,
  series: string,
  ask: (credential: OwnerCredential | undefined) => Promise<T | WrongToken>,
): Promise<T> {
  const answer = await askWithToken(c, `series ${series}`, ask)
  if (isWrongToken(answer)) throw unauthorized('send the key of the series or the site token')
  return answer
}

async function askWithToken<T>(
  c: AppContext,
  name: string,
  ask: (credential: OwnerCredential | undefined) => Promise<T | WrongToken>,
): Promise<T | WrongToken> {
  const token = bearerToken(c.req.raw)
  return token === undefined ? { wrongToken: true, waitMs: 0 } : askAsOwner(c, token, name, ask)
}

async function ownerTokenError(c: AppContext, room: RoomRpc): Promise<Error> {
  const isMissing = bearerToken(c.req.raw) !== undefined && !(await room.describe())
  return isMissing ? notFound('there is no such room') : unauthorized(ownerTokenRequired)
}

/** Throws 401 without the sidecars' token or, during a rotation, the next one; 429 like `matchesSecret`. */
export async function requireSidecarToken(c: AppContext): Promise<void> {
  const token = bearerToken(c.req.raw)
  if (token !== undefined && (await matchesSecret(c, token, 'sidecar'))) return
  throw unauthorized('send the sidecar token: it is SIDECAR_TOKEN')
}
