// A multiworld in play. The world gets the time from GameContext, stores records in a RecordStore, and sends packets
// through a ClientOutput.
import type { GameContext, RecordStore, World } from '../game.ts'
import { HintRegistry } from './hints/hints.ts'
import type { HostOptions } from './options.ts'
import { checkLocations } from './play/check-locations.ts'
import { HeldProgress } from './play/held-progress.ts'
import { addReceivedItem, deliverItems, inventorySize, sendNewItems } from './play/inventory.ts'
import { collectSlot, releaseSlot, setClientStatus } from './play/release-collect.ts'
import type { JsonWritable } from './python/json.ts'
import type { PyValue } from './python/values.ts'
import type { ClientOutput } from './room/client-output.ts'
import { Client, type ClientState } from './room/clients.ts'
import { Countdown } from './room/countdown.ts'
import { JoinDeadlines } from './room/join-deadlines.ts'
import { MultiworldState } from './room/multiworld-state.ts'
import { StepCounter } from './room/step-counter.ts'
import { playerSlotType, type Seed } from './seed/seed.ts'
import type { ReceivedItem } from './slots/received-items.ts'
import { clientStatusCodes, isGoalStatus } from './slots/slot-states.ts'
import { DataStorage } from './storage/data-storage.ts'
import { readOnlyValue } from './storage/read-only-keys.ts'
import { readOnlyPrefix } from './storage/set-operations.ts'

export class Multiworld extends MultiworldState implements World {
  readonly tickMs = 0
  readonly hints: HintRegistry
  readonly storage: DataStorage
  readonly countdown: Countdown
  readonly held: HeldProgress
  /**
   * When the next part of the progress during a pause takes effect. Undefined during a pause, or if no progress is
   * stored.
   */
  #nextResumeAt: number | undefined
  readonly joinDeadlines = new JoinDeadlines()
  /** The client that is logged in as admin. */
  admin: Client | undefined

  constructor(
    seed: Seed,
    store: RecordStore,
    context: GameContext,
    options: HostOptions,
    output: ClientOutput,
    steps = new StepCounter(),
  ) {
    super(seed, store, context, options, output, steps)
    this.storage = new DataStorage(store)
    this.countdown = new Countdown(store, (message) => this.announce(message))
    this.hints = new HintRegistry(this)
    this.held = new HeldProgress(seed, store)
  }

  // ---- Called by the room --------------------------------------------------------------------------------------

  /** The number of slots with at least one connected client. */
  get players(): number {
    return this.clients.slots
  }

  get isOccupied(): boolean {
    return this.players > 0
  }

  get capacity(): number {
    return [...this.seed.slots.values()].filter(({ type }) => type === playerSlotType).length
  }

  tick(): void {}

  get hasUnsavedState(): boolean {
    return this.slotStates.hasUnsavedState || this.feed.hasUnsavedEvents
  }

  save(): void {
    this.slotStates.save()
    this.feed.store()
  }

  get wakeAt(): number | undefined {
    const times = [this.countdown.wakeAt, this.joinDeadlines.wakeAt, this.#resumeAt].filter(
      (time) => time !== undefined,
    )
    return times.length > 0 ? Math.min(...times) : undefined
  }

  wake(now: number): void {
    this.countdown.wake(now)
    this.joinDeadlines.wake(now)
    if ((this.#resumeAt ?? Number.POSITIVE_INFINITY) <= now) {
      this.held.applyHeld(this)
      // The remaining progress of the pause takes effect in another transaction.
      this.#nextResumeAt = now + 1
    }
    this.output.flush()
  }

  get #resumeAt(): number | undefined {
    if (this.options.paused || this.held.isEmpty) this.#nextResumeAt = undefined
    else this.#nextResumeAt ??= this.context.now()
    return this.#nextResumeAt
  }

  // ---- Connecting and disconnecting -----------------------------------------------------------------------------

  addClient(client: Client): void {
    this.clients.add(client)
    this.#onSlotConnected(client.slot)
  }

  /** Sends nothing, except to watchers of a status that the restart lost. */
  restoreClient(peer: Client['peer'], announced: ClientState): Client {
    const client = new Client(peer, announced)
    this.reviewTags(client)
    this.clients.add(client)
    if (this.slotStates.statusText(client.slot) === `${clientStatusCodes.unknown}`)
      this.#onSlotConnected(client.slot)
    return client
  }

  /** [AP-5.7] [AP-9.1] Watchers are notified before the new status is stored. */
  #onSlotConnected(slot: number): void {
    if (this.slotStates.onConnect(slot, this.context.now()))
      this.notifyWatchers(`_read_client_status_0_${slot}`, () => clientStatusCodes.connected)
  }

  removeClient(client: Client): void {
    if (!this.clients.has(client)) return
    this.clients.remove(client)
    if (this.admin === client) this.admin = undefined
    if (this.clients.of(client.slot).size > 0) return
    this.setStatus(client.slot, clientStatusCodes.unknown)
    this.slotStates.setLastConnection(client.slot, this.context.now())
  }

  // ---- Playing -------------------------------------------------------------------------------------------------

  /** [AP-5.2] Returns the ids of the newly checked locations, ascending. */
  checkLocations(slot: number, locations: Iterable<number>): readonly number[] {
    return checkLocations(this, slot, locations)
  }

  /** [AP-13.6] */
  reportChecks(slot: number, locations: readonly number[]): readonly number[] {
    return this.options.paused
      ? this.held.holdChecks(this, slot, locations)
      : this.checkLocations(slot, locations)
  }

  release(slot: number): void {
    releaseSlot(this, slot)
  }

  collect(slot: number): void {
    collectSlot(this, slot)
  }

  /** A group's items go to each member. Sends no text message. */
  giveItems(slot: number, items: Iterable<ReceivedItem>): void {
    for (const item of items) addReceivedItem(this, slot, item, true)
    deliverItems(this, this.membersOf(slot))
  }

  inventorySize(client: Client): number {
    return inventorySize(this, client)
  }

  /** Sends nothing if the inventory is empty. */
  sendInventory(client: Client): void {
    client.sentItems = 0
    sendNewItems(this, client)
  }

  /** If the slot reaches its goal, it collects and releases according to the modes. */
  setStatus(slot: number, status: PyValue): void {
    if (this.options.paused && isGoalStatus(status)) this.held.holdGoal(slot)
    else setClientStatus(this, slot, status)
  }

  /** Undefined if the key has no value. */
  readStorage(key: string): JsonWritable | undefined {
    return key.startsWith(readOnlyPrefix)
      ? readOnlyValue(this, key.slice(readOnlyPrefix.length))
      : this.storage.get(key)
  }
}
