// [DM-6.1] [DM-6.2] Which lines work which doors and lifts, and how: by hand, or by walking over them. A client finds that out
// by itself, and asks for doors and lifts by their ids.
import type { Line, MapData } from '../import/map-data.ts'
import type { Door, Lift } from './level.ts'
import { closedBehind, isDirect, worksDoors, worksLifts } from './specials.ts'

export interface Trigger {
  /** By number. */
  readonly line: number
  readonly by: 'hand' | 'step'
  /** Ids. */
  readonly doors: readonly number[]
  readonly lifts: readonly number[]
}

/** Of lines that work something those that are walked over; all others are used by hand, also what Doom has shot at. */
const walkedOver: ReadonlySet<number> = new Set([
  ...[2, 3, 4, 16, 75, 76, 86, 90, 105, 106, 107, 108, 109, 110],
  ...[10, 22, 53, 87, 88, 95, 120, 121, 143, 144],
])

export function triggersOf(map: MapData, doors: readonly Door[], lifts: readonly Lift[]): Trigger[] {
  const [doorOf, liftOf] = [doors, lifts].map(
    (movers) => new Map(movers.map(({ sector }, id) => [sector, id])),
  )
  return map.lines.flatMap((line, number) => {
    const [opens, moves] = [worksDoors(line.special), worksLifts(line.special)]
    if (!opens && !moves) return []
    const named = sectorsOf(line, map, opens)
    const ids = (of: ReadonlyMap<number, number>) => named.flatMap((sector) => of.get(sector) ?? [])
    const by = walkedOver.has(line.special) ? 'step' : 'hand'
    return [{ line: number, by, doors: opens ? ids(doorOf!) : [], lifts: moves ? ids(liftOf!) : [] } as const]
  })
}

function sectorsOf(line: Line, { sectors }: MapData, opens: boolean): readonly number[] {
  if (opens && isDirect(line)) return closedBehind(line, sectors)
  return sectors.flatMap(({ tag }, sector) => (tag === line.tag ? [sector] : []))
}
