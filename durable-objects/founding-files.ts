// The files of a founding: they lie in the room's own records from when they come until it is over. If it fails they go with
// everything else; if its instance is lost, the next one finds them by their mark, and knows that nothing was founded.
import type { Founding } from '../games/game.ts'
import { keepFile, keptFile, withoutFile } from './kept-files.ts'
import type { FoundRequest } from './rooms.ts'
import { createRecords, type Records, type SqlStorage } from './store.ts'

const mark = 'founding'
const prefixOf = (field: string) => `${mark}/${field}`

/** Lies here what a lost instance was about to found a room of? */
export function isUnfinished(records: Records): boolean {
  return records.get(mark) !== undefined
}

export class FoundingFiles {
  readonly #sql: SqlStorage
  readonly #records: Records
  readonly #sizes = new Map<string, number>()

  constructor(sql: SqlStorage, records: Records) {
    this.#sql = sql
    this.#records = records
  }

  /** Something of them lies there, so that there are records before there is a room. */
  get began(): boolean {
    return this.#sizes.size > 0
  }

  /** Back when all of them have come. */
  async keep(files: FoundRequest['files']): Promise<Founding['files']> {
    const kept: [string, ReturnType<typeof keptFile>][] = []
    for (const { field, name, body } of files) {
      if (!this.began) {
        createRecords(this.#sql)
        this.#records.write(new Map([[mark, '{}']]))
      }
      this.#sizes.set(field, 0)
      const size = await keepFile(this.#records, prefixOf(field), body)
      this.#sizes.set(field, size)
      kept.push([field, keptFile(this.#records, prefixOf(field), name, size)])
    }
    return new Map(kept)
  }

  /** Changes that leave nothing of them. */
  *without(): Generator<[key: string, value: undefined]> {
    if (this.began) yield [mark, undefined]
    for (const [field, size] of this.#sizes) yield* withoutFile(prefixOf(field), size)
  }
}
