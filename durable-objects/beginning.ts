// How a room begins: founded of what a host hands in, or brought from elsewhere in a file. What comes for it lies on the disk
// until it is a room, or is nothing. A game that founds in parts has each done in an event of its own, by whichever instance is
// there; what a part made lies on the disk with it.
import type { Founded, FoundedInPart, Founding, Game, Refused } from '../games/game.ts'
import { isRefused } from '../games/refused.ts'
import { isUnderway } from '../games/underway.ts'
import { ExportError } from '../wire/exported.ts'
import type { Alarm } from './alarm.ts'
import { notTaken, partsIn, triedOut } from './bringing.ts'
import { foundedRecords, founding } from './founding.ts'
import { type Begun, begunIn, FoundingFiles } from './founding-files.ts'
import { type Meta, metaChange, newMeta } from './meta.ts'
import type { Platform } from './platform.ts'
import type { BringRequest, FoundRequest, PartDone } from './rooms.ts'
import { createRecords, type Table, writeParts } from './store.ts'

/** A founding whose files are still coming then is taken for lost, if its instance is; and one that nobody has gone on with for so long. */
const foundedWithinMs = 15 * 60_000

/** Rows of a file that are written in one go: others, too, have their turn while a million come. */
const rowsAtOnce = 4096

/** A room as it was made just now. */
export interface Made {
  readonly meta: Meta
  readonly adminToken: string
  readonly warnings: readonly string[]
}

export interface BeginningSettings {
  readonly platform: Platform
  /** As it is on the disk. */
  readonly table: Table
  readonly alarm: Pick<Alarm, 'want'>
  /** What came for a founding lies on the disk, and there is neither the room nor who makes it. */
  readonly unfinished: boolean
  failed(error: unknown): void
}

export class Beginning {
  readonly #settings: BeginningSettings
  #unfinished: boolean
  /** When this instance last began a part, in milliseconds since 1970. */
  #partAt = Number.NEGATIVE_INFINITY

  constructor(settings: BeginningSettings) {
    this.#settings = settings
    this.#unfinished = settings.unfinished
  }

  found(game: Game, { files: sent, ...request }: FoundRequest): Promise<Made | PartDone | Refused> {
    return this.#make(sent, (files) => this.#part(game, request, files))
  }

  /** The founding that was begun here; undefined: none that can be gone on with. */
  get begun(): Begun | undefined {
    return this.#unfinished ? begunIn(this.#settings.table) : undefined
  }

  /** Does its next part. */
  goOn(game: Game, { request, files, underway }: Begun): Promise<Made | PartDone | Refused> {
    const { platform, table } = this.#settings
    const kept = new FoundingFiles(platform.disk.sql, table, { request, files, underway })
    return this.#making(kept, () => this.#part(game, request, kept, underway.since))
  }

  /** Nobody goes on with it any more. */
  get isGivenUp(): boolean {
    return this.#now - this.#lastPartAt >= foundedWithinMs
  }

  /** By this instance or the one before it, whose clock may have been ahead: then it says nothing. */
  get #lastPartAt(): number {
    const { at = Number.NEGATIVE_INFINITY } = this.begun ?? {}
    return Math.max(this.#partAt, at > this.#now ? Number.NEGATIVE_INFINITY : at)
  }

  get #now(): number {
    return this.#settings.platform.clock.now()
  }

  bring(game: Game, request: BringRequest): Promise<Made | PartDone | Refused> {
    const file = { field: 'file', name: 'file', body: request.body }
    return this.#make([file], (files) => this.#unpack(game, request, files))
  }

  /** Its files are coming, or its next part: an instance after this one looks for them when it would be given up. */
  want(): void {
    const now = this.#now
    const due = this.#lastPartAt + foundedWithinMs
    this.#settings.alarm.want('founding', due > now ? due : now + foundedWithinMs)
  }

  /** The instance before this one was lost while it made a room, and nobody has tried it again. */
  clearUnfinished(): void {
    if (this.#unfinished) this.#clear().catch((error) => this.#settings.failed(error))
  }

  async #make(
    sent: FoundRequest['files'],
    make: (files: FoundingFiles) => Promise<Made | PartDone | Refused>,
  ): Promise<Made | PartDone | Refused> {
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

  /** If it comes to nothing, nothing of it is left. */
  async #making(
    files: FoundingFiles,
    make: () => Promise<Made | PartDone | Refused>,
  ): Promise<Made | PartDone | Refused> {
    let made: Made | PartDone | Refused | undefined
    try {
      made = await make()
      return made
    } finally {
      this.#unfinished = made !== undefined && isUnderway(made)
      if (this.#unfinished) this.want()
      else this.#settings.alarm.want('founding', undefined)
      if (files.began && (!made || isRefused(made))) await this.#clear()
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
    since?: Founding['since'],
  ): Promise<Made | PartDone | Refused> {
    const { platform } = this.#settings
    this.#partAt = this.#now
    const { options } = request
    const input = { options, files: files.handed, ...(since !== undefined && { since }) }
    const founded = await founding(game, input, platform)
    if (isRefused(founded)) return founded
    return isUnderway(founded)
      ? this.#keepPart(request, founded, files)
      : this.#settle(game, request, founded, files)
  }

  #keepPart(request: Begun['request'], founded: FoundedInPart, files: FoundingFiles): PartDone {
    const { platform, table } = this.#settings
    platform.disk.transaction(() => {
      if (!files.began) files.begin()
      table.fill(foundedRecords(founded))
      table.write(files.underway(request, founded.underway, this.#now))
    })
    return { underway: { share: founded.underway.share } }
  }

  /** All of it is stored or nothing. */
  async #settle(
    game: Game,
    request: Begun['request'],
    founded: Founded,
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

  /** What is wrong with the file is found while it is written, and then all of it goes. Until the last write it is no room. */
  async #unpack(
    game: Game,
    { body, mostBytes, seed, ...request }: BringRequest,
    files: FoundingFiles,
  ): Promise<Made | Refused> {
    const { platform, table } = this.#settings
    const { clock, secrets, disk } = platform
    const { adminToken, token } = await this.#newToken()
    const meta: Meta = { ...request, token, seed: seed ?? secrets.newToken() }
    try {
      const parts = partsIn(files.handed.get('file')!, mostBytes)
      while (writeParts(disk.sql, parts, rowsAtOnce)) {
        await disk.written()
        // What is written is so at once where the disk is near: only who waits for a moment lets others in.
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
