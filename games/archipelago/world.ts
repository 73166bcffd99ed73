// A multiworld in play: its state, the rules of play, connects and disconnects, and its next wake time. Pure: time from
// the Host, records through the Store, output through Speech, which knows the packets.
import type { GameContext, RecordStore, World } from '../game.ts'
import { Hints } from './hints/hints.ts'
import type { HostOptions } from './options.ts'
import { check } from './play/checking.ts'
import { collect, release, setStatus } from './play/endings.ts'
import { addItem, deliver, inventory, inventorySize, sendNew } from './play/inventory.ts'
import type { Writable } from './python/json.ts'
import type { PyValue } from './python/values.ts'
import { type Announced, Client } from './room/clients.ts'
import { Countdown } from './room/countdown.ts'
import { JoinDeadlines } from './room/join-deadlines.ts'
import type { Speech } from './room/speech.ts'
import { MultiworldState } from './room/state.ts'
import { Work } from './room/work.ts'
import { player, type Seed } from './seed/seed.ts'
import type { ReceivedItem } from './slots/items.ts'
import { statuses } from './slots/standings.ts'
import { DataStorage } from './storage/data-storage.ts'
import { readOnlyValue } from './storage/read-only.ts'
import { readOnlyPrefix } from './storage/set.ts'

export class Multiworld extends MultiworldState implements World {
  readonly tickMs = 0
  readonly hints: Hints
  readonly storage: DataStorage
  readonly countdown: Countdown
  /** Of connections that have not joined yet. */
  readonly joinDeadlines = new JoinDeadlines()
  /** The only client that may use admin commands. */
  admin: Client | undefined

  constructor(seed: Seed, store: RecordStore, context: GameContext, options: HostOptions, speech: Speech, work = new Work()) {
    super(seed, store, context, options, speech, work)
    this.storage = new DataStorage(store)
    this.countdown = new Countdown(store, (message) => this.announce(message))
    this.hints = new Hints(this)
  }

  // ---- Called by the Room --------------------------------------------------------------------------------------

  /** Slots with at least one connected client. */
  get players(): number {
    return this.clients.slots
  }

  get isOccupied(): boolean {
    return this.players > 0
  }

  get capacity(): number {
    return [...this.seed.slots.values()].filter(({ type }) => type === player).length
  }

  tick(): void {}

  get hasUnsavedState(): boolean {
    return this.statuses.unsaved || this.feed.unsaved
  }

  save(): void {
    this.statuses.save()
    this.feed.store()
  }

  get wakeAt(): number | undefined {
    const times = [this.countdown.due, this.joinDeadlines.due].filter((time) => time !== undefined)
    return times.length > 0 ? Math.min(...times) : undefined
  }

  wake(now: number): void {
    this.countdown.wake(now)
    this.joinDeadlines.wake(now)
    this.speech.flush()
  }

  // ---- Connecting and disconnecting -----------------------------------------------------------------------------

  join(client: Client): void {
    this.clients.add(client)
    this.#arrived(client.slot)
  }

  /** A client from before a restart. Notifies nobody, except watchers of a status that was lost in the restart. */
  rejoin(peer: Client['peer'], announced: Announced): Client {
    const client = new Client(peer, announced)
    this.clients.add(client)
    if (this.statuses.text(client.slot) === `${statuses.unknown}`) this.#arrived(client.slot)
    return client
  }

  /** [AP-5.7] [AP-9.1] Joining does not wait for storage. */
  #arrived(slot: number): void {
    if (this.statuses.arrived(slot, this.context.now()))
      this.changed(`_read_client_status_0_${slot}`, () => statuses.connected)
  }

  leave(client: Client): void {
    if (!this.clients.has(client)) return
    this.clients.remove(client)
    if (this.admin === client) this.admin = undefined
    if (this.clients.of(client.slot).size > 0) return
    this.setStatus(client.slot, statuses.unknown)
    this.statuses.setLastConnection(client.slot, this.context.now())
  }

  // ---- Playing -------------------------------------------------------------------------------------------------

  /** [AP-5.2] Checks locations of the slot. Returns the new ones, ascending. */
  check(slot: number, locations: Iterable<number>): readonly number[] {
    return check(this, slot, locations)
  }

  release(slot: number): void {
    release(this, slot)
  }

  collect(slot: number): void {
    collect(this, slot)
  }

  /** Gives items outside of play, to a slot or to each member of a group, without a message. */
  give(slot: number, items: Iterable<ReceivedItem>): void {
    for (const item of items) addItem(this, slot, item, true)
    deliver(this, this.membersOf(slot))
  }

  /** All items that the client should have. */
  inventory(client: Client): readonly ReceivedItem[] {
    return inventory(this, client)
  }

  inventorySize(client: Client): number {
    return inventorySize(this, client)
  }

  /** Sends the complete inventory, unless it is empty. */
  sendInventory(client: Client): void {
    client.sent = 0
    sendNew(this, client)
  }

  /** Handles a status from a client of the slot; reaching the goal triggers collect and release. */
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

  /** The value of a data storage key, or of a read-only key that starts with `_read_`; undefined: none. */
  read(key: string): Writable | undefined {
    return key.startsWith(readOnlyPrefix)
      ? readOnlyValue(this, key.slice(readOnlyPrefix.length))
      : this.storage.get(key)
  }
}
