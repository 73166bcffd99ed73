// A multiworld as it is played: who is there, what is checked, who has what, and what follows from each step.
// Pure: time from the Host, records through the Store, and it speaks through Speech, which knows the packets.
import type { Host, Store, World } from '../game.ts'
import { Hints } from './hints/hints.ts'
import type { ReceivedItem } from './import/saves/save.ts'
import { GameNames } from './names/names.ts'
import { type HostOptions, type OptionName, permissionOf } from './options.ts'
import type { Ready, Writable } from './python/json.ts'
import type { PyValue } from './python/values.ts'
import { type Announced, Client, Clients } from './room/clients.ts'
import { Countdown } from './room/countdown.ts'
import { Waiting } from './room/join-deadlines.ts'
import { RoomOptions } from './room/room-options.ts'
import type { RoomChange, Speech } from './room/speech.ts'
import { itemSend, type Message } from './room/texts.ts'
import { type Place, player, type Seed } from './seed/seed.ts'
import { Checks } from './slots/checks.ts'
import { Items } from './slots/items.ts'
import { collect, release, setStatus } from './slots/release.ts'
import { Roster } from './slots/roster.ts'
import { Standings, statuses } from './slots/standings.ts'
import { Shelf } from './storage/data-storage.ts'
import { readOnly } from './storage/read-only.ts'

export class Multiworld implements World {
  readonly tickMs = 0
  readonly seed: Seed
  readonly store: Store
  readonly host: Host
  readonly clients = new Clients()
  readonly checks: Checks
  readonly items: Items
  readonly statuses: Standings
  readonly hints: Hints
  readonly shelf: Shelf
  readonly countdown: Countdown
  /** Who has yet to say who he is. */
  readonly waiting = new Waiting()
  /** The one client that may give admin commands. */
  admin: Client | undefined
  readonly #speech: Speech
  readonly #options: RoomOptions
  readonly #names: GameNames
  readonly #roster: Roster

  constructor(seed: Seed, store: Store, host: Host, options: HostOptions, speech: Speech) {
    this.seed = seed
    this.store = store
    this.host = host
    this.#speech = speech
    this.#options = new RoomOptions(store, options)
    this.#names = new GameNames(seed)
    this.#roster = new Roster(seed, (slot) => this.shownName(slot))
    this.checks = new Checks(seed, store)
    this.items = new Items(store)
    this.statuses = new Standings(seed, store)
    this.shelf = new Shelf(store)
    this.countdown = new Countdown(store, (message) => this.announce(message))
    this.hints = new Hints(this)
  }

  // ---- What the Room asks --------------------------------------------------------------------------------------

  /** Slots with somebody in them. */
  get players(): number {
    return this.clients.slots
  }

  get capacity(): number {
    return [...this.seed.slots.values()].filter(({ type }) => type === player).length
  }

  tick(): void {}

  get due(): number | undefined {
    const times = [this.countdown.due, this.waiting.due].filter((time) => time !== undefined)
    return times.length > 0 ? Math.min(...times) : undefined
  }

  wake(now: number): void {
    this.countdown.wake(now)
    this.waiting.wake(now)
    this.#speech.flush()
  }

  // ---- Options -------------------------------------------------------------------------------------------------

  /** As they are in force. */
  get options(): HostOptions {
    return this.#options.now
  }

  /** An admin sets one, durably; the value has been looked at. Modes and costs are told to everybody. */
  setOption<N extends OptionName>(name: N, value: HostOptions[N]): void {
    this.#options.set(name, value)
    this.#tellOptions([name])
  }

  /** The host sets some. What then holds. */
  configure(options: HostOptions): HostOptions {
    this.#tellOptions(this.#options.patch(options))
    this.#speech.flush()
    return this.options
  }

  /** What clients are told they may do. */
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

  /** A group's members; of any other slot itself. */
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

  /** That are played, once each, and Archipelago. */
  get games(): readonly string[] {
    return this.#roster.games
  }

  // ---- Speaking ------------------------------------------------------------------------------------------------

  /** To everybody. */
  announce(message: Message): void {
    this.#speech.print(this.clients, [message])
  }

  tell(to: Client | Iterable<Client>, ...messages: readonly Message[]): void {
    this.#speech.print(to instanceof Client ? [to] : to, messages)
  }

  updateRoom(to: Iterable<Client>, change: RoomChange): void {
    this.#speech.roomUpdate(to, change)
  }

  /** A SetReply to who watches this `_read_` key; `value` is asked for only if somebody does. */
  changed(key: string, value: () => Writable): void {
    const watchers = this.clients.watchers(key)
    if (watchers.size > 0) this.#speech.setReply(watchers, { key, value: value() })
  }

  // ---- Coming and going ----------------------------------------------------------------------------------------

  join(client: Client): void {
    this.clients.add(client)
    // [AP-5.7]
    if (this.statuses.text(client.slot) === `${statuses.unknown}`)
      this.setStatus(client.slot, statuses.connected)
    this.statuses.setLastConnection(client.slot, this.host.now())
  }

  /** A client from before a restart: nobody is told. */
  rejoin(peer: Client['peer'], announced: Announced): Client {
    const client = new Client(peer, announced)
    this.clients.add(client)
    return client
  }

