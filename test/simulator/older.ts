// What a build before this one left: on the disk each record in a row of its own, and sessions' rows that know no ends; of a
// socket that outlives it no more than who is behind it.
import { readSessionRow, sessionRowPrefix, tokenOf } from '../../durable-objects/session-row.ts'
import type { Records, Stored } from '../../durable-objects/store.ts'

/** Of a session's row: where its format is, that of a build that remembered no ends, and that of a row without parts. */
const formatAt = 8
const endless = 1
const partless = 2

/** What sockets were not always remembered by. */
const added: ReadonlySet<string> = new Set(['came', 'heard', 'told', 'used', 'players'])

export function olderAttachment(attached: unknown): unknown {
  return Object.fromEntries(Object.entries(attached as object).filter(([name]) => !added.has(name)))
}

/** `records`: as this build reads them. */
export function* older(records: Records): Iterable<[key: string, value: Stored]> {
  for (const [key, value] of records.list(''))
    yield [key, value instanceof Uint8Array && goesOn(records, key) ? withoutEnds(value) : value]
}

/** A session that has ended has no row of the older format: without its end it would begin anew. */
function goesOn(records: Records, key: string): boolean {
  return key.startsWith(sessionRowPrefix) && readSessionRow(records, tokenOf(key))?.ended === undefined
}

/** The last byte counts the ends. No older build leaves a frame between two parts: such a row stays. */
function withoutEnds(row: Uint8Array): Uint8Array {
  if (row[formatAt] !== partless) return row
  const older = row.slice(0, -1)
  older[formatAt] = endless
  return older
}
