import { Random } from '../../../../shared/random.ts'
import { distanceSquared, type Place, terrainWidth, tileKinds } from '../../../terrain/terrain.ts'
import { type IslandDraft, outdoorCells } from '../draft/draft.ts'
import { hiddenValley, insideEllipse, startPlace } from '../draft/geography.ts'

/** [AS-12.10] Maximum numbers of outdoor herb spawners: on the green, in the vale, elsewhere inland, and on beaches. */
const wanted = { green: 26, vale: 12, wild: 160, shore: 14 } as const
/** Distances from the start in tiles: maximum of herbs on the green (`near`), minimum of wild herbs (`wild`). */
const reach = { near: 14, wild: 22 } as const
/** Minimum distances in tiles between two spawners of herbs. */
const apart = { green: 3, vale: 3, wild: 7, shore: 9 } as const

const earth: readonly number[] = [tileKinds.grass, tileKinds.forest]
const shore: readonly number[] = [tileKinds.sand]

/** `reachable`: a byte per tile, by x + 512 y: 1 if players can reach it. */
export function placeHerbs(draft: IslandDraft, seed: number, reachable: Uint8Array): void {
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

/** The last cell moves to the removed cell's index. */
function drawn(beds: number[], random: Random): Place {
  const at = random.below(beds.length)
  const cell = beds[at]!
  beds[at] = beds.at(-1)!
  beds.pop()
  return placeOf(cell)
}

function bedsOf(draft: IslandDraft, reachable: Uint8Array, kinds: readonly number[]): readonly number[] {
  const beds: number[] = []
  for (let cell = 0; cell < outdoorCells; cell++)
    if (reachable[cell] && kinds.includes(draft.tiles[cell]!)) beds.push(cell)
  return beds
}

function placeOf(cell: number): Place {
  return { x: cell % terrainWidth, y: Math.floor(cell / terrainWidth) }
}
