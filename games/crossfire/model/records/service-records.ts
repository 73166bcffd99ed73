// [CF-23.2] The records of services such as guilds, boards and letters.
import type { Json, RecordStore } from '../../../game.ts'
import type { ServiceRecordStore } from '../state/game-state.ts'

/** [CF-22.21] A player's record contains the remembered position, or the positions of both portals. */
export const portalRecordKind = 'portals'

// ledger/<kind>/<name>: one record of a service: a guild, a board, or the letters of a player
const keyOf = (kind: string, name: string) => `ledger/${kind}/${name}`

export class StoredServiceRecords implements ServiceRecordStore {
  readonly #store: RecordStore

  constructor(store: RecordStore) {
    this.#store = store
  }

  get(kind: string, name: string): Json | undefined {
    return this.#store.get(keyOf(kind, name)) as Json | undefined
  }

  *list(kind: string): Iterable<readonly [name: string, record: Json]> {
    const head = keyOf(kind, '')
    for (const [key, record] of this.#store.list(head)) yield [key.slice(head.length), record as Json]
  }

  put(kind: string, name: string, record: Json): void {
    this.#store.put(keyOf(kind, name), record)
  }

  delete(kind: string, name: string): void {
    this.#store.delete(keyOf(kind, name))
  }
}
