// Checks tokens. A token that is not configured matches no request.

import { matchesAnySecret } from '../../../durable-objects/platform/secrets.ts'
import type { SiteSecret } from '../../../durable-objects/rpc/directory-rpc.ts'
import type { RoomRpc } from '../../../durable-objects/rpc/room-rpc.ts'
import type { OwnerCredential, WrongTokenResult } from '../../../durable-objects/rpc/rpc-types.ts'
import { describeError } from '../../../wire/util/log-line.ts'
import { noneNamedError, tooManyRequestsError, unauthorizedError } from '../../api/responses/api-error.ts'
import type { AppContext } from '../../context/routing.ts'
import { log } from '../../platform/log.ts'
import { directoryStub } from '../../platform/stubs.ts'
import { clientAddressOf } from '../request/client-address.ts'

export function bearerToken(request: Request): string | undefined {
  return /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
}

/**
 * The token that a user has typed or pasted into a form. The field may have blanks around the token, or a whole host
 * link. A site token may contain a `#` itself. An empty text if the field is missing.
 */
export const pastedToken = (field: string | File | null | undefined): string =>
  typeof field === 'string' ? field.trim().replace(/^.*\/.*#/, '') : ''

const ownerTokenRequired = 'send the room token or the site token'
export const siteTokenRequiredText =
  'send the site token, which is the value of the variable ADMIN_TOKEN; "npm start" prints it'

// ---- Guesses -----------------------------------------------------------------------------------------------------
//
// The Worker and the Directory both count wrong site tokens. The Worker counts first, without a call, but each isolate
// has its own count, which is lost with the isolate. Therefore the Directory also counts each wrong token and returns a
// waiting time, which the Worker enforces. A new isolate compares at most one wrong token before the Directory returns
// the waiting time. Each room counts the wrong room tokens itself.

/** Call before comparing `token`. Throws 429 while this address must wait before it may send a token for `target`. */
function countAttempt(c: AppContext, target: string, token: string): void {
  const waitMs = c.get('guessLimiter').countAttempt(clientAddressOf(c), target, token)
  if (waitMs > 0) throw tooManyWrongTokens(waitMs)
}

function clearAttempts(c: AppContext, target: string): void {
  c.get('guessLimiter').takeBackAttempt(clientAddressOf(c), target)
}

/** For `waitMs`, the Worker compares no further token for `target` from this address. */
function blockAddress(c: AppContext, target: string, waitMs: number): void {
  c.get('guessLimiter').applyWait(clientAddressOf(c), target, waitMs)
}

const tooManyWrongTokens = (waitMs: number) =>
  tooManyRequestsError('too many wrong tokens from your address', waitMs)

/** If the Directory fails, the Worker relies on its own count. */
async function reportWrongToken(c: AppContext, token: string, secret: SiteSecret): Promise<void> {
  try {
    const tokenMark = c.get('guessLimiter').markOf(token)
    const waitMs = await directoryStub(c.env).countWrongToken(clientAddressOf(c), secret, tokenMark)
    if (waitMs > 0) blockAddress(c, secret, waitMs)
  } catch (error) {
    log('warn', 'wrong token not counted', { detail: describeError(error) })
  }
}

const siteSecrets = ({ env }: AppContext, secret: SiteSecret) =>
  secret === 'site' ? [env.ADMIN_TOKEN] : [env.SIDECAR_TOKEN, env.SIDECAR_TOKEN_NEXT]

/** Counts a wrong token. Throws 429 while the address has to wait. */
async function matchesSecret(c: AppContext, token: string, secret: SiteSecret): Promise<boolean> {
  if (token === c.get('acceptedToken')) return matchesAnySecret(token, ...siteSecrets(c, secret))
  countAttempt(c, secret, token)
  if (await matchesAnySecret(token, ...siteSecrets(c, secret))) {
    clearAttempts(c, secret)
    return true
  }
  await reportWrongToken(c, token, secret)
  return false
}

// ---- The site, its sidecars, owners ------------------------------------------------------------------------------

/** Throws 429 while the address has to wait after wrong tokens. */
export const isSiteToken = (c: AppContext, token: string): Promise<boolean> => matchesSecret(c, token, 'site')

/** Throws 429 while the address has to wait after wrong tokens. */
export async function hasSiteToken(c: AppContext): Promise<boolean> {
  const token = bearerToken(c.req.raw)
  return token !== undefined && isSiteToken(c, token)
}

/**
 * Whether the request has the room's token or the site token. Throws 429 like `askAsOwner`. `name`: the full name
 * (`game/room`).
 */
export async function hasOwnerToken(c: AppContext, room: RoomRpc, name: string): Promise<boolean> {
  const token = bearerToken(c.req.raw)
  return token !== undefined && isOwnerToken(c, token, room, name)
}

/**
 * Whether `token` is the room's token or the site token. A wrong token counts as a guess at both tokens. Throws 429
 * like `askAsOwner`.
 */
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
  if (answer === true) c.set('acceptedToken', token)
  return answer === true
}

/**
 * The room's answer to an owner's request. `WrongTokenResult`: `token` is neither the room's token nor the site token,
 * and counts as a guess at both. `ask` gets the credential that the room must check, or undefined if `token` is the
 * site token. While the address has to wait for one of the two tokens, only the other token is compared. Throws 429 if
 * the other token does not match.
 */
