// What a room, the Directory and a sidecar hold in memory does not grow: each field that begins as a Map, a Set or a list
// has its bound in the simulator, or stands here.
import { expect, it } from 'vitest'
import { collectionBounds } from '../simulator/invariants/bounds.ts'
import { declaredCollections } from '../simulator/invariants/memory-census.ts'

/** What no run of the simulator has, and why it does not grow. */
const elsewhere: { readonly [classAndField: string]: string } = {
  'TickBatch.items': 'one turn of the event loop',
  'FlushScheduler.late': 'clients of one turn of the event loop, or of 100 ms',
  'FlushScheduler.soon': 'clients of one turn of the event loop',
  'DispatchListener.sockets': 'connections, of which each address has few (pending-connection-limiter.ts)',
  'Listeners.rooms': 'what the Directory has assigned',
  'Listeners.drainingRooms': 'rooms that others carry, each with clients that are in: the caps of its doors',
  'DrawingCache.known': 'functions that draw, of which a game has one',
  'RoomChannels.channels': 'rooms of which somebody is here, or was a minute ago',
  'Metrics.countersByRoom': 'what the Directory has assigned',
  'PendingConnectionLimiter.byAddress': 'connections that have not finished their handshakes, for some seconds',
  'TcpClient.outgoing': 'one turn of the event loop',
  'Outbox.outputs': 'one turn, which pays for it',
  'Decompressor.output': 'what 4 KiB of a file come to',
  'WebSocketClient.deflateQueue': 'what waits for a thread, and counts as unsent',
  'WebSocketMessage.deflated': 'the few sizes of windows that clients may ask for',
}

it('every collection of durable-objects/ and sidecar/ has its bound in test/simulator/invariants/bounds.ts', () => {
  const written = declaredCollections()
  expect(written.filter((name) => !(name in collectionBounds) && !(name in elsewhere))).toEqual([])
  expect(Object.keys(elsewhere).filter((name) => !written.includes(name))).toEqual([])
})
