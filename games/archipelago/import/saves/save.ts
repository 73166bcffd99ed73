// A game in progress, apart from its seed: what an .apsave holds, as plain data. The world gives it and takes it.
import type { Store, Value } from '../../../game.ts'
import type { KnownHints } from '../../hints/hints.ts'
import type { HostOptions } from '../../options.ts'
import type { ReceivedItem } from '../../slots/items.ts'

/** Of the file; the original has written no other since 2021. */
export const saveVersion = 2

/** The original keeps both: `fromOthers` is what clients get that do not ask for their own world's items (bit 2). */
export interface Received {
  readonly all: readonly ReceivedItem[]
  readonly fromOthers: readonly ReceivedItem[]
}

/** Everything by slot number (all are in team 0). JSON text is compact and lossless: `1.0` and big integers as they were. */
export interface SaveState extends KnownHints {
  /** In the order of their arrival, without the start inventory. */
  readonly received: ReadonlyMap<number, Received>
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
  /** They stand over the seed's. A save says nothing of `auto_shutdown`. */
  readonly options: HostOptions
}

const key = 'save'

/** What is stored of an imported save, until the world takes it. */
export function saveRecord(state: SaveState): [key: string, value: Value] {
  const { options, ...maps } = state
  const lists = Object.entries(maps).map(([name, map]) => [name, [...map]])
  return [key, { options, ...Object.fromEntries(lists) }]
}

/** The state that the room was founded with, once: it is gone from the records afterwards. */
export function takeSave(store: Store): SaveState | undefined {
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
