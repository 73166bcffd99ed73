// The write-behind: what may roll back is put within 2 s of its happening while somebody plays, and when nobody does any
// more.
import type { World } from '../games/game.ts'
import type { Clock } from '../wire/clock.ts'
import { Deadline } from './deadline.ts'
import { Retries } from './retries.ts'

/** What may roll back is written this long after it happened, at the latest. */
const saveMs = 2000

export interface SavingSettings {
  readonly clock: Clock
  world(): World | undefined
  /** Saves the world in a turn of its own; false: it failed. */
  save(world: World): boolean
  /** It failed once more. */
  failed(retries: Retries): void
  /** As Retries has it. */
  troubled?(): void
}

export class Saving {
  readonly retries: Retries
  readonly #settings: SavingSettings
  readonly #deadline: Deadline
  /** Something has happened since all was saved. */
  #unsaved = false

  constructor(settings: SavingSettings) {
    this.#settings = settings
    this.retries = new Retries('save', settings.troubled)
    this.#deadline = new Deadline(settings.clock, () => this.save())
  }

  /** A turn is over. `played`: somebody plays, or did until then. */
  happened(played: boolean): void {
    this.#unsaved ||= this.#settings.world()?.unsaved ?? played
  }

  /** What there is to save is saved in time; a world where nothing happens has no timer. */
  arm(): void {
    if (!this.#unsaved || !this.#settings.world()?.save) return
    this.#deadline.arm(Math.max(saveMs, this.retries.wait(this.#settings.clock.now())))
  }

  /** At once. */
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
