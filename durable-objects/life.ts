// One life of a room: whether there is one, which of its name it is, and that it begins once and ends once.
import { isUnderway } from '../games/underway.ts'
import type { Meta } from './meta.ts'

/**
 * `gone`: there is no room, or none yet. `founding`: it is being made, and nothing of it is there but what waits for its
 * next part. `open`: it is there,
 * whether or not newcomers are let in. `removing`: its removal has begun, of which the Directory may have heard, and
 * there is no way back: an answer that was lost would leave a room that no list has.
 */
export type Phase = 'gone' | 'founding' | 'open' | 'removing'

export class Life {
  #phase: Phase
  #meta: Meta | undefined
  #removal: Promise<void> | undefined

  #making = false

  /** `meta`: of the room that this instance found in the records; `begun`: of one that is founded in part. */
  constructor(meta: Meta | undefined, begun = false) {
    this.#meta = meta
    this.#phase = meta?.removing ? 'removing' : meta ? 'open' : begun ? 'founding' : 'gone'
  }

  get phase(): Phase {
    return this.#phase
  }

  /** Somebody makes it at this moment, in this instance. */
  get isMaking(): boolean {
    return this.#making
  }

  /** Of the room that is there, until its records go. */
  get meta(): Meta | undefined {
    return this.#meta
  }

  /** The room's own record has changed. */
  keep(meta: Meta): void {
    this.#meta = meta
  }

  /** Undefined: there is a room already, or somebody else is making one. `make` gives the room that is now stored, a part of it, or why not. */
  async begin<R extends object>(make: () => Promise<R>): Promise<R | undefined> {
    return this.#phase === 'gone' ? this.#make(make) : undefined
  }

  /** Undefined: none is made in parts, or one is made just now. */
  async goOn<R extends object>(make: () => Promise<R>): Promise<R | undefined> {
    return this.#phase === 'founding' && !this.#making ? this.#make(make) : undefined
  }

  async #make<R extends object>(make: () => Promise<R>): Promise<R> {
    this.#phase = 'founding'
    this.#making = true
    let isBegun = false
    try {
      const made = await make()
      this.#meta = 'meta' in made ? (made.meta as Meta) : undefined
      isBegun = isUnderway(made)
      return made
    } finally {
      this.#making = false
      this.#phase = this.#meta ? 'open' : isBegun ? 'founding' : 'gone'
    }
  }

  /** One that is made in parts, and of which nobody makes any now, comes to nothing. */
  giveUp(): void {
    if (this.#phase === 'founding' && !this.#making) this.#phase = 'gone'
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
