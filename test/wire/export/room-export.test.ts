import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  ExportError,
  type ExportHead,
  type ExportPart,
  ExportReader,
  ExportWriter,
} from '../../../wire/export/room-export.ts'
import { decodeBase64, encodeBase64 } from '../../../wire/util/base64.ts'
import { WireError } from '../../../wire/util/wire-error.ts'
import { assertProperty } from '../../property.ts'

function sha256() {
  const hash = createHash('sha256')
  return { update: (bytes: Uint8Array) => hash.update(bytes), hex: () => hash.copy().digest('hex') }
}

const head = { game: 'tally', room: 'harbor' }
const parts: readonly ExportPart[] = [
  { key: 'ban/7', part: 0, value: '{"id":"7"}' },
  { key: 'game/a', part: 0, value: Uint8Array.of(0, 1, 255) },
  { key: 'game/a', part: 1, value: new Uint8Array(0) },
  { key: 'game/b', part: 0, value: 'ä€😀\u0000\n"\\' },
  { key: 'log/00', part: 0, value: '' },
]

function written(of: readonly ExportPart[] = parts, says: ExportHead = head): Buffer {
  const writer = new ExportWriter(sha256())
  return Buffer.concat([writer.head(says), ...of.map((part) => writer.part(part)), writer.end()])
}

/** Reads an export in chunks of these lengths, the last of which repeats. */
function read(bytes: Uint8Array, pieces: readonly number[] = [bytes.length]) {
  const found: { head?: ExportHead; parts: ExportPart[] } = { parts: [] }
  const reader = new ExportReader(sha256(), {
    head: (said) => (found.head = said),
    part: (part) => void found.parts.push(part),
  })
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const length = pieces[Math.min(i, pieces.length - 1)]!
    reader.read(bytes.subarray(at, at + length))
    at += length
  }
  return { ...found, count: reader.end() }
}

const lines = (bytes: Buffer) => bytes.toString('utf8').split(/(?<=\n)/)
function sealed(of: readonly string[]): Buffer {
  const end = { parts: of.length - 1, sha256: createHash('sha256').update(of.join('')).digest('hex') }
  return Buffer.from(`${of.join('')}${JSON.stringify(end)}\n`)
}
const line = (value: object) => `${JSON.stringify(value)}\n`
const first = line({ packetboat: 'room', format: 1, ...head })

describe('written output', () => {
  test('[EXPORT-1] [EXPORT-2] consists of JSON lines: a head, one line per part, and an end with their count and SHA-256', () => {
    const [top, ...rest] = lines(written()).map((text) => JSON.parse(text))
    expect(top).toEqual({ packetboat: 'room', format: 1, ...head })
    expect(rest.at(-1)).toEqual({ parts: 5, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect(rest.slice(1, 3)).toEqual([
      { key: 'game/a', bytes: 'AAH/' },
      { key: 'game/a', part: 1, bytes: '' },
    ])
    expect(sealed(lines(written()).slice(0, -1))).toEqual(written())
  })

  test('can be read back, however its bytes are split', () => {
    for (const pieces of [[1], [2, 3], [7], [1, 1000]])
      expect(read(written(), pieces)).toEqual({ head, parts, count: 5 })
  })

  test('can be read back for any records', () => {
    const values = fc.array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.uint8Array()), { maxLength: 20 })
    assertProperty(
      fc.property(values, (drawn) => {
        const some = drawn.map((value, i) => ({ key: `game/${String(i).padStart(3, '0')}`, part: 0, value }))
        expect(read(written(some)).parts).toEqual(some)
      }),
    )
  })
})

