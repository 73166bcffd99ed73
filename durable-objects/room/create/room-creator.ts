// Creates a room: from an owner's upload, or imported from a file. Uploaded data is on the disk until the room exists
// or creation fails. A game that creates in parts runs each part in an event of its own, on whichever instance is
// running; the output of each part is stored beside the files.
import type { CreateRoomInput, CreateRoomPart, CreateRoomResult, Game, Refusal } from '../../../games/game.ts'
import { isInProgress } from '../../../games/in-progress.ts'
import { isRefusal } from '../../../games/refusal.ts'
import { ExportError } from '../../../wire/export/room-export.ts'
import type { Platform } from '../../platform/platform.ts'
import type { CreateRoomRequest, CreationInProgress, ImportRoomRequest } from '../../rpc/rpc-types.ts'
import { createRecordTable, type RecordTable, writeRows } from '../../storage/records.ts'
import type { Alarm } from '../lifecycle/alarm.ts'
import { CreationFiles, type PendingCreation, readPendingCreation } from '../lifecycle/creation-files.ts'
import { newRoomMetadata, type RoomMetadata, roomMetadataChange } from '../lifecycle/room-metadata.ts'
import { createGameRoom, gameRecords } from './game-creation.ts'
import { importRefusal, readExportRows, validateImport } from './room-import.ts'

/** Creation counts as abandoned after this time, after a lost upload or without a call to continue. */
const creationTimeoutMs = 15 * 60_000

/** Rows of a file per transaction: other events run between batches while a million rows are imported. */
const rowsPerTransaction = 4096

/** A room that has just been created. */
export interface CreatedRoom {
  readonly meta: RoomMetadata
  readonly adminToken: string
  readonly warnings: readonly string[]
}

export interface RoomCreatorSettings {
  readonly platform: Platform
  /** The table as stored on the disk. */
  readonly table: RecordTable
  readonly alarm: Pick<Alarm, 'request'>
  /** Whether the disk has data of a creation, although the room does not exist and no instance is creating it. */
  readonly hasUnfinished: boolean
  failed(error: unknown): void
}

export class RoomCreator {
  readonly #settings: RoomCreatorSettings
  #hasUnfinished: boolean
  /** When this instance last started a part, in milliseconds since 1970. */
  #partStartedAt = Number.NEGATIVE_INFINITY

  constructor(settings: RoomCreatorSettings) {
    this.#settings = settings
    this.#hasUnfinished = settings.hasUnfinished
  }

  createRoom(
    game: Game,
    { files: sent, ...request }: CreateRoomRequest,
  ): Promise<CreatedRoom | CreationInProgress | Refusal> {
    return this.#start(sent, (files) => this.#runPart(game, request, files))
  }

  /** The creation in progress; undefined if none can continue. */
  get pendingCreation(): PendingCreation | undefined {
    return this.#hasUnfinished ? readPendingCreation(this.#settings.table) : undefined
  }

