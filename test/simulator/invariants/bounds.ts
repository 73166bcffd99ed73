// Bounds for all data that must not grow without limit: session rows, packed records, unread output, and collections in
// the memory of a room and its sidecars.

import type { StoredValue } from '../../../durable-objects/storage/records.ts'
import { type WriteLogLimits, writeLogKeyPrefix } from '../../../durable-objects/storage/write-log-records.ts'
import { violate } from '../core/game-model.ts'
import type { SimulatedSocket } from '../platform/sockets.ts'
import type { Census } from './memory-census.ts'

/**
 * Maximum unread bytes on one socket. Simulated players send little, so more bytes show that a message is sent
 * repeatedly.
 */
const unreadBytes = 262_144
/**
 * Factor in the bound of packed data. While data is packed again it exists twice, each time with the lengths of its
 * keys and values.
 */
const packedTimes = 3

export interface Table {
  durable(key: string): StoredValue | undefined
  durableKeys(): readonly string[]
}

/** Checks the number and the size of the write log's packed records. Throws an `InvariantError`. */
export function checkPacks(table: Table, { logRecords, maxTotalBytes }: WriteLogLimits): void {
  const packs = table.durableKeys().filter((key) => key.startsWith(writeLogKeyPrefix))
  const bytes = packs.reduce((sum, key) => sum + table.durable(key)!.length, 0)
  if (packs.length > logRecords || bytes > packedTimes * maxTotalBytes)
    violate('packed records are bounded', `${packs.length} records with ${bytes} bytes`)
}

/** Throws an `InvariantError`. A session has one row or one resume state, and a client has one session. */
export function checkRows(rows: readonly string[], clients: number): void {
  if (rows.length > clients) violate('session rows are bounded', `${clients} clients: ${rows.join()}`)
}

/** Throws an `InvariantError`. */
export function checkOutput(pipes: Iterable<SimulatedSocket | undefined>): void {
  for (const pipe of pipes)
    if (pipe && pipe.unread > unreadBytes) violate('output is bounded', `${pipe.unread} unread bytes`)
}

/** The maximum number of entries, or `each`: the maximum for each client of the run. */
type Bound = number | { readonly each: number }

const each = (times: number): Bound => ({ each: times })
/** [LINK-3] */
const framesOfOne = 64

/**
 * Maximum size of each collection while clients are connected, and a few seconds after the last client has timed out.
 */