async function askAsOwner<T>(
  c: AppContext,
  token: string,
  name: string,
  ask: (credential: OwnerCredential | undefined) => Promise<T | WrongTokenResult>,
): Promise<T | WrongTokenResult> {
  const address = clientAddressOf(c)
  const guesses = c.get('guessLimiter')
  const siteWaitMs = guesses.countAttempt(address, 'site', token)
  if (siteWaitMs === 0 && (await matchesAnySecret(token, ...siteSecrets(c, 'site')))) {
    clearAttempts(c, 'site')
    return ask(undefined)
  }
  const blockedMs = guesses.wait(address, name)
  const answer: T | WrongTokenResult =
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

function isWrongToken(answer: unknown): answer is WrongTokenResult {
  return typeof answer === 'object' && answer !== null && 'wrongToken' in answer
}

/**
 * Whether the request has the site token or the sidecar token. A token that matches neither is not counted as a guess,
 * because it may be the valid token of a room. While the address has to wait for a token, that token is not compared.
 */
export async function hasSiteOrSidecarToken(c: AppContext): Promise<boolean> {
  const token = bearerToken(c.req.raw)
  if (token === undefined) return false
  const address = clientAddressOf(c)
  const secrets = (['site', 'sidecar'] as const).filter(
    (secret) => c.get('guessLimiter').wait(address, secret) === 0,
  )
  return matchesAnySecret(token, ...secrets.flatMap((secret) => siteSecrets(c, secret)))
}

/** Counts the token of a request for a room that does not exist as a guess, unless it is a token of the site. */
export async function countWrongToken(c: AppContext): Promise<void> {
  const token = bearerToken(c.req.raw)
  if (token !== undefined && !(await hasSiteOrSidecarToken(c))) {
    countAttempt(c, 'site', token)
    await reportWrongToken(c, token, 'site')
  }
}

/**
 * Whether a page of another site made a visitor's browser send the request. Browsers send `Sec-Fetch-Site` or `Origin`,
 * and pages cannot suppress them; other clients send neither. `ownOrigins`: the origins of this site.
 */
export function isCrossSite(request: Request, ownOrigins: readonly string[]): boolean {
  const fetchSite = request.headers.get('sec-fetch-site')
  if (fetchSite !== null) return fetchSite !== 'same-origin' && fetchSite !== 'none'
  const origin = request.headers.get('origin')
  return origin !== null && !ownOrigins.includes(origin)
}

/** Throws 401 if the request has no token or another token, and 429 like `hasSiteToken`. */
export async function requireSiteToken(c: AppContext): Promise<void> {
  if (!(await hasSiteToken(c))) throw unauthorizedError(siteTokenRequiredText)
}

/**
 * Throws 401 if the request has no token. This check comes first, so that the answer does not reveal whether a room
 * exists.
 */
export function requireAnyToken(request: Request): void {
  if (bearerToken(request) === undefined) throw unauthorizedError(ownerTokenRequired)
}

/**
 * Throws 401 if the request has neither the room's token nor the site token, 404 if the room does not exist, and 429
 * like `askAsOwner`.
 */
export async function requireOwnerToken(c: AppContext, room: RoomRpc, name: string): Promise<void> {
  if (!(await hasOwnerToken(c, room, name))) throw await ownerTokenError(c, room, name)
}

/** Throws the errors of `requireOwnerToken`. */
export async function callWithOwnerToken<T>(
  c: AppContext,
  room: RoomRpc,
  name: string,
  ask: (credential: OwnerCredential | undefined) => Promise<T | WrongTokenResult>,
): Promise<T> {
  const answer = await askWithToken(c, name, ask)
  if (isWrongToken(answer)) throw await ownerTokenError(c, room, name)
  return answer
}

/**
 * Accepts the key of the series (`game/name`) or the site token. Throws 401 for another token, and 429 like
 * `askAsOwner`.
 */
export async function callWithSeriesKey<T>(
  c: AppContext,
  series: string,
  ask: (credential: OwnerCredential | undefined) => Promise<T | WrongTokenResult>,
): Promise<T> {
  const answer = await askWithToken(c, `series ${series}`, ask)
  if (isWrongToken(answer)) throw unauthorizedError('send the key of the series or the site token')
  return answer
}

async function askWithToken<T>(
  c: AppContext,
  name: string,
  ask: (credential: OwnerCredential | undefined) => Promise<T | WrongTokenResult>,
): Promise<T | WrongTokenResult> {
  const token = bearerToken(c.req.raw)
  return token === undefined ? { wrongToken: true, waitMs: 0 } : askAsOwner(c, token, name, ask)
}

async function ownerTokenError(c: AppContext, room: RoomRpc, name: string): Promise<Error> {
  const isMissing = bearerToken(c.req.raw) !== undefined && !(await room.describe('withoutView'))
  return isMissing ? noneNamedError('room', name) : unauthorizedError(ownerTokenRequired)
}

/**
 * During a rotation, accepts also the next sidecar token. Throws 401 for other tokens, and 429 like `matchesSecret`.
 */
export async function requireSidecarToken(c: AppContext): Promise<void> {
  const token = bearerToken(c.req.raw)
  if (token !== undefined && (await matchesSecret(c, token, 'sidecar'))) return
  throw unauthorizedError('send the sidecar token, which is the value of the variable SIDECAR_TOKEN')
}
