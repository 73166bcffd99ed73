import fc from 'fast-check'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { decode, encode } from '../../../wire/codec/codec.ts'
import {
  BE,
  body,
  bool,
  byteLengthOf,
  cachedEncoding,
  chars,
  constant,
  count,
  decimal,
  LE,
  list,
  type PacketOf,
  packets,
  padding,
  struct,
  text,
  toEnd,
  u8,
  WireError,
  Writer,
  when,
  word,
} from '../../../wire/index.ts'
import { annotatedHexDump } from '../../../wire/packets/annotated-hex-dump.ts'
import { packetTableMarkdown } from '../../../wire/packets/markdown.ts'
import { assertProperty } from '../../property.ts'
import { allCombinators } from './all-combinators.ts'
import { seededRandom } from './seeded-random.ts'

type Everything = PacketOf<typeof allCombinators>
const runs = { numRuns: 300 }
const anyPacket = fc.integer().map((seed) => allCombinators.sample(seededRandom(seed)))

describe('a table of every combinator', () => {
  it('round-trips every packet byte for byte', () => {
    const met = new Set<string>()
    assertProperty(
      fc.property(anyPacket, (packet) => {
        met.add(packet.type)
        const bytes = allCombinators.encode(packet)
        const read = allCombinators.decode(bytes)
        expect(read).toEqual(packet)
        expect(allCombinators.encode(read)).toEqual(bytes)
        const { min, max } = allCombinators.shapes[packet.type]
        expect(bytes.length).toBeGreaterThanOrEqual(min)
        expect(bytes.length).toBeLessThanOrEqual(max)
      }),
      runs,
    )
    expect([...met].sort()).toEqual([...allCombinators.names].sort())
  })

  it('decodes every truncated packet to a value or throws a WireError', () => {
    assertProperty(
      fc.property(anyPacket, (packet) => {
        const bytes = allCombinators.encode(packet)
        const step = Math.ceil(bytes.length / 60)
        for (let n = 0; n < bytes.length; n += step) tolerated(bytes.subarray(0, n))
      }),
      { ...runs, numRuns: 60 },
    )
  })

  it('decodes every mutated packet to a value or throws a WireError', () => {
    const change = fc.record({ at: fc.nat(), to: fc.nat(255) })
    assertProperty(
      fc.property(anyPacket, fc.array(change, { minLength: 1, maxLength: 6 }), (packet, changes) => {
        const bytes = allCombinators.encode(packet)
        for (const { at, to } of changes) bytes[at % bytes.length] = to
        tolerated(bytes)
      }),
      { ...runs, numRuns: 1500 },
    )
  })

  it('explains any bytes in a hex dump', () => {
    assertProperty(
      fc.property(anyPacket, fc.nat(), fc.nat(255), (packet, at, to) => {
        const bytes = allCombinators.encode(packet)
        expect(annotatedHexDump(bytes, allCombinators)).not.toContain('!  ')
        bytes[at % bytes.length] = to
        expect(annotatedHexDump(bytes, allCombinators)).toContain('0000  ')
      }),
      { ...runs, numRuns: 100 },
    )
  })

  it('appends packets to a writer, and leaves the writer unchanged if encoding fails', () => {
    const writer = new Writer(4)
    allCombinators.encodeInto(writer, { type: 'Bye.', serial: 1n })
    allCombinators.encodeInto(writer, { type: 'hears', serial: 2n, seconds: 5 })
    const both = writer.copy()
    expect(both).toHaveLength(15 + 17)
    expect(allCombinators.decode(both.subarray(15))).toEqual({ type: 'hears', serial: 2n, seconds: 5 })
    expect(() => allCombinators.encodeInto(writer, { type: 'hears', serial: 2n, seconds: 70000 })).toThrow(
      WireError,
    )
    expect(writer.copy()).toEqual(both)
  })

  it('returns bytes that a later call of encode does not change', () => {
    const first = allCombinators.encode({ type: 'hears', serial: 2n, seconds: 5 })
    allCombinators.encode({ type: 'hears', serial: 3n, seconds: 6 })
    expect(allCombinators.decode(first)).toEqual({ type: 'hears', serial: 2n, seconds: 5 })
  })
})

