// Uploaded PNGs never decode to more bytes than their header declares.
import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { decode, encode } from 'fast-png'
import { expect, it } from 'vitest'
import { sanitizePng } from '../../../../games/crossfire/pictures/sanitize-png.ts'
import { assertProperty } from '../../../property.ts'

const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
  return c
})
const crc = (bytes: Uint8Array) =>
  ~bytes.reduce((c, byte) => crcTable[(c ^ byte) & 0xff]! ^ (c >>> 8), 0xffffffff) >>> 0

function chunk(kind: string, content: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc(body))
  return Buffer.concat([length, body, sum])
}

function png(width: number, pixels: Uint8Array, ...before: Buffer[]): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(width, 4)
  head.set([8, 6, 0, 0, 0], 8)
  const mark = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const rest = [chunk('IDAT', deflateSync(pixels)), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([mark, chunk('IHDR', head), ...before, ...rest])
}

it('[CF-20.5] sanitizing a PNG keeps its pixels, whatever its number of channels', () =>
  assertProperty(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom(1, 2, 3, 4),
      (width, height, channels) => {
        const data = Uint8Array.from({ length: width * height * channels }, (_, at) => (at * 37) & 255)
        const file = encode({ width, height, data, channels, depth: 8 })
        expect(decode(sanitizePng('a', file)).data).toEqual(data)
      },
    ),
  ))

it('[CF-20.2] a PNG that inflates beyond its size is refused early, and non-picture chunks are dropped', () => {
  const row = new Uint8Array(32 * (1 + 32 * 4))
  expect(decode(sanitizePng('a', png(32, row))).width).toBe(32)
  expect(() => sanitizePng('a', png(32, new Uint8Array(16 << 20)))).toThrow(
    'invalid PNG: more pixel data than its size allows',
  )
  const profile = chunk('iCCP', Buffer.concat([Buffer.from('x\0\0'), deflateSync(new Uint8Array(16 << 20))]))
  expect(sanitizePng('a', png(32, row, profile)).length).toBe(png(32, row).length)
})

it('[CF-20.2] a truncated or mutated PNG is refused with a message or still decodes', () => {
  const good = png(32, new Uint8Array(32 * (1 + 32 * 4)))
  assertProperty(
    fc.property(fc.nat(good.length - 1), fc.nat(255), fc.boolean(), (at, byte, cut) => {
      const bytes = cut ? good.subarray(0, Math.max(24, at)) : Buffer.from(good)
      if (!cut) bytes[at] = byte
      try {
        sanitizePng('a', bytes)
      } catch (error) {
        expect(String(error)).toContain('invalid PNG')
      }
    }),
  )
})
