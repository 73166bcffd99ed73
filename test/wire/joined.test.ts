import { describe, expect, it } from 'vitest'
import { JoinedFrames } from '../../wire/joined.ts'

describe('joined frames', () => {
  it('are one list, in order', () => {
    const joined = new JoinedFrames()
    expect(joined.add('[{"a":1}]')).toBe('first')
    expect(joined.add('[{"b":[2]},{"c":3}]')).toBe('more')
    expect(JSON.parse(joined.take()!)).toEqual([{ a: 1 }, { b: [2] }, { c: 3 }])
    expect(joined.take()).toBeUndefined()
  })

  it('one alone is as it was', () => {
    const joined = new JoinedFrames()
    joined.add('[ {"a":1} ]')
    expect(joined.take()).toBe('[ {"a":1} ]')
  })

  it('are full at 64 Ki characters', () => {
    const joined = new JoinedFrames()
    const frame = `["${'x'.repeat(40_000)}"]`
    expect([joined.add(frame), joined.add(frame)]).toEqual(['first', 'full'])
    expect(JSON.parse(joined.take()!)).toHaveLength(2)
    expect(joined.add('[1]')).toBe('first')
  })
})
