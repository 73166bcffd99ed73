import { describe, expect, it } from 'vitest'
import { joinJsonBytes, joinJsonTexts, PendingBatch } from '../../../wire/link/json-batch.ts'
import { encodeUtf8 } from '../../../wire/util/utf8.ts'

const frames = ['[{"a":1}]', '[{"b":[2]},{"ö":3}]', '[4]'] as const

describe('JSON frames', () => {
  it('are joined into one list, in order, as text or as bytes', () => {
    const whole = joinJsonTexts(frames)
    expect(JSON.parse(whole)).toEqual([{ a: 1 }, { b: [2] }, { ö: 3 }, 4])
    expect(joinJsonBytes(frames.map((frame) => encodeUtf8(frame)))).toEqual(encodeUtf8(whole))
  })

  it('are unchanged if there is only one frame', () => {
    expect(joinJsonTexts(['[ {"a":1} ]'])).toBe('[ {"a":1} ]')
    const bytes = encodeUtf8('[ 1 ]')
    expect(joinJsonBytes([bytes])).toBe(bytes)
  })
})

describe('a batch of frames', () => {
  it('is encoded once for all recipients of the same frames', () => {
    const empty = new PendingBatch<string>()
    let joins = 0
    const join = (some: readonly string[]) => {
      joins++
      return joinJsonTexts(some)
    }
    const crowd = [empty, empty, empty]
    for (const frame of frames) for (const [i, batch] of crowd.entries()) crowd[i] = batch.append(frame)
    for (const batch of crowd) expect(JSON.parse(batch.joined(join))).toHaveLength(4)
    expect(joins).toBe(1)
    expect(empty.append(frames[1]).append(frames[0]).joined(join)).toBe('[{"b":[2]},{"ö":3},{"a":1}]')
    expect(joins).toBe(2)
  })

  it('is limited to 64 Ki characters', () => {
    const frame = `["${'x'.repeat(40_000)}"]`
    const one = new PendingBatch<string>().append(frame)
    expect([one.isFull, one.append(frame).isFull]).toEqual([false, true])
  })
})
