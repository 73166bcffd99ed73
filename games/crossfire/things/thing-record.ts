// A thing's stored record. [CF-16.1]
import type { Json } from '../../game.ts'
import { builtinArchetypes } from '../made/archetypes/index.ts'
import type { Kinds } from '../scene/archetype.ts'
import type { Applied, Thing, Where } from '../scene/scene.ts'
import { holdsThings } from './thing.ts'

type Kept = Pick<
  Thing,
  | 'tag'
  | 'count'
  | 'name'
  | 'text'
  | 'face'
  | 'exit'
  | 'links'
  | 'applied'
  | 'locked'
  | 'unpaid'
  | 'charges'
  | 'burns'
> & { readonly id: string; readonly inside?: readonly Json[] }

/** Stores only what differs from the archetype. */
export function thingRecord(thing: Thing): Json {
  const { tag, kind, count, name, text, face, applied, locked, unpaid, charges, burns, inside } = thing
  return {
    tag,
    id: kind.id,
    ...(count !== 1 && { count }),
    ...(name && { name: { one: name.one, many: name.many } }),
    ...(text !== undefined && { text }),
    ...(face !== undefined && { face }),
    ...(applied && { applied }),
    ...(locked && { locked }),
    ...(unpaid && { unpaid }),
    ...(charges !== undefined && { charges }),
    ...(burns !== undefined && { burns }),
    ...(inside && inside.length > 0 && { inside: inside.map(thingRecord) }),
  }
}

/** Reads the output of `thingRecord`, with contents. `where`: the place to set. */
export function readThing(record: Json, where: Where, kinds: Kinds = builtinArchetypes): Thing {
  const { id, inside, ...kept } = record as unknown as Kept & { applied?: Applied }
  const kind = kinds.named(id)
  const thing: Thing = {
    ...kept,
    count: kept.count ?? 1,
    kind,
    where,
    ...(holdsThings(kind) && { inside: [] }),
  }
  for (const each of inside ?? [])
    thing.inside?.push(readThing(each, { in: 'container', container: thing }, kinds))
  return thing
}
