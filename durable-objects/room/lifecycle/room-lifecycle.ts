import type { Game, Refusal } from '../../../games/game.ts'
import { isRefusal, refusal } from '../../../games/refusal.ts'
import { isInProgress } from '../../../games/room-creation.ts'
import { closeCodes } from '../../../wire/link/control-messages.ts'
import { describeError } from '../../../wire/util/log-line.ts'
import { isStorageFull } from '../../../wire/util/storage-full.ts'
import type { DirectoryRpc } from '../../rpc/directory-rpc.ts'
import type { StartRoomRequest } from '../../rpc/rpc-types.ts'
import { filmKeyPrefix } from '../../storage/film-store.ts'
import type { RecordTable } from '../../storage/records.ts'
import type { RoomContext } from '../context/room-context.ts'
import { type RoomMetadata, retentionMs, roomMetadataChange } from '../context/room-metadata.ts'
import { readStoredRoom } from '../create/creation-files.ts'
import {
  type CreationOutcome,
  type NewRoomRequest,
  type RoomCreationResult,
  RoomCreator,
} from '../create/room-creator.ts'

/** After this time the alarm resumes an unfinished deletion. It is possible that nothing else wakes the room. */
const deletionTimeoutMs = 60_000

/**
 * `absent`: the room does not exist. `creating`: its creation is unfinished. `active`: the room exists, whether or not
 * it accepts new players. `deleting`: deletion has started and cannot be undone, because the Directory may already have
 * unlisted the room. `retained`: the room is deleted, and its data is kept for a while so that it can be restored.
 */
export type RoomPhase = 'absent' | 'creating' | 'active' | 'deleting' | 'retained'

export class RoomLifecycle {
  /** The error if the room's own record cannot be read. The room then has no other properties. */
  unreadable: unknown
  readonly #context: RoomContext
  readonly #table: RecordTable
  readonly #directory: Pick<DirectoryRpc, 'removeRoom'>
  readonly #creator: RoomCreator
  #phase: RoomPhase
  #isCreating = false
  #isStarting = false
  #deletion: Promise<void> | undefined
  /** The record of the deleted room, if its data is kept. */
  #retained: RoomMetadata | undefined

