// Every recorded packet is decoded and encoded again. The strict decoder also checks each packet.
import { describe, expect, it } from 'vitest'
import {
  decodeFromClient,
  fromClient,
  fromServer,
} from '../../../../../games/crossfire/protocol/packets/index.ts'
import { handwrittenPackets } from '../packets/handwritten-packets.ts'
import { assertStrictPacket } from '../strict/strict-decoder.ts'
import { dialectOf, type RecordedPacket, recordedPackets, transcriptNames } from './transcripts.ts'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

function encodeAgain({ dir, bytes }: RecordedPacket): string {
  try {
    return hex(
      dir === 'C' ? fromClient.encode(fromClient.decode(bytes)) : fromServer.encode(fromServer.decode(bytes)),
    )
  } catch (error) {
    return String(error)
  }
}

describe('recorded packets', () => {
  const names = transcriptNames()

  it('the recordings exist', () => {
    expect(names).toHaveLength(7)
    const said = names.flatMap(recordedPackets)
    expect(said.filter(({ dir }) => dir === 'S').length).toBe(2561)
  })

  it.each(names)('packets of %s decode and encode to the same bytes', (name) => {
    const changed = recordedPackets(name).flatMap((packet) => {
      const again = encodeAgain(packet)
      return again === hex(packet.bytes) ? [] : [[packet.line, again]]
    })
    expect(changed).toEqual([])
  })

  it.each(names)(
    'packets of %s have the recorded type, and the strict decoder accepts those of the server',
    (name) => {
      for (const { dir, command, bytes } of recordedPackets(name)) {
        expect((dir === 'C' ? fromClient : fromServer).decode(bytes).type).toBe(command)
        if (dir === 'S') assertStrictPacket(bytes, dialectOf(name))
      }
    },
  )

  it('[CF-1.5] all client packets are known', () => {
    for (const { dir, bytes } of names.flatMap(recordedPackets)) {
      if (dir === 'C') expect(decodeFromClient(bytes)).toEqual(fromClient.decode(bytes))
    }
  })

  it('the recordings cover every packet except the handwritten ones', () => {
    const received = new Set(names.flatMap(recordedPackets).map(({ dir, command }) => `${dir} ${command}`))
    const all = [
      ...fromClient.names.map((type) => `C ${type}`),
      ...fromServer.names.map((type) => `S ${type}`),
    ]
    const written = handwrittenPackets.map(({ dir, packet }) => `${dir} ${packet.type}`)
    expect(all.filter((one) => !received.has(one)).sort()).toEqual(written.sort())
  })
})
