// Uploaded data stays on the disk until the room exists or creation fails. A game that creates in parts runs each part
// in an event of its own, on whichever instance is running; the output of each part is stored beside the files.
import type { CreateRoomInput, Game, Refusal } from '../../../games/game.ts'
import { isRefusal, refusal } from '../../../games/refusal.ts'
import { isInProgress } from '../../../games/room-creation.ts'
import { ExportError } from '../../../wire/export/room-export.ts'
import type {
  CreateRoomRequest,
  CreationInProgress,
  ImportRoomRequest,
  StartRoomRequest,
} from '../../rpc/rpc-types.ts'
import {
  createRecordTable,
  type NewValue,
  type RecordTable,
  TransactionStore,
  writeRows,
} from '../../storage/records.ts'
import type { RoomContext } from '../context/room-context.ts'
import { newRoomMetadata, type RoomMetadata, roomMetadataChange } from '../context/room-metadata.ts'
import { CreationFiles, type PendingCreation, readPendingCreation } from './creation-files.ts'
import { contextWithoutWorld, gameRecords } from './game-creation.ts'
import { importRefusal, readExportRows, validateImport } from './room-import.ts'

/** A creation whose last part started longer ago is abandoned: its upload was lost, or no call continued it. */
const creationTimeoutMs = 15 * 60_000

/** Rows of an imported file that are written in one transaction. Other events run between the transactions. */
const rowsPerTransaction = 4096

export interface RoomCreationResult {
  readonly meta: RoomMetadata
  readonly adminToken: string
  readonly warnings: readonly string[]
}

export type CreationOutcome = RoomCreationResult | CreationInProgress | Refusal

export type NewRoomRequest = CreateRoomRequest | ImportRoomRequest

export class RoomCreator {
  readonly #context: RoomContext
  /** The records on the disk, without the write log. */
  readonly #table: RecordTable
  #hasUnfinished: boolean
  /** When this instance last started a part, in milliseconds since 1970. */
  #partStartedAt = Number.NEGATIVE_INFINITY

  /** `hasUnfinished`: whether the disk has data of a creation that an earlier instance did not finish. */
  constructor(context: RoomContext, table: RecordTable, hasUnfinished: boolean) {
    this.#context = context
    this.#table = table
    this.#hasUnfinished = hasUnfinished
  }

  get pendingCreation(): PendingCreation | undefined {
    return this.#hasUnfinished ? readPendingCreation(this.#table) : undefined
  }

  /** Creates a room, or runs the first part of a creation in parts. */
  async create(game: Game, request: NewRoomRequest): Promise<CreationOutcome> {
    if (this.#hasUnfinished) await this.#deleteAll()
    const isImport = 'body' in request
    const uploads = isImport ? [{ field: 'file', name: 'file', body: request.body }] : request.files
    const files = new CreationFiles(this.#context.platform.disk.sql, this.#table)
    this.#partStartedAt = this.#context.now
    if (uploads.length > 0) this.scheduleCleanup()
    return this.#run(files, async () => {
      await files.storeAll(uploads)
      if (isImport) return this.#importFile(game, request, files)
      const { files: _, ...rest } = request
      return this.#runPart(game, rest, files)
    })
  }