describe('an invalid export', () => {
  const fails = (bytes: Uint8Array, words: RegExp) => {
    expect(() => read(bytes)).toThrow(ExportError)
    expect(() => read(bytes)).toThrow(words)
  }

  test('[EXPORT-6] is reported if it is truncated at or within a line', () => {
    const whole = written()
    for (let length = 0; length < whole.length; length++)
      expect(() => read(whole.subarray(0, length))).toThrow(/is incomplete/)
  })

  test('[EXPORT-6] is reported if a byte has changed', () => {
    const whole = written()
    for (let at = 0; at < whole.length; at++) {
      const other = Buffer.from(whole)
      other[at] = other[at]! ^ 1
      expect(() => read(other), `byte ${at}`).toThrow(ExportError)
    }
  })

  test.each<[string, () => Uint8Array, RegExp]>([
    ['doubled', () => Buffer.concat([written(), written()]), /has data after its last line/],
    ['followed by another byte', () => Buffer.concat([written(), Buffer.from('x')]), /has data after/],
    ['another kind of file', () => Buffer.from('PK\u0003\u0004 and so on\n'), /not a JSON object/],
    ['other JSON', () => Buffer.from('{"a":1}\n'), /is not a room export/],
    ['of a later format', () => sealed([line({ packetboat: 'room', format: 2 })]), /has format 2, but/],
    ['of no format', () => sealed([line({ packetboat: 'room', format: '1' })]), /has no valid format/],
    ['[EXPORT-7] with too long a line', () => Buffer.alloc(5_000_000, 'x'), /a line of more than/],
  ])('is refused: %s', (_, bytes, words) => fails(bytes(), words))

  const a = { key: 'game/a', text: '' }
  test.each<[string, object[], RegExp]>([
    ['[EXPORT-4] with a record of sessions', [{ key: 'session/x', text: '' }], /an invalid key/],
    ["[EXPORT-4] with the room's own record", [{ key: 'room', text: '{}' }], /an invalid key/],
    ['with a key that is none', [{ key: 'game/\u00e4', text: '' }], /an invalid key/],
    ['[EXPORT-5] with a record twice', [a, a], /record 2 twice/],
    ['[EXPORT-5] out of order', [{ key: 'game/b', text: '' }, a], /out of order/],
    ['[EXPORT-5] whose parts begin late', [{ ...a, part: 1 }], /out of order/],
    ['[EXPORT-5] whose parts differ in kind', [a, { key: 'game/a', part: 1, bytes: '' }], /out of order/],
    ['with text and bytes', [{ ...a, bytes: '' }], /other fields than text or bytes/],
    ['with neither', [{ key: 'game/a' }], /other fields than text or bytes/],
    ['with more in a line', [{ ...a, x: 1 }], /other fields than text or bytes/],
    ['with no base64', [{ key: 'game/a', bytes: 'A' }], /invalid base64/],
    ['with half a character', [{ key: 'game/a', text: '\ud800' }], /invalid text/],
    ['[EXPORT-7] with too long a part', [{ ...a, text: 'x'.repeat(500_001) }], /invalid text, or more than/],
  ])('is refused: %s', (_, records, words) => fails(sealed([first, ...records.map(line)]), words))

  test('of a later format is recognized as a room export, and another kind of file is not', () => {
    const caught = (bytes: Uint8Array) => {
      try {
        read(bytes)
      } catch (error) {
        return error instanceof ExportError ? error.isRecognized : undefined
      }
      return undefined
    }
    expect(caught(sealed([line({ packetboat: 'room', format: 2 })]))).toBe(true)
    expect(caught(Buffer.from('x\n'))).toBe(false)
  })
})

describe('base64', () => {
  test("is the same as Node's, and round-trips", () =>
    assertProperty(
      fc.property(fc.uint8Array({ maxLength: 50 }), (bytes) => {
        expect(encodeBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'))
        expect(decodeBase64(encodeBase64(bytes))).toEqual(bytes)
      }),
    ))

  test.each(['A', 'AA', 'AAA', 'A===', 'AB==', 'AAB=', 'AAC=', 'AA-_', 'AA AA', '====', 'AA\u00e4A'])(
    '%s is rejected',
    (text) => expect(() => decodeBase64(text)).toThrow(WireError),
  )
})
