// [AP-16] The world of a room that gathers players' files, before its multiworld is generated.
import type { GameContext, RecordStore, World } from '../../game.ts'
import {
  allocateFileId,
  deleteFileRecord,
  putFileRecord,
  readFileRecords,
  type SubmittedFile,
} from './file-records.ts'
import { Generation } from './generation.ts'
import type { GatheringOptions } from './options.ts'
import { findEqualNames, type PlannedSlot, planSlots } from './slot-plan.ts'
import { parseUtcTime } from './utc-time.ts'

/**
 * `off`: the host has disabled workers. `open`: the room still accepts files. `blocked`: the room has no files, or
 * files with equal names. `waiting`: a worker can take a lease of the generation. `running`: a worker has a lease.
 * `failed`: the generator failed.
 */
export type GenerationState = 'off' | 'open' | 'blocked' | 'waiting' | 'running' | 'failed'

/** The key of a record with the value of `closes_at` for which the end of submissions was last announced. */
const announcedKey = 'gather/closed'

export class GatheringLobby implements World {
  readonly players = 0
  readonly isOccupied = false
  readonly tickMs = 0
  readonly store: RecordStore
  readonly context: GameContext
  readonly generation: Generation
  readonly #files: Map<number, SubmittedFile>
  #options: GatheringOptions
  #plan: readonly PlannedSlot[] | undefined

  constructor(store: RecordStore, context: GameContext, options: GatheringOptions) {
    this.store = store
    this.context = context
    this.#options = options
    this.#files = readFileRecords(store)
    this.generation = new Generation(store)
  }

  /** The maximum number of slots in all files. */
  get capacity(): number {
    return this.#options.max_slots
  }

  tick(): void {}

  get options(): GatheringOptions {
    return this.#options
  }

  setOptions(options: GatheringOptions): void {
    this.#options = options
    // [AP-17.2]
    if (this.isOpen || !options.generate) this.generation.reset()
  }

  /** The submitted files by id, in the order of ids. */
  get files(): ReadonlyMap<number, SubmittedFile> {
    return this.#files
  }

  /** The planned slots in the order of the generator. */
  get plan(): readonly PlannedSlot[] {
    this.#plan ??= planSlots(this.#files)
    return this.#plan
  }

  get totalBytes(): number {
    let sum = 0
    for (const { bytes } of this.#files.values()) sum += bytes
    return sum
  }

  /** [AP-17.1] */
  get generationState(): GenerationState {
    if (!this.#options.generate) return 'off'
    if (this.isOpen) return 'open'
    if (this.generation.failure) return 'failed'
    if (this.generation.leaseAt(this.context.now())) return 'running'
    return this.#files.size === 0 || findEqualNames(this.plan).length > 0 ? 'blocked' : 'waiting'
  }

  /** Milliseconds since 1970. Undefined if no time is set. */
  get closesAt(): number | undefined {
    return this.#options.closes_at === null ? undefined : parseUtcTime(this.#options.closes_at)
  }

  /** Whether players can submit, replace and withdraw files. */
  get isOpen(): boolean {
    return (
      this.#options.submissions === 'open' && this.context.now() < (this.closesAt ?? Number.POSITIVE_INFINITY)
    )
  }

  get wakeAt(): number | undefined {
    return this.store.get(announcedKey) === this.#options.closes_at ? undefined : this.closesAt
  }

  /** [AP-16.4] Announces once that the time for submissions is over. */
  wake(now: number): void {
    const { closesAt } = this
    if (closesAt === undefined || now < closesAt || this.wakeAt === undefined) return
    this.store.put(announcedKey, this.#options.closes_at)
    this.context.announce({
      kind: 'end',
      text: `No more files are accepted. Files: ${this.#files.size}. Slots: ${this.plan.length}.`,
    })
  }

  /**
   * Plans the slots as if the file were submitted. `id`: the id of the file that `file` replaces. `conflict`: two slots
   * with the same name, at least one of them in `file`.
   */
  planWith(file: Pick<SubmittedFile, 'slots'>, id = Number.POSITIVE_INFINITY) {
    const plan = planSlots(new Map<number, Pick<SubmittedFile, 'slots'>>([...this.#files, [id, file]]))
    const conflict = findEqualNames(plan).find((pair) => pair.some((slot) => slot.file === id))
    return { plan, ...(conflict && { conflict }) }
  }

  /** Returns the id of the file. */
  add(file: SubmittedFile, text: Uint8Array): number {
    const id = allocateFileId(this.store)
    this.replace(id, file, text)
    return id
  }

  replace(id: number, file: SubmittedFile, text: Uint8Array): void {
    putFileRecord(this.store, id, file, text)
    this.#files.set(id, file)
    this.#filesChanged()
  }

  remove(id: number): void {
    deleteFileRecord(this.store, id)
    this.#files.delete(id)
    this.#filesChanged()
  }

  /** [AP-17.2] A worker that uses the old files must not start the game. */
  #filesChanged(): void {
    this.#plan = undefined
    this.generation.reset()
  }
}
