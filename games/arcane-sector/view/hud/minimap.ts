// North is at the top.

import { placeInDirection } from '../../terrain/directions.ts'
import { terrainWidth } from '../../terrain/terrain.ts'
import { mobKindOf } from '../../vision/screen.ts'
import type { Painting } from '../art/primitives/painting.ts'
import type { ViewInput } from '../first-person/view-input.ts'
import { groundColours, mobColours } from '../map/closeup.ts'
import { minimapLayout } from './layout.ts'

const [ring, dark, own] = [0x8a7a52, 0x1d1610, 0xfffaf0]

export function drawMinimap(
  on: Painting,
  { land, eye, mobs }: Pick<ViewInput, 'land' | 'eye' | 'mobs'>,
): void {
  const { frame, middle, tile, reach } = minimapLayout
  on.rect(frame.left, frame.top, frame.width, frame.height, dark)
  on.rect(frame.left + 1, frame.top, frame.width - 2, frame.height - 1, ring)
  on.rect(frame.left + 3, frame.top + 1, frame.width - 6, frame.height - 4, dark)
  const at = (x: number, y: number) => ({
    left: middle.x + (x - eye.x) * tile,
    top: middle.y + (y - eye.y) * tile,
  })
  for (let y = eye.y - reach; y <= eye.y + reach; y++)
    for (let x = eye.x - reach; x <= eye.x + reach; x++) {
      const { left, top } = at(x, y)
      const kind = x >= 0 && x < terrainWidth ? land.kinds[x + terrainWidth * y] : undefined
      on.rect(left, top, tile, tile, groundColours[kind ?? 0]!)
    }
  for (const mob of mobs) {
    if (Math.abs(mob.x - eye.x) > reach || Math.abs(mob.y - eye.y) > reach) continue
    const { left, top } = at(mob.x, mob.y)
    on.rect(left, top, tile, tile, dark).rect(
      left + 1,
      top + 1,
      tile - 2,
      tile - 2,
      mobColours[mobKindOf(mob)],
    )
  }
  drawSelf(on, eye.facing)
}

/** Two arrows point to the player's facing. */
function drawSelf(on: Painting, facing: number): void {
  const { middle, tile, reach } = minimapLayout
  const [x, y] = [middle.x + 2, middle.y + 2]
  const away = reach * tile + 5
  const { x: dx, y: dy } = placeInDirection({ x: 0, y: 0 }, facing)
  on.rect(x - 1, y - 1, 3, 3, dark)
    .rect(x - 1, y, 3, 1, own)
    .rect(x, y - 1, 1, 3, own)
    .dot(x + 2 * dx, y + 2 * dy, own)
  for (let n = 0; n < 4; n++) {
    const [px, py] = [x + dx * (away - n), y + dy * (away - n)]
    on.rect(
      px - (dx === 0 ? n : 0),
      py - (dy === 0 ? n : 0),
      dx === 0 ? 2 * n + 1 : 1,
      dy === 0 ? 2 * n + 1 : 1,
      0xffc706,
    )
  }
}
