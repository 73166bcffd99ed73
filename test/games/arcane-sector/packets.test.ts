// Tests the packet tables with every recorded byte, with packets written by hand, and with hostile bytes.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { framing, headerBytes, maxPayloadBytes } from '../../../games/arcane-sector/framing.ts'
import {
  emptyWireItem,
  type FromServer,
  fromClient,
  fromServer,
  type WireMob,
  wireIdOffset,
} from '../../../games/arcane-sector/packets.ts'
import { type PacketCodec, WireError } from '../../../wire/index.ts'
import { FrameSplitter, frameLength } from '../../../wire/net/framing.ts'
import { assertProperty } from '../../property.ts'
import { seededRandom } from '../../wire/packets/seeded-random.ts'
import { readTranscript, Streams, transcriptNames } from './transcripts.ts'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const unhex = (text: string) => new Uint8Array(Buffer.from(text.replaceAll(' ', ''), 'hex'))

const sides = [
  { side: 'C2S', table: fromClient },
  { side: 'S2C', table: fromServer },
] as const

/** Recorded packets that the tables reject: the reason, by file and line. */
const refused: { readonly [place: string]: string } = {
  '03-errors:12': 'ENTR.playerId: 1 byte expected, 0 left',
  '03-errors:56': 'no packet "XYZW"',
  '03-errors:68': 'no packet "POSI"',
  '03-errors:80': 'no packet "move"',
  '03-errors:92': 'MOVE: 1 byte left over',
  '03-errors:104': 'MOVE.direction: 1 byte expected, 0 left',
  '03-errors:116': 'frame of 1048593 bytes is over 1048592',
}

/** Number of decoded packets of each recording, by direction. */
const packetCounts: { readonly [name: string]: { readonly C2S: number; readonly S2C: number } } = {
  '01-solo': { C2S: 60, S2C: 127 },
  '02-duo': { C2S: 57, S2C: 193 },
  '03-errors': { C2S: 24, S2C: 90 },
  '05-real-client': { C2S: 10, S2C: 23 },
}

/** Decodes each packet of a recording, and expects that it encodes to the same bytes. */
function decodeRecording(name: string) {
  /** Direction and type of each packet, such as `C2S MOVE`. */
  const types: string[] = []
  const errors: { [place: string]: string } = {}
  const streams = new Streams()
  for (const entry of readTranscript(name)) {
    if (!('bytes' in entry)) continue
    const place = `${name}:${entry.line}`
    const table = entry.dir === 'C2S' ? fromClient : fromServer
    try {
      for (const frame of streams.frames(entry)) {
        const packet = table.decode(frame)
        expect(hex(table.encode(packet as never)), place).toBe(hex(frame))
        expect(entry.chunk, place).toContain(packet.type)
        types.push(`${entry.dir} ${packet.type}`)
      }
    } catch (error) {
      if (!(error instanceof WireError)) throw error
      errors[place] = error.message
    }
  }
  return { types, errors, bufferedBytes: streams.held }
}

describe('recorded packets', () => {
  const names = transcriptNames()

  it.each(names)('of %s decode and encode to the same bytes, except the listed refusals', (name) => {
    const { types, errors, bufferedBytes } = decodeRecording(name)
    const expected = Object.entries(refused).filter(([place]) => place.startsWith(`${name}:`))
    expect(errors).toEqual(Object.fromEntries(expected))
    const from = (side: string) => types.filter((type) => type.startsWith(side)).length
    expect({ C2S: from('C2S'), S2C: from('S2C') }).toEqual(packetCounts[name])
    // The remaining bytes are the header of an oversized packet.
    expect(bufferedBytes).toBe(name === '03-errors' ? headerBytes : 0)
  })

  it('include every packet type except PASW and the types that this file writes by hand', () => {
    const recorded = new Set(names.flatMap((name) => decodeRecording(name).types))
    const types = sides.flatMap(({ side, table }) => table.names.map((type) => `${side} ${type}`))
    const written = handmade.map(({ packet }) => `S2C ${packet.type}`)
    // PASW exists only in this server.
    expect(types.filter((type) => !recorded.has(type)).sort()).toEqual(['C2S PASW', ...written].sort())
  })
})

/** Packets that are in no recording. Their layout is from the protocol document. */
const handmade = [
  {
    frame: '0a000000 414e494d 0000000000000000 01 0200000001000000 07',
    packet: { type: 'ANIM', packetId: 0n, kind: 'npc', mobId: 2n ** 32n + 2n, anim: 7 },
  },
  {
    frame: '00000000 534c4354 79636553 6e677244',
    packet: { type: 'SLCT', packetId: wireIdOffset + 5n },
  },
] as const

