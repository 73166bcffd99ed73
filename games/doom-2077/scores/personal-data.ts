// [DM-10.6] The personal data of a name is its scores. The game has no passwords, so only the host can request the
// data.
import type { Json, KnownPlayer, PersonalData, RecordStore, WorldRecord } from '../../game.ts'
import { decodeByteText, encodeByteText } from '../../shared/byte-text.ts'
import type { Erasure } from '../../shared/privacy/personal-data.ts'

type Fields = { readonly [name: string]: Json }

const matchKey = 'match'
const resultsKey = 'results'
const allTimeKey = 'honours'
/** Index of the secret in the stored array of a player. */
const secretPlace = 11

export const personalData: PersonalData<{ readonly records: RecordStore }> = {
  nameLabel: 'Your name in the game',
  erases: 'A pseudonym replaces the name in the scores. The scores stay.',
  records: [matchKey, resultsKey, allTimeKey],
  find({ records }, given): KnownPlayer {
    // A client may have sent the name in Latin-1 or in UTF-8. The room's chat contains the decoded name, and its list of
    // players contains the bytes.
    const names = [...new Set([given, encodeByteText(given), decodeByteText(given)])]
    return {
      names,
      data: () => names.map((name) => dataOf(records, name)).find((data) => data !== null) ?? null,
      anonymize: (record, forgotten) =>
        names.reduce((anonymous, name) => anonymize(anonymous, name, forgotten), record),
    }
  },
}

function dataOf(records: RecordStore, name: string): Json {
  const isTheirs = (row: Json) => (row as Fields).name === name
  const allTime = rowsOf(records.get(allTimeKey)).find(isTheirs) ?? null
  const matches = rowsOf(records.get(resultsKey)).flatMap((result) => {
    const row = rowsOf((result as Fields).rows).find(isTheirs)
    return row === undefined ? [] : [{ at: (result as Fields).at!, map: (result as Fields).map!, row }]
  })
  const match = (records.get(matchKey) ?? {}) as Fields
  const score = rowsOf(match.tally).find((row) => (row as Json[])[0] === name) ?? null
  const isEmpty = allTime === null && matches.length === 0 && score === null
  return isEmpty ? null : { allTime, matches, currentMatch: score }
}

function anonymize(record: WorldRecord, name: string, { renaming }: Erasure): WorldRecord {
  const { key, value } = record
  const pseudonym = renaming.apply(name)
  const row = (one: Json): Json =>
    (one as Fields).name === name ? { ...(one as Fields), name: pseudonym } : one
  if (value === undefined || value instanceof Uint8Array) return record
  const anonymous: Json =
    key === allTimeKey
      ? rowsOf(value).map(row)
      : key === resultsKey
        ? rowsOf(value).map((result) => ({
            ...(result as Fields),
            rows: rowsOf((result as Fields).rows).map(row),
          }))
        : withoutName(value as Fields, name, pseudonym)
  return JSON.stringify(anonymous) === JSON.stringify(value) ? record : { key, value: anonymous }
}

/**
 * In the record of a match, a score is an array that begins with the name. A player is an array that begins with the id
 * and the name.
 */
function withoutName(match: Fields, name: string, pseudonym: string): Fields {
  const tally = (match.tally ?? []) as readonly Json[][]
  const players = (match.players ?? []) as readonly Json[][]
  return {
    ...match,
    ...(match.tally && { tally: tally.map((row) => (row[0] === name ? row.with(0, pseudonym) : row)) }),
    // The secret is removed too, because a browser could still reclaim the player with it.
    ...(match.players && {
      players: players.map((row) => (row[1] === name ? row.with(1, pseudonym).with(secretPlace, null) : row)),
    }),
  }
}

function rowsOf(value: unknown): readonly Json[] {
  return (value ?? []) as readonly Json[]
}
