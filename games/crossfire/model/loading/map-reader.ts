// Converts a map plan to its things: resolves legend signs, exits and joined walls.
import { archetypeById } from '../../builtin/archetypes/index.ts'
import type { LegendEntry, MapPlacement, MapSource, SignTarget } from '../../builtin/maps/map-source.ts'
import { joinedFace } from '../../builtin/pictures/wall-joins.ts'
import type { Archetype, JoinedFaceSet } from '../definitions/archetype.ts'
import { offsetOf, parseDirectionName } from '../definitions/directions.ts'
import type { ContainedThing, MapContent, PlacedThing, Position } from '../definitions/level-plan.ts'

/** `planNamed` returns the maps that exits lead to. Throws for an inconsistent plan, which is a bug. */
export function readMapPlan(written: MapSource, planNamed: (id: string) => MapSource): MapContent {
  const rows = rowsOf(written)
  const plan: SplitMapPlan = { ...written, splitRows: rows }
  const placed = rows.flatMap((row, y) =>
    Array.from(row, (_, x) => x).flatMap((x) =>
      entriesAt(plan, x, y).map((entry) => placeEntry(plan, entry, { x, y }, planNamed)),
    ),
  )
  return { width: rows[0]!.length, height: rows.length, things: placed }
}

/** A plan with its rows split, because every cell reads them and its neighbours'. */
type SplitMapPlan = MapSource & { readonly splitRows: readonly string[] }

export function rowsOf({ rows }: MapSource): readonly string[] {
  return rows.replace(/^\n|\n *$/g, '').split('\n')
}

/** Legend entries of a cell, with its ground; empty for a blank and outside the map. */
function entriesAt(plan: SplitMapPlan, x: number, y: number): readonly LegendEntry[] {
  const sign = plan.splitRows[y]?.[x] ?? ' '
  if (sign === ' ') return []
  const entries = plan.legend[sign]
  if (!entries) throw new Error(`the legend of ${plan.id} has no ${sign}`)
  return entries.some((entry) => archetypeOf(entry).layer === 'floor') ? entries : [plan.floor, ...entries]
}

function archetypeOf(entry: LegendEntry): Archetype {
  return archetypeById(typeof entry === 'string' ? entry : entry.id)
}

function placeEntry(
  plan: SplitMapPlan,
  entry: LegendEntry,
  { x, y }: Position,
  planNamed: (id: string) => MapSource,
): PlacedThing {
  const { to, moves, returns, ...rest } = typeof entry === 'string' ? ({ id: entry } as MapPlacement) : entry
  const joins = joinsOf(archetypeById(rest.id))
  return {
    ...toContainedThing(rest),
    x,
    y,
    ...(joins && { face: joinedFaceAt(plan, joins, x, y) }),
    ...(to && { exit: 'sign' in to ? exitPosition(planNamed(to.map), to) : to }),
    ...(moves !== undefined && { links: spotsOf(plan, moves) }),
    ...(returns !== undefined && { returnMinutes: returns }),
  }
}

function toContainedThing(entry: LegendEntry): ContainedThing {
  const {
    id,
    count = 1,
    name,
    text,
    inside,
  } = typeof entry === 'string' ? ({ id: entry } as MapPlacement) : entry
  return {
    id: archetypeById(id).id,
    count,
    ...(name !== undefined && { name }),
    ...(text !== undefined && { text }),
    ...(inside && { inside: inside.map(toContainedThing) }),
  }
}

/** The destination's cell. */
function exitPosition(plan: MapSource, { map, sign, side }: SignTarget) {
  const spots = spotsOf(plan, sign)
  const [spot] = spots
  if (!spot || spots.length > 1) throw new Error(`${map} has ${spots.length} of ${sign}, not one`)
  const { dx, dy } = side ? offsetOf(parseDirectionName(side)!) : here
  return { map, x: spot.x + dx, y: spot.y + dy }
}

const here = { dx: 0, dy: 0 } as const

function spotsOf(plan: MapSource, sign: string): readonly Position[] {
  return rowsOf(plan).flatMap((row, y) => [...row].flatMap((each, x) => (each === sign ? [{ x, y }] : [])))
}

function joinsOf({ traits }: Archetype): JoinedFaceSet | undefined {
  return traits.role === 'wall' || traits.role === 'door' ? traits.joins : undefined
}

function joinedFaceAt(plan: SplitMapPlan, set: JoinedFaceSet, x: number, y: number): number {
  const goesOn = (dx: number, dy: number) => isJoined(plan, set, x + dx, y + dy)
  return joinedFace(set, {
    north: goesOn(0, -1),
    east: goesOn(1, 0),
    south: goesOn(0, 1),
    west: goesOn(-1, 0),
  })
}

/** [CF-12.2] Walls join walls of their set, doors, gates and the outside of the map; roofs only join roofs. */
function isJoined(plan: SplitMapPlan, set: JoinedFaceSet, x: number, y: number): boolean {
  const isWall = set.startsWith('wall')
  const isOutside = plan.splitRows[y]?.[x] === undefined
  if (isOutside) return isWall
  return entriesAt(plan, x, y).some((entry) => {
    const kind = archetypeOf(entry)
    const opens = kind.traits.role === 'door' || kind.traits.role === 'gate'
    return joinsOf(kind) === set || (isWall && opens)
  })
}
