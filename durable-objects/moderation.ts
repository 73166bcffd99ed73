// Moderation by a room's owner: connected players, kicks, bans, the log.
import type { Refusal } from '../games/game.ts'
import { TokenBucket } from '../games/shared/rate.ts'
import { isAddress, isLoopback, maskAddress, unknownAddress } from '../wire/address.ts'
import type { Clock } from '../wire/clock.ts'
import { type Ban, type Banned, Bans, banPrefix, type ShownBan, shownBan } from './bans.ts'
import type { Line } from './line.ts'
import { idOf, type Person, personAt, shownName } from './people.ts'
import type { RoomLog } from './room-log.ts'
import type { BanWish } from './rooms.ts'
import type { Seat } from './seat.ts'
import type { Records, Stored } from './store.ts'

/** Rejections logged on their own lines, a second and at once: endless retries must not fill the log. */
const refusals = { perSecond: 0.1, burst: 20 } as const
/** Reasons for a session's end other than a rejection. */
const ordinary: ReadonlySet<string> = new Set(['left', 'bye', 'silent for too long'])

export interface ModerationSettings {
  readonly clock: Clock
  readonly records: Records
  readonly log: RoomLog
  /** A player of this name has joined anew. */
  came?(name: string): void
  /** As in `Game`. */
  namesArePlaces(): boolean
}

/** The sessions, as moderation needs them. */
export interface Hall {
  readonly all: readonly Seat[]
  /** Ends a session for good: durable when this returns. */
  expel(seat: Seat, why: 'kicked' | 'banned', reason: string): void
}

export class Moderation {
  readonly #settings: ModerationSettings
  readonly #log: RoomLog
  readonly #bans: Bans
  readonly #refusals = new TokenBucket(refusals.perSecond, refusals.burst)
  /** Rejections without a line since the last that got one. */
  #untold = 0

  constructor(settings: ModerationSettings) {
    this.#settings = settings
    this.#log = settings.log
    this.#bans = new Bans(settings.clock, settings.records)
  }

  // ---- Calls of the world's runtime ---------------------------------------------------------------------------

  /** When this session started, in milliseconds since 1970, as far as the log goes back. */
  since(line: Line): number {
    return this.#log.joinedAt(idOf(line)) ?? this.#settings.clock.now()
  }

  bansAddress({ address }: Line): boolean {
    return this.#bans.of({ address }) !== undefined
  }

  bansName(name: string): boolean {
    return this.#bans.of({ name }) !== undefined
  }

  /** Whether the address is banned, and so must not watch. */
  bansWatcher(address: string): boolean {
    return this.#bans.of({ address }) !== undefined
  }

  /** The session's player name has become known, has changed or is unset. `isBack`: resumed after a restart. */
  named(seat: Seat, given: string | undefined, isBack: boolean): void {
    const name = shownName(given)
    if (name === seat.name) return
    if (seat.name !== undefined) this.#note(seat, 'leave', `${who(seat)} left`)
    seat.name = name
    if (name === undefined || isBack) return
    this.#note(seat, 'join', `${who(seat)} came in by ${seat.line.transport}`)
    this.#settings.came?.(name)
  }

  /** The session ends. */
  left(seat: Seat, reason: string): void {
    if (seat.name !== undefined)
      this.#note(seat, 'leave', `${who(seat)} ${reason === 'left' ? reason : `left: ${reason}`}`)
    else if (!ordinary.has(reason)) this.refused(seat.line, reason)
  }

  /** A client was rejected. */
  refused(line: Line, why: string): void {
    if (!this.#refusals.take(this.#settings.clock.now())) {
      this.#untold++
      return
    }
    const more = this.#untold > 0 ? ` (and ${this.#untold} more before)` : ''
    this.#untold = 0
    this.#log.add('refusal', `${maskAddress(line.address)} was turned away: ${why}${more}`)
  }

  /** Logs an internal fault. Details are in the operator's log. */
  fault(text: string): void {
    this.#log.add('fault', text)
  }

  // ---- The owner's actions ------------------------------------------------------------------------------------

  /** Logs an action of the owner in a few words. */
  act(text: string): void {
    this.#log.add('act', `The host ${text}`)
    this.#log.write()
  }

