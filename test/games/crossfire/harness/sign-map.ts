// Maps for tests. A map is drawn as rows of characters, the signs. Its legend lists the things in a cell with each
// sign.
import { archetypeById } from '../../../../games/crossfire/builtin/archetypes/index.ts'
import type { MapHeader, MapPlacement } from '../../../../games/crossfire/builtin/maps/map-source.ts'
import { directionNames, directionOffsets } from '../../../../games/crossfire/model/definitions/directions.ts'
import type { MapContent, Position } from '../../../../games/crossfire/model/definitions/level-plan.ts'
import { readMapContent } from '../../../../games/crossfire/model/loading/map-reader.ts'

export interface SignMap extends MapHeader {
  readonly floor: string
  /** A space is an impassable cell without a floor. */
  readonly rows: string
  /** The things in a cell with this sign, the lowest first. */
  readonly legend: { readonly [sign: string]: readonly (string | SignPlacement)[] }
}

interface SignPlacement extends Omit<MapPlacement, 'inside' | 'exit' | 'links'> {
  /** The destination of an exit: the cell of a sign that occurs once on its map, or with `side` a cell next to it. */
  readonly to?: { readonly map: string; readonly sign: string; readonly side?: string }
  /** The sign of the gates that the lever moves. */
  readonly moves?: string
  readonly inside?: readonly (string | MapPlacement)[]
}

/** `named`: returns the map with this id, for the destinations of exits. */
export function readSignMap(map: SignMap, named: (id: string) => SignMap): MapContent {
  const rows = rowsOf(map)
  return readMapContent({
    ...map,
    width: rows[0]!.length,
    height: rows.length,
    floor: undefined,
    placedAt: (x, y) => placedAt(map, rows[y]![x]!, named),
  })
}

function rowsOf({ rows }: SignMap): readonly string[] {
  return rows.replace(/^\n|\n *$/g, '').split('\n')
}

function placedAt(map: SignMap, sign: string, named: (id: string) => SignMap): readonly MapPlacement[] {
  if (sign === ' ') return []
  const placed = map.legend[sign]!.map((entry): MapPlacement => {
    const { to, moves, inside, ...rest } =
      typeof entry === 'string' ? ({ id: entry } as SignPlacement) : entry
    return {
      ...rest,
      ...(inside && { inside: inside.map((each) => (typeof each === 'string' ? { id: each } : each)) }),
      ...(to && { exit: { map: to.map, ...besides(spotsOf(named(to.map), to.sign)[0]!, to.side) } }),
      ...(moves && { links: spotsOf(map, moves) }),
    }
  })
  const hasGround = placed.some(({ id }) => archetypeById(id).layer === 'floor')
  return hasGround ? placed : [{ id: map.floor }, ...placed]
}

function besides({ x, y }: Position, side: string | undefined): Position {
  if (side === undefined) return { x, y }
  const { dx, dy } = directionOffsets[(directionNames as readonly string[]).indexOf(side)]!
  return { x: x + dx, y: y + dy }
}

function spotsOf(map: SignMap, sign: string): readonly Position[] {
  return rowsOf(map).flatMap((row, y) => [...row].flatMap((each, x) => (each === sign ? [{ x, y }] : [])))
}
