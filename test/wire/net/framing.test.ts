import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  addLengthField,
  FrameSplitter,
  type Framing,
  frameLength,
  stripLengthField,
} from '../../../wire/net/framing.ts'
import { WireError } from '../../../wire/util/wire-error.ts'
import { assertProperty } from '../../property.ts'

const framings: { [name: string]: Framing } = {
  'a bare u32le': { at: 0, length: 'u32le', plus: 4, max: 1034, bare: true },
  'a u32le with a longer header': { at: 0, length: 'u32le', plus: 16, max: 16 + 2 ** 20 },
  'a bare u16be': { at: 0, length: 'u16be', plus: 2, max: 65537, bare: true },
  'a u16be inside its header': { at: 4, length: 'u16be', plus: 7, max: 1024 },
  'a u8': { at: 1, length: 'u8', plus: 2, max: 257 },
  'a u16le': { at: 3, length: 'u16le', plus: 5, max: 400 },
  'a u32be': { at: 2, length: 'u32be', plus: 6, max: 300 },
}
const bodyOf = fc.uint8Array({ maxLength: 250 })
const runs = { numRuns: 60 }

describe.each(Object.entries(framings))('a stream with the framing %s', (_, framing) => {
  it('is split into its frames, in whatever chunks it arrives', () => {
    assertProperty(
      fc.property(fc.array(bodyOf, { maxLength: 6 }), fc.array(fc.nat(60)), (bodies, cuts) => {
        const frames = bodies.map((body) => streamed(framing, body))
        const splitter = new FrameSplitter(framing)
        expect(cut(joined(frames), cuts).flatMap((chunk) => copies(splitter.push(chunk)))).toEqual(frames)
        expect(splitter.bufferedBytes).toBe(0)
      }),
      runs,
    )
  })

  it('yields frames or a WireError for any bytes, and its splitter buffers only bytes that have arrived', () => {
    assertProperty(
      fc.property(fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 20 }), (chunks) => {
        const splitter = new FrameSplitter(framing)
        let arrived = 0
        try {
          for (const chunk of chunks) {
            arrived += chunk.length
            for (const frame of splitter.push(chunk)) arrived -= frame.length
            expect(splitter.bufferedBytes).toBe(arrived)
          }
        } catch (error) {
          if (!(error instanceof WireError)) throw error
        }
      }),
      runs,
    )
  })

  it('yields no frame before the whole header has arrived', () => {
    const whole = streamed(framing, Uint8Array.of(1, 2, 3))
    const header = framing.at + { u8: 1, u16be: 2, u16le: 2, u32be: 4, u32le: 4, none: 0 }[framing.length]
    for (let n = 0; n < header; n++) expect(frameLength(framing, whole.subarray(0, n))).toBeUndefined()
    expect(frameLength(framing, whole.subarray(0, header))).toBe(whole.length)
  })
})

describe('a splitter', () => {
  const framing: Framing = { at: 0, length: 'u32le', plus: 4, max: 64, bare: true }
  const frame = (size: number) => addLengthField(framing, new Uint8Array(size).fill(size))

  it('refuses a length over the maximum before the frame’s body has arrived', () => {
    const claim = Uint8Array.of(0xff, 0xff, 0xff, 0xff)
    expect(() => [...new FrameSplitter(framing).push(claim)]).toThrow(
      new WireError('frame of 4294967299 bytes is over 64'),
    )
  })

  it('refuses a frame whose length is less than that of its header', () => {
    const short: Framing = { at: 4, length: 'u16be', plus: 0, max: 64 }
    expect(() => frameLength(short, Uint8Array.of(0, 0, 0, 0, 0, 5))).toThrow('shorter than its header')
  })

  it('returns the frames before an impossible length, and then throws an error at every call', () => {
    const splitter = new FrameSplitter(framing)
    const given: number[] = []
    const push = (bytes: Uint8Array) => {
      for (const one of splitter.push(bytes)) given.push(one.length)
    }
    expect(() => push(joined([frame(3), frame(5), Uint8Array.of(255, 255, 255, 255)]))).toThrow(WireError)
    expect(given).toEqual([7, 9])
    expect(() => push(frame(3))).toThrow(WireError)
  })

  it('keeps the remaining bytes when its caller stops reading frames', () => {
    const splitter = new FrameSplitter(framing)
    expect(copies(splitter.push(frame(9).subarray(0, 6)))).toEqual([])
    for (const one of splitter.push(joined([frame(9).subarray(6), frame(2), frame(4)]))) {
      expect(one).toEqual(frame(9))
      break
    }
    expect(copies(splitter.push(new Uint8Array(0)))).toEqual([frame(2), frame(4)])
  })

  it('keeps no reference to the chunk that was passed', () => {
    const splitter = new FrameSplitter(framing)
    const chunk = Buffer.from(frame(9).subarray(0, 6))
    expect(copies(splitter.push(chunk))).toEqual([])
    chunk.fill(0xee)
    expect(copies(splitter.push(Buffer.from(frame(9).subarray(6))))).toEqual([frame(9)])
  })

  it('reads a frame without its header from a stream, and writes it back with the header', () => {
    expect(stripLengthField(framing, frame(3))).toEqual(new Uint8Array(3).fill(3))
    const headed: Framing = { ...framing, bare: false }
    expect(stripLengthField(headed, frame(3))).toEqual(frame(3))
    expect(addLengthField(headed, frame(3))).toEqual(frame(3))
  })

  it('refuses to write a frame whose length the header cannot express', () => {
    const small: Framing = { at: 0, length: 'u8', plus: 1, max: 64, bare: true }
    expect(addLengthField(small, new Uint8Array(255))[0]).toBe(255)
    expect(() => addLengthField(small, new Uint8Array(256))).toThrow(RangeError)
  })
})