export const collectionBounds: { readonly [classAndField: string]: readonly [most: Bound, left: Bound] } = {
  // A room. A client that shares a character has its own account until it has joined.
  'FairShareLimiter.accounts': [each(2), each(2)],
  'FairShareLimiter.overShare': [each(1), each(1)],
  'Alarm.requested': [3, 3],
  'LanWorld.nodes': [each(1), 0],
  'RelayWorld.sessions': [each(1), 0],
  'RelayWorld.guests': [each(1), 0],
  'NetplaySession.guests': [each(1), 0],
  'Guest.held': [framesOfOne, 0],
  'PushNotifications.waiting': [0, 0],
  'PushNotifications.subscriptions': [0, 0],
  'Bans.bans': [1000, 1000],
  'DepartedPlayers.players': [100, 100],
  'WordFilter.parts': [100, 100],
  'ClientSession.heardLines': [20, 20],
  'RoomLog.companions': [2, 2],
  'WebSocketGateway.withLateOutput': [each(1), 0],
  'WebSocketGateway.connections': [each(1), 0],
  'WebSocketGateway.withOutput': [each(1), 0],
  'WebSocketConnection.queue': [each(framesOfOne), 0],
  'CreationFiles.files': [2, 2],
  'InboundScheduler.yielded': [each(1), 0],
  // Guesses count by address and by protected resource, but only while a password is compared, because all passwords
  // are correct.
  'GuessRule.counts': [each(3), 0],
  'GuessRule.counts.marks': [16, 16],
  'Webhooks.webhooks': [4, 4],
  'Webhooks.committing': [4, 4],
  'Webhooks.delivering': [4, 0],
  'WebSocketGateway.waiting': [256, 0],
  // For each session: one entry for each of its frames, and one for its end.
  'SidecarChannel.pendingReplies': [each(framesOfOne + 1), 0],
  'SidecarChannel.unacked': [each(framesOfOne + 1), 0],
  'SidecarChannel.connections': [each(1), 0],
  'SidecarChannel.sentMessages': [16, 16],
  'SessionResume.connections': [each(1), 0],
  'SidecarGateway.channels': [8, 4],
  'SidecarConnection.checkpoint.partialReplies': [each(framesOfOne), 0],
  'SidecarConnection.checkpoint.unacked': [framesOfOne + 1, 0],
  'SidecarConnection.checkpoint.unacked.frames': [each(framesOfOne), 0],
  'UsageMeter.stored.days': [31, 31],
  'ResumeStateMac.versions': [4, 4],
  'StaleSessionCollector.checks': [each(1), 0],
  'WriteLogRecords.overlay': [200, 200],
  // The history has earlier values of the records in the write log (64 KiB), and the rows of an hour.
  'RecordHistory.pending': [2000, 2000],
  'RecordHistory.keys': [200, 200],
  'RecordHistory.index.rows': [100, 100],
  // The film has the segments of an hour, and the chunks and messages of the last segment.
  'FilmStore.segments': [200, 200],
  'FilmRecorder.open.chunks': [10, 10],
  'FilmRecorder.open.pending': [130, 0],
  'LineRing.lines': [1024, 1024],
  'RecordRing.lines': [1024, 1024],
  'Stories.state.board.rows': [200, 200],
  'Stories.state.totals': [100, 100],
  'Stories.state.present': [each(1), 0],
  'Stories.state.unwritten': [each(2), each(2)],
  'Stories.before.board.rows': [200, 200],
  'Stories.before.totals': [100, 100],
  'Stories.before.present': [each(1), each(1)],
  'Stories.before.unwritten': [each(2), each(2)],
  'Stories.resumed': [each(1), 0],
  'ClientSession.queue': [each(framesOfOne), 0],
  'SessionRegistry.sessions': [each(1), 0],
  'Snapshots.readers': [4, 0],
  'Snapshots.readers.prefixes': [12, 0],
  'Transactions.changes': [0, 0],
  'Transactions.events': [0, 0],
  'DeferredWriteRecords.deferred': [200, 200],
  'Spectators.synced': [each(1), 0],
  'Spectators.knownSockets': [each(1), 0],
  // Collections of the Directory, by room name, and those for the sidecars of a site.
  'SidecarAssignment.loads': [3, 3],
  'StaleUpdateFilter.recent': [each(1), each(1)],
  'LobbySubscriptions.changed': [each(1), each(1)],
  'RoomIndex.rooms': [each(1), each(1)],
  // A sidecar.
  'ClientRegistry.emptyWaiters': [1, 0],
  'ClientRegistry.clients': [each(1), 0],
  'AddressCounts.counts': [each(1), 0],
  'ResponseTimes.unanswered': [64, 64],
  'RoomChannel.sessions': [each(1), 0],
  'SidecarSession.unacked': [framesOfOne, 0],
  'UnvalidatedPeerLimiter.startTimes': [256, 0],
  'UnvalidatedPeerLimiter.networks': [each(1), each(1)],
  'UnvalidatedPeerLimiter.networks.peers': [20, 0],
  'Counters.dispatchResponses': [32, 32],
  'Counters.dropped': [32, 32],
  'Counters.rejected': [32, 32],
  'UdpClient.queue': [framesOfOne, 0],
  'UdpListener.sessions': [each(1), 0],
}

/**
 * Throws an `InvariantError`, also for a collection without a bound. `clients`: all clients of the run. `lasting`:
 * collections that keep entries after all clients have left.
 */
export function checkCollections(
  census: Census,
  clients: number,
  all: 'connected' | 'disconnected',
  lasting: readonly string[] = [],
): void {
  for (const [name, size] of census) {
    const bounds = collectionBounds[name]
    if (!bounds) violate('every collection has a bound', `add ${name} to bounds.ts`)
    const bound = bounds[all === 'connected' || lasting.includes(name) ? 0 : 1]
    const most = typeof bound === 'number' ? bound : bound.each * clients
    if (size > most)
      violate('memory is bounded', `${name} has ${size} entries, with ${clients} clients (${all})`)
  }
}
