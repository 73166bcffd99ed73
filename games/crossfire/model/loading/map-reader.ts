// Converts a map to its things: adds the ground, and joins walls.
import { archetypeById } from '../../builtin/archetypes/index.ts'
import type { BuiltinMap, MapPlacement } from '../../builtin/maps/map-source.ts'
import { joinedFace } from '../../builtin/pictures/wall-joins.ts'
import type { Archetype, JoinedFaceSet } from '../definitions/archetype.ts'
import type { ContainedThing, MapContent, PlacedThing, Position } from '../definitions/level-plan.ts'

/** Throws for an inconsistent map, which is a bug. */
export function readMapContent(map: BuiltinMap): MapContent {
  const { width, height } = map
  const cells = Array.from({ length: width * height }, (_, cell) => ({
    x: cell % width,
    y: Math.floor(cell / width),
  }))
  const things = cells.flatMap((at) => placementsAt(map, at).map((placed) => toPlacedThing(map, placed, at)))
  return { width, height, things }
}

function placementsAt(map: BuiltinMap, { x, y }: Position): readonly MapPlacement[] {
  const [placed, { floor }] = [map.placedAt(x, y), map]
  const hasGround = floor === undefined || placed.some(({ id }) => archetypeById(id).layer === 'floor')
  return hasGround ? placed : [{ id: floor }, ...placed]
}

function toPlacedThing(map: BuiltinMap, placed: MapPlacement, { x, y }: Position): PlacedThing {
  const { exit, links, returns } = placed
  const kind = archetypeById(placed.id)
  const joins = joinsOf(kind)
  return {
    ...toContainedThing(placed),
    x,
    y,
    ...(joins && { face: joinedFaceAt(map, joins, x, y) }),
    ...(exit && { exit }),
    ...(links && kind.traits.role === 'lever' && { links }),
    ...(returns !== undefined && { returnMinutes: returns }),
  }
}

function toContainedThing({ id, count = 1, name, text, inside }: MapPlacement): ContainedThing {
  return {
    id: archetypeById(id).id,
    count,
    ...(name !== undefined && { name }),
    ...(text !== undefined && { text }),
    ...(inside && { inside: inside.map(toContainedThing) }),
  }
}

function joinsOf({ traits }: Archetype): JoinedFaceSet | undefined {
  return traits.role === 'wall' || traits.role === 'door' ? traits.joins : undefined
}

function joinedFaceAt(map: BuiltinMap, set: JoinedFaceSet, x: number, y: number): number {
  const goesOn = (dx: number, dy: number) => isJoined(map, set, x + dx, y + dy)
  return joinedFace(set, {
    north: goesOn(0, -1),
    east: goesOn(1, 0),
    south: goesOn(0, 1),
    west: goesOn(-1, 0),
  })
}

/** [CF-12.2] A wall joins walls of its set, doors, gates and the outside of the map. A roof joins only roofs. */
function isJoined(map: BuiltinMap, set: JoinedFaceSet, x: number, y: number): boolean {
  const isWall = set.startsWith('wall')
  const isOutside = x < 0 || y < 0 || x >= map.width || y >= map.height
  if (isOutside) return isWall
  return map.placedAt(x, y).some(({ id }) => {
    const kind = archetypeById(id)
    const opens = kind.traits.role === 'door' || kind.traits.role === 'gate'
    return joinsOf(kind) === set || (isWall && opens)
  })
}
