// How a room begins: founded of what a host hands in, or brought from elsewhere in a file. What comes for it lies on the disk
// until it is a room, or is nothing.
import type { Founded, Founding, Game, Refused } from '../games/game.ts'
import { isRefused } from '../games/refused.ts'
import { ExportError } from '../wire/exported.ts'
import type { Alarm } from './alarm.ts'
import { notTaken, partsIn, triedOut } from './bringing.ts'
import { foundedRecords, founding } from './founding.ts'
import { FoundingFiles } from './founding-files.ts'
import { type Meta, metaChange, newMeta } from './meta.ts'
import type { Platform } from './platform.ts'
import type { BringRequest, FoundRequest } from './rooms.ts'
import { createRecords, type Table, writeParts } from './store.ts'

/** A founding whose files are still coming then is taken for lost, if its instance is. */
const foundedWithinMs = 15 * 60_000

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

  constructor(settings: BeginningSettings) {
    this.#settings = settings
    this.#unfinished = settings.unfinished
  }

  found(game: Game, request: FoundRequest): Promise<Made | Refused> {
    return this.#make(request.files, async (files, handed) => {
      const founded = await founding(
        game,
        { options: request.options, files: handed },
        this.#settings.platform,
      )
      return isRefused(founded) ? founded : this.#settle(game, request, founded, files)
    })
  }

  bring(game: Game, request: BringRequest): Promise<Made | Refused> {
    const file = { field: 'file', name: 'file', body: request.body }
    return this.#make([file], (files, handed) => this.#unpack(game, request, files, handed))
  }

  /** Its files are coming: an instance after this one looks for them then. */
  want(): void {
    this.#settings.alarm.want('founding', this.#settings.platform.clock.now() + foundedWithinMs)
  }

  /** The instance before this one was lost while it made a room, and nobody has tried it again. */
  clearUnfinished(): void {
    if (this.#unfinished) this.#clear().catch((error) => this.#settings.failed(error))
  }

  async #make(
    sent: FoundRequest['files'],
    make: (files: FoundingFiles, handed: Founding['files']) => Promise<Made | Refused>,
  ): Promise<Made | Refused> {
    const { platform, table, alarm } = this.#settings
    if (this.#unfinished) await this.#clear()
    const files = new FoundingFiles(platform.disk.sql, table)
    if (sent.length > 0) this.want()
    let made: Made | Refused | undefined
    try {
      made = await make(files, await files.keep(sent))
      return made
    } finally {
      alarm.want('founding', undefined)
      if (files.began && (!made || isRefused(made))) await this.#clear()
    }
  }

  async #clear(): Promise<void> {
    this.#unfinished = true
    await this.#settings.platform.disk.clear()
    this.#unfinished = false
  }

  /** All of it is stored or nothing. */
  async #settle(game: Game, request: FoundRequest, founded: Founded, files: FoundingFiles): Promise<Made> {
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

  /** Likewise. What is wrong with the file is found while it is written, and undoes that. */
  async #unpack(
    game: Game,
    { body, mostBytes, seed, ...request }: BringRequest,
    files: FoundingFiles,
    handed: Founding['files'],
  ): Promise<Made | Refused> {
    const { platform, table } = this.#settings
    const { secrets, disk } = platform
    const { adminToken, token } = await this.#newToken()
    const meta: Meta = { ...request, token, seed: seed ?? secrets.newToken() }
    try {
      disk.transaction(() => {
        writeParts(disk.sql, partsIn(handed.get('file')!, mostBytes))
        const refused = triedOut(game, meta, platform, table)
        if (refused) throw new NotTaken(refused)
        table.fill(files.without())
        table.write(metaChange(meta))
      })
      return { meta, adminToken, warnings: [] }
    } catch (error) {
      if (error instanceof NotTaken) return error.refusal
      if (error instanceof ExportError) return notTaken(error)
      throw error
    }
  }

  async #newToken(): Promise<{ adminToken: string; token: string }> {
    const { secrets } = this.#settings.platform
    const adminToken = secrets.newToken()
    return { adminToken, token: await secrets.digest(adminToken) }
  }
}

/** Thrown so that what was written is undone. */
class NotTaken extends Error {
  override name = 'NotTaken'
  readonly refusal: Refused

  constructor(refusal: Refused) {
    super(refusal.refused.detail)
    this.refusal = refusal
  }
}
