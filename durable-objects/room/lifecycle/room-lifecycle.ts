// The lifecycle of a room: ensures that it is created once and deleted once.
import { isInProgress } from '../../../games/in-progress.ts'
import type { RoomMetadata } from './room-metadata.ts'

/**
 * `absent`: there is no room. `creating`: it is being created, and only its unfinished parts exist. `active`: it exists,
 * whether or not it accepts new players. `deleting`: deletion has started and cannot be undone: the Directory may know
 * of it, and after a lost answer the room would be in no list. `retained`: it is deleted, and its data is kept for a
 * while so that it can be restored.
 */
export type RoomPhase = 'absent' | 'creating' | 'active' | 'deleting' | 'retained'

export class RoomLifecycle {
  #phase: RoomPhase
  #meta: RoomMetadata | undefined
  #deletion: Promise<void> | undefined

  #isCreating = false

  /** `meta`: of the stored room; `begun`: a creation in parts is stored. */
  constructor(meta: RoomMetadata | undefined, begun = false) {
    this.#meta = meta
    this.#phase = phaseOf(meta) ?? (begun ? 'creating' : 'absent')
  }

  get phase(): RoomPhase {
    return this.#phase
  }

  /** This instance is running its creation now. */
  get isCreating(): boolean {
    return this.#isCreating
  }

  /** The room's record, until the room is deleted. */
  get meta(): RoomMetadata | undefined {
    return this.#phase === 'retained' ? undefined : this.#meta
  }

  /** The record of a deleted room whose data is kept. */
  get retainedMeta(): RoomMetadata | undefined {
    return this.#phase === 'retained' ? this.#meta : undefined
  }

  /** Makes a retained room an active one with this record. */
  restore(meta: RoomMetadata): void {
    this.#meta = meta
    this.#phase = 'active'
  }

  /** The data of a retained room is deleted now. */
  forgetRetained(): void {
    this.#meta = undefined
    this.#phase = 'absent'
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
   * Deletes the room, once for all concurrent callers: `unregister` first, then `deleteData`, which must leave nothing, or
   * the record of a retained room, which it returns. If either fails, the records remain and deletion must be retried.
   * False: there is no room.
   */
  async deleteOnce(
    unregister: (meta: RoomMetadata) => Promise<void>,
    deleteData: (meta: RoomMetadata) => Promise<RoomMetadata | undefined>,
  ): Promise<boolean> {
    if (!this.meta && !this.#deletion) return false
    this.#deletion ??= this.#runDeletion(unregister, deleteData)
    await this.#deletion
    return true
  }

  async #runDeletion(
    unregister: (meta: RoomMetadata) => Promise<void>,
    deleteData: (meta: RoomMetadata) => Promise<RoomMetadata | undefined>,
  ): Promise<void> {
    this.#phase = 'deleting'
    let meta = this.#meta!
    try {
      await unregister(meta)
      meta = this.#meta!
      this.#meta = undefined
      const retained = await deleteData(meta)
      this.#meta = retained
      this.#phase = retained ? 'retained' : 'absent'
    } catch (error) {
      this.#meta ??= meta
      throw error
    } finally {
      this.#deletion = undefined
    }
  }
}

function phaseOf(meta: RoomMetadata | undefined): RoomPhase | undefined {
  if (meta?.removing) return 'deleting'
  if (meta?.deletedAt !== undefined) return 'retained'
  return meta && 'active'
}
