// The rough geography of the island, drawn by hand. The generator adds noise to it.

import { defaultStart } from '../../../state/player.ts'
import type { Place } from '../../../terrain/terrain.ts'

export interface Ellipse extends Place {
  readonly rx: number
  readonly ry: number
}

/** Returns 1 in the middle of the ellipse, 0 at its rim, and a negative number outside. */
export function insideEllipse({ x: cx, y: cy, rx, ry }: Ellipse, x: number, y: number): number {
  const dx = (x - cx) / rx
  const dy = (y - cy) / ry
  return 1 - dx * dx - dy * dy
}

export function insideEllipses(blobs: readonly Ellipse[], x: number, y: number): number {
  let most = Number.NEGATIVE_INFINITY
  for (const blob of blobs) most = Math.max(most, insideEllipse(blob, x, y))
  return most
}

export const startPlace: Place = defaultStart

export const landShapes: readonly Ellipse[] = [
  { x: 250, y: 262, rx: 150, ry: 138 },
  { x: 195, y: 395, rx: 96, ry: 80 },
  { x: 335, y: 395, rx: 92, ry: 64 },
  { x: 415, y: 285, rx: 64, ry: 48 },
  { x: 252, y: 130, rx: 118, ry: 76 },
  { x: 118, y: 190, rx: 62, ry: 62 },
  { x: 378, y: 142, rx: 68, ry: 60 },
]
export const bayShapes: readonly Ellipse[] = [
  { x: 66, y: 338, rx: 62, ry: 40 },
  { x: 462, y: 208, rx: 58, ry: 34 },
  { x: 264, y: 478, rx: 30, ry: 52 },
  { x: 326, y: 56, rx: 26, ry: 40 },
  { x: 178, y: 48, rx: 22, ry: 34 },
]

/** Two ellipses that merge into one mountain range. */
export const mountainShapes: readonly Ellipse[] = [
  { x: 230, y: 260, rx: 46, ry: 48 },
  { x: 266, y: 214, rx: 48, ry: 40 },
]
export const hollowHill: Ellipse = { x: 120, y: 376, rx: 24, ry: 18 }
export const cragShapes: readonly Ellipse[] = [
  { x: 340, y: 118, rx: 22, ry: 18 },
  { x: 362, y: 176, rx: 18, ry: 22 },
]
/** Green land inside the mountains, which players reach only through a cave. */
export const hiddenValley: Ellipse = { x: 250, y: 238, rx: 13, ry: 10 }

/** Three overlapping ellipses. */
export const lakeShapes: readonly Ellipse[] = [
  { x: 320, y: 318, rx: 34, ry: 22 },
  { x: 352, y: 330, rx: 34, ry: 20 },
  { x: 344, y: 304, rx: 20, ry: 18 },
]
/** `spring` is in the lake, and `mouth` is in the sea. */
export const river = { spring: { x: 352, y: 332 }, mouth: { x: 488, y: 424 } } as const

/** The numbers are those of the client's map. */
export const forestKinds = { pine: 0, leaf: 1, dead: 2, mixed: 3 } as const
export const forests: readonly (Ellipse & { readonly kind: number })[] = [
  { x: 105, y: 235, rx: 48, ry: 62, kind: forestKinds.leaf },
  { x: 200, y: 120, rx: 66, ry: 40, kind: forestKinds.pine },
  { x: 300, y: 150, rx: 36, ry: 44, kind: forestKinds.pine },
  { x: 395, y: 140, rx: 40, ry: 44, kind: forestKinds.dead },
  { x: 372, y: 262, rx: 40, ry: 30, kind: forestKinds.mixed },
  { x: 300, y: 398, rx: 44, ry: 26, kind: forestKinds.leaf },
  { x: 152, y: 330, rx: 34, ry: 24, kind: forestKinds.mixed },
  { x: 232, y: 398, rx: 24, ry: 34, kind: forestKinds.mixed },
]

/** A place that roads lead to. */
export interface Site extends Place {
  /** Signs show this name. */
  readonly name: string
  /** Radius in tiles of the area that is probably land. */
  readonly firm: number
  /** Radius in tiles of the area that is always land, without forests and mountains. */
  readonly open: number
}

export const sites = {
  hearthwick: { ...startPlace, name: 'Hearthwick', firm: 44, open: 33 },
  westFork: { x: 142, y: 414, name: 'the West Fork', firm: 10, open: 4 },
  northFork: { x: 206, y: 354, name: 'the North Fork', firm: 10, open: 4 },
  mereEnd: { x: 290, y: 352, name: 'the Mere', firm: 12, open: 5 },
  saltmouth: { x: 345, y: 444, name: 'Saltmouth', firm: 20, open: 14 },
  light: { x: 446, y: 284, name: 'the Light', firm: 12, open: 8 },
  northCross: { x: 268, y: 138, name: 'the Cold Cross', firm: 10, open: 4 },
  chapel: { x: 226, y: 94, name: 'the Chapel', firm: 14, open: 8 },
  horn: { x: 122, y: 172, name: 'the Horn', firm: 12, open: 4 },
  hermit: { x: 92, y: 254, name: "the Hermit's Hut", firm: 14, open: 6 },
  ruin: { x: 398, y: 132, name: 'the Broken Hall', firm: 16, open: 10 },
  stones: { x: 322, y: 264, name: 'the Listening Stones', firm: 12, open: 9 },
  eastFork: { x: 380, y: 250, name: 'the East Fork', firm: 10, open: 4 },
} as const satisfies { readonly [name: string]: Site }

export type SiteName = keyof typeof sites
export const allSites: readonly Site[] = Object.values(sites)

/** Consecutive places of a chain always have a land connection. */
export const landBridges: readonly (readonly Place[])[] = [
  [sites.hearthwick, sites.westFork, hollowHill, sites.hermit, sites.horn, sites.northCross],
  [sites.northCross, sites.chapel],
  [sites.northCross, sites.ruin, sites.eastFork, sites.light],
  [sites.hearthwick, sites.northFork, sites.mereEnd, sites.saltmouth],
  [sites.northFork, sites.stones, sites.eastFork],
]