describe('errors', () => {
  const flds = packets(chars(4), {
    Flds: {
      rule: 'T-1',
      about: '',
      fields: { players: list(struct({ index: u8, nodes: list(struct({ x: LE.i16, y: LE.i16 }), u8) }), u8) },
    },
  })
  const node = { x: 1, y: 2 }

  it('name the path of the field when a packet is read', () => {
    const bytes = flds.encode({ type: 'Flds', players: [{ index: 1, nodes: [node] }] })
    expect(() => flds.decode(bytes.subarray(0, 3))).toThrow(new WireError('id: 4 bytes expected, 3 left'))
    expect(() => flds.decode(bytes.subarray(0, 9))).toThrow(
      new WireError('Flds.players[0].nodes: 1 × 4 bytes expected, 2 left'),
    )
    expect(() => flds.decode(Uint8Array.of(...bytes, 7))).toThrow(new WireError('Flds: 1 byte left over'))
  })

  it('name the path of the field when a packet is written', () => {
    const packet = { type: 'Flds' as const, players: [{ index: 1, nodes: [node, { x: 1, y: 40000 }] }] }
    expect(() => flds.encode(packet)).toThrow(
      new WireError('Flds.players[0].nodes[1].y: 40000 is not a whole number from -32768 to 32767 (i16le)'),
    )
  })

  it('name values of the wrong type', () => {
    const encode = (players: unknown) => () => flds.encode({ type: 'Flds', players } as PacketOf<typeof flds>)
    expect(encode(undefined)).toThrow('Flds.players: undefined is not a list')
    expect(encode([undefined])).toThrow('Flds.players[0]: undefined is not a struct')
    expect(encode([{ index: 1 }])).toThrow('Flds.players[0].nodes: undefined is not a list')
    expect(() => flds.encode({ type: 'Prtc' } as unknown as PacketOf<typeof flds>)).toThrow('no packet Prtc')
  })

  it('name an unknown packet', () => {
    expect(() => flds.decode(Uint8Array.of(0x46, 0x6c, 0x64, 0x21))).toThrow(
      new WireError('no packet "Fld!"'),
    )
    const numbered = packets(u8, { ping: { rule: 'T-1', about: '', id: 4, fields: {} } })
    expect(() => numbered.decode(Uint8Array.of(5))).toThrow(new WireError('no packet 5'))
  })

  it('are plain WireErrors whose stack begins with the whole message', () => {
    const thrown = caught(() => flds.decode(Uint8Array.of(0x46, 0x6c, 0x64, 0x73, 1)))
    expect(thrown.constructor).toBe(WireError)
    expect(thrown.stack).toMatch(/Flds\.players: 1 × /)
  })

  it('about an impossible count or length are thrown before memory is allocated', () => {
    let read = 0
    const spy = { ...LE.u16, read: () => ++read }
    const counted = count('items', LE.u32)
    const table = packets(u8, {
      list: { rule: '', about: '', id: 1, fields: { items: list(spy, LE.u32) } },
      counted: { rule: '', about: '', id: 2, fields: { n: counted, items: list(spy, counted) } },
    })
    expect(() => table.decode(Uint8Array.of(1, 255, 255, 255, 255, 0, 0))).toThrow(
      'list.items: 4294967295 × 2 bytes expected, 2 left',
    )
    expect(() => table.decode(Uint8Array.of(2, 255, 255, 255, 127, 0, 0))).toThrow(WireError)
    expect(read).toBe(0)
  })
})

