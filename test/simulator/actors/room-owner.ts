// The owner of a room. The owner kicks and bans players, renames and closes the room, changes options and the admin
// link, and checks that the room keeps every acknowledged change across instances.

import type { Room } from '../../../durable-objects/room/room.ts'
import type { SessionConnection } from '../../../durable-objects/room/sessions/client-session.ts'
import { sessionIdOf } from '../../../durable-objects/room/sessions/session-info.ts'
import { describeRejection } from '../../../durable-objects/room/world/rejection.ts'
import type { Frame, Game, Options, RejectReason } from '../../../games/game.ts'
import { InvariantError, violate } from '../core/game-model.ts'
import type { SimulatedObject } from '../platform/durable-object.ts'
import { ExpectedValue } from './expected-value.ts'
import type { Player } from './player.ts'
import type { Visitor, VisitorEvents } from './visitor.ts'

export type OwnerAction = 'rename' | 'close' | 'open' | 'token' | 'options' | 'kick' | 'ban' | 'lift'

/** Duration of a ban in seconds: longer than the run, even if clocks jump. */
const banSeconds = 100 * 365 * 86_400
const askingTries = 3
const kicked = 'kicked by the host'
const lostChange = (detail: string) => new InvariantError('acknowledged owner changes persist', detail)
/** The close reasons of banned players: for connected ones and for new ones. */
const banned: readonly string[] = ['banned by the host', 'banned']

export interface RoomOwnerSettings {
  readonly game: Game
  readonly room: SimulatedObject<Room>
  players(): readonly Player[]
  /** Returns the `n`th choice of options that do not affect play. Undefined if the game has no such options. */
  options: ((n: number) => Options) | undefined
  now(): number
  visit(address: string, events: VisitorEvents): Visitor
  logLine(line: () => string): void
}

export class RoomOwner {
  readonly #settings: RoomOwnerSettings
  readonly #title: ExpectedValue<string>
  readonly #status = new ExpectedValue<'open' | 'closed'>('open')
  readonly #options: ExpectedValue<string>
  /** Undefined if the room may have a newer token that the owner has not received. */
  #token: string | undefined
  readonly #voidTokens: string[] = []
  readonly #banned = new Map<string, ExpectedValue<boolean>>()
  /** Players for whom a kick was requested, with the time of its acknowledgement. */
  readonly #kicked = new Map<Player, number | undefined>()
  readonly #visitors: Visitor[] = []
  #last: Promise<unknown> = Promise.resolve()
  #count = 0

  constructor(settings: RoomOwnerSettings, title: string, token: string, options: Options) {
    this.#settings = settings
    this.#title = new ExpectedValue(title)
    this.#token = token
    this.#options = new ExpectedValue(JSON.stringify(options))
  }

