// The lifecycle of a room: ensures that it is created once and deleted once.
import { isInProgress } from '../../../games/in-progress.ts'
import type { RoomMetadata } from './room-metadata.ts'

/**
 * `gone`: there is no room. `founding`: it is being created, and only its unfinished parts exist. `open`: it exists,
 * whether or not it accepts new players. `removing`: deletion has started and cannot be undone: the Directory may know
 * of it, and after a lost answer the room would be in no list.
 */
export type RoomPhase = 'absent' | 'creating' | 'active' | 'deleting'

export class RoomLifecycle {
  #phase: RoomPhase
  #meta: RoomMetadata | undefined
  #deletion: Promise<void> | undefined

  #isCreating = false

  /** `meta`: of the stored room; `begun`: a creation in parts is stored. */
  constructor(meta: RoomMetadata | undefined, begun = false) {
    this.#meta = meta
    this.#phase = meta?.removing ? 'deleting' : meta ? 'active' : begun ? 'creating' : 'absent'
  }

  get phase(): RoomPhase {
    return this.#phase
  }

  /** This instance is running its creation now. */
  get isCreating(): boolean {
    return this.#isCreating
  }

  /** The room's record, until its records are deleted. */
  get meta(): RoomMetadata | undefined {
    return this.#meta
  }

  /** Sets the changed record. */
  setMetadata(meta: RoomMetadata): void {
    this.#meta = meta
  }

  /** Undefined: there is a room, or it is being created. `make` returns the stored room, a part of it, or a refusal. */
  async startCreation<R extends object>(create: () => Promise<R>): Promise<R | undefined> {
    return this.#phase === 'absent' ? this.#runCreation(create) : undefined
  }

  /** Undefined: no creation in parts exists, or a part is running. */
  async continueCreation<R extends object>(create: () => Promise<R>): Promise<R | undefined> {
    return this.#phase === 'creating' && !this.#isCreating ? this.#runCreation(create) : undefined
  }

  async #runCreation<R extends object>(create: () => Promise<R>): Promise<R> {
    this.#phase = 'creating'
    this.#isCreating = true
    let isInParts = false
    try {
      const created = await create()
      this.#meta = 'meta' in created ? (created.meta as RoomMetadata) : undefined
      isInParts = isInProgress(created)
      return created
    } finally {
      this.#isCreating = false
      this.#phase = this.#meta ? 'active' : isInParts ? 'creating' : 'absent'
    }
  }

  /** Gives up a creation in parts unless one is running. */
  abandonCreation(): void {
    if (this.#phase === 'creating' && !this.#isCreating) this.#phase = 'absent'
  }

  /**
   * Deletes the room, once for all concurrent callers: `unregister` first, then `deleteData`, which must leave nothing. If either
   * fails, the records remain and deletion must be retried. False: there is no room.
   */
  async deleteOnce(
    unregister: (meta: RoomMetadata) => Promise<void>,
    deleteData: () => Promise<void>,
  ): Promise<boolean> {
    if (!this.#meta && !this.#deletion) return false
    this.#deletion ??= this.#runDeletion(unregister, deleteData)
    await this.#deletion
    return true
  }

  async #runDeletion(
    unregister: (meta: RoomMetadata) => Promise<void>,
    deleteData: () => Promise<void>,
  ): Promise<void> {
    this.#phase = 'deleting'
    let meta = this.#meta!
    try {
      await unregister(meta)
      meta = this.#meta!
      this.#meta = undefined
      await deleteData()
      this.#phase = 'absent'
    } catch (error) {
      this.#meta ??= meta
      throw error
    } finally {
      this.#deletion = undefined
    }
  }
}
