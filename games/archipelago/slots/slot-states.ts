// Each slot has one small record. A connect takes effect at once, but is stored only when the world is saved or when
// another part of the slot's state changes.
import type { Json, RecordStore } from '../../game.ts'
import { equals } from '../python/comparison.ts'
import { parseJson, stringifyJson } from '../python/json.ts'
import type { PyValue } from '../python/values.ts'
import { playerSlotType, type Seed } from '../seed/seed.ts'

/** The values of Archipelago's ClientStatus. Clients may send any other JSON value as their status. */
export const clientStatusCodes = { unknown: 0, connected: 5, ready: 10, playing: 20, goal: 30 } as const

interface SlotState {
  /** JSON text. */
  status: string
  alias?: string
  /** The time at which a client last joined or the slot's last client left, in milliseconds since 1970. */
  connected?: number
  /** Whether an admin has allowed the player to use `!release` in any mode. */
  mayRelease?: boolean
  /** The `uuid`s of the clients that may join. */
  lockedTo?: readonly string[]
  video?: string
  /** The members that have collected, if the slot is a group. */
  collected?: readonly number[]
}

const prefix = 'slot/'

export class SlotStates {
  readonly #seed: Seed
  readonly #store: RecordStore
  readonly #states = new Map<number, SlotState>()
  readonly #unsaved = new Set<number>()
  /** The number of changes since the room was opened. */
  changes = 0

  constructor(seed: Seed, store: RecordStore) {
    this.#seed = seed
    this.#store = store
    for (const [key, value] of store.list(prefix))
      this.#states.set(Number(key.slice(prefix.length)), value as unknown as SlotState)
  }

  /**
   * The status is 0 for a player before the first connect. Groups and spectators have reached the goal from the start.
   */
  statusOf(slot: number): PyValue {
    return parseJson(this.statusText(slot))
  }

  /** JSON text. */
  statusText(slot: number): string {
    return this.#stateOf(slot).status
  }

  isGoal(slot: number): boolean {
    return isGoalStatus(this.statusOf(slot))
  }

  setStatus(slot: number, status: PyValue): void {
    this.#change(slot, { status: stringifyJson(status) })
  }

  alias(slot: number): string | undefined {
    return this.#stateOf(slot).alias
  }

  setAlias(slot: number, alias: string | undefined): void {
    this.#change(slot, { alias })
  }

  lastConnection(slot: number): number | undefined {
    return this.#stateOf(slot).connected
  }

  setLastConnection(slot: number, now: number): void {
    this.#change(slot, { connected: now })
  }

  /** [AP-5.7] Returns whether the slot's status has changed. The change is stored by `save`. */
  onConnect(slot: number, now: number): boolean {
    const { status } = this.#stateOf(slot)
    const isFirst = status === `${clientStatusCodes.unknown}`
    const state = { ...this.#stateOf(slot), connected: now }
    this.changes++
    this.#states.set(slot, isFirst ? { ...state, status: `${clientStatusCodes.connected}` } : state)
    this.#unsaved.add(slot)
    return isFirst
  }

  get hasUnsavedState(): boolean {
    return this.#unsaved.size > 0
  }

  save(): void {
    for (const slot of this.#unsaved) this.#put(slot, this.#stateOf(slot))
    this.#unsaved.clear()
  }

  mayRelease(slot: number): boolean | undefined {
    return this.#stateOf(slot).mayRelease
  }

  setReleaseAllowed(slot: number, allowed: boolean | undefined): void {
    this.#change(slot, { mayRelease: allowed })
  }

  /** [AP-14.4] The `uuid`s of the clients that may join. Empty if the slot is not locked. */
  lockedTo(slot: number): readonly string[] {
    return this.#stateOf(slot).lockedTo ?? []
  }

  setLock(slot: number, uuids: readonly string[]): void {
    this.#change(slot, { lockedTo: uuids.length > 0 ? uuids : undefined })
  }

  /** [AP-14.6] */
  video(slot: number): string | undefined {
    return this.#stateOf(slot).video
  }

  setVideo(slot: number, address: string | undefined): void {
    this.#change(slot, { video: address })
  }

  /** The members of the group that have collected. */
  collected(group: number): readonly number[] {
    return this.#stateOf(group).collected ?? []
  }

  setCollected(group: number, members: readonly number[]): void {
    this.#change(group, { collected: members })
  }

  #stateOf(slot: number): SlotState {
    return this.#states.get(slot) ?? this.#initialState(slot)
  }

  #initialState(slot: number): SlotState {
    const type = this.#seed.slots.get(slot)?.type ?? playerSlotType
    return { status: `${type === playerSlotType ? clientStatusCodes.unknown : clientStatusCodes.goal}` }
  }

  #change(slot: number, change: { readonly [name in keyof SlotState]?: SlotState[name] | undefined }): void {
    const entries = Object.entries({ ...this.#stateOf(slot), ...change }).filter(
      ([, value]) => value !== undefined,
    )
    const state = Object.fromEntries(entries) as unknown as SlotState
    this.changes++
    this.#states.set(slot, state)
    this.#unsaved.delete(slot)
    this.#put(slot, state)
  }

  #put(slot: number, state: SlotState): void {
    this.#store.put(prefix + slot, state as unknown as Json)
  }
}

export function isGoalStatus(status: PyValue): boolean {
  return equals(status, clientStatusCodes.goal)
}
