import { expect, test } from 'vitest'
import { tonesOf } from '../../../browser/audio/tones.ts'

test('a tune plays its notes as tones of the given lengths', () => {
  const tune = { stepMs: 100, voices: [{ wave: 'square', volume: 0.2, notes: 'A4 - . C5 F#3' }] } as const
  expect(tonesOf(tune).map(({ from, ms, after }) => [Math.round(from), ms, after])).toEqual([
    [440, 200, 0],
    [523, 100, 300],
    [185, 100, 400],
  ])
  expect(() => tonesOf({ ...tune, voices: [{ wave: 'sine', volume: 1, notes: 'H2' }] })).toThrow(
    'no note: H2',
  )
})