  people({ all }: Hall): readonly Person[] {
    return all.map(personAt)
  }

  /** Undefined: no session has this id. */
  kick(hall: Hall, id: string): Person | undefined {
    const seat = this.#seatOf(hall, id)
    if (!seat) return undefined
    const person = personAt(seat)
    this.#note(seat, 'act', `The host kicked ${who(seat)}`)
    // The write at the session's end includes the line.
    hall.expel(seat, 'kicked', 'kicked by the host')
    this.#log.write()
    return person
  }

  /** Refused: this cannot be banned. Connected players under the ban are disconnected at once. */
  ban(hall: Hall, wish: BanWish): ShownBan | Refusal {
    const banned = this.#bannedBy(hall, wish)
    if ('refused' in banned) return banned
    const changes = new Map<string, Stored | undefined>()
    const ban = this.#bans.make(banned, wish.seconds * 1000, wish.reason ?? '', changes)
    this.#log.add('act', `The host banned ${subject(banned)} for ${wish.seconds} s${why(ban)}`)
    this.#settings.records.write(changes)
    this.#bans.keep(ban)
    const reason = `banned by the host${why(ban)}`
    for (const seat of hall.all) if (this.#holdsFor(seat)) hall.expel(seat, 'banned', reason)
    return shownBan(ban)
  }

  get bans(): readonly ShownBan[] {
    return this.#bans.all.map(shownBan)
  }

  /** Lifts the ban of this id, address or name, or all; returns how many. */
  lift(which: Banned | { readonly id: string } | undefined): number {
    const lifted = this.#bans.all.filter((ban) => which === undefined || this.#is(ban, which))
    if (lifted.length === 0) return 0
    const changes = new Map(lifted.map(({ id }) => [banPrefix + id, undefined]))
    for (const { of } of lifted.slice(0, 20))
      this.#log.add('act', `The host lifted the ban of ${subject(of)}`)
    this.#settings.records.write(changes)
    this.#bans.drop(lifted)
    return lifted.length
  }

  /** The room is deleted. */
  forget(): void {
    this.#bans.forget()
    this.#untold = 0
  }

  #is(ban: Ban, which: Banned | { readonly id: string }): boolean {
    return 'id' in which ? ban.id === which.id : this.#bans.of(which) === ban
  }

  #bannedBy(hall: Hall, wish: BanWish): Banned | Refusal {
    if ('name' in wish) {
      if (this.#settings.namesArePlaces())
        return {
          refused: { field: 'name', detail: 'names here are places that anybody may get: ban the address' },
        }
      const name = shownName(wish.name)
      return name !== undefined ? { name } : { refused: { field: 'name', detail: 'a name is wanted' } }
    }
    const address = 'id' in wish ? this.#seatOf(hall, wish.id)?.line.address : wish.address
    const field = 'id' in wish ? 'id' : 'address'
    if (address === undefined) return { refused: { field, detail: 'nobody of this id is in' } }
    if (!isAddress(address))
      return {
        refused: { field, detail: 'one IPv4 or IPv6 address is wanted, no network', unparseable: true },
      }
    if (isLoopback(address))
      return { refused: { field, detail: "this is the room's own machine, where everybody may be" } }
    if (address === unknownAddress)
      return {
        refused: { field, detail: 'every client behind a proxy that PROXIES does not name has this address' },
      }
    return { address }
  }

  #seatOf({ all }: Hall, id: string): Seat | undefined {
    return all.find(({ line }) => idOf(line) === id)
  }

  #holdsFor({ line, name }: Seat): boolean {
    return this.bansAddress(line) || (name !== undefined && this.bansName(name))
  }

  #note({ line }: Seat, kind: 'join' | 'leave' | 'act', text: string): void {
    this.#log.add(kind, text, idOf(line))
  }
}

function who({ name, line }: Seat): string {
  const address = maskAddress(line.address)
  return name === undefined ? `somebody of ${address}` : `${name} (${address})`
}

function subject(of: Banned): string {
  return 'address' in of ? `the address ${maskAddress(of.address)}` : `the name ${of.name}`
}

function why({ reason }: Ban): string {
  return reason === '' ? '' : `: ${reason}`
}
