import { expect, test } from 'vitest'
import {
  columnOf,
  depthOfColumn,
  depthOfRow,
  horizon,
  middle,
  rowOf,
} from '../../../../../games/arcane-sector/view/first-person/projection.ts'

const depths = [0.5, 2.1, 5.5, 20.5, 125.5]

test.each(depths)(
  '[AS-16.1] the row of a floor or ceiling that is %d m away converts back to this distance',
  (z) => {
    for (const y of [0, 0.1, -3]) expect(depthOfRow(rowOf(y, z), y)).toBeCloseTo(z, 9)
  },
)

test.each(depths)(
  '[AS-16.1] the column of a point on a side wall that is %d m away converts back to this distance',
  (z) => {
    for (const x of [-7.5, -2.5, 2.5]) expect(depthOfColumn(columnOf(x, z), x)).toBeCloseTo(z, 9)
  },
)

test('a point straight ahead is in the middle column, and a point at eye height is on the horizon', () => {
  for (const z of depths) expect([columnOf(0, z), rowOf(-1.8, z)]).toEqual([middle, horizon])
})

test('[AS-16.1] a point is projected by the formula of the original’s document, but thirty rows higher', () => {
  const scale = 10 * 0.25
  expect(columnOf(3, 10)).toBeCloseTo((3 / scale) * 42.8 + 214, 9)
  expect(rowOf(-0.5, 10)).toBeCloseTo(((-0.5 + 1.8) / scale) * 42.8 + 94 - 30, 9)
})
