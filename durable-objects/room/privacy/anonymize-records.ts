import type { Erasure, KnownPlayer } from '../../../games/shared/privacy/personal-data.ts'
import type { RecordHistory, RecordRewrite } from '../../storage/record-history.ts'
import {
  decodeRecordValue,
  encodeRecordValue,
  type Records,
  type StoredValue,
} from '../../storage/records.ts'
import { writeLogKeyPrefix } from '../../storage/write-log-records.ts'
import { anonymizedRoomRecords } from './room-records.ts'

const worldPrefix = 'game/'

export interface DataSubject {
  /** The player in the game's records; undefined if these contain no data of the player. */
  readonly player: KnownPlayer | undefined
  /** `PersonalData.records`. */
  readonly prefixes: readonly string[]
  /** Whether no other player has the name. Otherwise the room's own records, which may be about that player, stay. */
  readonly ownsName: boolean
}

/**
 * Returns the changes that erase the player, and whether they include a record of the present world. Call when all
 * buffers are written to `table`. Throws if a row of the history would become too long.
 */
export function anonymizedRecords(
  table: Records,
  history: RecordHistory,
  { player, prefixes, ownsName }: DataSubject,
  forgotten: Erasure,
): { readonly changes: ReadonlyMap<string, StoredValue | undefined>; readonly changesWorld: boolean } {
  const changes = new Map<string, StoredValue | undefined>()
  const rewrite: RecordRewrite = (key, value) =>
    player && prefixes.some((prefix) => key.startsWith(worldPrefix + prefix))
      ? rewritten(player, forgotten, key, value)
      : [key, value]
  for (const prefix of player ? prefixes : [])
    for (const [key, value] of table.list(worldPrefix + prefix)) {
      const after = rewrite(key, value)
      if (after?.[0] === key && after[1] === value) continue
      if (after?.[0] !== key) changes.set(key, undefined)
      if (after) changes.set(...after)
    }
  const changesWorld = changes.size > 0
  for (const [key, value] of history.rewritten(rewrite)) changes.set(key, value)
  if (ownsName) for (const [key, value] of anonymizedRoomRecords(table, forgotten)) changes.set(key, value)
  return { changes, changesWorld }
}

/** Deletions of the write log's rows, which keep old changes even after compaction. Call when the log is empty. */
export function* deletionsOfWriteLog(table: Records): Iterable<readonly [key: string, value: undefined]> {
  for (const [key] of table.list(writeLogKeyPrefix)) yield [key, undefined]
}

function rewritten(
  player: KnownPlayer,
  forgotten: Erasure,
  key: string,
  value: StoredValue | undefined,
): ReturnType<RecordRewrite> {
  const record = {
    key: key.slice(worldPrefix.length),
    value: value === undefined ? undefined : decodeRecordValue(value),
  }
  const anonymous = player.anonymize(record, forgotten)
  if (anonymous === record) return [key, value]
  if (anonymous === undefined) return undefined
  const isSame = anonymous.value === record.value
  const stored = isSame
    ? value
    : anonymous.value === undefined
      ? undefined
      : encodeRecordValue(anonymous.value)
  return [worldPrefix + anonymous.key, stored]
}
