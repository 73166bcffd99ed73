// A browser is admitted by a cookie. An original client is admitted by its address, if a browser at that address was
// admitted before, because most original protocols have no field for a password.
import { blake2s } from '@noble/hashes/blake2.js'
import type { Game, Json } from '../../../games/game.ts'
import { type Refusal, refusal } from '../../../games/refusal.ts'
import { addressLimitKey } from '../../../wire/net/ip-address.ts'
import type { Clock } from '../../../wire/util/clock.ts'
import { encodeUtf8 } from '../../../wire/util/utf8.ts'
import type { GuessLimiter } from '../../limits/guess-limiter.ts'
import { base64url, constantTimeEqual, newToken, type Secrets } from '../../platform/secrets.ts'
import type { AdmissionGrant, JoinMode, RoomPatch } from '../../rpc/rpc-types.ts'
import type { Records } from '../../storage/records.ts'
import type { AdmissionSettings, RoomMetadata } from './room-metadata.ts'

/** Guesses of the room's password are counted for this target. The targets of games have no slash. */
const passwordTarget = 'room/join'
/** Key of the record of admitted addresses, which is not exported. */
export const admittedAddressesKey = 'admitted'
/** Above this limit, the address that expires first is dropped. */
const maxAddresses = 500
const addressMs = 12 * 60 * 60 * 1000
const browserMs = 30 * 24 * 60 * 60 * 1000

/** When the admission of each address ends (milliseconds since 1970), under the settings of this `epoch` only. */
export interface AdmittedAddresses {
  readonly epoch: string
  readonly until: { readonly [limitKey: string]: number }
}

interface AdmittingRoom {
  readonly meta: RoomMetadata | undefined
  readonly guessLimiter: GuessLimiter
  readonly clock: Clock
  readonly records: Records
  readonly platform: { readonly secrets: Pick<Secrets, 'matches'> }
}

export class Admission {
  readonly #room: AdmittingRoom
  #addresses: AdmittedAddresses | undefined

  constructor(room: AdmittingRoom) {
    this.#room = room
  }

  /** `credential`: the value of a browser's cookie, if it has one. */
  admits(address: string, credential?: string): boolean {
    const settings = this.#room.meta?.admission
    if (!settings) return true
    if (credential !== undefined && this.#isCredential(credential)) return true
    return (this.#read(settings).until[addressLimitKey(address)] ?? 0) > this.#room.clock.now()
  }

  /**
   * If `secret` is the room's password or invitation, admits the address and returns a credential that admits the
   * browser. A wrong secret counts against the address, and no secret is compared while the address has to wait.
   */
  async admit(secret: string, address: string): Promise<AdmissionGrant | { readonly waitMs: number }> {
    const { guessLimiter, platform } = this.#room
    const settings = this.#room.meta?.admission
    if (!settings) return this.#admitted()
    const waitMs = guessLimiter.countAttempt(address, passwordTarget, secret)
    if (waitMs > 0) return { waitMs }
    const { mode, password } = settings
    const isInvitation = isSame(secret, this.#derive('invitation'))
    const isPassword =
      !isInvitation &&
      mode === 'password' &&
      password !== undefined &&
      (await platform.secrets.matches(secret, password))
    // A right secret admits nobody if the owner has changed the password during the comparison.
    if (!(isInvitation || isPassword) || this.#room.meta?.admission?.epoch !== settings.epoch)
      return { waitMs: 0 }
    guessLimiter.takeBackAttempt(address, passwordTarget)
    this.#addAddress(settings, addressLimitKey(address))
    return this.#admitted()
  }

  /** The secret in the room's invite link; undefined if everybody may join. */
  get invitation(): string | undefined {
    return this.#room.meta?.admission && this.#derive('invitation')
  }

  reset(): void {
    this.#addresses = undefined
  }

  #admitted(): AdmissionGrant {
    const now = this.#room.clock.now()
    const until = now + browserMs
    return {
      credential: `${until.toString(36)}.${this.#derive(`browser ${until}`)}`,
      browserUntil: new Date(until).toISOString(),
      addressUntil: new Date(now + addressMs).toISOString(),
    }
  }

  #isCredential(credential: string): boolean {
    const [until = '', mac = ''] = credential.split('.')
    const at = Number.parseInt(until, 36)
    return at > this.#room.clock.now() && isSame(mac, this.#derive(`browser ${at}`))
  }

  #addAddress(settings: AdmissionSettings, key: string): void {
    const now = this.#room.clock.now()
    const entries = Object.entries(this.#read(settings).until).filter(
      ([one, until]) => until > now && one !== key,
    )
    entries.sort(([, a], [, b]) => b - a)
    const kept = [[key, now + addressMs] as const, ...entries].slice(0, maxAddresses)
    const addresses = { epoch: settings.epoch, until: Object.fromEntries(kept) }
    this.#room.records.write(new Map([[admittedAddressesKey, JSON.stringify(addresses)]]))
    this.#addresses = addresses
  }

  #read({ epoch }: AdmissionSettings): AdmittedAddresses {
    if (!this.#addresses) {
      const stored = this.#room.records.get(admittedAddressesKey)
      if (stored !== undefined) this.#addresses = JSON.parse(String(stored)) as AdmittedAddresses
    }
    if (this.#addresses?.epoch !== epoch) this.#addresses = { epoch, until: {} }
    return this.#addresses
  }

  /** A secret that only this room under its current settings can derive. */
  #derive(purpose: string): string {
    const { seed, admission } = this.#room.meta!
    const key = blake2s(encodeUtf8(`admission ${seed}`))
    return base64url(blake2s(encodeUtf8(`${admission?.epoch} ${purpose}`), { key, dkLen: 18 }))
  }
}

