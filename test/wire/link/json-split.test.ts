import { describe, expect, it } from 'vitest'
import { splitJsonList } from '../../../wire/link/json-split.ts'

const elements = (parts: readonly string[]) => parts.flatMap((part) => JSON.parse(part) as unknown[])

describe('a frame that is a JSON list', () => {
  it('[AP-9.10] of 20,000 elements is split into frames of 16, in order', () => {
    const says = Array.from({ length: 20_000 }, (_, i) => ({ cmd: 'Say', text: `a, [b] "${i}" \\` }))
    const parts = splitJsonList(JSON.stringify(says, null, 1))
    expect(parts.length).toBe(1250)
    expect(parts.every((part) => (JSON.parse(part) as unknown[]).length === 16)).toBe(true)
    expect(elements(parts)).toEqual(says)
  })

  it('[AP-9.10] of long elements is split into frames of up to 16,384 characters; a longer element has its own frame', () => {
    const list = [1, 'x'.repeat(50_000), 2, { y: 'y'.repeat(9000) }, { y: 'y'.repeat(9000) }, [3, [4]], []]
    const parts = splitJsonList(JSON.stringify(list))
    expect(parts.map((part) => (JSON.parse(part) as unknown[]).length)).toEqual([1, 1, 2, 3])
    expect(elements(parts)).toEqual(list)
  })

  it('is not split if it has at most 16 elements', () => {
    const short = JSON.stringify(Array.from({ length: 16 }, (_, i) => i))
    expect(splitJsonList(short)).toEqual([short])
    expect(splitJsonList('[]')).toEqual(['[]'])
  })

  it.each([
    '',
    'x'.repeat(40),
    '{"a":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18]}',
    '[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18',
    '[1,"2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18]',
    '[1,2,3,4,5,6],[7,8,9,10,11,12,13,14,15,16,17,18]',
    '[1,2,3,4,5,6,7,8,9,10,[[11,12,13,14,15,16,17,18]',
  ])('is unchanged if it is short or not a valid list: %s', (frame) => {
    expect(splitJsonList(frame)).toEqual([frame])
  })
})