  /** Runs its next part. */
  continueCreation(
    game: Game,
    pending: PendingCreation,
  ): Promise<CreatedRoom | CreationInProgress | Refusal> {
    const { request, inProgress } = pending
    const { platform, table } = this.#settings
    const creationFiles = new CreationFiles(platform.disk.sql, table, pending)
    return this.#run(creationFiles, () =>
      this.#runPart(game, request, creationFiles, inProgress.continuation),
    )
  }

  /** Whether it was not continued in time. */
  get isAbandoned(): boolean {
    return this.#now - this.#lastPartAt >= creationTimeoutMs
  }

  /**
   * When this or an earlier instance last started a part. A stored time in the future (the clock was ahead) is ignored.
   */
  get #lastPartAt(): number {
    const { at = Number.NEGATIVE_INFINITY } = this.pendingCreation ?? {}
    return Math.max(this.#partStartedAt, at > this.#now ? Number.NEGATIVE_INFINITY : at)
  }

  get #now(): number {
    return this.#settings.platform.clock.now()
  }

  importRoom(game: Game, request: ImportRoomRequest): Promise<CreatedRoom | CreationInProgress | Refusal> {
    const file = { field: 'file', name: 'file', body: request.body }
    return this.#start([file], (files) => this.#importFile(game, request, files))
  }

  /**
   * Sets the alarm for the time when a later instance would give up this creation. Used while its files or its next
   * part are pending.
   */
  scheduleCleanup(): void {
    const now = this.#now
    const due = this.#lastPartAt + creationTimeoutMs
    this.#settings.alarm.request('creation', due > now ? due : now + creationTimeoutMs)
  }

  /** Deletes a creation that an earlier instance left unfinished and that was not retried. */
  deleteUnfinished(): void {
    if (this.#hasUnfinished) this.#deleteAll().catch((error) => this.#settings.failed(error))
  }

  async #start(
    uploads: CreateRoomRequest['files'],
    create: (files: CreationFiles) => Promise<CreatedRoom | CreationInProgress | Refusal>,
  ): Promise<CreatedRoom | CreationInProgress | Refusal> {
    const { platform, table } = this.#settings
    if (this.#hasUnfinished) await this.#deleteAll()
    const files = new CreationFiles(platform.disk.sql, table)
    this.#partStartedAt = this.#now
    if (uploads.length > 0) this.scheduleCleanup()
    return this.#run(files, async () => {
      await files.storeAll(uploads)
      return create(files)
    })
  }

  /** On failure deletes everything that was stored. */
  async #run(
    files: CreationFiles,
    create: () => Promise<CreatedRoom | CreationInProgress | Refusal>,
  ): Promise<CreatedRoom | CreationInProgress | Refusal> {
    let result: CreatedRoom | CreationInProgress | Refusal | undefined
    try {
      result = await create()
      return result
    } finally {
      this.#hasUnfinished = result !== undefined && isInProgress(result)
      if (this.#hasUnfinished) this.scheduleCleanup()
      else this.#settings.alarm.request('creation', undefined)
      if (files.hasStarted && (!result || isRefusal(result))) await this.#deleteAll()
    }
  }

  async #deleteAll(): Promise<void> {
    this.#hasUnfinished = true
    await this.#settings.platform.disk.clear()
    this.#hasUnfinished = false
  }

  async #runPart(
    game: Game,
    request: PendingCreation['request'],
    files: CreationFiles,
    continuation?: CreateRoomInput['continuation'],
  ): Promise<CreatedRoom | CreationInProgress | Refusal> {
    const { platform } = this.#settings
    this.#partStartedAt = this.#now
    const { options } = request
    const input = { options, files: files.uploadedFiles, ...(continuation !== undefined && { continuation }) }
    const created = await createGameRoom(game, input, platform)
    if (isRefusal(created)) return created
    return isInProgress(created)
      ? this.#storePart(request, created, files)
      : this.#storeRoom(game, request, created, files)
  }

  #storePart(
    request: PendingCreation['request'],
    created: CreateRoomPart,
    files: CreationFiles,
  ): CreationInProgress {
    const { platform, table } = this.#settings
    platform.disk.transaction(() => {
      if (!files.hasStarted) files.start()
      table.writeAll(gameRecords(created))
      table.write(files.pendingCreationChange(request, created.inProgress, this.#now))
    })
    return { inProgress: { progress: created.inProgress.progress } }
  }

  /** Stores all of it in one transaction. */
  async #storeRoom(
    game: Game,
    request: PendingCreation['request'],
    created: CreateRoomResult,
    files: CreationFiles,
  ): Promise<CreatedRoom> {
    const { platform, table } = this.#settings
    const { clock, secrets, disk } = platform
    const { adminToken, token } = await this.#newToken()
    const meta = newRoomMetadata(game, request, created.options, token, secrets.newToken(), clock.now())
    disk.transaction(() => {
      if (!files.hasStarted) createRecordTable(disk.sql)
      table.writeAll(gameRecords(created))
      table.writeAll(files.deletions())
      table.write(roomMetadataChange(meta))
    })
    return { meta, adminToken, warnings: created.warnings }
  }

  /** A file's errors are detected while it is written, and delete it all. Only the last write makes it a room. */
  async #importFile(
    game: Game,
    { body, maxUnpackedBytes, seed, ...request }: ImportRoomRequest,
    files: CreationFiles,
  ): Promise<CreatedRoom | Refusal> {
    const { platform, table } = this.#settings
    const { clock, secrets, disk } = platform
    const { adminToken, token } = await this.#newToken()
    const meta: RoomMetadata = { ...request, token, seed: seed ?? secrets.newToken() }
    try {
      const parts = readExportRows(files.uploadedFiles.get('file')!, maxUnpackedBytes)
      while (writeRows(disk.sql, parts, rowsPerTransaction)) {
        await disk.durable()
        // Writes resolve at once where the disk is local: only a timer lets other events run.
        await new Promise<void>((resolve) => clock.after(0, resolve))
      }
    } catch (error) {
      if (error instanceof ExportError) return importRefusal(error)
      throw error
    }
    const refused = validateImport(game, meta, platform, table)
    if (refused) return refused
    disk.transaction(() => {
      table.writeAll(files.deletions())
      table.write(roomMetadataChange(meta))
    })
    return { meta, adminToken, warnings: [] }
  }

  async #newToken(): Promise<{ adminToken: string; token: string }> {
    const { secrets } = this.#settings.platform
    const adminToken = secrets.newToken()
    return { adminToken, token: await secrets.digest(adminToken) }
  }
}