  act(action: OwnerAction, who: number): void {
    const n = ++this.#count
    this.#last = this.#last
      .then(() => this.#do(action, who, n))
      .catch((error: unknown) => this.#settings.logLine(() => `${action} failed: ${String(error)}`))
  }

  /** Whether the room may refuse this address, according to the owner's requests so far. */
  mayReject(address: string): boolean {
    return this.#status.mayBe('closed') || (this.#banned.get(address)?.mayBe(true) ?? false)
  }

  /** Whether an action of the owner explains why the room ended this player's session. */
  explainsClose(player: Player, reason: string): boolean {
    if (reason === 'closed') return player.isNew && this.#status.mayBe('closed')
    if (reason === kicked) return this.#kicked.has(player)
    return banned.includes(reason) && this.#banned.has(player.address)
  }

  /** Whether the owner may have ended this session, so that its last messages may be lost. */
  mayHaveEnded(player: Player): boolean {
    return (
      this.#kicked.has(player) ||
      this.#banned.has(player.address) ||
      (player.isNew && this.#status.mayBe('closed'))
    )
  }

  /** Whether this is the last frame to a kicked, banned or rejected player. */
  isLastFrame(player: Player, frame: Frame): boolean {
    return (
      (player.isNew && this.#status.mayBe('closed') && this.#isLast('closed', frame)) ||
      // These two reasons are accepted here, because the handler of the close checks whether they were justified.
      (player.isNew && (this.#isLast('full', frame) || this.#isLast('unavailable', frame))) ||
      (this.#kicked.has(player) && this.#isLast('kicked', frame)) ||
      (this.#banned.has(player.address) && this.#isLast('banned', frame))
    )
  }

  #isLast(why: RejectReason, frame: Frame): boolean {
    const { text } = describeRejection(why, undefined, { isOpen: false })
    const last = this.#settings.game.rejectFrame?.(why, text)
    return last !== undefined && Buffer.from(last as string).equals(Buffer.from(frame as string))
  }

  startVisit(address: string): void {
    const wanted = this.#refusals(address)
    const changes = this.#changes(address)
    const isWelcome = wanted === false
    const visitor = this.#settings.visit(address, {
      refused: (reason) => {
        if (
          isWelcome &&
          changes === this.#changes(address) &&
          (reason === 'closed' || banned.includes(reason))
        )
          violate('permitted visitors are admitted', `${address} was rejected: ${reason}`)
      },
      mayBeConnected: () => wanted !== true || changes !== this.#changes(address),
    })
    this.#visitors.push(visitor)
  }

  get isIdle(): boolean {
    return this.#count === 0
  }

  get visitors(): number {
    return this.#visitors.length
  }

  /** Whether every player whom the owner removed has left. */
  get isSettled(): boolean {
    return (
      this.#visitors.every((visitor) => visitor.isRight) &&
      this.#settings.players().every((player) => player.gone || !this.#mustBeGone(player))
    )
  }

  #mustBeGone(player: Player): boolean {
    return this.#kicked.get(player) !== undefined || this.#banned.get(player.address)?.certain === true
  }

  /**
   * Throws if a player is still connected more than `patienceMs` after a kick or ban. Time before `since` does not
   * count.
   */
  check(since: number, patienceMs: number): void {
    const now = this.#settings.now()
    for (const [player, at] of this.#kicked) {
      if (at === undefined || player.gone || now - Math.max(at, since) <= patienceMs) continue
      violate('a kicked player is disconnected', `client ${player.n} is still connected`)
    }
    for (const player of this.#settings.players()) {
      const ban = this.#banned.get(player.address)
      if (ban?.certain !== true || player.gone || now - Math.max(this.#bannedAt, since) <= patienceMs)
        continue
      violate('a banned player is disconnected', `client ${player.n} is still connected`)
    }
    for (const visitor of this.#visitors) visitor.check(now, since, patienceMs)
  }

  #bannedAt = 0

  /** Runs after the last fault. Checks that the room reports all acknowledged changes, then calls `done`. */
  async examine(): Promise<void> {
    await this.#last
    for (const address of this.#banned.keys()) this.startVisit(address)
    const state = await this.#asked((room) => room.describe())
    if (!state || 'unreadable' in state) violate('a room stays', 'the room does not exist')
    this.#is('title', this.#title, state.title)
    this.#is('status', this.#status, state.status as 'open' | 'closed')
    if (this.#settings.options)
      for (const [name, value] of Object.entries(JSON.parse(this.#options.certain ?? '{}')))
        if (state.options[name] !== value) throw lostChange(`${name} is ${state.options[name]}, not ${value}`)
    const token = this.#token
    if (token !== undefined && !(await this.#asked((room) => room.checkToken(token))))
      throw lostChange('the admin link is invalid')
    for (const old of this.#voidTokens)
      if (await this.#asked((room) => room.checkToken(old)))
        throw lostChange('a revoked admin link still works')
    const bans = await this.#asked((room) => room.calls.listBans())
    const certain = [...this.#banned.values()].filter((ban) => ban.certain === true).length
    if ((bans?.length ?? 0) < certain) throw lostChange(`${bans?.length} bans instead of ${certain}`)
  }

  /** A lost commit may still end the instance shortly after the last fault. */
  async #asked<R>(run: (room: Room) => Promise<R>): Promise<R> {
    for (let tries = askingTries; ; tries--) {
      try {
        return await this.#settings.room.call(run)
      } catch (error) {
        if (tries === 0) throw error
      }
    }
  }

  #is<T>(what: string, known: ExpectedValue<T>, value: T): void {
    if (!known.mayBe(value)) throw lostChange(`${what} is ${value}, not ${known}`)
  }

  leave(): void {
    for (const visitor of this.#visitors) visitor.leave()
  }

  /** Whether the room refuses clients at this address. Undefined if the owner does not know. */
  #refusals(address: string): boolean | undefined {
    const ban = this.#banned.get(address)
    if (this.#status.certain === 'closed' || ban?.certain === true) return true
    return this.#status.certain === 'open' && (!ban || ban.certain === false) ? false : undefined
  }

  #changes(address: string): number {
    return this.#status.changes + (this.#banned.get(address)?.changes ?? 0)
  }

  async #do(action: OwnerAction, who: number, n: number): Promise<void> {
    switch (action) {
      case 'rename':
        return this.#patch({ title: `Harbor ${n}` }, this.#title, `Harbor ${n}`)
      case 'close':
        return this.#patch({ status: 'closed' }, this.#status, 'closed')
      case 'open':
        return this.#patch({ status: 'open' }, this.#status, 'open')
      case 'options': {
        const options = this.#settings.options?.(n)
        if (!options) return
        return this.#patch({ options }, this.#options, JSON.stringify(options))
      }
      case 'token':
        return this.#renew()
      case 'kick':
        return this.#kick(who)
      case 'ban':
      case 'lift':
        return this.#ban(action, who)
    }
  }

  async #patch<T>(change: Parameters<Room['patch']>[0], known: ExpectedValue<T>, value: T): Promise<void> {
    known.asks(value)
    const answer = await this.#settings.room.call((room) => room.patch(change))
    if (answer && 'refused' in answer) throw new Error(answer.refused.detail)
    if (answer) known.acknowledged(value)
  }

  async #renew(): Promise<void> {
    const before = this.#token
    this.#token = undefined
    const token = await this.#settings.room.call((room) => room.renewToken())
    if (before !== undefined) this.#voidTokens.push(before)
    this.#token = token
  }

  async #kick(who: number): Promise<void> {
    const players = this.#settings.players().filter(({ gone, token }) => !gone && token !== undefined)
    const player = players[who % Math.max(1, players.length)]
    if (!player) return
    const id = sessionIdOf({ token: player.token! } as SessionConnection)
    if (!this.#kicked.has(player)) this.#kicked.set(player, undefined)
    const answer = await this.#settings.room.call((room) => room.calls.kick(id))
    if (typeof answer === 'object') this.#kicked.set(player, this.#settings.now())
  }

  async #ban(action: 'ban' | 'lift', who: number): Promise<void> {
    const addresses =
      action === 'lift' ? [...this.#banned.keys()] : this.#settings.players().map((each) => each.address)
    const address = addresses[who % Math.max(1, addresses.length)]
    if (address === undefined) return
    const known = this.#banned.get(address) ?? new ExpectedValue(false)
    this.#banned.set(address, known)
    known.asks(action === 'ban')
    const { room } = this.#settings
    if (action === 'lift') await room.call((hosted) => hosted.calls.liftBans({ address }))
    else {
      const ban = await room.call((hosted) => hosted.calls.ban({ address, seconds: banSeconds }))
      if (!ban || 'refused' in ban) throw new Error(`not banned: ${JSON.stringify(ban)}`)
    }
    known.acknowledged(action === 'ban')
    this.#bannedAt = this.#settings.now()
    this.startVisit(address)
  }
}
