// Labels over the map. Players' names are always drawn, and signs only where they cover no other label.
import { expect, it } from 'vitest'
import { withoutOverlaps } from '../../../../../games/crossfire/browser/map-view/labels.ts'

const text = (kind: 'sign' | 'player', left: number, top = 0) => ({
  label: { kind, text: `${kind} at ${left}, ${top}` },
  ...{ left, top, width: 100, height: 15 },
})

it("a sign's label never covers another label; the more important one stays", () => {
  const [ann, near, beside, under, free] = [
    text('player', 0),
    text('sign', 200),
    text('sign', 299),
    text('sign', 40, 14),
    text('sign', 300),
  ] as const
  expect(withoutOverlaps([ann, near, beside, under, free])).toEqual([ann, near, free])
})

it("every player's name is drawn, however many players share a cell", () => {
  const crowd = [text('player', 0), text('player', 10), text('player', 20)]
  expect(withoutOverlaps(crowd)).toEqual(crowd)
})