describe('envelopes', () => {
  it('may be a word, followed by a space', () => {
    const table = packets(word, {
      addme: { rule: '', about: '', fields: {} },
      version: { rule: '', about: '', fields: { cs: decimal(), sc: decimal(), info: text() } },
      map: { rule: '', about: '', fields: { cells: toEnd(u8) } },
      comc: { rule: '', about: '', fields: { packet: BE.u16, time: BE.u32 } },
    })
    const wire = (packet: PacketOf<typeof table>) => String.fromCharCode(...table.encode(packet))
    expect(wire({ type: 'addme' })).toBe('addme')
    expect(wire({ type: 'map', cells: [] })).toBe('map ')
    expect(wire({ type: 'version', cs: 1023, sc: 1029, info: 'Server\n' })).toBe('version 1023 1029 Server\n')
    expect(wire({ type: 'comc', packet: 1, time: 92307 })).toBe('comc \0\x01\0\x01\x68\x93')
    for (let seed = 0; seed < 50; seed++) {
      const packet = table.sample(seededRandom(seed))
      expect(table.decode(table.encode(packet))).toEqual(packet)
    }
    expect(() => table.decode(Uint8Array.of(0x20))).toThrow('id: word expected, found a space')
  })

  it('may have a length before or after the id, and a terminator', () => {
    const before = packets(
      { length: byteLengthOf(LE.u32, 'body'), id: chars(4), packetId: LE.u64, body },
      {
        PING: { rule: '', about: '', fields: {} },
        POSI: { rule: '', about: '', fields: { x: LE.u16, y: LE.u16 } },
      },
    )
    const bytes = before.encode({ type: 'POSI', packetId: 7n, x: 1, y: 2 })
    expect([...bytes.subarray(0, 8)]).toEqual([4, 0, 0, 0, 0x50, 0x4f, 0x53, 0x49])
    expect(before.decode(bytes)).toEqual({ type: 'POSI', packetId: 7n, x: 1, y: 2 })
    bytes[0] = 3
    expect(() => before.decode(bytes)).toThrow('POSI.y: 2 bytes expected, 1 left')
    bytes[0] = 5
    expect(() => before.decode(bytes)).toThrow('POSI: 5 bytes expected, 4 left')
    const whole = struct({ length: byteLengthOf(u8, 'rest', 'rest', 2), rest: text() })
    expect(() => decode(whole, Uint8Array.of(1))).toThrow('1 is less than 2')
  })

  it('may have a wrong length if a row of the table declares it', () => {
    const says = { type: 'says' as const, serial: 0n, target: 1n, source: 2n, weapon: 1, damage: 5000 }
    const bytes = allCombinators.encode(says)
    expect(bytes[13]).toBe(20)
    expect(bytes).toHaveLength(14 + 21 + 1)
    expect(allCombinators.decode(bytes)).toEqual(says)
    bytes[13] = 21
    expect(allCombinators.decode(bytes)).toEqual(says)
    const hears = allCombinators.encode({ type: 'hears', serial: 0n, seconds: 5 })
    expect(hears[13]).toBe(2)
    hears[13] = 3
    expect(allCombinators.decode(hears)).toEqual({ type: 'hears', serial: 0n, seconds: 5 })
    hears[13] = 4
    expect(() => allCombinators.decode(hears)).toThrow(WireError)
  })
})

describe('a table that cannot work', () => {
  const row = (fields: Parameters<typeof struct>[0]) => () =>
    packets(u8, { one: { rule: '', about: '', id: 1, fields } })
  const items = count('items', u8)

  it('is refused when it is built', () => {
    expect(row({ n: items })).toThrow('one: count of items: no such list')
    expect(row({ n: items, things: list(u8, items) })).toThrow('no such list uses it')
    expect(row({ items: list(u8, items), n: items })).toThrow('items: its count of items is not before it')
    expect(row({ n: count('items', u8), items: list(u8, items) })).toThrow('is not before it')
    expect(row({ x: when('visible', u8) })).toThrow('x: no field visible before it')
    expect(row({ x: list(when('visible', u8), u8, 5) })).toThrow('x: no field visible before it')
    expect(row({ length: byteLengthOf(u8, 'tail') })).toThrow(
      'length: tail to tail is not a range of later fields',
    )
    expect(row({ length: byteLengthOf(u8, 'b', 'a'), a: u8, b: u8 })).toThrow(
      'b to a is not a range of later fields',
    )
    expect(row({ type: u8 })).toThrow('a field cannot be called type')
    expect(row({ id: u8 })).toThrow('a field cannot be called id')
    expect(row({ 7: u8 })).toThrow('a field cannot be called 7')
    expect(() => byteLengthOf(decimal(), 'tail')).toThrow('which varies in size')
    expect(() => toEnd(padding(0))).toThrow('never ends')
    expect(() => list(text(), LE.u32)).toThrow('needs a limit')
    const twice = struct({ n: items, items: list(u8, items) })
    expect(row({ n: items, first: twice, items: list(u8, items) })).toThrow(
      'n is also used inside another field',
    )
  })

  it('is refused if two rows have the same id, or if its envelope is invalid', () => {
    const ping = { rule: '', about: '', id: 1, fields: {} }
    expect(() => packets(u8, { a: ping, b: ping })).toThrow('b and a have the same id')
    expect(() => packets({ id: u8 }, { a: ping })).toThrow('an envelope needs an id and the body')
    expect(() => packets({ name: word, id: u8, body }, { a: ping })).toThrow('must have a fixed size')
    expect(() =>
      packets(
        { id: u8, length: byteLengthOf(u8, 'body'), body },
        { a: { ...ping, writtenLength: 2, fields: { x: text() } } },
      ),
    ).toThrow('need a packet of fixed size')
  })
})

