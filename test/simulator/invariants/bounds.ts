// What may not grow, whatever happens: what a room keeps of sessions and of packs, what waits to be read, and what a room
// and its sidecars hold in memory.
import { type WriteLogLimits, writeLogPrefix } from '../../../durable-objects/storage/write-log-records.ts'
import type { Stored } from '../../../durable-objects/storage/records.ts'
import type { Census } from './memory-census.ts'
import type { SimulatedSocket } from '../platform/sockets.ts'
import { InvariantError } from '../core/game-model.ts'

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
export function checkPacks(table: Table, { logRecords, maxTotalBytes }: WriteLogLimits): void {
  const packs = table.durableKeys().filter((key) => key.startsWith(writeLogPrefix))
  const bytes = packs.reduce((sum, key) => sum + table.durable(key)!.length, 0)
  if (packs.length > logRecords || bytes > packedTimes * maxTotalBytes)
    throw new InvariantError('packs are bounded', `there are ${packs.length} with ${bytes} bytes`)
}

/** Throws a Broken. A session has one row, or a note of its own, and one client has one session. */
export function checkRows(rows: readonly string[], clients: number): void {
  if (rows.length > clients) throw new InvariantError('rows are bounded', `of ${clients} clients: ${rows.join()}`)
}

/** Throws a Broken. */
export function checkOutput(pipes: Iterable<SimulatedSocket | undefined>): void {
  for (const pipe of pipes)
    if (pipe && pipe.unread > unreadBytes)
      throw new InvariantError('output is bounded', `${pipe.unread} bytes wait to be read`)
}

/** So many, or so many for each client that ever came. */
type Bound = number | { readonly each: number }

const each = (times: number): Bound => ({ each: times })
/** [LINK-3] */
const framesOfOne = 64

/** How much a collection may hold while clients are there, and a few seconds after all of them are forgotten. */
export const collectionBounds: { readonly [classAndField: string]: readonly [most: Bound, left: Bound] } = {
  // A room. Who shares a character pays for himself until he has it.
  'Accounts.accounts': [each(2), each(2)],
  'Accounts.over': [each(1), each(1)],
  'Alarm.wanted': [3, 3],
  'Bans.bans': [1000, 1000],
  'DirectDoor.late': [each(1), 0],
  'DirectDoor.lines': [each(1), 0],
  'DirectDoor.touched': [each(1), 0],
  'DirectLine.waiting': [each(framesOfOne), 0],
  'FoundingFiles.files': [2, 2],
  'Frames.yielded': [each(1), 0],
  // By address and by what a password opens, while it is compared: all are right.
  'GuessRule.counts': [each(3), 0],
  'Hooks.hooks': [4, 4],
  'Hooks.telling': [4, 0],
  'Inbox.waiting': [256, 0],
  'KeptReadings.kept': [8, 8],
  // And that a session is over.
  'Link.finished': [each(framesOfOne + 1), 0],
  // Of a sidecar's link too.
  'Link.kept': [each(framesOfOne + 1), 0],
  'Link.lines': [each(1), 0],
  'Link.sent': [16, 16],
  'LinkDoor.lines': [each(1), 0],
  'LinkDoor.links': [8, 4],
  'LinkLine.partial': [each(framesOfOne), 0],
  'LinkLine.kept': [framesOfOne + 1, 0],
  'LinkLine.kept.frames': [each(framesOfOne), 0],
  'Meter.kept.days': [31, 31],
  'NoteSeal.versions': [4, 4],
  'Orphans.looks': [each(1), 0],
  'PackedRecords.over': [200, 200],
  'RoomLog.lines': [1000, 1000],
  'Seat.queue': [each(framesOfOne), 0],
  'Seats.seats': [each(1), 0],
  'Snapshots.readers': [4, 0],
  'Snapshots.readers.prefixes': [12, 0],
  'Turns.changes': [0, 0],
  'Turns.news': [0, 0],
  'UnwrittenRecords.kept': [200, 200],
  'Watchers.told': [each(1), 0],
  // The Directory, by names.
  // Of a site's sidecars.
  'Carriage.loads': [3, 3],
  'Directory.absent': [each(1), each(1)],
  'Directory.figures': [each(1), each(1)],
  'Latest.said': [each(1), each(1)],
  'Lists.lists': [4, 4],
  'Lists.lists.page.rooms': [each(1), each(1)],
  'Lists.lists.page.rooms.listen': [8, 8],
  'Lists.lists.page.rooms.comments': [8, 8],
  'Lists.lists.page.rooms.addresses': [16, 16],
  'Live.changed': [each(1), each(1)],
  'Roll.rooms': [each(1), each(1)],
  // A sidecar.
  'Crowd.emptied': [1, 0],
  'Crowd.members': [each(1), 0],
  'Guests.counts': [each(1), 0],
  'Link.sessions': [each(1), 0],
  'Session.unacked': [framesOfOne, 0],
  'Strangers.begun': [256, 0],
  'Strangers.neighbourhoods': [each(1), each(1)],
  'Strangers.neighbourhoods.unproven': [20, 0],
  'Tally.answered': [32, 32],
  'Tally.dropped': [32, 32],
  'Tally.refused': [32, 32],
  'UdpClient.queue': [framesOfOne, 0],
  'UdpDoor.sessions': [each(1), 0],
}

/** Throws a Broken, for a collection without a bound too. `clients`: that ever came. */
export function checkCollections(census: Census, clients: number, all: 'there' | 'gone'): void {
  for (const [name, size] of census) {
    const bounds = collectionBounds[name]
    if (!bounds) throw new InvariantError('every collection has its bound', `${name} has none in bounds.ts`)
    const bound = bounds[all === 'there' ? 0 : 1]
    const most = typeof bound === 'number' ? bound : bound.each * clients
    if (size > most)
      throw new InvariantError('memory is bounded', `${name} holds ${size} of ${clients} clients, who are ${all}`)
  }
}