function isSame(given: string, secret: string): boolean {
  return constantTimeEqual(encodeUtf8(given), encodeUtf8(secret))
}

/** A game with this option asks players for the password in its own protocol. */
const hasPasswordOption = (game: Game | undefined) => game?.options.password !== undefined

export function joinModeOf({ admission, options }: RoomMetadata, game: Game | undefined): JoinMode {
  if (admission) return admission.mode
  return hasPasswordOption(game) && options.password ? 'password' : 'open'
}

/**
 * The new value of the game's option `password`; null removes it, also if the patch lets everybody join. Undefined: no
 * change, or the game has no such option.
 */
export function gamePasswordAfterPatch(
  game: Game | undefined,
  { join, password, options }: RoomPatch,
): Json | undefined {
  if (!hasPasswordOption(game)) return undefined
  if (join === 'open') return null
  return password === undefined ? options?.password : password
}

/** The hash of the patch's password; undefined if it sets none, or the game asks for the password itself. */
export async function hashJoinPassword(
  game: Game | undefined,
  { password }: RoomPatch,
  secrets: Pick<Secrets, 'hash'>,
): Promise<string | undefined> {
  return hasPasswordOption(game) || typeof password !== 'string' ? undefined : secrets.hash(password)
}

/**
 * The admission settings after a patch; null if everybody may join, or the game itself asks for the password, which is
 * then one of the game's options. Undefined: no change. `hashed`: the result of `hashJoinPassword`.
 */
export function admissionAfterPatch(
  meta: RoomMetadata,
  game: Game | undefined,
  change: RoomPatch,
  hashed: string | undefined,
): AdmissionSettings | null | Refusal | undefined {
  const { admission } = meta
  const { join } = change
  const own = hasPasswordOption(game)
  const given = own ? undefined : change.password
  if (join === undefined && given === undefined) return undefined
  if (own && join === 'password') {
    const changed = gamePasswordAfterPatch(game, change)
    if (!(changed === undefined ? meta.options.password : changed))
      return refusal('join', 'set the password with which players join')
    return null
  }
  const kept = given === undefined ? admission?.password : hashed
  const mode = join ?? modeAfter(admission?.mode, hashed)
  if (mode === 'open') return null
  if (mode === 'password' && kept === undefined)
    return refusal('password', 'set the password with which players join')
  // A new password revokes all admissions by the old one.
  const epoch = admission && given === undefined ? admission.epoch : newToken()
  return { mode, epoch, ...(kept !== undefined && { password: kept }) }
}

/** A room for invited players stays `invited`. */
function modeAfter(before: AdmissionSettings['mode'] | undefined, hashed: string | undefined): JoinMode {
  if (before === 'invited') return 'invited'
  return hashed === undefined ? 'open' : 'password'
}
