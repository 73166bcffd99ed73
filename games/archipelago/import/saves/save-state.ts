// A game in progress without its seed: the contents of an .apsave, as plain data. The world exports and imports it.
import type { RecordStore, RecordValue } from '../../../game.ts'
import type { HintsState } from '../../hints/hints.ts'
import type { HostOptions } from '../../options.ts'
import type { ReceivedItem } from '../../slots/received-items.ts'

/** The file's version; the original has written no other since 2021. */
export const saveVersion = 2

/** The original keeps both: `fromOthers` is for clients that do not request their own world's items (bit 2). */
export interface ReceivedLists {
  readonly all: readonly ReceivedItem[]
  readonly fromOthers: readonly ReceivedItem[]
}

/**
 * Keyed by slot number (all slots are in team 0). JSON text is compact and lossless: `1.0` and big integers are kept.
 */
export interface SaveState extends HintsState {
  /** In order of arrival, without the start inventory. */
  readonly received: ReadonlyMap<number, ReceivedLists>
  readonly checks: ReadonlyMap<number, readonly number[]>
  readonly aliases: ReadonlyMap<number, string>
  /** JSON text of the client's status: any JSON value, `30` is the goal. Groups have one once all members are done. */
  readonly statuses: ReadonlyMap<number, string>
  /** Milliseconds since 1970. */
  readonly lastActivity: ReadonlyMap<number, number>
  readonly lastConnection: ReadonlyMap<number, number>
  /** By group: the members that have collected. */
  readonly groupCollected: ReadonlyMap<number, readonly number[]>
  /** The data storage: JSON text by key. */
  readonly storage: ReadonlyMap<string, string>
  /** These override the seed's. A save does not contain `auto_shutdown`. */
  readonly options: HostOptions
}

const key = 'save'

/** The record of an imported save, until the world restores it. */
export function createSaveRecord(state: SaveState): [key: string, value: RecordValue] {
  const { options, ...maps } = state
  const lists = Object.entries(maps).map(([name, map]) => [name, [...map]])
  return [key, { options, ...Object.fromEntries(lists) }]
}

/** The imported save, once: deletes its record. */
export function consumeSaveRecord(store: RecordStore): SaveState | undefined {
  const record = store.get(key)
  if (record === undefined) return undefined
  store.delete(key)
  const { options, ...lists } = record as unknown as SaveRecord
  const maps = Object.entries(lists).map(([name, entries]) => [name, new Map(entries)])
  return { options, ...Object.fromEntries(maps) } as SaveState
}

type SaveRecord = { readonly options: HostOptions } & {
  readonly [name in Exclude<keyof SaveState, 'options'>]: readonly (readonly [string | number, unknown])[]
}
