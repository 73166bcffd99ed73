import { Random } from '../../../../shared/random.ts'
import { computeDistances } from '../../../terrain/distances.ts'
import { generateNoise } from '../../../terrain/noise.ts'
import { type Place, terrainWidth, tileKinds } from '../../../terrain/terrain.ts'
import { type IslandDraft, outdoorCells, outdoorSize } from '../draft/draft.ts'
import { floodFill } from '../draft/flood-fill.ts'
import {
  allSites,
  bayShapes,
  insideEllipses,
  lakeShapes,
  landBridges,
  landShapes,
  type Site,
  startPlace,
} from '../draft/geography.ts'

/** Width in tiles of the sea at every edge of the map. Clients see no farther, so players never see the edge. */
const seaBorder = 26
/**
 * Distance in tiles from `seaBorder` within which land gets less likely. If land ended only at the border, coasts would
 * be straight.
 */
const offing = 36
/** The weight of the noise. */
const roughness = 3.6
/**
 * Land bridges have a spot of land every `step` tiles. Tiles are always land within the radius `open`, and probably
 * land within `firm`.
 */
const neck = { step: 5, open: 4, firm: 12 } as const
/** A tile with this lift (see `liftAt`) is always land. */
const certain = 9
/** Lakes of fewer tiles become land. */
const leastLake = 24

export function raiseLand(draft: IslandDraft, seed: number): void {
  const lifts = siteLifts()
  const heights = generateNoise(outdoorSize, new Random(seed, 'coast'), { span: 96, octaves: 6, rough: 0.62 })
  for (let y = 0, cell = 0; y < outdoorSize.height; y++) {
    for (let x = 0; x < outdoorSize.width; x++, cell++) {
      const isLand = !isBorder(x, y) && (heights[cell]! - 0.5) * roughness + liftAt(x, y) + lifts[cell]! > 0
      draft.tiles[cell] = isLand ? tileKinds.grass : tileKinds.water
    }
  }
  drownIslets(draft)
  dryPuddles(draft)
  layBeaches(draft, seed)
}

function isBorder(x: number, y: number): boolean {
  return (
    x < seaBorder ||
    y < seaBorder ||
    x >= outdoorSize.width - seaBorder ||
    y >= outdoorSize.height - seaBorder
  )
}

/** The higher the lift, the more likely the tile is land. The lift is low in the lake and near the map's edge. */
function liftAt(x: number, y: number): number {
  const lift = Math.max(-2, insideEllipses(landShapes, x, y))
  const inland = Math.max(0, lift - 0.25)
  const wet =
    Math.max(0, insideEllipses(bayShapes, x, y)) * 1.4 + Math.max(0, insideEllipses(lakeShapes, x, y)) * 2.4
  const fromEdge = Math.min(x, y, outdoorSize.width - 1 - x, outdoorSize.height - 1 - y) - seaBorder
  return lift + inland - wet - Math.max(0, 1 - fromEdge / offing) ** 2 * 3
}

/** Indexed by cell: added to `liftAt`, so that sites and land bridges become land. */
function siteLifts(): Float64Array {
  const lifts = new Float64Array(outdoorCells)
  for (const site of allSites) firm(lifts, site)
  for (const spine of landBridges) joinUp(lifts, spine)
  return lifts
}

/** The open ground of a site is always land, and its surroundings are probably land. */
function firm(lifts: Float64Array, { x: cx, y: cy, firm, open }: Omit<Site, 'name'>): void {
  for (let y = cy - firm; y <= cy + firm; y++) {
    for (let x = cx - firm; x <= cx + firm; x++) {
      const far = Math.sqrt((x - cx) ** 2 + (y - cy) ** 2)
      const cell = x + terrainWidth * y
      const lift = far <= open ? certain : Math.max(0, 1 - far / firm) * 2
      // Uses the maximum, so that the lifts of nearby sites do not add up.
      lifts[cell] = Math.max(lifts[cell]!, lift)
    }
  }
}

function joinUp(lifts: Float64Array, spine: readonly Place[]): void {
  for (const [i, from] of spine.slice(0, -1).entries()) {
    const to = spine[i + 1]!
    const steps = Math.ceil(Math.sqrt((to.x - from.x) ** 2 + (to.y - from.y) ** 2) / neck.step)
    for (let step = 1; step < steps; step++) {
      const x = Math.round(from.x + ((to.x - from.x) * step) / steps)
      const y = Math.round(from.y + ((to.y - from.y) * step) / steps)
      firm(lifts, { x, y, ...neck })
    }
  }
}

/** Turns all land that is not connected with the start into sea. */
function drownIslets(draft: IslandDraft): void {
  const island = new Uint8Array(outdoorCells)
  floodFill(draft, startPlace.x + terrainWidth * startPlace.y, (kind) => !isWater(kind), island)
  for (let cell = 0; cell < outdoorCells; cell++) if (!island[cell]) draft.tiles[cell] = tileKinds.water
}

function dryPuddles(draft: IslandDraft): void {
  const seen = new Uint8Array(outdoorCells)
  for (let cell = 0; cell < outdoorCells; cell++) {
    if (seen[cell] || !isWater(draft.tiles[cell]!)) continue
    const lake = floodFill(draft, cell, isWater, seen)
    if (lake.length < leastLake) for (const each of lake) draft.tiles[each] = tileKinds.grass
  }
}

const isWater = (kind: number) => kind === tileKinds.water

/** Sand of varying width along the sea, and little sand along lakes. */
function layBeaches(draft: IslandDraft, seed: number): void {
  const sea = new Uint8Array(outdoorCells)
  floodFill(draft, 0, isWater, sea)
  const fromSea = computeDistances(outdoorCells, (cell) => sea[cell] === 1)
  const fromWater = computeDistances(outdoorCells, (cell) => draft.tiles[cell] === tileKinds.water)
  const broad = generateNoise(outdoorSize, new Random(seed, 'beaches'), { span: 56, octaves: 4 })
  for (let cell = 0; cell < outdoorCells; cell++) {
    if (draft.tiles[cell] !== tileKinds.grass) continue
    const strand = 2 + Math.max(0, broad[cell]! - 0.42) * 46
    if (fromSea[cell]! <= strand || fromWater[cell]! <= broad[cell]! * 3.4 - 0.6)
      draft.tiles[cell] = tileKinds.sand
  }
}
