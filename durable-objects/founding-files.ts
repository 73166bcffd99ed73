// The files of a founding: they lie in the room's own records from when they come until it is over. If it fails they go with
// everything else; if its instance is lost, the next one finds them by their mark, and knows that nothing was founded.
import type { Founding, Underway } from '../games/game.ts'
import { keepFile, keptFile, withoutFile } from './kept-files.ts'
import type { FoundRequest } from './rooms.ts'
import { createRecords, type Records, type SqlStorage } from './store.ts'

const mark = 'founding'
const prefixOf = (field: string) => `${mark}/${field}`

/** A founding in parts, of which some are done: all that who goes on with it has to know. */
export interface Begun {
  readonly request: Omit<FoundRequest, 'files'>
  readonly files: readonly KnownFile[]
  readonly underway: Underway['underway']
  /** When its last part was done, in milliseconds since 1970. Absent: a build before this one did it. */
  readonly at?: number
}

interface KnownFile {
  readonly field: string
  readonly name: string
  /** In bytes. */
  readonly size: number
}

/** Lies here what a lost instance was about to found a room of? */
export function isUnfinished(records: Records): boolean {
  return records.get(mark) !== undefined
}

/** The founding that can be gone on with here; undefined: there is none. */
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

  /** `begun`: they have come already. */
  constructor(sql: SqlStorage, records: Records, begun?: Begun) {
    this.#sql = sql
    this.#records = records
    this.#files = begun?.files ?? []
    this.#began = begun !== undefined
  }

  /** Something of them lies there, so that there are records before there is a room. */
  get began(): boolean {
    return this.#began
  }

  get handed(): Founding['files'] {
    return new Map(
      this.#files.map(({ field, name, size }) => [
        field,
        keptFile(this.#records, prefixOf(field), name, size),
      ]),
    )
  }

  /** Back when all of them have come. */
  async keep(files: FoundRequest['files']): Promise<void> {
    for (const { field, name, body } of files) {
      if (!this.#began) this.begin()
      const size = await keepFile(this.#records, prefixOf(field), body)
      this.#files = [...this.#files, { field, name, size }]
    }
  }

  /** There are records from here on, and a mark that they are those of no room yet. */
  begin(): void {
    createRecords(this.#sql)
    this.#records.write(new Map([[mark, '{}']]))
    this.#began = true
  }

  /** A change by which whoever comes next can go on. */
  underway(request: Begun['request'], underway: Begun['underway'], at: number): ReadonlyMap<string, string> {
    const begun: Begun = { request, files: this.#files, underway, at }
    return new Map([[mark, JSON.stringify(begun)]])
  }

  /** Changes that leave nothing of them. */
  *without(): Generator<[key: string, value: undefined]> {
    if (this.#began) yield [mark, undefined]
    for (const { field, size } of this.#files) yield* withoutFile(prefixOf(field), size)
  }
}
