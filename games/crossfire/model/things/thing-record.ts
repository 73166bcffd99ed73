// [CF-16.1]
import type { Json } from '../../../game.ts'
import { builtinArchetypes } from '../../builtin/archetypes/index.ts'
import type { ArchetypeRegistry } from '../definitions/archetype.ts'
import type { EquipState, Thing, ThingLocation } from '../state/game-state.ts'
import { canContainThings } from './thing.ts'

type StoredThing = Pick<
  Thing,
  | 'tag'
  | 'count'
  | 'name'
  | 'givenName'
  | 'text'
  | 'face'
  | 'exit'
  | 'links'
  | 'applied'
  | 'locked'
  | 'unpaid'
  | 'traded'
  | 'charges'
  | 'burns'
> & { readonly id: string; readonly inside?: readonly Json[] }

/** Contains only the differences from the archetype. */
export function toThingRecord(thing: Thing): Json {
  const { archetype, name, givenName, text, exit, face, charges, burns, inside } = thing
  return {
    tag: thing.tag,
    id: archetype.id,
    ...(thing.count !== 1 && { count: thing.count }),
    ...(name && { name: { one: name.one, many: name.many } }),
    ...(givenName !== undefined && { givenName }),
    ...(text !== undefined && { text }),
    ...(exit && { exit: { level: exit.level, x: exit.x, y: exit.y } }),
    ...(face !== undefined && { face }),
    ...(thing.applied && { applied: thing.applied }),
    ...(thing.locked && { locked: thing.locked }),
    ...(thing.unpaid && { unpaid: thing.unpaid }),
    ...(thing.traded && { traded: thing.traded }),
    ...(charges !== undefined && { charges }),
    ...(burns !== undefined && { burns }),
    ...(inside && inside.length > 0 && { inside: inside.map(toThingRecord) }),
  }
}

export function readThing(
  record: Json,
  where: ThingLocation,
  archetypes: ArchetypeRegistry = builtinArchetypes,
): Thing {
  const { id, inside, ...stored } = record as unknown as StoredThing & { applied?: EquipState }
  const kind = archetypes.get(id)
  const thing: Thing = {
    ...stored,
    count: stored.count ?? 1,
    archetype: kind,
    location: where,
    ...(canContainThings(kind) && { inside: [] }),
  }
  for (const each of inside ?? [])
    thing.inside?.push(readThing(each, { in: 'container', container: thing }, archetypes))
  return thing
}