function streamed(framing: Framing, body: Uint8Array): Uint8Array {
  if (framing.bare) return addLengthField(framing, body)
  const width = { u8: 1, u16be: 2, u16le: 2, u32be: 4, u32le: 4, none: 0 }[framing.length]
  const frame = new Uint8Array(Math.max(framing.plus, framing.at + width) + body.length)
  frame.set(body, frame.length - body.length)
  const digits = Array.from({ length: width }, (_, i) => ((frame.length - framing.plus) >>> (8 * i)) & 255)
  frame.set(framing.length.endsWith('be') ? digits.reverse() : digits, framing.at)
  return frame
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]))
}

function cut(bytes: Uint8Array, sizes: readonly number[]): Uint8Array[] {
  const chunks: Uint8Array[] = []
  let at = 0
  for (const size of sizes) {
    chunks.push(bytes.slice(at, at + size))
    at += size
  }
  return [...chunks, bytes.slice(at)]
}

function copies(frames: Iterable<Uint8Array>): Uint8Array[] {
  return Array.from(frames, (frame) => new Uint8Array(frame))
}

it('a frame that arrives byte by byte is not copied again at each byte', () => {
  const copyWithin = vi.spyOn(Uint8Array.prototype, 'copyWithin')
  onTestFinished(() => copyWithin.mockRestore())
  const framing: Framing = { at: 0, length: 'u16be', plus: 2, max: 65_537 }
  const frame = streamed(framing, new Uint8Array(1000))
  const splitter = new FrameSplitter(framing)
  expect(Array.from(frame).flatMap((byte) => [...splitter.push(Uint8Array.of(byte))])).toEqual([frame])
  expect(copyWithin).not.toHaveBeenCalled()
})

describe('a stream without frames', () => {
  const framing: Framing = { at: 0, length: 'none', plus: 0, max: 16 }

  it('yields the bytes of each chunk, in pieces of at most the limit', () => {
    assertProperty(
      fc.property(fc.array(fc.uint8Array({ minLength: 1, maxLength: 60 }), { maxLength: 6 }), (chunks) => {
        const splitter = new FrameSplitter(framing)
        for (const chunk of chunks) {
          const pieces = [...splitter.push(chunk)].map((piece) => [...piece])
          expect(pieces.flat()).toEqual([...chunk])
          expect(pieces.map(({ length }) => length)).toEqual([
            ...Array(Math.floor(chunk.length / framing.max)).fill(framing.max),
            ...(chunk.length % framing.max ? [chunk.length % framing.max] : []),
          ])
          expect(splitter.bufferedBytes).toBe(0)
        }
      }),
      runs,
    )
  })

  it('is written without headers', () => {
    const frame = Uint8Array.of(1, 2, 3)
    expect(addLengthField(framing, frame)).toBe(frame)
    expect(stripLengthField(framing, frame)).toBe(frame)
  })
})