describe('packets without a recording', () => {
  it.each(handmade)('$packet.type has the documented layout', ({ frame, packet }) => {
    expect(fromServer.decode(unhex(frame))).toEqual(packet)
    expect(hex(fromServer.encode(packet))).toBe(hex(unhex(frame)))
  })
})

describe("PASW, this server's own packet", () => {
  it('[AS-2.12] has the layout of a password in ENTR', () => {
    const packet = { type: 'PASW', packetId: 0n, passwd: 'mine' } as const
    expect(hex(fromClient.encode(packet))).toBe(`2000000050415357${'00'.repeat(8)}6d696e65${'00'.repeat(28)}`)
  })
})

describe('packet fields', () => {
  const hold = (item: Extract<FromServer, { type: 'HLDI' }>['item']): FromServer => ({
    type: 'HLDI',
    packetId: 0n,
    item,
  })
  const mobs = (...list: WireMob[]): FromServer => ({ type: 'MOBS', packetId: 0n, mobs: list })

  it('[AS-1.4] include a packet number after the letters', () => {
    const bytes = fromClient.encode({ type: 'PING', packetId: 0x1122334455667788n, payload: unhex('616263') })
    expect(hex(bytes)).toBe('0300000050494e478877665544332211616263')
    expect(fromClient.decode(bytes)).toMatchObject({ packetId: 0x1122334455667788n })
  })

  it('[AS-1.5] encode an empty slot as an id only', () => {
    const none = unhex('08000000 484c4449 0000000000000000 ffffffffffffffff')
    expect(fromServer.decode(none)).toEqual(hold(emptyWireItem))
    expect(hex(fromServer.encode(hold(emptyWireItem)))).toBe(hex(none))
    expect(() => fromServer.encode(hold({ ...emptyWireItem, name: 'x' }))).toThrow('HLDI.item.name: ')
    expect(() => fromServer.encode(hold({ id: wireIdOffset, movable: true, gfxId: 'dagger' }))).toThrow(
      WireError,
    )
  })

  it('[AS-1.5] use ids that start with the bytes of `tceSngrD`, and never set bit 63, by which the client recognizes mobs', () => {
    const dagger = hold({ id: wireIdOffset, movable: true, gfxId: 'dagger', name: 'Dagger' })
    const bytes = fromServer.encode(dagger)
    expect(Buffer.from(bytes.subarray(16, 24)).toString()).toBe('tceSngrD')
    expect(wireIdOffset + BigInt(Number.MAX_SAFE_INTEGER)).toBeLessThan(2n ** 63n)
  })

  it('[AS-1.6] encode an invisible mob as an id only', () => {
    const unseen = unhex('0c000000 4d4f4253 0000000000000000 0100 00 00 0700000000000000')
    expect(fromServer.decode(unseen)).toEqual(mobs({ visible: false, id: 7n }))
    expect(hex(fromServer.encode(mobs({ visible: false, id: 7n })))).toBe(hex(unseen))
    expect(() => fromServer.encode(mobs({ visible: false, id: 7n, x: 1 }))).toThrow('mobs[0].x: ')
    expect(() => fromServer.encode(mobs({ visible: true, id: 7n }))).toThrow(WireError)
  })

  it('[AS-2.1] allow any 32 bytes as password; trailing NULs are padding', () => {
    assertProperty(
      fc.property(fc.uint8Array({ minLength: 33, maxLength: 33 }), (payload) => {
        const bytes = new Uint8Array([...unhex('21000000 454e5452 0000000000000000'), ...payload])
        const packet = fromClient.decode(bytes)
        expect(hex(fromClient.encode(packet))).toBe(hex(bytes))
        expect(packet).toMatchObject({ type: 'ENTR', playerId: payload[32] })
      }),
    )
    const inner = unhex(`21000000 454e5452 0000000000000000 6100620000 ${'00'.repeat(27)} ff`)
    expect(fromClient.decode(inner)).toEqual({ type: 'ENTR', packetId: 0n, passwd: 'a\0b', playerId: 255 })
  })

  it('[AS-3.1] [AS-8.2] accept unknown enumeration values', () => {
    expect(fromClient.decode(unhex('01000000 4d4f5645 0000000000000000 ff'))).toMatchObject({
      direction: 255,
    })
    const selected = unhex('09000000 54484953 0900000000000000 04 ffffffffffffffff')
    expect(fromClient.decode(selected)).toEqual({
      type: 'THIS',
      packetId: 9n,
      kind: 4,
      selectedId: 2n ** 64n - 1n,
    })
  })

  it('[AS-4.2] [AS-4.3] allow views of 0 to 255 entries', () => {
    const empty = unhex('01000000 47524e44 0000000000000000 00')
    expect(fromServer.decode(empty)).toEqual({ type: 'GRND', packetId: 0n, lists: [] })
    const items = (count: number) => Array.from({ length: count }, () => emptyWireItem)
    const ground = (lists: number, count: number): FromServer => ({
      type: 'GRND',
      packetId: 0n,
      lists: Array.from({ length: lists }, () => ({ x: 511, y: 767, items: items(count) })),
    })
    expect(fromServer.encode(ground(255, 1))).toHaveLength(16 + 1 + 255 * 13)
    expect(fromServer.encode(ground(1, 255))).toHaveLength(16 + 1 + 5 + 255 * 8)
    expect(() => fromServer.encode(ground(256, 1))).toThrow(WireError)
    expect(() => fromServer.encode(ground(1, 256))).toThrow(WireError)
    const crowd = (count: number) =>
      mobs(...Array.from({ length: count }, (_, n) => ({ visible: false, id: BigInt(n) })))
    expect(fromServer.decode(fromServer.encode(crowd(255)))).toEqual(crowd(255))
    expect(() => fromServer.encode(crowd(256))).toThrow(WireError)
  })

  it('[AS-5.4] include eight slots and two hands', () => {
    const carried = (slots: number, hands: number): FromServer => ({
      type: 'INVT',
      packetId: 0n,
      inventory: Array.from({ length: slots }, () => emptyWireItem),
      equipment: Array.from({ length: hands }, () => emptyWireItem),
    })
    expect(fromServer.encode(carried(8, 2))).toHaveLength(16 + 80)
    expect(() => fromServer.encode(carried(7, 2))).toThrow('INVT.inventory: 7')
    expect(() => fromServer.encode(carried(8, 3))).toThrow('INVT.equipment: 3 is over 2')
  })
})

