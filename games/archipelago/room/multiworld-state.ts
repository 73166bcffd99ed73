// The state of a multiworld, without the rules of hints, play and commands. The class Multiworld extends
// MultiworldState.

import type { GameContext, RecordStore } from '../../game.ts'
import { ClaimRecords } from '../claims/claim-records.ts'
import type { NameMatch } from '../names/fuzzy-match.ts'
import { type NameKind, SlotNames } from '../names/slot-names.ts'
import { type HostOptions, type OptionName, permissionBits } from '../options.ts'
import type { EncodedJson, JsonWritable } from '../python/json.ts'
import type { Seed } from '../seed/seed.ts'
import { LocationChecks } from '../slots/location-checks.ts'
import { ReceivedItems } from '../slots/received-items.ts'
import { SlotLists } from '../slots/slot-lists.ts'
import { SlotStates } from '../slots/slot-states.ts'
import type { ClientOutput, RoomUpdateFields } from './client-output.ts'
import { Client, ClientRegistry } from './clients.ts'
import { DeathLinkLimiter } from './death-link-limiter.ts'
import { EventFeed } from './event-feed.ts'
import { type Message, serverChatMessage } from './messages.ts'
import { RoomOptions } from './room-options.ts'
import { StepCounter } from './step-counter.ts'

export class MultiworldState {
  readonly seed: Seed
  readonly store: RecordStore
  readonly context: GameContext
  readonly output: ClientOutput
  /** Counts the cost of the frame that is being processed. */
  readonly steps: StepCounter
  readonly clients = new ClientRegistry()
  readonly checks: LocationChecks
  readonly items: ReceivedItems
  readonly slotStates: SlotStates
  readonly claims: ClaimRecords
  readonly feed: EventFeed
  readonly deathLinks: DeathLinkLimiter
  readonly #options: RoomOptions
  readonly #names: SlotNames
  readonly #lists: SlotLists

  constructor(
    seed: Seed,
    store: RecordStore,
    context: GameContext,
    options: HostOptions,
    output: ClientOutput,
    steps = new StepCounter(),
  ) {
    this.seed = seed
    this.store = store
    this.context = context
    this.output = output
    this.steps = steps
    this.checks = new LocationChecks(seed, store)
    this.items = new ReceivedItems(store)
    this.slotStates = new SlotStates(seed, store)
    this.claims = new ClaimRecords(store)
    this.feed = new EventFeed(store)
    this.#options = new RoomOptions(store, options)
    this.deathLinks = new DeathLinkLimiter(() => this.options)
    this.#names = new SlotNames(seed)
    this.#lists = new SlotLists(seed, (slot) => this.displayName(slot))
  }

  // ---- Options -------------------------------------------------------------------------------------------------

  get options(): HostOptions {
    return this.#options.current
  }

  /**
   * Sets an option for an admin. The value must be valid. If the option is a mode or a cost, everybody gets a
   * RoomUpdate.
   */
  setOption<N extends OptionName>(name: N, value: HostOptions[N]): void {
    this.#options.set(name, value)
    this.#announceOptions([name])
  }

  /** Returns the options in force. */
  applyOwnerOptions(options: HostOptions): HostOptions {
    this.#announceOptions(this.#options.applyOwnerOptions(options))
    this.output.flush()
    return this.options
  }

  /** [AP-13.1] */
  get requiresPassword(): boolean {
    const { password, slot_passwords } = this.options
    return password !== null || Object.keys(slot_passwords).length > 0
  }

  /** The `permissions` field of RoomInfo and RoomUpdate. */
  get permissions(): { readonly release: number; readonly remaining: number; readonly collect: number } {
    const { release_mode, remaining_mode, collect_mode } = this.options
    return {
      release: permissionBits(release_mode),
      remaining: permissionBits(remaining_mode),
      collect: permissionBits(collect_mode),
    }
  }

  // ---- Names ---------------------------------------------------------------------------------------------------

  /** The slot's name in the seed, without an alias. */
  playerName(slot: number): string {
    return this.seed.slots.get(slot)?.name ?? ''
  }