describe("a table's printed form", () => {
  const counted = count('players', u8)
  const table = packets(
    { id: chars(4), body, end: constant(u8, 10) },
    {
      'Bye.': { rule: 'T-1', about: 'The client leaves.', fields: {} },
      fields: {
        rule: 'T-2',
        about: 'The view of a client.',
        id: 'Flds',
        fields: {
          playerCount: counted,
          rain: u8,
          players: list(
            struct({
              index: u8,
              name: when('index', chars(8)),
              nodes: list(struct({ x: LE.i16, y: LE.i16 }), u8, 8),
            }),
            counted,
          ),
        },
      },
    },
  )
  const packet = {
    type: 'fields' as const,
    rain: 1,
    players: [
      { index: 0, nodes: [] },
      { index: 3, name: 'ann', nodes: [{ x: -1, y: 22 }] },
    ],
  }

  it('is deterministic Markdown', () => {
    expect(packetTableMarkdown(Object.values(table.shapes))).toMatchInlineSnapshot(`
      "### \`Bye.\`

      [T-1] The client leaves. 5 bytes.

      ### \`fields\` (Flds)

      [T-2] The view of a client. 7 to 10717 bytes.

      | field | wire | bytes | meaning |
      | --- | --- | --- | --- |
      | \`playerCount\` | u8 = number of players | 1 |  |
      | \`rain\` | u8 | 1 |  |
      | \`players\` | struct[counted] | 0 to 10710 |  |
      | \`players[]\` | struct | 2 to 42 |  |
      | \`players[].index\` | u8 | 1 |  |
      | \`players[].name\` | char[8] if index is set | 0 to 8 |  |
      | \`players[].nodes\` | struct[u8 to 8] | 1 to 33 |  |
      | \`players[].nodes[]\` | struct | 4 |  |
      | \`players[].nodes[].x\` | i16le | 2 |  |
      | \`players[].nodes[].y\` | i16le | 2 |  |
      "
    `)
  })

  it('has parentheses around an item of several words, so that the length in brackets belongs to all of them', () => {
    expect(toEnd(bool(u8), 3).doc).toBe('(u8 0 no, 1 yes)[to the end, to 3]')
    expect(list(struct({ x: u8, y: u8 }), u8).doc).toBe('{ x: u8, y: u8 }[u8]')
  })

  it('is a hex dump of a packet with one line per field', () => {
    expect(annotatedHexDump(table.encode(packet), table)).toMatchInlineSnapshot(`
      "0000  46 6c 64 73              id                     "Flds"
      0004  02                       playerCount            2
      0005  01                       rain                   1
      0006  00                       players[0].index       0
      0007  00                       players[0].nodes       []
      0008  03                       players[1].index       3
      0009  61 6e 6e 00 00 00 00 00  players[1].name        "ann"
      0012  ff ff                    players[1].nodes[0].x  -1
      0014  16 00                    players[1].nodes[0].y  22
      0016  0a                       end                    10"
    `)
  })

  it('is a hex dump of bad bytes up to the error', () => {
    expect(annotatedHexDump(table.encode(packet).subarray(0, 19), table)).toMatchInlineSnapshot(`
      "0000  46 6c 64 73              id                "Flds"
      0004  02                       playerCount       2
      0005  01                       rain              1
      0006  00                       players[0].index  0
      0007  00                       players[0].nodes  []
      0008  03                       players[1].index  3
      0009  61 6e 6e 00 00 00 00 00  players[1].name   "ann"
      0011  01 ff                    !                 fields.players[1].nodes: 1 × 4 bytes expected, 1 left"
    `)
    expect(annotatedHexDump(Uint8Array.of(1, 2, 3, 4), table)).toMatchInlineSnapshot(
      `"0000  01 02 03 04  !  no packet "\\u0001\\u0002\\u0003\\u0004""`,
    )
  })
})

