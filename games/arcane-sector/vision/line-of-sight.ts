// [AS-11.4]

import type { Ground } from '../items/ground.ts'
import { isBlocking } from '../items/items.ts'
import type { Place, Terrain } from '../terrain/terrain.ts'

interface SightBlockers {
  readonly terrain: Terrain
  readonly ground: Ground
}

/** Returns true if all tiles between the two places are free and have no closed passage. */
export function hasLineOfSight({ terrain, ground }: SightBlockers, one: Place, other: Place): boolean {
  // Always walks the line from west to east, so that the rounding is the same in both directions and sight is mutual.
  const [from, to] = one.x < other.x || (one.x === other.x && one.y < other.y) ? [one, other] : [other, one]
  const dx = to.x - from.x
  const dy = to.y - from.y
  const steps = Math.max(Math.abs(dx), Math.abs(dy))
  for (let n = 1; n < steps; n++) {
    const x = Math.round(from.x + (dx * n) / steps)
    const y = Math.round(from.y + (dy * n) / steps)
    if (terrain.blocks(x, y) || ground.at({ x, y }).some(isBlocking)) return false
  }
  return true
}
