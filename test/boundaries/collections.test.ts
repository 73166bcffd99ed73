// The memory of rooms, the Directory and sidecars is bounded: each field that is initialized with a Map, a Set or a
// list has a bound in the simulator or in the table below.
import { expect, it } from 'vitest'
import { collectionBounds } from '../simulator/invariants/bounds.ts'
import { declaredCollections } from '../simulator/invariants/memory-census.ts'

/** Collections that the simulator does not cover, each with the reason why it is bounded. */
const elsewhere: { readonly [classAndField: string]: string } = {
  'NextTickBatch.items': 'filled and emptied in one turn of the event loop',
  'FlushScheduler.late': 'clients that have waited at most 100 ms for a flush',
  'FlushScheduler.soon': 'clients that got frames in one turn of the event loop',
  'DispatchListener.sockets': 'connections, limited per address (pending-connection-limiter.ts)',
  'ServerListAnnouncer.announcedAt': 'announced rooms: replaced at each check',
  'Listeners.rooms': 'rooms that the Directory has assigned',
  'Listeners.drainingRooms': 'moved rooms with connected clients: limited by the caps of their listeners',
  'DrawingCache.known': 'one drawing function per game',
  'RoomChannels.channels': 'rooms with a client now or within the last minute',
  'Metrics.countersByRoom': 'rooms that the Directory has assigned',
  'PendingConnectionLimiter.byAddress': 'connections in their handshake, for some seconds',
  'TcpClient.outgoing': 'filled and emptied in one turn of the event loop',
  'Batch.blocked': 'sessions with a frame in one message or batch',
  'LargeMessageCache.messages': '8 MiB in all',
  'Outbox.outputs': 'one transaction, charged to its session',
  'Decompressor.output': 'the decompressed output of one chunk of 4 KiB',
  'WebSocketClient.deflateQueue': 'messages that wait for a thread, counted as unsent',
  'WebSocketMessage.deflated': 'one entry per window size that clients can request',
}

it('every collection of durable-objects/ and sidecar/ has a bound', () => {
  const written = declaredCollections()
  expect(written.filter((name) => !(name in collectionBounds) && !(name in elsewhere))).toEqual([])
  expect(Object.keys(elsewhere).filter((name) => !written.includes(name))).toEqual([])
})