it('the types of packets are derived from the table', () => {
  type Node = { x: number; y: number }
  type Item = { id: bigint; movable?: boolean; name?: string }
  expectTypeOf<Everything['type']>().toEqualTypeOf<(typeof allCombinators.names)[number]>()
  expectTypeOf<Extract<Everything, { type: 'Bye.' }>>().toEqualTypeOf<{ type: 'Bye.'; serial: bigint }>()
  expectTypeOf<Extract<Everything, { type: 'shared' }>>().toEqualTypeOf<{
    type: 'shared'
    serial: bigint
    names: readonly string[]
    deaths: readonly number[]
    kills: readonly number[]
  }>()
  expectTypeOf<Extract<Everything, { type: 'lists' }>>().toEqualTypeOf<{
    type: 'lists'
    serial: bigint
    width: number
    height: number
    players: readonly { index: number; nodes: readonly Node[] }[]
    attributes: Uint8Array
    rows: readonly number[]
    slots: readonly Item[]
    chunk: Uint8Array
    dots: readonly number[]
    cells: readonly { kind: number; at: number }[]
    more: Uint8Array
  }>()
  expectTypeOf<Extract<Everything, { type: 'conditions' }>>().toEqualTypeOf<{
    type: 'conditions'
    serial: bigint
    visible: boolean
    bits: number
    flags: { weather: boolean; stack: boolean }
    kind: number
    x?: number | undefined
    high?: Item | undefined
    weather?: number | undefined
    stack: readonly Item[]
    value: undefined | number | string | Node | bigint
    stats: readonly { stat: number; value: string | bigint | number }[]
  }>()
  expectTypeOf<Extract<Everything, { type: 'covered' }>>().toEqualTypeOf<{
    type: 'covered'
    serial: bigint
    between: number
    note: string
    inner: { all: readonly number[]; after: number }
    last: number
  }>()
  type Numbers = Extract<Everything, { type: 'numbers' }>
  expectTypeOf<Numbers['weather']>().toEqualTypeOf<'clear' | 'rain'>()
  expectTypeOf<Numbers['mood']>().toEqualTypeOf<'calm' | 'angry' | number>()
  expectTypeOf<Numbers['items']>().toEqualTypeOf<{ sword: boolean; crown: boolean; shield: boolean }>()
  expectTypeOf<Numbers['look']>().toEqualTypeOf<{ unpaid: boolean; top: boolean } & { unknown: number }>()
  expectTypeOf<Numbers['place']>().toEqualTypeOf<{ x: number; y: number; layer: number }>()
  expectTypeOf<Numbers['big']['u64']>().toEqualTypeOf<bigint>()
  expectTypeOf(allCombinators.sample(seededRandom(1), 'Bye.')).toEqualTypeOf<{
    type: 'Bye.'
    serial: bigint
  }>()
})

/** Decodes the bytes or throws WireError. Decoded packets can be encoded, though not always to the same bytes. */
function tolerated(bytes: Uint8Array): void {
  let packet: Everything
  try {
    packet = allCombinators.decode(bytes)
  } catch (error) {
    if (error instanceof WireError) return
    throw error
  }
  expect(allCombinators.decode(allCombinators.encode(packet))).toEqual(packet)
}

function caught(run: () => unknown): Error {
  try {
    run()
  } catch (error) {
    return error as Error
  }
  throw new Error('nothing was thrown')
}

describe('an immutable value', () => {
  const point = cachedEncoding(struct({ x: u8, y: u8 }))

  it('is read and written as by the wrapped codec', () => {
    expect(encode(point, { x: 1, y: 2 })).toEqual(new Uint8Array([1, 2]))
    expect(decode(point, new Uint8Array([1, 2]))).toEqual({ x: 1, y: 2 })
    expect(() => encode(point, { x: 1, y: 256 })).toThrow('y: 256')
  })

  it('is encoded once per object, and an equal object is encoded separately', () => {
    const shared = { x: 1, y: 2 }
    encode(point, shared)
    shared.x = 9
    expect(encode(list(point, u8), [shared, { x: 9, y: 2 }])).toEqual(new Uint8Array([2, 1, 2, 9, 2]))
  })
})