  continueCreation(game: Game, pending: PendingCreation): Promise<CreationOutcome> {
    const { request, inProgress } = pending
    const files = new CreationFiles(this.#context.platform.disk.sql, this.#table, pending)
    return this.#run(files, () => this.#runPart(game, request, files, inProgress.continuation))
  }

  /**
   * Creates the world in the stage `gathering`: writes all of it or nothing. Undefined: the room was deleted during the
   * call.
   */
  async start(
    game: Game,
    { options, files: uploads, fence }: StartRoomRequest,
  ): Promise<Pick<RoomCreationResult, 'warnings'> | Refusal | undefined> {
    const { platform, records, events } = this.#context
    const { seed } = this.#context.meta!
    const fields = Object.keys(game.uploads ?? {})
    const unknown = uploads.find(({ field }) => !fields.includes(field))
    if (unknown) return refusal(unknown.field, `rooms of ${game.slug} take no such file`)
    const files = CreationFiles.inExistingRoom(platform.disk.sql, this.#table, fields)
    try {
      await files.storeAll(uploads)
      const gathered = new TransactionStore(records, 'game/', new Map())
      const input = {
        ...{ options, files: files.uploadedFiles, gathered },
        ...(fence !== undefined && { fence }),
      }
      const created = await game.createRoom(input, contextWithoutWorld(platform))
      const { meta } = this.#context
      if (meta?.seed !== seed || meta.removing) return undefined
      if (isRefusal(created)) return created
      if (isInProgress(created))
        throw new Error(`${game.slug} must create the world of a gathering room in one part`)
      events.emit('worldReplaced', 'the room starts')
      const { stage: _, ...rest } = meta
      const started = { ...rest, options: created.options, version: game.version }
      events.emit('historyDropped')
      this.#storeRoom(started, files, gameRecords(created))
      this.#context.meta = started
      return { warnings: created.warnings }
    } finally {
      // If the room was deleted during the call, its files were deleted with it.
      if (this.#context.meta?.seed === seed) for (const field of fields) files.deleteFile(field)
    }
  }

  get isAbandoned(): boolean {
    return this.#context.now - this.#lastPartAt >= creationTimeoutMs
  }

  scheduleCleanup(): void {
    const { alarm, now } = this.#context
    const due = this.#lastPartAt + creationTimeoutMs
    alarm.request('creation', due > now ? due : now + creationTimeoutMs)
  }

  /** Deletes a creation that an earlier instance has left unfinished and no request has continued. */
  deleteUnfinished(): void {
    if (!this.#hasUnfinished) return
    this.#deleteAll().catch((error) => this.#context.log('warn', 'not cleared', { detail: String(error) }))
  }

  /**
   * When this instance last started a part or an earlier one ended a part, whichever is later. A stored time in the
   * future is ignored: it was stored before the clock was set back.
   */
  get #lastPartAt(): number {
    const { at = Number.NEGATIVE_INFINITY } = this.pendingCreation ?? {}
    return Math.max(this.#partStartedAt, at > this.#context.now ? Number.NEGATIVE_INFINITY : at)
  }

  /** Runs `create`; if it fails or refuses, everything that was stored is deleted. */
  async #run(files: CreationFiles, create: () => Promise<CreationOutcome>): Promise<CreationOutcome> {
    let result: CreationOutcome | undefined
    try {
      result = await create()
      return result
    } finally {
      this.#hasUnfinished = result !== undefined && isInProgress(result)
      if (this.#hasUnfinished) this.scheduleCleanup()
      else this.#context.alarm.request('creation', undefined)
      if (files.hasStarted && (!result || isRefusal(result))) await this.#deleteAll()
    }
  }

  async #deleteAll(): Promise<void> {
    this.#hasUnfinished = true
    await this.#context.platform.disk.clear()
    this.#hasUnfinished = false
  }

  async #runPart(
    game: Game,
    request: PendingCreation['request'],
    files: CreationFiles,
    continuation?: CreateRoomInput['continuation'],
  ): Promise<CreationOutcome> {
    const { platform, now } = this.#context
    this.#partStartedAt = now
    const { options } = request
    const input = { options, files: files.uploadedFiles, ...(continuation !== undefined && { continuation }) }
    const created = await game.createRoom(input, contextWithoutWorld(platform))
    if (isRefusal(created)) return created
    if (!isInProgress(created)) {
      const seed = platform.secrets.newToken()
      const { adminToken, tokenDigest } = await this.#newToken()
      const own = { options: created.options, version: game.version, tokenDigest, seed }
      const meta = newRoomMetadata(request, own, this.#context.now)
      this.#storeRoom(meta, files, gameRecords(created))
      return { meta, adminToken, warnings: created.warnings }
    }
    platform.disk.transaction(() => {
      if (!files.hasStarted) files.start()
      this.#table.writeAll(gameRecords(created))
      this.#table.write(files.pendingCreationChange(request, created.inProgress, this.#context.now))
    })
    return { inProgress: { progress: created.inProgress.progress } }
  }

  /** An error in the file deletes all its records. The room exists only after the last write. */
  async #importFile(
    game: Game,
    { body, maxUnpackedBytes, seed, ...request }: ImportRoomRequest,
    files: CreationFiles,
  ): Promise<RoomCreationResult | Refusal> {
    const { platform, clock } = this.#context
    const { adminToken, tokenDigest } = await this.#newToken()
    const meta: RoomMetadata = { ...request, tokenDigest, seed: seed ?? platform.secrets.newToken() }
    try {
      const file = files.uploadedFiles.get('file')!
      const parts = readExportRows(file, maxUnpackedBytes, platform.secrets.newSha256())
      while (writeRows(platform.disk.sql, parts, rowsPerTransaction)) {
        await platform.disk.durable()
        // On a local disk `durable` resolves at once, so only a timer lets other events run.
        await new Promise<void>((resolve) => clock.after(0, resolve))
      }
    } catch (error) {
      if (error instanceof ExportError) return importRefusal(error)
      throw error
    }
    const refused = validateImport(game, meta, platform, this.#table)
    if (refused) return refused
    this.#storeRoom(meta, files)
    return { meta, adminToken, warnings: [] }
  }

  /** Deletes the creation files in the same transaction. */
  #storeRoom(
    meta: RoomMetadata,
    files: CreationFiles,
    records: Iterable<readonly [key: string, value: NewValue]> = [],
  ): void {
    const { disk } = this.#context.platform
    disk.transaction(() => {
      if (!files.hasStarted) createRecordTable(disk.sql)
      this.#table.writeAll(records)
      this.#table.writeAll(files.deletions())
      this.#table.write(roomMetadataChange(meta))
    })
  }

  async #newToken(): Promise<{ adminToken: string; tokenDigest: string }> {
    const { secrets } = this.#context.platform
    const adminToken = secrets.newToken()
    return { adminToken, tokenDigest: await secrets.digest(adminToken) }
  }
}
