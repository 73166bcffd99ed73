import { randomBytes } from 'node:crypto'
import { constants, inflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { joinFrames, WebSocketMessage } from '../../../../sidecar/listeners/websocket/websocket-message.ts'
import { roomFrame } from '../../harness/test-room.ts'

const packet = (at: number) =>
  `{"cmd":"PrintJSON","data":[{"text":"${at}","type":"player_id"},{"text":" sent "}]}`
const list = (count: number) => `[${Array.from({ length: count }, (_, at) => packet(at)).join(',')}]`
const text = (count: number) => new WebSocketMessage(Buffer.from(list(count)), true)

/** Parses a message of one frame: the deflate bit (RSV1), the opcode and the body. */
function parseMessage(framed: Buffer): { deflated: boolean; opcode: number; body: Buffer } {
  const short = framed[1]!
  const [length, from] =
    short === 127
      ? [Number(framed.readBigUInt64BE(2)), 10]
      : short === 126
        ? [framed.readUInt16BE(2), 4]
        : [short, 2]
  expect(framed[0]! & 0x80).toBe(0x80)
  expect(framed.length).toBe(from + length)
  return { deflated: (framed[0]! & 0x40) !== 0, opcode: framed[0]! & 15, body: framed.subarray(from) }
}

const inflated = (body: Buffer, windowBits: number) =>
  inflateRawSync(Buffer.concat([body, Buffer.of(0, 0, 0xff, 0xff)]), {
    windowBits,
    finishFlush: constants.Z_SYNC_FLUSH,
  }).toString()

describe('a message', () => {
  it('is framed once, however often it is requested', () => {
    const message = text(3)
    expect(message.plain).toBe(message.plain)
    expect(parseMessage(message.plain)).toEqual({ deflated: false, opcode: 1, body: Buffer.from(list(3)) })
    expect(parseMessage(new WebSocketMessage(Buffer.of(1, 2), false).plain).opcode).toBe(2)
  })

  it.each([9, 10, 11])('is deflated once for a window of %i bits, and can be inflated with it', (bits) => {
    const message = text(400)
    const framed = message.deflated(bits)
    expect(message.deflated(bits)).toBe(framed)
    const { deflated, opcode, body } = parseMessage(framed as Buffer)
    expect([deflated, opcode]).toEqual([true, 1])
    expect(inflated(body, bits)).toBe(list(400))
  })

  it('shorter than a compression window has the same compressed form for all wider windows', () => {
    const message = text(10)
    expect(message.deflated(11)).toBe(message.deflated(10))
    expect(message.deflated(9)).not.toBe(message.deflated(10))
  })

  it('that would not shrink is sent uncompressed', () => {
    const small = text(1)
    expect(small.deflated(11)).toBe(small.plain)
    const noise = new WebSocketMessage(randomBytes(5000), false)
    expect(noise.deflated(11)).toBe(noise.plain)
  })

  it('above 64 KiB is compressed in a worker thread, once', async () => {
    const message = text(2000)
    const framed = message.deflated(11)
    expect(framed).toBeInstanceOf(Promise)
    expect(message.deflated(11)).toBe(framed)
    expect(inflated(parseMessage(await framed).body, 11)).toBe(list(2000))
  })
})

it('a message of several frames is one JSON list', () => {
  const message = joinFrames(['[1,2]', '["ö"]', '[3]'].map((frame) => roomFrame(frame)))
  expect(JSON.parse(Buffer.from(message.bytes).toString())).toEqual([1, 2, 'ö', 3])
})
