// Tests the packet tables with every recorded byte, with frames that were written by hand, and with hostile bytes.
import { describe, expect, it } from 'vitest'
import { type FromServer, fromClient, fromServer } from '../../../games/soaprun/packets.ts'
import { WireError } from '../../../wire/index.ts'
import { type RecordedEvent, readTranscript, Streams, transcriptNames } from './transcripts.ts'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const unhex = (text: string) => new Uint8Array(Buffer.from(text, 'hex'))

/** Recorded packets that the tables reject: the reason, by file and line. */
const refused: { readonly [place: string]: string } = {
  'pixel-A-malformed:5': 'no packet "XXXX"',
  'pixel-A-malformed:10': 'id: 4 bytes expected, 2 left',
  'pixel-A-malformed:15': 'id: 4 bytes expected, 0 left',
  'pixel-A-malformed_bodies:13': 'myPo.nodes: 2 × 4 bytes expected, 4 left',
  'pixel-A-malformed_bodies:45': 'Room.y: 1 byte expected, 0 left',
  'pixel-A-malformed_bodies:61': 'Prtc.version: 2 bytes expected, 1 left',
  'pixel-A-malformed_bodies:77': 'Test.data: 508 bytes expected, 10 left',
  'sd-A-malformed:5': 'no packet "XXXX"',
  'sd-A-malformed:10': 'id: 4 bytes expected, 2 left',
  'sd-A-malformed:16': 'id: 4 bytes expected, 0 left',
  'sd-A-malformed:21': 'frame of 536870916 bytes is over 1034',
  'sd-A-malformed:26': 'frame of 4294967299 bytes is over 1034',
  'sd-A-malformed_bodies:13': 'myPo.nodes: 2 × 4 bytes expected, 4 left',
  'sd-A-malformed_bodies:42': 'Room.y: 1 byte expected, 0 left',
  'sd-A-malformed_bodies:55': 'Prtc.version: 2 bytes expected, 1 left',
  'sd-A-malformed_bodies:68': 'Test.data: 508 bytes expected, 10 left',
}

/** Returns the refusals by position. Adds the type of each decoded packet to `received`. */
function decodeAll(name: string, received: Set<string>): { [place: string]: string } {
  const faults: { [place: string]: string } = {}
  const streams = new Streams()
  for (const event of readTranscript(name)) {
    if (event.bytes === undefined) continue
    const place = `${name}:${event.line}`
    try {
      for (const frame of streams.frames(event)) received.add(typeOf(event, frame, place))
    } catch (error) {
      if (!(error instanceof WireError)) throw error
      faults[place] = error.message
    }
  }
  return faults
}

/** Also expects that the packet has the same bytes after decoding and encoding. */
function typeOf(event: RecordedEvent, frame: Uint8Array, place: string): string {
  const packets = event.d === 'c2s' ? fromClient : fromServer
  const packet = packets.decode(frame)
  expect(hex(packets.encode(packet as never)), place).toBe(hex(frame))
  return `${event.d} ${packet.type}`
}

describe('recorded packets', () => {
  const names = transcriptNames()

  it('come from the original server and from soapdispenser', () => {
    expect(names.filter((name) => name.startsWith('pixel-A-'))).toHaveLength(15)
    expect(names.filter((name) => name.startsWith('sd-A-'))).toHaveLength(16)
  })

  it.each(names)(
    'of %s have the same bytes after decoding and encoding, except packets that are listed as refused',
    (name) => {
      const expected = Object.entries(refused).filter(([place]) => place.startsWith(`${name}:`))
      expect(decodeAll(name, new Set())).toEqual(Object.fromEntries(expected))
    },
  )

  it('contain every packet type except the types that are listed as not recorded', () => {
    const heard = new Set<string>()
    for (const name of names) decodeAll(name, heard)
    const types = [
      ...fromClient.names.map((type) => `c2s ${type}`),
      ...fromServer.names.map((type) => `s2c ${type}`),
    ]
    const written = handmade.map(([from, , , packet]) => `${from} ${packet.type}`)
    expect(types.filter((type) => !heard.has(type)).sort()).toEqual(written.sort())
  })
})

/** Packets that no recording contains. Their layout is from the protocol document. */
const nodes = [{ x: 30, y: 22 }]
const handmade = [
  ['c2s', fromClient, '4472466c 1e00 1600 0d 01 1e001600', { type: 'DrFl', x: 30, y: 22, tile: 13, nodes }],
  ['c2s', fromClient, '4856656e 01 1e001600', { type: 'HVen', nodes }],
  ['c2s', fromClient, `53637274 ${'73'.repeat(32)}`, { type: 'Scrt', secret: new Uint8Array(32).fill(0x73) }],
  ['s2c', fromServer, '4f564552', { type: 'OVER' }],
  ['s2c', fromServer, '53637274 01 2400 1400', { type: 'Scrt', returned: 1, x: 36, y: 20 }],
] as const

describe('packets without a recording', () => {
  it.each(handmade)('that %s sends have the documented layout (%#)', (_from, table, frame, packet) => {
    const bytes = unhex(frame.replaceAll(' ', ''))
    expect(table.decode(bytes)).toEqual(packet)
    expect(hex(table.encode(packet as never))).toBe(hex(bytes))
  })
})

describe('a packet', () => {
  const flds = (content: object) =>
    ({
      ...{ type: 'Flds', status: 1, color: 0, items: 0, weather: 0 },
      ...{ players: [], units: [], tiles: [], ...content },
    }) as FromServer

  it('[SR-3.4] of type Dlog has at most 120 bytes of text and a NUL', () => {
    const dlog = (length: number) => {
      const frame = new Uint8Array(8 + length + 1).fill(0x61)
      frame.set(unhex('446c6f67'))
      new DataView(frame.buffer).setInt32(4, length + 1, true)
      frame[frame.length - 1] = 0
      return frame
    }
    expect(fromClient.decode(dlog(120))).toEqual({ type: 'Dlog', message: 'a'.repeat(120) })
    expect(() => fromClient.decode(dlog(121))).toThrow(WireError)
  })

  it('[SR-3.7] has at most eight nodes', () => {
    const walk = (count: number) => unhex(`6d79506f0${count}${'1e001600'.repeat(count)}`)
    expect(fromClient.decode(walk(8))).toMatchObject({ nodes: Array(8).fill({ x: 30, y: 22 }) })
    expect(fromClient.decode(walk(0))).toMatchObject({ nodes: [] })
    expect(() => fromClient.decode(walk(9))).toThrow(WireError)
  })

  it('[SR-3.8] has no index above the client’s limits', () => {
    const encoded = (index: number) =>
      fromServer.encode(flds({ players: [{ index, generation: 1, status: 1, color: 0, items: 0, nodes }] }))
    expect(encoded(62)).toHaveLength(21)
    expect(() => encoded(63)).toThrow('Flds.players[0].index')
  })

  it('[SR-2.2] [SR-3.8] of type Flds fits the client’s 10,000 bytes even with the maximum content', () => {
    const nodes = Array.from({ length: 8 }, (_, n) => ({ x: n, y: n }))
    const entry = (index: number) => ({ index, generation: 1, status: 1, items: 0, nodes })
    const fullest = flds({
      players: Array.from({ length: 62 }, (_, n) => ({ ...entry(n), color: 0 })),
      units: Array.from({ length: 64 }, (_, n) => ({ ...entry(n), type: 1, param: 0 })),
      tiles: Array.from({ length: 255 }, (_, n) => ({ x: n, y: 1, tile: 12 })),
    })
    expect(fromServer.encode(fullest).length).toBeLessThan(6400)
  })
})
