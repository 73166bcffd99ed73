// Converts a map plan to its things: resolves legend signs, exits and joined walls.
import { archetypeById } from '../made/archetypes/index.ts'
import type { LegendEntry, MapSource, MapPlacement, SignTarget } from '../made/maps/map.ts'
import { joinedFace } from '../pictures/joins.ts'
import type { Archetype, JoinedSet } from '../scene/archetype.ts'
import { directionNamed, stepOf } from '../scene/directions.ts'
import type { Held, MapRead, Placed, Spot } from '../scene/level-plan.ts'

/** `planNamed` returns the maps that exits lead to. Throws for an inconsistent plan, which is a bug. */
export function readMap(written: MapSource, planNamed: (id: string) => MapSource): MapRead {
  const rows = rowsOf(written)
  const plan: CutPlan = { ...written, cut: rows }
  const placed = rows.flatMap((row, y) =>
    Array.from(row, (_, x) => x).flatMap((x) =>
      entriesAt(plan, x, y).map((entry) => place(plan, entry, { x, y }, planNamed)),
    ),
  )
  return { width: rows[0]!.length, height: rows.length, placed }
}

/** A plan with its rows split, because every cell reads them and its neighbours'. */
type CutPlan = MapSource & { readonly cut: readonly string[] }

export function rowsOf({ rows }: MapSource): readonly string[] {
  return rows.replace(/^\n|\n *$/g, '').split('\n')
}

/** Legend entries of a cell, with its ground; empty for a blank and outside the map. */
function entriesAt(plan: CutPlan, x: number, y: number): readonly LegendEntry[] {
  const sign = plan.cut[y]?.[x] ?? ' '
  if (sign === ' ') return []
  const entries = plan.legend[sign]
  if (!entries) throw new Error(`the legend of ${plan.id} has no ${sign}`)
  return entries.some((entry) => archetypeOf(entry).layer === 'floor') ? entries : [plan.floor, ...entries]
}

function archetypeOf(entry: LegendEntry): Archetype {
  return archetypeById(typeof entry === 'string' ? entry : entry.id)
}

function place(plan: CutPlan, entry: LegendEntry, { x, y }: Spot, planNamed: (id: string) => MapSource): Placed {
  const { to, moves, returns, ...rest } = typeof entry === 'string' ? ({ id: entry } as MapPlacement) : entry
  const joins = joinsOf(archetypeById(rest.id))
  return {
    ...held(rest),
    x,
    y,
    ...(joins && { face: joined(plan, joins, x, y) }),
    ...(to && { exit: 'sign' in to ? landing(planNamed(to.map), to) : to }),
    ...(moves !== undefined && { links: spotsOf(plan, moves) }),
    ...(returns !== undefined && { returns }),
  }
}

function held(entry: LegendEntry): Held {
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
    ...(inside && { inside: inside.map(held) }),
  }
}

/** The destination's cell. */
function landing(plan: MapSource, { map, sign, side }: SignTarget) {
  const spots = spotsOf(plan, sign)
  const [spot] = spots
  if (!spot || spots.length > 1) throw new Error(`${map} has ${spots.length} of ${sign}, not one`)
  const { dx, dy } = side ? stepOf(directionNamed(side)!) : here
  return { map, x: spot.x + dx, y: spot.y + dy }
}

const here = { dx: 0, dy: 0 } as const

function spotsOf(plan: MapSource, sign: string): readonly Spot[] {
  return rowsOf(plan).flatMap((row, y) => [...row].flatMap((each, x) => (each === sign ? [{ x, y }] : [])))
}

function joinsOf({ is }: Archetype): JoinedSet | undefined {
  return is.role === 'wall' || is.role === 'door' ? is.joins : undefined
}

function joined(plan: CutPlan, set: JoinedSet, x: number, y: number): number {
  const goesOn = (dx: number, dy: number) => isJoined(plan, set, x + dx, y + dy)
  return joinedFace(set, {
    north: goesOn(0, -1),
    east: goesOn(1, 0),
    south: goesOn(0, 1),
    west: goesOn(-1, 0),
  })
}

/** [CF-12.2] Walls join walls of their set, doors, gates and the outside of the map; roofs only join roofs. */
function isJoined(plan: CutPlan, set: JoinedSet, x: number, y: number): boolean {
  const isWall = set.startsWith('wall')
  const isOutside = plan.cut[y]?.[x] === undefined
  if (isOutside) return isWall
  return entriesAt(plan, x, y).some((entry) => {
    const kind = archetypeOf(entry)
    const opens = kind.is.role === 'door' || kind.is.role === 'gate'
    return joinsOf(kind) === set || (isWall && opens)
  })
}
