// The frame below the world: oak with iron edges and recesses. Drawn once, because the frame never changes.
import type { NoiseGrain } from '../art/primitives/grain.ts'
import { type ColourRamp, Painting, pickShade } from '../art/primitives/painting.ts'
import { screenSize } from '../first-person/projection.ts'
import {
  type Box,
  barBoxes,
  box,
  castButtonBox,
  frameTop,
  modeButtonBox,
  portraitBox,
  runeGridLayout,
  slotBoxes,
  spellRowLayout,
} from './layout.ts'

const oak: ColourRamp = [0x22150d, 0x301e12, 0x3f2818, 0x4e321e, 0x5d3c25, 0x6d482d]
const iron: ColourRamp = [0x15161a, 0x2a2c33, 0x474b55, 0x6c727e, 0x98a0ac, 0xc6ced8]
const hollow = 0x150e0a

export function drawPanel(fine: NoiseGrain, showsRunes: boolean): Painting {
  const painting = new Painting(screenSize.width, screenSize.height - frameTop)
  painting.fill((x, y) => {
    const board = y % 20
    const streak = fine.at(x >> 1, y * 4) * 0.6 + fine.at(x >> 3, y * 2) * 0.3
    return pickShade(oak, board === 19 ? 0 : streak + (board === 0 ? 0.18 : 0), x, y, 0.6)
  })
  edge(painting)
  for (const bar of [barBoxes.health, barBoxes.mana]) cut(painting, bar, 2)
  for (const box of [portraitBox, modeButtonBox]) cut(painting, box, 2)
  if (showsRunes) cutForRunes(painting)
  else for (const box of slotBoxes) cut(painting, box, 1)
  return painting
}

/** A band of iron with rivets between the world and the frame. */
function edge(painting: Painting): void {
  painting
    .rect(0, 0, screenSize.width, 3, iron[2]!)
    .rect(0, 0, screenSize.width, 1, iron[4]!)
    .rect(0, 2, screenSize.width, 1, iron[0]!)
  for (let x = 5; x < screenSize.width; x += 38) painting.ball(x, 1.5, 2, 2, iron, 0.1)
  for (const x of [0, screenSize.width - 3])
    painting.rect(x, 3, 3, painting.height, iron[1]!).rect(x, 3, 1, painting.height, iron[3]!)
  painting.rect(0, painting.height - 2, screenSize.width, 2, iron[0]!)
}

function cutForRunes(painting: Painting): void {
  const { left, top, columns, rows, width, height } = runeGridLayout
  const spell = spellRowLayout
  cut(painting, box(left, top, columns * width, rows * height), 1)
  cut(painting, box(spell.left - 2, spell.top - 2, 8 * spell.step, 13), 1)
  cut(painting, castButtonBox, 2)
}

/** The edge is dark above and to the left, and light below and to the right. */
function cut(painting: Painting, { left, top, width, height }: Box, rim: number): void {
  const y = top - frameTop
  painting.rect(left - rim - 1, y - rim - 1, width + 2 * rim + 2, height + 2 * rim + 2, iron[1]!)
  painting.rect(left - rim - 1, y + height + rim, width + 2 * rim + 2, 1, iron[4]!)
  painting.rect(left + width + rim, y - rim - 1, 1, height + 2 * rim + 2, iron[3]!)
  painting.rect(left - rim, y - rim, width + 2 * rim, height + 2 * rim, iron[0]!)
  painting.rect(left, y, width, height, hollow)
}
