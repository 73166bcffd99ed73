// The data that hints, play and commands work on: a multiworld's state, the names of its slots, and output to its
// clients. Contains none of their rules. Used by hints, play and storage; the world extends it.
import type { GameContext, RecordStore } from '../../game.ts'
import type { Intended } from '../names/fuzzy.ts'
import { type NameKind, SlotNames } from '../names/names.ts'
import { type HostOptions, type OptionName, permissionOf } from '../options.ts'
import type { Ready, Writable } from '../python/json.ts'
import type { Seed } from '../seed/seed.ts'
import { Checks } from '../slots/checks.ts'
import { Items } from '../slots/items.ts'
import { Roster } from '../slots/roster.ts'
import { Standings } from '../slots/standings.ts'
import { Client, Clients } from './clients.ts'
import { DeathLinks } from './death-links.ts'
import { Feed } from './feed.ts'
import { RoomOptions } from './room-options.ts'
import type { RoomChange, Speech } from './speech.ts'
import type { Message } from './texts.ts'
import { Work } from './work.ts'

export class MultiworldState {
  readonly seed: Seed
  readonly store: RecordStore
  readonly context: GameContext
  readonly speech: Speech
  /** The cost so far of the frame in progress. */
  readonly work: Work
  readonly clients = new Clients()
  readonly checks: Checks
  readonly items: Items
  readonly statuses: Standings
  readonly feed: Feed
  readonly deaths: DeathLinks
  readonly #options: RoomOptions
  readonly #names: SlotNames
  readonly #roster: Roster

  constructor(seed: Seed, store: RecordStore, context: GameContext, options: HostOptions, speech: Speech, work = new Work()) {
    this.seed = seed
    this.store = store
    this.context = context
    this.speech = speech
    this.work = work
    this.checks = new Checks(seed, store)
    this.items = new Items(store)
    this.statuses = new Standings(seed, store)
    this.feed = new Feed(store)
    this.#options = new RoomOptions(store, options)
    this.deaths = new DeathLinks(() => this.options)
    this.#names = new SlotNames(seed)
    this.#roster = new Roster(seed, (slot) => this.shownName(slot))
  }

  // ---- Options -------------------------------------------------------------------------------------------------

  /** The options in force. */
  get options(): HostOptions {
    return this.#options.now
  }

  /** Sets an option durably for an admin. `faultOf` must accept the value. Announces modes and costs to everybody. */
  setOption<N extends OptionName>(name: N, value: HostOptions[N]): void {
    this.#options.set(name, value)
    this.#tellOptions([name])
  }

  /** Sets the host's options. Returns the options in force. */
  configure(options: HostOptions): HostOptions {
    this.#tellOptions(this.#options.patch(options))
    this.speech.flush()
    return this.options
  }

  /** The permissions that clients are sent. */
  get permissions(): { readonly release: number; readonly remaining: number; readonly collect: number } {
    const { release_mode, remaining_mode, collect_mode } = this.options
    return {
      release: permissionOf(release_mode),
      remaining: permissionOf(remaining_mode),
      collect: permissionOf(collect_mode),
    }
  }

  // ---- Names ---------------------------------------------------------------------------------------------------

  /** The slot's own name. */
  playerName(slot: number): string {
    return this.seed.slots.get(slot)?.name ?? ''
  }

  /** `alias (name)`, or the name. */
  shownName(slot: number): string {
    const alias = this.statuses.alias(slot)
    const name = this.playerName(slot)
    return alias === undefined ? name : `${alias} (${name})`
  }

  alias(slot: number): string | undefined {
    return this.statuses.alias(slot)
  }

  setAlias(slot: number, alias: string | undefined): void {
    this.statuses.setAlias(slot, alias)
    this.#roster.renamed()
    this.updateRoom(this.clients, { players: this.networkPlayers() })
  }

  game(slot: number): string {
    return this.#names.game(slot)
  }

  /** `slot` is the receiver's. */
  itemName(slot: number, id: number): string {
    return this.#names.item(slot, id)
  }

  /** `slot` is the finder's. */
  locationName(slot: number, id: number): string {
    return this.#names.location(slot, id)
  }

  /** [AP-8.3] Resolves a typed name in the game of `slot`; undefined: there are no names of that kind. */
  meant(typed: string, kind: NameKind, slot: number): Intended | undefined {
    const meant = this.#names.meant(typed, kind, slot)
    this.work.spend(meant?.steps ?? 0)
    return meant
  }

  /** A group's members; for any other slot, the slot itself. */
  membersOf(slot: number): readonly number[] {
    const members = this.seed.slots.get(slot)?.members ?? []
    return members.length > 0 ? members : [slot]
  }

  /** All slots as packets show them. */
  networkPlayers(): Ready {
    return this.#roster.players
  }

  /** All slots by their numbers, as packets show them. */
  slotInfo(): Ready {
    return this.#roster.slots
  }

  /** The slots that play the game. */
  slotsPlaying(game: string): readonly number[] {
    return this.#roster.playing(game)
  }

  /** The games played, once each, and Archipelago. */
  get games(): readonly string[] {
    return this.#roster.games
  }

  // ---- Speaking ------------------------------------------------------------------------------------------------

  /** Sends messages to everybody and adds them to the feed. */
  announce(...messages: readonly Message[]): void {
    this.speech.print(this.#hearing, messages)
    this.feed.add(messages, this.context.now())
  }

  /** [AP-13.4] */
  get #hearing(): Iterable<Client> {
    return this.options.texts === 'everybody'
      ? this.clients
      : [...this.clients].filter((one) => one.asksForText)
  }

  tell(to: Client | Iterable<Client>, ...messages: readonly Message[]): void {
    this.speech.print(to instanceof Client ? [to] : to, messages)
  }

  updateRoom(to: Iterable<Client>, change: RoomChange): void {
    this.speech.roomUpdate(to, change)
  }

  /** Sends a SetReply to the watchers of this `_read_` key; calls `value` only if there are any. */
  changed(key: string, value: () => Writable): void {
    const watchers = this.clients.watchers(key)
    if (watchers.size > 0) this.speech.setReply(watchers, { key, value: value() })
  }

  #tellOptions(names: readonly OptionName[]): void {
    const { hint_cost, location_check_points } = this.options
    if (names.includes('hint_cost')) this.updateRoom(this.clients, { hint_cost })
    if (names.includes('location_check_points')) this.updateRoom(this.clients, { location_check_points })
    if (names.some((name) => modes.includes(name)))
      this.updateRoom(this.clients, { permissions: this.permissions })
  }
}

const modes: readonly OptionName[] = ['release_mode', 'remaining_mode', 'collect_mode']
