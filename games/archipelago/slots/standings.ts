// The state of each slot besides checks, items and hints: status, alias, last connection, grants. Used by the world and
// its commands. One small record per slot. A connect is presence: visible at once, stored when the world is saved, or
// with an earlier write of its slot.
import type { Json, RecordStore } from '../../game.ts'
import { parse, stringify } from '../python/json.ts'
import { equals } from '../python/order.ts'
import type { PyValue } from '../python/values.ts'
import { player, type Seed } from '../seed/seed.ts'

/** ClientStatus. Clients may send any JSON value instead. */
export const statuses = { unknown: 0, connected: 5, ready: 10, playing: 20, goal: 30 } as const

interface Standing {
  /** JSON text. */
  status: string
  alias?: string
  /** When a client last joined, or the last one left: milliseconds. */
  connected?: number
  /** Whether an admin allowed releasing in any mode. */
  mayRelease?: boolean
  /** For a group: the members that have collected. */
  collected?: readonly number[]
}

const prefix = 'slot/'

export class Standings {
  readonly #seed: Seed
  readonly #store: RecordStore
  readonly #standings = new Map<number, Standing>()
  /** Slots whose records are out of date. */
  readonly #unsaved = new Set<number>()
  /** Changes since the room was opened. */
  changes = 0

  constructor(seed: Seed, store: RecordStore) {
    this.#seed = seed
    this.#store = store
    for (const [key, value] of store.list(prefix))
      this.#standings.set(Number(key.slice(prefix.length)), value as unknown as Standing)
  }

  /** 0 before the first connect; groups and spectators are at the goal from the start. */
  of(slot: number): PyValue {
    return parse(this.text(slot))
  }

  /** The same as JSON text. */
  text(slot: number): string {
    return this.#of(slot).status
  }

  isGoal(slot: number): boolean {
    return isGoal(this.of(slot))
  }

  setStatus(slot: number, status: PyValue): void {
    this.#change(slot, { status: stringify(status) })
  }

  alias(slot: number): string | undefined {
    return this.#of(slot).alias
  }

  setAlias(slot: number, alias: string | undefined): void {
    this.#change(slot, { alias })
  }

  lastConnection(slot: number): number | undefined {
    return this.#of(slot).connected
  }

  setLastConnection(slot: number, now: number): void {
    this.#change(slot, { connected: now })
  }

  /** [AP-5.7] A client has connected. Returns true if the slot's status changed. Not stored until `save`. */
  arrived(slot: number, now: number): boolean {
    const { status } = this.#of(slot)
    const isFirst = status === `${statuses.unknown}`
    const standing = { ...this.#of(slot), connected: now }
    this.changes++
    this.#standings.set(slot, isFirst ? { ...standing, status: `${statuses.connected}` } : standing)
    this.#unsaved.add(slot)
    return isFirst
  }

  /** Whether a connect is not stored yet. */
  get unsaved(): boolean {
    return this.#unsaved.size > 0
  }

  save(): void {
    for (const slot of this.#unsaved) this.#put(slot, this.#of(slot))
    this.#unsaved.clear()
  }

  mayRelease(slot: number): boolean | undefined {
    return this.#of(slot).mayRelease
  }

  grantRelease(slot: number, allowed: boolean | undefined): void {
    this.#change(slot, { mayRelease: allowed })
  }

  /** The members of a group that have collected. */
  collected(group: number): readonly number[] {
    return this.#of(group).collected ?? []
  }

  setCollected(group: number, members: readonly number[]): void {
    this.#change(group, { collected: members })
  }

  /** Slots with stored state. */
  get slots(): Iterable<number> {
    return this.#standings.keys()
  }

  #of(slot: number): Standing {
    return this.#standings.get(slot) ?? this.#first(slot)
  }

  #first(slot: number): Standing {
    const type = this.#seed.slots.get(slot)?.type ?? player
    return { status: `${type === player ? statuses.unknown : statuses.goal}` }
  }

  #change(slot: number, change: { readonly [name in keyof Standing]?: Standing[name] | undefined }): void {
    const entries = Object.entries({ ...this.#of(slot), ...change }).filter(
      ([, value]) => value !== undefined,
    )
    const standing = Object.fromEntries(entries) as unknown as Standing
    this.changes++
    this.#standings.set(slot, standing)
    this.#unsaved.delete(slot)
    this.#put(slot, standing)
  }

  #put(slot: number, standing: Standing): void {
    this.#store.put(prefix + slot, standing as unknown as Json)
  }
}

export function isGoal(status: PyValue): boolean {
  return equals(status, statuses.goal)
}
