// A full Archipelago room fits into the memory of a Durable Object, 128 MB.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { archipelago } from '../../games/archipelago/index.ts'
import { protocolLimits } from '../../games/archipelago/protocol/limits.ts'
import { encodeHello, encodeSessionOpening, LinkWriter, recordTypes } from '../../wire/link/link-codec.ts'
import { multidataWithSlots } from '../games/archipelago/sample-multiworlds.ts'
import { connectPacket, TestRoom } from '../games/archipelago/test-client.ts'
import { RoomHarness } from '../room-harness.ts'

/**
 * Maximum bytes of the world and of each connection. The rest of the memory is for the code, pending output and
 * garbage.
 */
const worldBytes = 24e6
const bytesPerConnection = 12e3

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

async function usedBytes(): Promise<number> {
  // Collects garbage in several event-loop turns, because promises that have just finished may still reference their
  // data.
  for (let turn = 0; turn < 3; turn++) {
    await new Promise((resolve) => setImmediate(resolve))
    collectGarbage()
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** A sidecar's end of a link. It stores nothing, and acknowledges received messages with its next message. */
function link(room: RoomHarness): LinkWriter {
  const socket = {
    send: (message: Uint8Array) => {
      writer.number = new DataView(message.buffer, message.byteOffset).getUint32(5)
    },
    close: (_code: number, reason: string) => {
      throw new Error(reason)
    },
    serializeAttachment() {},
  }
  const writer = new LinkWriter(false, (message) => room.sidecarGateway!.message(socket, message, undefined))
  writer.record(recordTypes.hello, 0, 0, encodeHello({ sidecar: 'one', process: 'p' }))
  writer.flush()
  writer.epoch = room.context.epoch
  return writer
}

it('[AP-9.7] 4,096 connections fit into the memory of a Durable Object, and one more is refused', async () => {
  const { harness: room } = await TestRoom.createFrom('tiny-2p', { presence: 'nobody' })
  const writer = link(room)
  const join = (session: number) => {
    const opening = {
      token: session.toString(16).padStart(32, '0'),
      address: `192.0.${session >> 8}.${session % 256}`,
      transport: 'websocket',
      compressed: true,
      resumeState: undefined,
    } as const
    writer.record(recordTypes.open, session, 0, encodeSessionOpening(opening))
    const client = { ...connectPacket, name: 'Alice', game: 'ChecksFinder', uuid: `uuid-${session}` }
    writer.frame(session, 1, JSON.stringify([client]))
    writer.flush()
  }
  join(1)
  const before = await usedBytes()
  for (let session = 2; session <= protocolLimits.peers; session++) join(session)
  writer.flush(true)
  room.clock.pass(10_000)
  writer.flush(true)
  expect(room.host.sessionCount).toBe(4096)
  expect(((await usedBytes()) - before) / (protocolLimits.peers - 1)).toBeLessThan(bytesPerConnection)
  join(protocolLimits.peers + 1)
  expect(room.host.sessionCount).toBe(4096)
  expect(protocolLimits.peers * bytesPerConnection + worldBytes).toBeLessThan(0.75 * 128e6)
})

it('[AP-9.7] a multiworld of 2,000 slots opens in a fifth of the memory of a Durable Object', async () => {
  const file = { name: 'large.archipelago', bytes: multidataWithSlots(2000) }
  const { records } = await RoomHarness.create(archipelago, { file })
  const before = await usedBytes()
  const room = await RoomHarness.create(archipelago, { records })
  expect(room.host.capacity).toBe(2000)
  expect((room.host.view as { slots: unknown[] }).slots).toHaveLength(2000)
  expect((await usedBytes()) - before).toBeLessThan(worldBytes)
})
