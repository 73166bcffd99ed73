// Creates a room: from an owner's upload, or imported from a file. Uploaded data is on the disk until the room exists
// or creation fails. A game that creates in parts runs each part in an event of its own, on whichever instance is
// running; the output of each part is stored beside the files.
import type { CreateRoomResult, CreateRoomPart, CreateRoomInput, Game, Refusal } from '../games/game.ts'
import { isRefusal } from '../games/refused.ts'
import { isInProgress } from '../games/underway.ts'
import { ExportError } from '../wire/exported.ts'
import type { Alarm } from './alarm.ts'
import { notTaken, partsIn, triedOut } from './bringing.ts'
import { foundedRecords, founding } from './founding.ts'
import { type Begun, begunIn, FoundingFiles } from './founding-files.ts'
import { type Meta, metaChange, newMeta } from './meta.ts'
import type { Platform } from './platform.ts'
import type { BringRequest, FoundRequest, PartDone } from './rooms.ts'
import { createRecords, type Table, writeParts } from './store.ts'

/** Creation counts as abandoned after this time, after a lost upload or without a call to continue. */
const foundedWithinMs = 15 * 60_000

/** Rows of a file per transaction: other events run between batches while a million rows are imported. */
const rowsAtOnce = 4096

/** A room that has just been created. */
export interface Made {
  readonly meta: Meta
  readonly adminToken: string
  readonly warnings: readonly string[]
}

export interface BeginningSettings {
  readonly platform: Platform
  /** The table as stored on the disk. */
  readonly table: Table
  readonly alarm: Pick<Alarm, 'want'>
  /** The disk has data of a creation, but there is no room and no instance that creates it. */
  readonly unfinished: boolean
  failed(error: unknown): void
}

export class Beginning {
  readonly #settings: BeginningSettings
  #unfinished: boolean
  /** When this instance last started a part, in milliseconds since 1970. */
  #partAt = Number.NEGATIVE_INFINITY

  constructor(settings: BeginningSettings) {
    this.#settings = settings
    this.#unfinished = settings.unfinished
  }

  found(game: Game, { files: sent, ...request }: FoundRequest): Promise<Made | PartDone | Refusal> {
    return this.#make(sent, (files) => this.#part(game, request, files))
  }

  /** The creation in progress; undefined: there is none that can continue. */
  get begun(): Begun | undefined {
    return this.#unfinished ? begunIn(this.#settings.table) : undefined
  }

  /** Runs its next part. */
  goOn(game: Game, { request, files, underway }: Begun): Promise<Made | PartDone | Refusal> {
    const { platform, table } = this.#settings
    const kept = new FoundingFiles(platform.disk.sql, table, { request, files, underway })
    return this.#making(kept, () => this.#part(game, request, kept, underway.continuation))
  }

  /** Nobody has continued it in time. */
  get isGivenUp(): boolean {
    return this.#now - this.#lastPartAt >= foundedWithinMs
  }

  /** By this instance or an earlier one. A stored time in the future (that clock was ahead) is ignored. */
  get #lastPartAt(): number {
    const { at = Number.NEGATIVE_INFINITY } = this.begun ?? {}
    return Math.max(this.#partAt, at > this.#now ? Number.NEGATIVE_INFINITY : at)
  }

