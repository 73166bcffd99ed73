import { describe, expect, it } from 'vitest'
import { fromClient, fromServer } from '../../../games/retroarch/packets.ts'
import { expectPacketOrWireError } from '../hostile-bytes.ts'

const id = Uint8Array.from({ length: 12 }, (_, n) => n + 1)
const idText = '\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c'
const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))

/** One message of each type. */
const handwritten = [
  { table: fromClient, frame: `RATS${idText}`, packet: { type: 'RATS', session: id } },
  { table: fromClient, frame: `RATL${idText}`, packet: { type: 'RATL', client: id } },
  { table: fromClient, frame: `RATA${idText}`, packet: { type: 'RATA', client: id } },
  { table: fromClient, frame: 'RATP', packet: { type: 'RATP' } },
  { table: fromClient, frame: 'RANP', packet: { type: 'RANP' } },
  { table: fromServer, frame: `RATS${idText}`, packet: { type: 'RATS', session: id } },
  { table: fromServer, frame: `RATL${idText}`, packet: { type: 'RATL', client: id } },
  {
    table: fromServer,
    frame: `RATA${idText}${'\0'.repeat(10)}\xff\xff\xc0\x00\x02\x01`,
    packet: { type: 'RATA', client: id, address: [...Array(10).fill(0), 255, 255, 192, 0, 2, 1] },
  },
  { table: fromServer, frame: 'RATP', packet: { type: 'RATP' } },
  { table: fromServer, frame: `RANP${'\0'.repeat(20)}`, packet: { type: 'RANP', zeros: new Uint8Array(20) } },
] as const

describe('packets', () => {
  it.each(handwritten)('$packet.type has the documented layout', ({ table, frame, packet }) => {
    expect(table.decode(bytes(frame))).toEqual(packet)
    expect(table.encode(packet as never)).toEqual(bytes(frame))
  })

  it('all have a handwritten frame in this file', () => {
    for (const table of [fromClient, fromServer])
      expect(handwritten.filter((one) => one.table === table).map(({ packet }) => packet.type)).toEqual(
        table.names,
      )
  })

  it('decode to a packet or throw a WireError if any bytes are cut off or changed', () => {
    expectPacketOrWireError(fromClient, 300)
  })
})
