// Rules move things only by these functions, which mark each change for clients and for the store. [CF-12.5]
import { archetypeInSameWorld } from '../../builtin/archetypes/index.ts'
import type { Archetype } from '../definitions/archetype.ts'
import type { Thing, ThingLocation } from '../state/game-state.ts'
import type { TagAllocator } from '../state/tag-allocator.ts'
import { canMerge } from './thing.ts'

/** The things at the location, from the bottom up. */
export function contentsOf(where: ThingLocation): readonly Thing[] {
  if (where.in === 'cell') return where.level.thingsAt(where.x, where.y)
  return where.in === 'pack' ? where.player.inventory : (where.container.inside ?? [])
}

/**
 * Puts a thing without a location on top of its layer. If the thing merges into a pile, returns the pile, and the thing
 * must not be used any more.
 */
export function putThing(thing: Thing, where: ThingLocation): Thing {
  if (thing.location) throw new Error(`thing ${thing.tag} is somewhere already`)
  if (where.in !== 'pack') thing.applied = undefined
  if (where.in === 'cell') thing.locked = undefined
  const pile = contentsOf(where).find((each) => canMerge(each, thing))
  if (pile) {
    pile.count += thing.count
    if (thing.traded) pile.traded = true
    if (thing.locked) pile.locked = true
    markThingChanged(pile)
    return pile
  }
  thing.location = where
  if (where.in === 'cell') where.level.add(thing, where.x, where.y)
  else thingListAt(where).push(thing)
  markThingChanged(thing)
  return thing
}

export function removeThing(thing: Thing): void {
  const { location } = thing
  if (!location) throw new Error(`thing ${thing.tag} is nowhere`)
  markThingChanged(thing)
  if (location.in === 'cell') location.level.delete(thing, location.x, location.y)
  else {
    const list = thingListAt(location)
    list.splice(list.indexOf(thing), 1)
  }
  thing.location = undefined
}

/** If some pieces remain in the pile, the returned thing has a new tag. It has no location. */
export function takeFromPile(tags: TagAllocator, thing: Thing, count: number): Thing {
  if (count >= thing.count) {
    removeThing(thing)
    return thing
  }
  if (!(count >= 1)) throw new Error(`${count} of a pile cannot be taken`)
  thing.count -= count
  markThingChanged(thing)
  const { applied: _, ...rest } = thing
  return { ...rest, tag: tags.allocate(), count, location: undefined }
}

export function changeOneOfPile(tags: TagAllocator, pile: Thing, change: (one: Thing) => void): void {
  const { location, count } = pile
  const one = count > 1 ? takeFromPile(tags, pile, 1) : pile
  change(one)
  if (one === pile) markThingChanged(one)
  else putThing(one, location!)
}

export function consumeThing(thing: Thing, count = 1): void {
  if (count >= thing.count) return removeThing(thing)
  thing.count -= count
  markThingChanged(thing)
}

/** The thing keeps its tag and location. */
export function changeArchetype(thing: Thing, to: string | Archetype): void {
  const { location } = thing
  const kind = typeof to === 'string' ? archetypeInSameWorld(thing.archetype, to) : to
  if (location?.in !== 'cell') {
    thing.archetype = kind
    markThingChanged(thing)
    return
  }
  location.level.delete(thing, location.x, location.y)
  thing.archetype = kind
  location.level.add(thing, location.x, location.y)
  markThingChanged(thing)
}

/** Marks the thing's change, so that clients receive it and the thing's record is stored. */
export function markThingChanged(thing: Thing): void {
  const where = outermostLocation(thing)
  if (where?.in === 'cell') where.level.markChanged(where.x, where.y, thing)
  else where?.player.markInventoryChanged()
}

/** Location of the thing or of its outermost container; undefined if the thing has no location. */
export function outermostLocation(thing: Thing): Exclude<ThingLocation, { in: 'container' }> | undefined {
  let { location } = thing
  while (location?.in === 'container') location = location.container.location
  return location
}

function thingListAt(where: Exclude<ThingLocation, { in: 'cell' }>): Thing[] {
  if (where.in === 'pack') return where.player.inventory
  if (!where.container.inside) throw new Error(`thing ${where.container.tag} is no container`)
  return where.container.inside
}
