// Write-behind: state that may roll back is saved within 2 s while somebody plays, and when the last player leaves.
import type { World } from '../../../games/game.ts'
import type { Clock } from '../../../wire/util/clock.ts'
import { Backoff } from '../../model/backoff.ts'
import { OneShotTimer } from '../../platform/one-shot-timer.ts'

/** The longest delay of a save. */
const saveDelayMs = 2000

export interface WriteBehindSettings {
  readonly clock: Clock
  world(): World | undefined
  /** Saves the world in a transaction of its own; false: it failed. */
  save(world: World): boolean
  /** A save failed. */
  onFailed(backoff: Backoff): void
  /** As in Backoff. */
  onFaultChanged?(): void
}

export class WriteBehind {
  readonly backoff: Backoff
  readonly #settings: WriteBehindSettings
  readonly #timer: OneShotTimer
  /** Something has changed since the last save. */
  #isDirty = false

  constructor(settings: WriteBehindSettings) {
    this.#settings = settings
    this.backoff = new Backoff('save', settings.onFaultChanged)
    this.#timer = new OneShotTimer(settings.clock, () => this.save())
  }

  /** A transaction is over. `played`: somebody plays, or did until then. */
  markDirty(played: boolean): void {
    this.#isDirty ||= this.#settings.world()?.hasUnsavedState ?? played
  }

  /** Schedules a save if there are changes; an idle world has no timer. */
  schedule(): void {
    if (!this.#isDirty || !this.#settings.world()?.save) return
    this.#timer.start(Math.max(saveDelayMs, this.backoff.wait(this.#settings.clock.now())))
  }

  /** Saves at once. */
  save(): void {
    this.#timer.cancel()
    const world = this.#settings.world()
    if (!world?.save || !this.#isDirty) return
    this.#isDirty = false
    if (this.#settings.save(world)) return this.backoff.recordSuccess()
    this.#isDirty = true
    this.#settings.onFailed(this.backoff)
  }

  cancel(): void {
    this.#timer.cancel()
  }
}
