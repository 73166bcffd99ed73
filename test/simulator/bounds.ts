// What may not grow, whatever happens: what a room keeps of sessions and of packs, and what waits to be read.
import { type Packing, packedPrefix } from '../../durable-objects/packed.ts'
import type { Stored } from '../../durable-objects/store.ts'
import type { Pipe } from './network.ts'
import { Broken } from './play.ts'

/** Of what is sent and not read on one socket. Players of the simulation say little: more is something said again and again. */
const unreadBytes = 262_144
/** What is packed lies twice, before and after it was packed anew, each time with the lengths of its keys and values. */
const packedTimes = 3

/** What is on the disk for good, with what it is packed in. */
export interface Table {
  durable(key: string): Stored | undefined
  durableKeys(): readonly string[]
}

/** Throws a Broken. */
export function packsAreBounded(table: Table, { ring, mostBytes }: Packing): void {
  const packs = table.durableKeys().filter((key) => key.startsWith(packedPrefix))
  const bytes = packs.reduce((sum, key) => sum + table.durable(key)!.length, 0)
  if (packs.length > ring || bytes > packedTimes * mostBytes)
    throw new Broken('packs are bounded', `there are ${packs.length} with ${bytes} bytes`)
}

/** Throws a Broken. A session has one row, or a note of its own, and one client has one session. */
export function rowsAreBounded(rows: readonly string[], clients: number): void {
  if (rows.length > clients) throw new Broken('rows are bounded', `of ${clients} clients: ${rows.join()}`)
}

/** Throws a Broken. */
export function outputIsBounded(pipes: Iterable<Pipe | undefined>): void {
  for (const pipe of pipes)
    if (pipe && pipe.unread > unreadBytes)
      throw new Broken('output is bounded', `${pipe.unread} bytes wait to be read`)
}
