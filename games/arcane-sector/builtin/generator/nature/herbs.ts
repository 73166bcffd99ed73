// Where herbs regrow: on the green, in the vale, and wherever there is earth.

import { Random } from '../../../../shared/random.ts'
import { distanceSquared, type Place, terrainWidth, tiles } from '../../../terrain/terrain.ts'
import { type IslandDraft, landCells } from '../draft/draft.ts'
import { hiddenValley, insideEllipse, startPlace } from '../draft/geography.ts'

/** [AS-12.10] Number of outdoor herbs: near the start, in the vale, elsewhere, and on the beaches. */
const wanted = { green: 26, vale: 12, wild: 160, shore: 14 } as const
/** Tiles from the start: herbs of the green are within `near`, wild ones beyond `wild`. */
const reach = { near: 14, wild: 22 } as const
/** Minimum distance between two, in tiles. */
const apart = { green: 3, vale: 3, wild: 7, shore: 9 } as const

/** Kinds of tiles on which herbs grow. */
const earth: readonly number[] = [tiles.grass, tiles.forest]
const shore: readonly number[] = [tiles.sand]

/** `reachable`: by x + 512 y, 1 where players can go. */
export function sowHerbs(draft: IslandDraft, seed: number, reachable: Uint8Array): void {
  const random = new Random(seed, 'herbs')
  const sown: Place[] = []
  const onEarth = bedsOf(draft, reachable, earth)
  const sow = (count: number, spacing: number, fits: (place: Place) => boolean, among = onEarth) => {
    const beds = among.filter((cell) => {
      const place = placeOf(cell)
      return fits(place) && !draft.isTaken(place.x, place.y)
    })
    for (let left = count; left > 0 && beds.length > 0; ) {
      const bed = drawn(beds, random)
      if (sown.some((other) => distanceSquared(other, bed) < spacing * spacing)) continue
      draft.spawn(bed, 'herb')
      sown.push(bed)
      left--
    }
  }
  const inVale = ({ x, y }: Place) => insideEllipse(hiddenValley, x, y) > 0
  sow(wanted.green, apart.green, (place) => isBetween(distanceSquared(place, startPlace), 2, reach.near))
  sow(wanted.vale, apart.vale, inVale)
  const isWild = (place: Place) => distanceSquared(place, startPlace) > reach.wild ** 2 && !inVale(place)
  sow(wanted.wild, apart.wild, isWild)
  sow(wanted.shore, apart.shore, isWild, bedsOf(draft, reachable, shore))
}

function isBetween(squared: number, least: number, most: number): boolean {
  return squared > least * least && squared <= most * most
}

/** Removes a random element and returns it. The last element takes its position. */
function drawn(beds: number[], random: Random): Place {
  const at = random.below(beds.length)
  const cell = beds[at]!
  beds[at] = beds.at(-1)!
  beds.pop()
  return placeOf(cell)
}

/** The cells of tiles of these kinds that players can reach. */
function bedsOf(draft: IslandDraft, reachable: Uint8Array, kinds: readonly number[]): readonly number[] {
  const beds: number[] = []
  for (let cell = 0; cell < landCells; cell++)
    if (reachable[cell] && kinds.includes(draft.tiles[cell]!)) beds.push(cell)
  return beds
}

function placeOf(cell: number): Place {
  return { x: cell % terrainWidth, y: Math.floor(cell / terrainWidth) }
}
