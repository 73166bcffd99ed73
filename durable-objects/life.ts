// One life of a room: whether there is one, which of its name it is, and that it begins once and ends once.
import type { Meta } from './meta.ts'

/**
 * `gone`: there is no room, or none yet. `founding`: it is being made, and nothing of it is there. `open`: it is there,
 * whether or not newcomers are let in. `removing`: its removal has begun, of which the Directory may have heard, and
 * there is no way back: an answer that was lost would leave a room that no list has.
 */
export type Phase = 'gone' | 'founding' | 'open' | 'removing'

export class Life {
  #phase: Phase
  #meta: Meta | undefined
  #removal: Promise<void> | undefined

  /** `meta`: of the room that this instance found in the records. */
  constructor(meta: Meta | undefined) {
    this.#meta = meta
    this.#phase = meta?.removing ? 'removing' : meta ? 'open' : 'gone'
  }

  get phase(): Phase {
    return this.#phase
  }

  /** Of the room that is there, until its records go. */
  get meta(): Meta | undefined {
    return this.#meta
  }

  /** The room's own record has changed. */
  keep(meta: Meta): void {
    this.#meta = meta
  }

  /** Undefined: there is a room already, or somebody else is making one. `make` gives the room that is now stored, or why not. */
  async begin<R>(make: () => Promise<R>, metaOf: (made: R) => Meta | undefined): Promise<R | undefined> {
    if (this.#phase !== 'gone') return undefined
    this.#phase = 'founding'
    try {
      const made = await make()
      this.#meta = metaOf(made)
      return made
    } finally {
      this.#phase = this.#meta ? 'open' : 'gone'
    }
  }

  /**
   * Ends it, once for all who ask meanwhile: `untell` first, then `wipe`, which must leave nothing. If either fails its
   * records are there still, and it has to be ended again. False: there is none.
   */
  async end(untell: (meta: Meta) => Promise<void>, wipe: () => Promise<void>): Promise<boolean> {
    if (!this.#meta && !this.#removal) return false
    this.#removal ??= this.#remove(untell, wipe)
    await this.#removal
    return true
  }

  async #remove(untell: (meta: Meta) => Promise<void>, wipe: () => Promise<void>): Promise<void> {
    this.#phase = 'removing'
    let meta = this.#meta!
    try {
      await untell(meta)
      meta = this.#meta!
      this.#meta = undefined
      await wipe()
      this.#phase = 'gone'
    } catch (error) {
      this.#meta ??= meta
      throw error
    } finally {
      this.#removal = undefined
    }
  }
}
