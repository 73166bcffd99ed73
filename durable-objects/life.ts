// The lifecycle of a room: ensures that it is created once and deleted once.
import { isInProgress } from '../games/underway.ts'
import type { Meta } from './meta.ts'

/**
 * `gone`: there is no room. `founding`: it is being created, and only its unfinished parts exist. `open`: it exists,
 * whether or not it accepts new players. `removing`: deletion has started and cannot be undone: the Directory may know
 * of it, and after a lost answer the room would be in no list.
 */
export type Phase = 'gone' | 'founding' | 'open' | 'removing'

export class Life {
  #phase: Phase
  #meta: Meta | undefined
  #removal: Promise<void> | undefined

  #making = false

  /** `meta`: of the stored room; `begun`: a creation in parts is stored. */
  constructor(meta: Meta | undefined, begun = false) {
    this.#meta = meta
    this.#phase = meta?.removing ? 'removing' : meta ? 'open' : begun ? 'founding' : 'gone'
  }

  get phase(): Phase {
    return this.#phase
  }

  /** This instance is running its creation now. */
  get isMaking(): boolean {
    return this.#making
  }

  /** The room's record, until its records are deleted. */
  get meta(): Meta | undefined {
    return this.#meta
  }

  /** Sets the changed record. */
  keep(meta: Meta): void {
    this.#meta = meta
  }

  /** Undefined: there is a room, or it is being created. `make` returns the stored room, a part of it, or a refusal. */
  async begin<R extends object>(make: () => Promise<R>): Promise<R | undefined> {
    return this.#phase === 'gone' ? this.#make(make) : undefined
  }

  /** Undefined: no creation in parts exists, or a part is running. */
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
      isBegun = isInProgress(made)
      return made
    } finally {
      this.#making = false
      this.#phase = this.#meta ? 'open' : isBegun ? 'founding' : 'gone'
    }
  }

  /** Gives up a creation in parts unless one is running. */
  giveUp(): void {
    if (this.#phase === 'founding' && !this.#making) this.#phase = 'gone'
  }

  /**
   * Deletes the room, once for all concurrent callers: `untell` first, then `wipe`, which must leave nothing. If either
   * fails, the records remain and deletion must be retried. False: there is no room.
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
