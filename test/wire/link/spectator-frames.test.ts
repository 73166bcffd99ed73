import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeSpectatorFrames, encodeSpectatorFrames } from '../../../wire/link/spectator-frames.ts'
import { WireError } from '../../../wire/util/wire-error.ts'
import { assertProperty } from '../../property.ts'

describe('a message to spectators', () => {
  it('contains the joined frames, which may have any bytes', () =>
    assertProperty(
      fc.property(fc.array(fc.uint8Array(), { minLength: 1 }), (frames) => {
        expect(decodeSpectatorFrames(encodeSpectatorFrames(frames) as Uint8Array)).toEqual(frames)
      }),
    ))

  it('joins frames that are JSON lists into one list', () => {
    expect(JSON.parse(encodeSpectatorFrames(['[1,[2]]', '[{"a":3}]', '["]"]']) as string)).toEqual([
      1,
      [2],
      { a: 3 },
      ']',
    ])
  })

  it('is empty without frames', () => expect(encodeSpectatorFrames([])).toBeUndefined())

  it('with more than 100,000 frames is refused', () => {
    expect(decodeSpectatorFrames(new Uint8Array(400_000))).toHaveLength(100_000)
    expect(() => decodeSpectatorFrames(new Uint8Array(400_004))).toThrow(WireError)
  })

  it('that ends within a frame is refused', () => {
    const whole = encodeSpectatorFrames([new Uint8Array([1, 2, 3])]) as Uint8Array
    for (let length = 1; length < whole.length; length++)
      expect(() => decodeSpectatorFrames(whole.subarray(0, length))).toThrow(WireError)
  })
})
