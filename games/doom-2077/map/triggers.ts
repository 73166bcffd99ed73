// [DM-6.1] [DM-6.2] The doors and lifts that each line operates. The protocol leaves this to the client, which requests
// doors and lifts by id.
import type { Line, MapData } from '../import/map-data.ts'
import { closedDoorBeside, isDirectDoor, isDoorSpecial, isLiftSpecial } from './level/doors-and-lifts.ts'
import type { Door, Lift } from './level/level.ts'

export interface Trigger {
  readonly line: number
  readonly activation: 'hand' | 'step'
  /** Ids. */
  readonly doors: readonly number[]
  readonly lifts: readonly number[]
}

/** All other line types work by hand, including those that Doom triggers by shots. */
const walkOverSpecials: ReadonlySet<number> = new Set([
  ...[2, 3, 4, 16, 75, 76, 86, 90, 105, 106, 107, 108, 109, 110],
  ...[10, 22, 53, 87, 88, 95, 120, 121, 143, 144],
])

export function findTriggers(map: MapData, doors: readonly Door[], lifts: readonly Lift[]): Trigger[] {
  const [doorOf, liftOf] = [doors, lifts].map(
    (movers) => new Map(movers.map(({ sector }, id) => [sector, id])),
  )
  return map.lines.flatMap((line, number) => {
    const [opens, moves] = [isDoorSpecial(line.special), isLiftSpecial(line.special)]
    if (!opens && !moves) return []
    const named = triggeredSectors(line, map, opens)
    const ids = (of: ReadonlyMap<number, number>) => named.flatMap((sector) => of.get(sector) ?? [])
    const activation = walkOverSpecials.has(line.special) ? 'step' : 'hand'
    return [
      {
        line: number,
        activation,
        doors: opens ? ids(doorOf!) : [],
        lifts: moves ? ids(liftOf!) : [],
      } as const,
    ]
  })
}

function triggeredSectors(line: Line, { sectors }: MapData, opens: boolean): readonly number[] {
  if (opens && isDirectDoor(line)) return closedDoorBeside(line, sectors)
  return sectors.flatMap(({ tag }, sector) => (tag === line.tag ? [sector] : []))
}
