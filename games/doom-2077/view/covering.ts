// Assigns our surfaces to a map: by the names in our own map, and in others by the shape and light of each sector.
import type { SideSurface, Surfaces } from '../import/surfaces.ts'
import type { Geometry } from '../map/geometry.ts'
import { worksDoors, worksLifts } from '../map/specials.ts'
import type { Art } from './all-art.ts'
import type { Bitmap } from './art/picture.ts'
import { type Material, type Materials, materialOf, type SideMaterials } from './hall/materials.ts'

/** Flat of the arena's court, which is open to the sky. */
const openAir = 'FLAT5_4'

export function materialsOf(map: Geometry, { walls, flats, sky }: Art): Materials {
  const surfaces = map.surfaces ?? guessed(map)
  const [wallOf, flatOf] = [finder(walls, 'STARTAN3'), finder(flats, 'FLOOR4_8')]
  const side = ({ x, y, upper, lower, middle }: SideSurface, hangs: boolean): SideMaterials => ({
    ...{ x, y },
    ...{ upper: wallOf(upper), lower: wallOf(lower), middle: wallOf(middle) },
    ...(hangs && walls.has(middle) && { masked: wallOf(middle) }),
  })
  return {
    pegs: surfaces.pegs,
    fronts: surfaces.lines.map(([front, back]) => side(front, back !== undefined)),
    backs: surfaces.lines.map(([, back]) => back && side(back, true)),
    floors: surfaces.sectors.map(([floor]) => flatOf(floor)),
    ceilings: surfaces.sectors.map(([, ceiling]) => flatOf(ceiling)),
    skies: map.sectors.map(
      (sector, n) => sector.sky || (!surfaces.roofed && surfaces.sectors[n]![0] === openAir),
    ),
    sky: { ...materialOf(sky), horizon: sky.horizon },
  }
}

/** Materials by name, each built once. Unknown names get the default. */
function finder(pictures: ReadonlyMap<string, Bitmap>, usual: string): (name: string) => Material {
  const made = new Map<string, Material>()
  return (asked) => {
    const name = pictures.has(asked) ? asked : usual
    const known = made.get(name)
    if (known) return known
    const material = materialOf(pictures.get(name)!)
    made.set(name, material)
    return material
  }
}

/** Surfaces for a map without names, in our map's style: stone under the sky, wood in dark sectors. */
function guessed({ lines, sectors }: Geometry): Surfaces {
  const rooms = sectors.map(({ sky, light, floor, ceiling }) => {
    if (sky) return { wall: 'STONE2', floor: openAir }
    if (light >= 224) return { wall: 'SHAWN2', floor: 'FLOOR4_8' }
    if (light < 144 || ceiling - floor < 112) return { wall: 'BROWN1', floor: 'FLOOR5_1' }
    return light >= 184 ? { wall: 'STARG3', floor: 'FLOOR0_1' } : { wall: 'STARTAN3', floor: 'FLOOR4_8' }
  })
  const sideOf = (special: number, sector: number, isWall = false): SideSurface => {
    const wall = rooms[sector]!.wall
    const middle = isWall ? (worksDoors(special) ? 'SW1STRTN' : wall) : '-'
    const lower = worksLifts(special) ? 'PLAT1' : 'STEP4'
    return { x: 0, y: 0, upper: worksDoors(special) ? 'DOOR3' : wall, lower, middle }
  }
  return {
    pegs: lines.map(() => 0),
    lines: lines.map(({ special, front, back }) =>
      back === undefined ? [sideOf(special, front, true)] : [sideOf(special, front), sideOf(special, back)],
    ),
    sectors: rooms.map(({ floor }) => [floor, 'CEIL3_5']),
  }
}
