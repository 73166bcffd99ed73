// [AP-13.6] The progress during a pause takes effect when the room resumes. Records: `held/SLOT` has a slot's checks,
// in the format of `LocationChecks`, and `held-goal/SLOT` marks its goal.
import type { RecordStore } from '../../game.ts'
import type { MultiworldWithHints } from '../hints/hints.ts'
import type { Seed } from '../seed/seed.ts'
import { LocationChecks } from '../slots/location-checks.ts'
import { clientStatusCodes } from '../slots/slot-states.ts'
import { checkLocations } from './check-locations.ts'
import { setClientStatus } from './release-collect.ts'

/** The number of locations after which a resume continues in another transaction. */
const locationsAtOnce = 500
const checksPrefix = 'held/'
const goalPrefix = 'held-goal/'

/** `checks`: ascending. */
export interface SlotProgress {
  readonly checks: readonly number[]
  readonly goal: boolean
}

export class HeldProgress {
  readonly #store: RecordStore
  readonly #checks: LocationChecks
  readonly #slots: Set<number>

  constructor(seed: Seed, store: RecordStore) {
    this.#store = store
    this.#checks = new LocationChecks(seed, store, checksPrefix)
    this.#slots = new Set(
      [checksPrefix, goalPrefix].flatMap((prefix) =>
        Array.from(store.list(prefix), ([key]) => Number(key.slice(prefix.length))),
      ),
    )
  }

  get isEmpty(): boolean {
    return this.#slots.size === 0
  }

  /**
   * Stores checks until the room resumes. Ignores locations that are already checked or stored, or unknown. Returns the
   * newly stored locations, ascending.
   */
  holdChecks(state: MultiworldWithHints, slot: number, locations: readonly number[]): readonly number[] {
    const unchecked = locations.filter((location) => !state.checks.has(slot, location))
    const held = this.#checks.add(slot, unchecked, state.context.now())
    if (held.length > 0) this.#slots.add(slot)
    return held
  }

  holdGoal(slot: number): void {
    this.#store.put(goalPrefix + slot, true)
    this.#slots.add(slot)
  }

  /** The progress by slot, ascending. */
  get bySlot(): Map<number, SlotProgress> {
    const slots = [...this.#slots].sort((a, b) => a - b)
    return new Map(
      slots.map((slot) => [
        slot,
        { checks: this.#checks.checked(slot), goal: this.#store.get(goalPrefix + slot) !== undefined },
      ]),
    )
  }

  /** Stops after `locationsAtOnce` locations. Call it again until `isEmpty`. */
  applyHeld(state: MultiworldWithHints): void {
    let done = 0
    for (const [slot, { checks, goal }] of this.bySlot) {
      if (done >= locationsAtOnce) return
      this.#slots.delete(slot)
      this.#checks.clear(slot)
      this.#store.delete(goalPrefix + slot)
      checkLocations(state, slot, checks)
      if (goal) setClientStatus(state, slot, clientStatusCodes.goal)
      done += checks.length
    }
  }
}
