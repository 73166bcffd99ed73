// Surfaces are chosen by their names, and in a map without names by the height and light of each sector.
import type { MapSurfaces, SideSurface } from '../import/surfaces.ts'
import type { Geometry } from '../map/geometry.ts'
import { isDoorSpecial, isLiftSpecial } from '../map/level/doors-and-lifts.ts'
import type { Bitmap } from './art/bitmap.ts'
import type { GameArt } from './game-art.ts'
import { createMaterial, type Material, type Materials, type SideMaterials } from './raycaster/materials.ts'

/** Unless the map is `roofed`, sectors with this floor are open to the sky, such as the arena's court. */
const skyFloorFlat = 'FLAT5_4'

export function createMapMaterials(map: Geometry, { walls, flats, sky }: GameArt): Materials {
  const surfaces = map.surfaces ?? guessSurfaces(map)
  const [wallOf, flatOf] = [materialFinder(walls, 'STARTAN3'), materialFinder(flats, 'FLOOR4_8')]
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
      (sector, n) => sector.sky || (!surfaces.roofed && surfaces.sectors[n]![0] === skyFloorFlat),
    ),
    sky: { ...createMaterial(sky), horizon: sky.horizon },
  }
}

/** Each material is built once, and an unknown name gets the default material. */
function materialFinder(pictures: ReadonlyMap<string, Bitmap>, fallback: string): (name: string) => Material {
  const materials = new Map<string, Material>()
  return (requested) => {
    const name = pictures.has(requested) ? requested : fallback
    const known = materials.get(name)
    if (known) return known
    const material = createMaterial(pictures.get(name)!)
    materials.set(name, material)
    return material
  }
}

/** Chooses surfaces for a map without names: for example, stone under the sky and wood in dark sectors. */
function guessSurfaces({ lines, sectors }: Geometry): MapSurfaces {
  const rooms = sectors.map(({ sky, light, floor, ceiling }) => {
    if (sky) return { wall: 'STONE2', floor: skyFloorFlat }
    if (light >= 224) return { wall: 'SHAWN2', floor: 'FLOOR4_8' }
    if (light < 144 || ceiling - floor < 112) return { wall: 'BROWN1', floor: 'FLOOR5_1' }
    return light >= 184 ? { wall: 'STARG3', floor: 'FLOOR0_1' } : { wall: 'STARTAN3', floor: 'FLOOR4_8' }
  })
  const sideOf = (special: number, sector: number, isWall = false): SideSurface => {
    const wall = rooms[sector]!.wall
    const middle = isWall ? (isDoorSpecial(special) ? 'SW1STRTN' : wall) : '-'
    const lower = isLiftSpecial(special) ? 'PLAT1' : 'STEP4'
    return { x: 0, y: 0, upper: isDoorSpecial(special) ? 'DOOR3' : wall, lower, middle }
  }
  return {
    pegs: lines.map(() => 0),
    lines: lines.map(({ special, front, back }) =>
      back === undefined ? [sideOf(special, front, true)] : [sideOf(special, front), sideOf(special, back)],
    ),
    sectors: rooms.map(({ floor }) => [floor, 'CEIL3_5']),
  }
}
