// [CF-23.2] Each page is one record.
import type { Json, RecordStore } from '../../../game.ts'
import type { ServiceRecordStore } from '../state/game-state.ts'

/** [CF-22.21] A player's page contains the remembered position, or the positions of both portals. */
export const portalRecordKind = 'portals'

// ledger/<kind>/<name>: a page, such as a guild, a board, or a player's letters
const keyOf = (kind: string, name: string) => `ledger/${kind}/${name}`

export class StoredServiceRecords implements ServiceRecordStore {
  readonly #store: RecordStore

  constructor(store: RecordStore) {
    this.#store = store
  }

  get(kind: string, name: string): Json | undefined {
    return this.#store.get(keyOf(kind, name)) as Json | undefined
  }

  *list(kind: string): Iterable<readonly [name: string, page: Json]> {
    const head = keyOf(kind, '')
    for (const [key, page] of this.#store.list(head)) yield [key.slice(head.length), page as Json]
  }

  put(kind: string, name: string, page: Json): void {
    this.#store.put(keyOf(kind, name), page)
  }

  delete(kind: string, name: string): void {
    this.#store.delete(keyOf(kind, name))
  }
}