  /** Reads the room's own record into the context. `table`: the records on the disk, without the write log. */
  constructor(context: RoomContext, table: RecordTable, directory: Pick<DirectoryRpc, 'removeRoom'>) {
    this.#context = context
    this.#table = table
    this.#directory = directory
    let hasUnfinished = false
    try {
      const { meta, isUnfinished } = readStoredRoom(context.platform.disk.sql, context.records)
      if (meta?.deletedAt !== undefined && !meta.removing) this.#retained = meta
      else context.meta = meta
      hasUnfinished = isUnfinished
    } catch (error) {
      this.unreadable = error
    }
    this.#creator = new RoomCreator(context, table, hasUnfinished)
    const { meta } = context
    if (meta) this.#phase = meta.removing ? 'deleting' : 'active'
    else if (this.#retained) this.#phase = 'retained'
    else this.#phase = this.#creator.pendingCreation ? 'creating' : 'absent'
  }

  get phase(): RoomPhase {
    return this.#phase
  }

  // ---- Creation ----------------------------------------------------------------------------------------------------

  /** Creates a room, or runs the first part of its creation. Undefined if the room exists or is being created. */
  async create(request: NewRoomRequest): Promise<CreationOutcome | undefined> {
    // The new room takes the name, so the deleted room of this name cannot be restored any more.
    if (this.#phase === 'retained' && this.#context.gameNamed(request.game)) await this.#deleteRetained()
    if (this.#phase !== 'absent') return undefined
    return this.#runCreation(request, (game) => this.#creator.create(game, request))
  }

  /** An earlier instance may have started the creation. Undefined if there is none, or one of its parts is running. */
  async continueCreation(generation: number): Promise<CreationOutcome | undefined> {
    const { pendingCreation } = this.#creator
    if (pendingCreation?.request.generation !== generation) return undefined
    if (this.#phase !== 'creating' || this.#isCreating) return undefined
    return this.#runCreation(pendingCreation.request, (game) =>
      this.#creator.continueCreation(game, pendingCreation),
    )
  }

  /** A value from 0 to 1; undefined if no creation is in progress. */
  get creationProgress(): number | undefined {
    return this.#creator.pendingCreation?.inProgress.progress ?? (this.#isCreating ? 0 : undefined)
  }

  async #runCreation(
    { game: slug, stage }: Pick<NewRoomRequest, 'game' | 'stage'>,
    create: (game: Game) => Promise<CreationOutcome>,
  ): Promise<CreationOutcome> {
    const game = this.#context.gameNamed(slug, stage)
    if (!game && !this.#context.gameNamed(slug)) return refusal('game', `there is no game ${slug}`)
    if (!game) return refusal('stage', `rooms of ${slug} have no stage ${stage}`)
    this.#phase = 'creating'
    this.#isCreating = true
    let isInParts = false
    try {
      const created = await create(game)
      isInParts = isInProgress(created)
      if (!isInProgress(created) && !isRefusal(created)) this.#context.meta = created.meta
      return created
    } finally {
      this.#isCreating = false
      this.#phase = this.#context.meta ? 'active' : isInParts ? 'creating' : 'absent'
    }
  }

  /** Deletes an abandoned creation, and a deleted room whose retention time has ended. */
  onAlarm(): void {
    if (this.#creator.isAbandoned && this.#phase === 'creating' && !this.#isCreating) this.#phase = 'absent'
    if (this.#phase === 'creating') this.#creator.scheduleCleanup()
    if (this.#phase === 'absent') this.#creator.deleteUnfinished()
    if (this.#retained) this.#onRetainedAlarm(this.#retained)
  }

  /**
   * Creates the world in the stage `gathering`. Undefined: the room does not exist. `busy`: another call is
   * creating it.
   */
  async start(
    request: StartRoomRequest,
  ): Promise<Pick<RoomCreationResult, 'warnings'> | Refusal | 'not-gathering' | 'busy' | undefined> {
    const { meta } = this.#context
    if (!meta || this.#phase !== 'active') return undefined
    const game = this.#context.gameNamed(meta.game)
    if (meta.stage === undefined || !game) return 'not-gathering'
    if (this.#isStarting) return 'busy'
    this.#isStarting = true
    try {
      return await this.#creator.start(game, request)
    } finally {
      this.#isStarting = false
    }
  }

  // ---- Deletion ----------------------------------------------------------------------------------------------------

  /**
   * Concurrent callers share one deletion. If the deletion fails, the records remain, and the caller must retry.
   * Returns false if the room does not exist. `retain`: keeps the data of a readable room for `retentionMs`, unless an
   * earlier call did not set `retain`.
   */
  async delete(retain?: 'retain'): Promise<boolean> {
    if (!this.#context.meta && !this.#deletion) {
      if (this.unreadable === undefined) return false
      await this.#deleteData()
      return true
    }
    this.#deletion ??= this.#runDeletion(retain)
    await this.#deletion
    return true
  }

  async #runDeletion(retain: 'retain' | undefined): Promise<void> {
    this.#phase = 'deleting'
    let meta = this.#context.meta!
    try {
      this.#recordDeletion(retain)
      await this.#directory.removeRoom(`${meta.game}/${meta.room}`, meta.generation)
      meta = this.#context.meta!
      this.#context.meta = undefined
      if (meta.removing === 'retain') this.#retainData(meta)
      else {
        await this.#deleteData()
        this.#phase = 'absent'
      }
    } catch (error) {
      this.#context.meta ??= meta
      throw error
    } finally {
      this.#deletion = undefined
    }
  }

  /**
   * Records that the room is being deleted, before the Directory is notified. Otherwise a later instance could announce
   * the room again while the Directory is removing it.
   */
  #recordDeletion(retain: 'retain' | undefined): void {
    const { alarm, now, meta } = this.#context
    alarm.request('deletion', now + deletionTimeoutMs)
    // A room whose data cannot be retained, as on a full disk, can still be deleted for good.
    if (meta!.removing === true || (meta!.removing && retain)) return
    const removing: RoomMetadata = { ...meta!, removing: retain ?? true }
    // If this write fails, the deletion continues: a room whose data is not kept must be deletable on a full disk.
    this.#context.attempt('removal not written', () =>
      this.#context.records.write(roomMetadataChange(removing)),
    )
    this.#context.meta = removing
  }

  async #deleteData(): Promise<void> {
    const { events, platform } = this.#context
    this.#closeRoom()
    await platform.disk.clear()
    this.unreadable = undefined
    events.emit('deleted')
  }

  #closeRoom(): void {
    const { events, platform } = this.#context
    events.emit('deleting')
    for (const socket of platform.sockets()) socket.close(closeCodes.gone, 'the room is gone')
  }

  // ---- Restoring a deleted room ------------------------------------------------------------------------------------

  restore(generation: number): boolean {
    if (!this.#retained) return false
    const { deletedAt, ...meta } = this.#retained
    this.#context.storeMeta({ ...meta, generation })
    this.#retained = undefined
    this.#phase = 'active'
    return true
  }

  #retainData({ removing, ...meta }: RoomMetadata): void {
    const { now, alarm, records, roomLog, events } = this.#context
    const retained = { ...meta, deletedAt: new Date(now).toISOString() }
    const write = () => {
      roomLog.write()
      records.write(roomMetadataChange(retained))
    }
    try {
      write()
    } catch (error) {
      if (!isStorageFull(error)) throw error
      this.#deleteFilmAndHistory()
      write()
    }
    this.#closeRoom()
    events.emit('deleted')
    alarm.request('deletion', now + retentionMs)
    this.#retained = retained
    this.#phase = 'retained'
  }

  /** Frees space on a full disk. The film and the history are not needed to restore the room. */
  #deleteFilmAndHistory(): void {
    const film = this.#table.heads(filmKeyPrefix, 0)
    this.#table.write(new Map(film.map(({ key }) => [key, undefined])))
    this.#context.events.emit('historyDropped')
  }

  /** The retention time of the deleted room has ended, or its name is used again. */
  async #deleteRetained(): Promise<void> {
    await this.#deleteData()
    this.#retained = undefined
    this.#phase = 'absent'
  }

  #onRetainedAlarm({ deletedAt }: RoomMetadata): void {
    const { now, alarm } = this.#context
    const due = Date.parse(deletedAt!) + retentionMs
    if (now < due) return alarm.request('deletion', due)
    this.#deleteRetained().catch((error: unknown) => {
      this.#context.log('warn', 'data of a deleted room not erased', { detail: describeError(error) })
      alarm.request('deletion', this.#context.now + deletionTimeoutMs)
    })
  }
}