describe('[AS-1.2] the packet size', () => {
  const sized = (size: number) => {
    const header = unhex('00000000 53415953 0000000000000000')
    new DataView(header.buffer).setUint32(0, size, true)
    return header
  }

  it('allows a payload of up to 1,048,576 bytes', () => {
    const text = 'a'.repeat(maxPayloadBytes)
    const largest = fromClient.encode({ type: 'SAYS', packetId: 0n, text })
    const [frame] = [...new FrameSplitter(framing).push(largest)]
    expect(fromClient.decode(frame!)).toEqual({ type: 'SAYS', packetId: 0n, text })
    expect(() => fromClient.encode({ type: 'SAYS', packetId: 0n, text: `${text}a` })).toThrow('SAYS.text')
    expect(() => fromServer.encode({ type: 'TEXT', packetId: 0n, text: `${text}a` })).toThrow('TEXT.text')
  })

  it('is refused before any payload arrives if the header declares a larger payload', () => {
    expect(frameLength(framing, sized(maxPayloadBytes))).toBe(headerBytes + maxPayloadBytes)
    for (const size of [maxPayloadBytes + 1, 2 ** 31, 2 ** 32 - 1]) {
      expect(() => frameLength(framing, sized(size).subarray(0, 4))).toThrow(WireError)
    }
  })

  it('must match the packet, also over WebSocket', () => {
    const ping = { type: 'PING', packetId: 0n, payload: unhex('616263') } as const
    for (const size of [0, 2, 4, maxPayloadBytes, 2 ** 32 - 1]) {
      const bytes = fromClient.encode(ping)
      new DataView(bytes.buffer).setUint32(0, size, true)
      expect(() => fromClient.decode(bytes)).toThrow(WireError)
    }
  })
})

describe.each(sides)('packets of $side', (side) => {
  const table = side.table as unknown as PacketCodec<{ readonly type: string }>

  it.each(table.names)('%s is refused if truncated anywhere or with an extra byte', (type) => {
    assertProperty(
      fc.property(fc.nat(), (seed) => {
        const bytes = table.encode(table.sample(seededRandom(seed), type))
        expect(frameLength(framing, bytes)).toBe(bytes.length)
        const step = Math.ceil(bytes.length / 60)
        for (let n = 0; n < bytes.length; n += step)
          expect(() => table.decode(bytes.subarray(0, n))).toThrow(WireError)
        expect(() => table.decode(new Uint8Array([...bytes, 0]))).toThrow(WireError)
      }),
      { numRuns: 30 },
    )
  })
})
