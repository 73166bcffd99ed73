// [DM-9.22] A client shows a hole at a missing texture, filled with pixels of the previous frame.

import type { MapData } from '../import/map-data.ts'
import type { MapSurfaces, SideSurface } from '../import/surfaces.ts'
import type { Door, Lift } from './level/doors-and-lifts.ts'

export interface MapWithMovers {
  readonly map: MapData
  readonly doors: readonly Door[]
  readonly lifts: readonly Lift[]
}

interface Range {
  readonly min: number
  readonly max: number
}

/** Returns descriptions in the order of lines, for example `line 12 has no lower texture on its front side`. */
export function describeMissingTextures(
  { map, doors, lifts }: MapWithMovers,
  surfaces: MapSurfaces,
): string[] {
  const doorOf = new Map(doors.map((door) => [door.sector, door]))
  const liftOf = new Map(lifts.map((lift) => [lift.sector, lift]))
  const floorOf = (sector: number): Range => {
    const lift = liftOf.get(sector)
    const { floor } = map.sectors[sector]!
    return lift
      ? { min: Math.min(lift.low, floor), max: Math.max(lift.high, floor) }
      : { min: floor, max: floor }
  }
  const ceilingOf = (sector: number): Range => {
    const door = doorOf.get(sector)
    const { ceiling } = map.sectors[sector]!
    return door
      ? { min: Math.min(door.closed, ceiling), max: Math.max(door.open, ceiling) }
      : { min: ceiling, max: ceiling }
  }
  return map.lines.flatMap(({ front, back }, line) => {
    const [frontSide, backSide] = surfaces.lines[line]!
    if (back === undefined)
      return isNone(frontSide.middle) ? [`line ${line} has no middle texture on its only side`] : []
    if (front === back) return []
    const facing = (side: SideSurface | undefined, here: number, there: number, name: string) => {
      const missing: string[] = []
      const bothSky = map.sectors[here]!.sky && map.sectors[there]!.sky
      if (side && isNone(side.lower) && floorOf(there).max > floorOf(here).min) missing.push('lower')
      if (side && isNone(side.upper) && !bothSky && ceilingOf(there).min < ceilingOf(here).max)
        missing.push('upper')
      return missing.map((part) => `line ${line} has no ${part} texture on its ${name} side`)
    }
    return [...facing(frontSide, front, back, 'front'), ...facing(backSide, back, front, 'back')]
  })
}

function isNone(texture: string): boolean {
  return texture === '-' || texture === ''
}