  get #now(): number {
    return this.#settings.platform.clock.now()
  }

  bring(game: Game, request: BringRequest): Promise<Made | PartDone | Refusal> {
    const file = { field: 'file', name: 'file', body: request.body }
    return this.#make([file], (files) => this.#unpack(game, request, files))
  }

  /** Its files or its next part are pending: sets the alarm for when a later instance would give it up. */
  want(): void {
    const now = this.#now
    const due = this.#lastPartAt + foundedWithinMs
    this.#settings.alarm.want('founding', due > now ? due : now + foundedWithinMs)
  }

  /** Deletes a creation that an earlier instance left unfinished and nobody has retried. */
  clearUnfinished(): void {
    if (this.#unfinished) this.#clear().catch((error) => this.#settings.failed(error))
  }

  async #make(
    sent: FoundRequest['files'],
    make: (files: FoundingFiles) => Promise<Made | PartDone | Refusal>,
  ): Promise<Made | PartDone | Refusal> {
    const { platform, table } = this.#settings
    if (this.#unfinished) await this.#clear()
    const files = new FoundingFiles(platform.disk.sql, table)
    this.#partAt = this.#now
    if (sent.length > 0) this.want()
    return this.#making(files, async () => {
      await files.keep(sent)
      return make(files)
    })
  }

  /** On failure deletes everything that was stored. */
  async #making(
    files: FoundingFiles,
    make: () => Promise<Made | PartDone | Refusal>,
  ): Promise<Made | PartDone | Refusal> {
    let made: Made | PartDone | Refusal | undefined
    try {
      made = await make()
      return made
    } finally {
      this.#unfinished = made !== undefined && isInProgress(made)
      if (this.#unfinished) this.want()
      else this.#settings.alarm.want('founding', undefined)
      if (files.began && (!made || isRefusal(made))) await this.#clear()
    }
  }

  async #clear(): Promise<void> {
    this.#unfinished = true
    await this.#settings.platform.disk.clear()
    this.#unfinished = false
  }

  async #part(
    game: Game,
    request: Begun['request'],
    files: FoundingFiles,
    since?: CreateRoomInput['continuation'],
  ): Promise<Made | PartDone | Refusal> {
    const { platform } = this.#settings
    this.#partAt = this.#now
    const { options } = request
    const input = { options, files: files.handed, ...(since !== undefined && { since }) }
    const founded = await founding(game, input, platform)
    if (isRefusal(founded)) return founded
    return isInProgress(founded)
      ? this.#keepPart(request, founded, files)
      : this.#settle(game, request, founded, files)
  }

  #keepPart(request: Begun['request'], founded: CreateRoomPart, files: FoundingFiles): PartDone {
    const { platform, table } = this.#settings
    platform.disk.transaction(() => {
      if (!files.began) files.begin()
      table.fill(foundedRecords(founded))
      table.write(files.underway(request, founded.inProgress, this.#now))
    })
    return { underway: { share: founded.inProgress.progress } }
  }

  /** Stores all of it in one transaction. */
  async #settle(
    game: Game,
    request: Begun['request'],
    founded: CreateRoomResult,
    files: FoundingFiles,
  ): Promise<Made> {
    const { platform, table } = this.#settings
    const { clock, secrets, disk } = platform
    const { adminToken, token } = await this.#newToken()
    const meta = newMeta(game, request, founded.options, token, secrets.newToken(), clock.now())
    disk.transaction(() => {
      if (!files.began) createRecords(disk.sql)
      table.fill(foundedRecords(founded))
      table.fill(files.without())
      table.write(metaChange(meta))
    })
    return { meta, adminToken, warnings: founded.warnings }
  }

  /** A file's errors are detected while it is written, and delete it all. Only the last write makes it a room. */
  async #unpack(
    game: Game,
    { body, mostBytes, seed, ...request }: BringRequest,
    files: FoundingFiles,
  ): Promise<Made | Refusal> {
    const { platform, table } = this.#settings
    const { clock, secrets, disk } = platform
    const { adminToken, token } = await this.#newToken()
    const meta: Meta = { ...request, token, seed: seed ?? secrets.newToken() }
    try {
      const parts = partsIn(files.handed.get('file')!, mostBytes)
      while (writeParts(disk.sql, parts, rowsAtOnce)) {
        await disk.written()
        // Writes resolve at once where the disk is local: only a timer lets other events run.
        await new Promise<void>((resolve) => clock.after(0, resolve))
      }
    } catch (error) {
      if (error instanceof ExportError) return notTaken(error)
      throw error
    }
    const refused = triedOut(game, meta, platform, table)
    if (refused) return refused
    disk.transaction(() => {
      table.fill(files.without())
      table.write(metaChange(meta))
    })
    return { meta, adminToken, warnings: [] }
  }

  async #newToken(): Promise<{ adminToken: string; token: string }> {
    const { secrets } = this.#settings.platform
    const adminToken = secrets.newToken()
    return { adminToken, token: await secrets.digest(adminToken) }
  }
}