  /** `alias (name)`, or the name if the slot has no alias. */
  displayName(slot: number): string {
    const alias = this.slotStates.alias(slot)
    const name = this.playerName(slot)
    return alias === undefined ? name : `${alias} (${name})`
  }

  alias(slot: number): string | undefined {
    return this.slotStates.alias(slot)
  }

  setAlias(slot: number, alias: string | undefined): void {
    this.slotStates.setAlias(slot, alias)
    this.#lists.invalidate()
    this.updateRoom(this.clients, { players: this.networkPlayers() })
  }

  game(slot: number): string {
    return this.#names.gameOf(slot)
  }

  /** `slot`: the receiver, whose game has the item. */
  itemName(slot: number, id: number): string {
    return this.#names.itemName(slot, id)
  }

  /** `slot`: the finder, whose game has the location. */
  locationName(slot: number, id: number): string {
    return this.#names.locationName(slot, id)
  }

  /** [AP-8.3] Undefined if the game of `slot` has no names of that kind. */
  resolveName(typed: string, kind: NameKind, slot: number): NameMatch | undefined {
    const match = this.#names.resolve(typed, kind, slot)
    this.steps.charge(match?.steps ?? 0)
    return match
  }

  /** The members of a group, or only the slot itself if it is not a group. */
  membersOf(slot: number): readonly number[] {
    const members = this.seed.slots.get(slot)?.members ?? []
    return members.length > 0 ? members : [slot]
  }

  /** The NetworkPlayers of all slots. */
  networkPlayers(): EncodedJson {
    return this.#lists.players
  }

  /** The `slot_info` of Connected. */
  slotInfo(): EncodedJson {
    return this.#lists.slots
  }

  slotsPlaying(game: string): readonly number[] {
    return this.#lists.slotsPlaying(game)
  }

  /** The games of the slots, each once, and Archipelago. */
  get games(): readonly string[] {
    return this.#lists.games
  }

  // ---- Messages ------------------------------------------------------------------------------------------------

  /** Also adds the messages to the feed. */
  announce(...messages: readonly Message[]): void {
    this.output.print(this.#textReceivers, messages)
    this.feed.add(messages, this.context.now())
  }

  /** [AP-13.4] */
  get #textReceivers(): Iterable<Client> {
    return this.options.texts === 'everybody'
      ? this.clients
      : [...this.clients].filter((one) => one.requestsText)
  }

  send(to: Client | Iterable<Client>, ...messages: readonly Message[]): void {
    this.output.print(to instanceof Client ? [to] : to, messages)
  }

  updateRoom(to: Iterable<Client>, change: RoomUpdateFields): void {
    this.output.roomUpdate(to, change)
  }

  /** `value` is called only if the key has watchers. */
  notifyWatchers(key: string, value: () => JsonWritable): void {
    const watchers = this.clients.watchers(key)
    if (watchers.size > 0) this.output.setReply(watchers, { key, value: value() })
  }

  /** [AP-13.7] A client can choose any tags, so moderation reviews them like chat. */
  reviewTags(client: Client): void {
    client.shownTags = client.tags.filter((tag) => {
      if (typeof tag !== 'string') return true
      const reviewed = this.context.moderation.review(client.peer, tag)
      return 'text' in reviewed && reviewed.text === tag
    })
  }

  #announceOptions(names: readonly OptionName[]): void {
    const { hint_cost, location_check_points } = this.options
    if (names.includes('hint_cost')) this.updateRoom(this.clients, { hint_cost })
    if (names.includes('location_check_points')) this.updateRoom(this.clients, { location_check_points })
    if (names.some((name) => modeOptions.includes(name)))
      this.updateRoom(this.clients, { permissions: this.permissions })
    if (names.includes('paused'))
      this.announce(serverChatMessage(this.options.paused ? pausedText : resumedText))
  }
}

/** [AP-13.6] */
export const pausedText =
  'This room is paused. You can still chat and ask for hints. Your checks are stored and take effect when the host resumes the room.'
const resumedText = 'This room is no longer paused.'

const modeOptions: readonly OptionName[] = ['release_mode', 'remaining_mode', 'collect_mode']
