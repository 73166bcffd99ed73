import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  screenMessages,
  streamSize,
  thinClientMessages,
} from '../../../../games/arcane-sector/packets/pixel-stream.ts'
import { decodeClientMessage } from '../../../../games/arcane-sector/remote-client/client-message.ts'
import { applyScreenMessage } from '../../../../games/arcane-sector/remote-client/frame-decoder.ts'
import { FrameEncoder } from '../../../../games/arcane-sector/remote-client/frame-encoder.ts'
import { WireError } from '../../../../wire/index.ts'
import { assertProperty } from '../../../property.ts'
import { seededRandom } from '../../../wire/packets/seeded-random.ts'

const bytes = streamSize.width * streamSize.height * 4
const isSame = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0
const unhex = (hex: string) => new Uint8Array(Buffer.from(hex.replaceAll(' ', ''), 'hex'))
const blank = () => new Uint8Array(bytes)

const drawings = fc.array(
  fc.array(fc.record({ from: fc.nat(bytes - 1), length: fc.nat(6000), value: fc.nat(255) }), {
    maxLength: 4,
  }),
  { minLength: 1, maxLength: 30 },
)

describe('[AS-17.1] the frame of a remote client', () => {
  test('is the drawn picture, except for the lowest bit of a key frame’s first byte', () => {
    assertProperty(
      fc.property(drawings, (pictures) => {
        const [encoder, drawn, shown] = [new FrameEncoder(), blank(), blank()]
        for (const [n, runs] of pictures.entries()) {
          for (const { from, length, value } of runs) drawn.fill(value, from, from + length)
          const message = encoder.next(drawn)
          expect((message[0]! & 1) === 0).toBe(n % 21 === 0)
          expect(applyScreenMessage(message, shown)).toBeUndefined()
          const expected = drawn.slice()
          if (n % 21 === 0) expected[0]! &= 0xfe
          expect(isSame(shown, expected)).toBe(true)
        }
      }),
      { numRuns: 20 },
    )
  })

  test('[AS-17.2] has one byte if nothing changed, and 1,713 bytes for each changed row', () => {
    const encoder = new FrameEncoder()
    const drawn = blank()
    expect(encoder.next(drawn)).toHaveLength(410_880)
    expect([...encoder.next(drawn)]).toEqual([1])
    drawn[5 * 1712 + 3] = 9
    const message = encoder.next(drawn)
    expect([message.length, message[0], message[1]]).toEqual([1714, 1, 5])
  })

  test('is refused if truncated or with a row outside the picture', () => {
    for (const message of [blank().subarray(1), Uint8Array.of(1, 5, 0), new Uint8Array(0)])
      expect(() => applyScreenMessage(message, blank())).toThrow(WireError)
    const row = new Uint8Array(1714)
    row.set([1, 240])
    expect(() => applyScreenMessage(row, blank())).toThrow(WireError)
  })
})

describe('[AS-17.3] a remote client’s message', () => {
  test.for([
    ['00', { type: 'shown' }],
    ['01 ab01 ef00 01', { type: 'pressed', x: 427, y: 239, button: 'left' }],
    ['02 0000 0000 02', { type: 'released', x: 0, y: 0, button: 'right' }],
    ['03 0500 0600', { type: 'moved', x: 5, y: 6 }],
    ['03 ac01 ffff', { type: 'moved', x: 427, y: 239 }],
    ['10 0110', { type: 'keyDown', key: 0x1001 }],
    ['11 4100', { type: 'keyUp', key: 0x41 }],
    ['7f 00', undefined],
  ] as const)('%s decodes', ([hex, said]) => {
    expect(decodeClientMessage(unhex(hex))).toEqual(said)
  })

  test.for(['', '00 00', '01 0000 0000', '01 0000 0000 03', '10 01', `7f ${'00'.repeat(256)}`])(
    'is refused: %s',
    (hex) => {
      expect(() => decodeClientMessage(unhex(hex))).toThrow(WireError)
    },
  )

  test('round-trips for random values', () => {
    for (const type of thinClientMessages.names) {
      const said = thinClientMessages.sample(seededRandom(type.length), type)
      const understood = 'x' in said ? { ...said, x: Math.min(said.x, 427), y: Math.min(said.y, 239) } : said
      expect(decodeClientMessage(thinClientMessages.encode(said))).toEqual(understood)
    }
  })
})

test('[AS-17.4] a cursor is encoded in the dialect of its client', () => {
  const cursor = { type: 'cursor', width: 1, height: 2, picture: [0xff030201, 0xff060504] } as const
  const hex = (message: Uint8Array) => Buffer.from(message).toString('hex')
  const document = screenMessages.document.encode({ ...cursor, hotX: 3, hotY: 4 })
  expect(hex(document)).toBe('030100020003000400010203ff040506ff')
  expect(applyScreenMessage(document, blank(), 'document')).toEqual({ ...cursor, hotX: 3, hotY: 4 })
  const of2019 = screenMessages[2019].encode({ ...cursor, hotX: 3 + 0x8000, hotY: 4 + 0x8000 })
  expect(hex(of2019)).toBe('230380048001000200010203ff040506ff')
  expect(hex(screenMessages[2019].encode({ type: 'usualCursor' }))).toBe('21')
})
