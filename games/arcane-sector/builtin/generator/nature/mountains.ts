// The mountains are impassable, and enclose a green vale.

import { Random } from '../../../../shared/random.ts'
import { computeDistances } from '../../../terrain/distances.ts'
import { generateNoise } from '../../../terrain/noise.ts'
import { tileKinds } from '../../../terrain/terrain.ts'
import { type IslandDraft, outdoorCells, outdoorSize } from '../draft/draft.ts'
import {
  allSites,
  cragShapes,
  type Ellipse,
  hiddenValley,
  hollowHill,
  insideEllipse,
  mountainShapes,
} from '../draft/geography.ts'

/** Minimum distance of mountains from the sea in tiles, so that a path along the coast remains. */
const shore = 7
/** Minimum width of the mountains around the vale, in tiles. Noise widens them. */
const valeWall = 10
/** Above this value of `insideEllipse`, noise cannot remove a mountain. */
const core = 0.62

/** Raises mountains on dry land only, and places scree at their feet. */
export function raiseMountains(draft: IslandDraft, seed: number): void {
  const rough = generateNoise(outdoorSize, new Random(seed, 'massifs'), { span: 36, octaves: 4, rough: 0.6 })
  const fromWater = computeDistances(outdoorCells, (cell) => draft.tiles[cell] === tileKinds.water)
  for (const blob of [...mountainShapes, hollowHill, ...cragShapes]) {
    eachIn(widened(blob), (x, y, cell) => {
      const height = insideEllipse(blob, x, y) + (rough[cell]! - 0.5) * 2.4
      if (fromWater[cell]! <= shore || (height <= 0 && insideEllipse(blob, x, y) < core)) return
      if (!isOpen(x, y)) draft.set(x, y, tileKinds.mountain)
    })
  }
  sinkVale(draft, rough)
  strewScree(draft, rough)
}

/** The area in which noise can raise mountains of this ellipse. */
function widened({ x, y, rx, ry }: Ellipse): Ellipse {
  return { x, y, rx: rx * 1.5, ry: ry * 1.5 }
}

function eachIn(
  { x: cx, y: cy, rx, ry }: Ellipse,
  visit: (x: number, y: number, cell: number) => void,
): void {
  const [left, right] = [
    Math.max(0, Math.ceil(cx - rx)),
    Math.min(outdoorSize.width - 1, Math.floor(cx + rx)),
  ]
  const [top, bottom] = [
    Math.max(0, Math.ceil(cy - ry)),
    Math.min(outdoorSize.height - 1, Math.floor(cy + ry)),
  ]
  for (let y = top; y <= bottom; y++)
    for (let x = left; x <= right; x++) visit(x, y, x + outdoorSize.width * y)
}

function isOpen(x: number, y: number): boolean {
  return allSites.some((site) => (x - site.x) ** 2 + (y - site.y) ** 2 <= (site.open + 2) ** 2)
}

function sinkVale(draft: IslandDraft, rough: Float64Array): void {
  const { x, y, rx, ry } = hiddenValley
  const wall = { x, y, rx: rx + valeWall, ry: ry + valeWall }
  eachIn(wall, (tx, ty, cell) => {
    if (insideEllipse(wall, tx, ty) <= 0) return
    const green =
      insideEllipse(hiddenValley, tx, ty) + (rough[cell]! - 0.5) > 0.1 &&
      insideEllipse(hiddenValley, tx, ty) > 0
    draft.set(tx, ty, green ? tileKinds.grass : tileKinds.mountain)
  })
}

/** Scree is rocky tiles. */
function strewScree(draft: IslandDraft, rough: Float64Array): void {
  const fromSlope = computeDistances(outdoorCells, (cell) => draft.tiles[cell] === tileKinds.mountain)
  for (let cell = 0; cell < outdoorCells; cell++) {
    const isBare = rough[cell]! > 0.56 && fromSlope[cell]! <= 1.5 + (rough[cell]! - 0.56) * 30
    if (isBare && draft.tiles[cell] === tileKinds.grass) draft.tiles[cell] = tileKinds.rocky
  }
}
