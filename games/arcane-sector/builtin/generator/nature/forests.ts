// Forests are ragged at the edge and dense inside, and have a few clearings.

import { Random } from '../../../../shared/random.ts'
import { generateNoise } from '../../../terrain/noise.ts'
import { tileKinds } from '../../../terrain/terrain.ts'
import { type IslandDraft, outdoorSize } from '../draft/draft.ts'
import { allSites, forestKinds, forests, hiddenValley, insideEllipse } from '../draft/geography.ts'

/** Noise values: a tile can be forest above `treeLine`, and always is above `treeLine + rim`. */
const treeLine = 0.57
const rim = 0.14

export function plantForests(draft: IslandDraft, seed: number): void {
  const rough = generateNoise(outdoorSize, new Random(seed, 'forests'), { span: 44, octaves: 5, rough: 0.6 })
  const random = new Random(seed, 'trees')
  for (let y = 0, cell = 0; y < outdoorSize.height; y++) {
    for (let x = 0; x < outdoorSize.width; x++, cell++) {
      if (draft.tiles[cell] !== tileKinds.grass) continue
      const density = (rough[cell]! + richness(x, y) - treeLine) / rim
      if (density > 0 && random.unit() < density && !isOpen(x, y, (rough[cell]! - 0.5) * 24))
        draft.tiles[cell] = tileKinds.forest
    }
  }
}

/** Returns the number that the hand-drawn forests add to the noise at a tile. */
function richness(x: number, y: number): number {
  let most = 0
  for (const wood of forests) most = Math.max(most, insideEllipse(wood, x, y))
  return Math.min(0.3, most * 0.45)
}

/** `nearer`: tiles by which the forest is nearer to the clearing's middle here, so that clearings are not circles. */
function isOpen(x: number, y: number, nearer: number): boolean {
  if (insideEllipse(hiddenValley, x, y) > 0.25) return true
  return allSites.some(
    (site) => (x - site.x) ** 2 + (y - site.y) ** 2 <= (site.open - Math.max(0, nearer)) ** 2,
  )
}

/**
 * Returns the kind of the forest in `geography.ts` in whose ellipse the tile is deepest, or to which it is nearest;
 * `mixed` if it is far from all of them.
 */
export function woodKindAt(x: number, y: number): number {
  let kind: number = forestKinds.mixed
  let most = -1.5
  for (const wood of forests) {
    const here = insideEllipse(wood, x, y)
    if (here > most) {
      most = here
      kind = wood.kind
    }
  }
  return kind
}