  leave(client: Client): void {
    if (!this.clients.has(client)) return
    this.clients.remove(client)
    if (this.admin === client) this.admin = undefined
    if (this.clients.of(client.slot).size > 0) return
    this.setStatus(client.slot, statuses.unknown)
    this.statuses.setLastConnection(client.slot, this.host.now())
  }

  // ---- Playing -------------------------------------------------------------------------------------------------

  /**
   * [AP-5.2] Checks those of `locations` that are the slot's and new: texts to all, items to their receivers, the slot's own
   * clients told, hints found. The new ones, ascending. `counts`: as activity of the slot.
   */
  check(slot: number, locations: Iterable<number>, counts = true): readonly number[] {
    const fresh = this.checks.add(slot, locations, counts ? this.host.now() : undefined)
    if (fresh.length === 0) return fresh
    const places = this.#placesAt(slot, fresh)
    const found = places.map((place) => itemSend(place.receiver, place))
    this.#speech.print(this.clients, found)
    for (const place of places) this.#give(place.receiver, place, place.receiver !== slot)
    this.#deliver(new Set(places.flatMap(({ receiver }) => this.membersOf(receiver))))
    const clients = this.clients.of(slot)
    if (clients.size > 0)
      this.updateRoom(clients, { hint_points: this.hints.points(slot), checked_locations: fresh })
    this.hints.checked(slot, fresh)
    return fresh
  }

  release(slot: number): void {
    release(this, slot)
  }

  collect(slot: number): void {
    collect(this, slot)
  }

  /** Items given by hand, to a slot or to each member of a group. No text says so. */
  give(slot: number, items: Iterable<ReceivedItem>): void {
    for (const item of items) this.#give(slot, item, true)
    this.#deliver(this.membersOf(slot))
  }

  /** [AP-5.1] What the client is due from `index` on: its start inventory, then all that it has received. */
  inventory(client: Client, index = 0): readonly ReceivedItem[] {
    if (!client.takesItems) return []
    const start = client.takesStartInventory ? this.seed.precollectedItems(client.slot) : []
    const found = this.#found(client).slice(Math.max(0, index - start.length))
    return [...start.slice(index).map((item) => ({ item, location: -2, finder: 0, flags: 0 })), ...found]
  }

  /** How many that is from the beginning. */
  inventorySize(client: Client): number {
    if (!client.takesItems) return 0
    const start = client.takesStartInventory ? this.seed.precollectedItems(client.slot).length : 0
    return start + this.#found(client).length
  }

  /** All of it, if it is anything. */
  sendInventory(client: Client): void {
    client.sent = 0
    this.#sendNew(client)
  }

  /** A client of the slot says how it stands; the goal brings collect and release. */
  setStatus(slot: number, status: PyValue): void {
    setStatus(this, slot, status)
  }

  mayRelease(slot: number): boolean | undefined {
    return this.statuses.mayRelease(slot)
  }

  grantRelease(slot: number, allowed: boolean | undefined): void {
    this.statuses.grantRelease(slot, allowed)
  }

  /** Milliseconds; undefined: never. */
  lastActivity(slot: number): number | undefined {
    return this.checks.lastActivity(slot)
  }

  lastConnection(slot: number): number | undefined {
    return this.statuses.lastConnection(slot)
  }

  /** What is stored under a name of the data storage, or shown under one that begins with `_read_`; undefined: nothing. */
  read(key: string): Writable | undefined {
    return key.startsWith(readPrefix) ? readOnly(this, key.slice(readPrefix.length)) : this.shelf.get(key)
  }

  /** In the order in which the original tells of them. */
  #placesAt(finder: number, locations: readonly number[]): (Place & ReceivedItem)[] {
    const at = this.seed.locations(finder)
    const places = locations.map((location) => ({ finder, location, ...at.get(location)! }))
    return places.sort(
      (a, b) => a.receiver - b.receiver || a.item - b.item || a.location - b.location || a.flags - b.flags,
    )
  }

  #give(receiver: number, { item, location, finder, flags }: ReceivedItem, fromOthers: boolean): void {
    for (const member of this.membersOf(receiver))
      this.items.add(member, { item, location, finder, flags }, fromOthers)
  }

  #deliver(slots: Iterable<number>): void {
    this.items.put()
    for (const slot of slots) for (const client of this.clients.of(slot)) this.#sendNew(client)
  }

  #found({ slot, takesOwnItems }: Client): readonly ReceivedItem[] {
    return takesOwnItems ? this.items.received(slot) : this.items.fromOthers(slot)
  }

  #sendNew(client: Client): void {
    const size = this.inventorySize(client)
    if (size <= client.sent) return
    this.#speech.receivedItems(client, client.sent, this.inventory(client, client.sent))
    client.sent = size
  }

  #tellOptions(names: readonly OptionName[]): void {
    const { hint_cost, location_check_points } = this.options
    if (names.includes('hint_cost')) this.updateRoom(this.clients, { hint_cost })
    if (names.includes('location_check_points')) this.updateRoom(this.clients, { location_check_points })
    if (names.some((name) => modes.includes(name)))
      this.updateRoom(this.clients, { permissions: this.permissions })
  }
}

const readPrefix = '_read_'
const modes: readonly OptionName[] = ['release_mode', 'remaining_mode', 'collect_mode']
