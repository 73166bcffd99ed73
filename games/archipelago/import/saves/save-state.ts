// The content of an .apsave file: the state of a game in progress, without its seed.
import type { RecordStore, RecordValue } from '../../../game.ts'
import type { HintsState } from '../../hints/hints.ts'
import type { HostOptions } from '../../options.ts'
import type { SlotProgress } from '../../play/held-progress.ts'
import type { ReceivedItem } from '../../slots/received-items.ts'

/** The original server has written only this version since 2021. */
export const saveFormatVersion = 2

/**
 * The key in a save under which the progress during a pause is stored. Its value has `({checked locations}, whether the
 * goal is reached)` by slot.
 */
export const heldProgressField = 'packetboat_held'

/**
 * `fromOthers` lacks the items that the slot found in its own world, for clients that do not set bit 2 of
 * `items_handling`.
 */
export interface ReceivedItemLists {
  readonly all: readonly ReceivedItem[]
  readonly fromOthers: readonly ReceivedItem[]
}

/**
 * The keys of all maps except `storage` are slot numbers. JSON texts are compact and lossless, so `1.0` and large
 * integers are kept.
 */
export interface SaveState extends HintsState {
  /** The received items by slot, in the order of arrival, without the start inventory. */
  readonly received: ReadonlyMap<number, ReceivedItemLists>
  readonly checks: ReadonlyMap<number, readonly number[]>
  readonly aliases: ReadonlyMap<number, string>
  /** JSON texts. A status can be any JSON value, and `30` is the goal. */
  readonly statuses: ReadonlyMap<number, string>
  /** Milliseconds since 1970. */
  readonly lastActivity: ReadonlyMap<number, number>
  readonly lastConnection: ReadonlyMap<number, number>
  /** For each group, the members that have collected. */
  readonly groupCollected: ReadonlyMap<number, readonly number[]>
  /** JSON texts by key. */
  readonly storage: ReadonlyMap<string, string>
  /** The progress during a pause. The original server has no pause. */
  readonly held: ReadonlyMap<number, SlotProgress>
  /** These options override those of the seed. The file does not contain `auto_shutdown`. */
  readonly options: HostOptions
}

const key = 'save'

/** Returns the record that keeps an imported save until the world restores it. */
export function createSaveRecord(state: SaveState): [key: string, value: RecordValue] {
  const { options, ...maps } = state
  const lists = Object.entries(maps).map(([name, map]) => [name, [...map]])
  return [key, { options, ...Object.fromEntries(lists) }]
}

/** Deletes the record, so that the save is restored only once. */
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
