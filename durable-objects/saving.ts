// Write-behind: state that may roll back is saved within 2 s while somebody plays, and when the last player leaves.
import type { World } from '../games/game.ts'
import type { Clock } from '../wire/clock.ts'
import { Deadline } from './deadline.ts'
import { Retries } from './retries.ts'

/** The longest delay of a save. */
const saveMs = 2000

export interface SavingSettings {
  readonly clock: Clock
  world(): World | undefined
  /** Saves the world in a turn of its own; false: it failed. */
  save(world: World): boolean
  /** A save failed. */
  failed(retries: Retries): void
  /** As in Retries. */
  troubled?(): void
}

export class Saving {
  readonly retries: Retries
  readonly #settings: SavingSettings
  readonly #deadline: Deadline
  /** Something has changed since the last save. */
  #unsaved = false

  constructor(settings: SavingSettings) {
    this.#settings = settings
    this.retries = new Retries('save', settings.troubled)
    this.#deadline = new Deadline(settings.clock, () => this.save())
  }

  /** A turn is over. `played`: somebody plays, or did until then. */
  happened(played: boolean): void {
    this.#unsaved ||= this.#settings.world()?.hasUnsavedState ?? played
  }

  /** Schedules a save if there are changes; an idle world has no timer. */
  arm(): void {
    if (!this.#unsaved || !this.#settings.world()?.save) return
    this.#deadline.arm(Math.max(saveMs, this.retries.wait(this.#settings.clock.now())))
  }

  /** Saves at once. */
  save(): void {
    this.#deadline.cancel()
    const world = this.#settings.world()
    if (!world?.save || !this.#unsaved) return
    this.#unsaved = false
    if (this.#settings.save(world)) return this.retries.wentWell()
    this.#unsaved = true
    this.#settings.failed(this.retries)
  }

  cancel(): void {
    this.#deadline.cancel()
  }
}
