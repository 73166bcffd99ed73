// The files of a room creation, stored in the room's own records until creation ends. A failure deletes them with
// everything else; if the instance is lost, the next one finds them by their mark and knows that no room was created.
import type { CreateRoomInput, InProgress } from '../games/game.ts'
import { keepFile, keptFile, withoutFile } from './kept-files.ts'
import type { FoundRequest } from './rooms.ts'
import { createRecords, type Records, type SqlStorage } from './store.ts'

const mark = 'founding'
const prefixOf = (field: string) => `${mark}/${field}`

/** A creation in parts, some of which are done: all the state that is needed to continue. */
export interface Begun {
  readonly request: Omit<FoundRequest, 'files'>
  readonly files: readonly KnownFile[]
  readonly underway: InProgress['inProgress']
  /** When its last part was done, in milliseconds since 1970. Absent: done by an older build. */
  readonly at?: number
}

interface KnownFile {
  readonly field: string
  readonly name: string
  /** In bytes. */
  readonly size: number
}

/** Whether a lost instance left an unfinished creation here. */
export function isUnfinished(records: Records): boolean {
  return records.get(mark) !== undefined
}

/** The creation that can continue here; undefined: none. */
export function begunIn(records: Records): Begun | undefined {
  const stored = records.get(mark)
  const begun = typeof stored === 'string' ? (JSON.parse(stored) as Partial<Begun>) : {}
  return begun.underway && (begun as Begun)
}

export class FoundingFiles {
  readonly #sql: SqlStorage
  readonly #records: Records
  #files: readonly KnownFile[]
  #began: boolean

  /** `begun`: the files are stored already. */
  constructor(sql: SqlStorage, records: Records, begun?: Begun) {
    this.#sql = sql
    this.#records = records
    this.#files = begun?.files ?? []
    this.#began = begun !== undefined
  }

  /** Records exist, although the room does not. */
  get began(): boolean {
    return this.#began
  }

  get handed(): CreateRoomInput['files'] {
    return new Map(
      this.#files.map(({ field, name, size }) => [
        field,
        keptFile(this.#records, prefixOf(field), name, size),
      ]),
    )
  }

  /** Resolves when all files are stored. */
  async keep(files: FoundRequest['files']): Promise<void> {
    for (const { field, name, body } of files) {
      if (!this.#began) this.begin()
      const size = await keepFile(this.#records, prefixOf(field), body)
      this.#files = [...this.#files, { field, name, size }]
    }
  }

  /** Creates the records table, with a mark that it belongs to no room yet. */
  begin(): void {
    createRecords(this.#sql)
    this.#records.write(new Map([[mark, '{}']]))
    this.#began = true
  }

  /** A change that lets the next call continue. */
  underway(request: Begun['request'], underway: Begun['underway'], at: number): ReadonlyMap<string, string> {
    const begun: Begun = { request, files: this.#files, underway, at }
    return new Map([[mark, JSON.stringify(begun)]])
  }

  /** Changes that delete all of it. */
  *without(): Generator<[key: string, value: undefined]> {
    if (this.#began) yield [mark, undefined]
    for (const { field, size } of this.#files) yield* withoutFile(prefixOf(field), size)
  }
}
