// The only functions that move things. A thing is in at most one place, and every change is marked for clients and for
// the store. [CF-12.5]
import { kindAs } from '../made/archetypes/index.ts'
import type { Archetype } from '../scene/archetype.ts'
import type { Thing, Where } from '../scene/scene.ts'
import type { Tags } from '../scene/tags.ts'
import { alike } from './thing.ts'

/** All things at a place, bottom first. */
export function contentsOf(where: Where): readonly Thing[] {
  if (where.in === 'cell') return where.level.things(where.x, where.y)
  return where.in === 'pack' ? where.player.inventory : (where.container.inside ?? [])
}

/**
 * Puts a thing without a place there, on top of its layer. A stacking thing may merge into an equal pile; then that
 * pile is returned, and `thing` must not be used any more.
 */
export function put(thing: Thing, where: Where): Thing {
  if (thing.where) throw new Error(`thing ${thing.tag} is somewhere already`)
  if (where.in !== 'pack') thing.applied = undefined
  if (where.in === 'cell') thing.locked = undefined
  const pile = contentsOf(where).find((each) => alike(each, thing))
  if (pile) {
    pile.count += thing.count
    changed(pile)
    return pile
  }
  thing.where = where
  if (where.in === 'cell') where.level.add(thing, where.x, where.y)
  else listOf(where).push(thing)
  changed(thing)
  return thing
}

/** Removes the thing, with all its pieces, from its place. */
export function remove(thing: Thing): void {
  const { where } = thing
  if (!where) throw new Error(`thing ${thing.tag} is nowhere`)
  changed(thing)
  if (where.in === 'cell') where.level.delete(thing, where.x, where.y)
  else {
    const list = listOf(where)
    list.splice(list.indexOf(thing), 1)
  }
  thing.where = undefined
}

/**
 * Takes `count` pieces off a pile and returns them without a place. If some remain, the returned thing is new and has
 * its own tag.
 */
export function takeFrom(tags: Tags, thing: Thing, count: number): Thing {
  if (count >= thing.count) {
    remove(thing)
    return thing
  }
  if (!(count >= 1)) throw new Error(`${count} of a pile cannot be taken`)
  thing.count -= count
  changed(thing)
  const { applied: _, ...rest } = thing
  return { ...rest, tag: tags.next(), count, where: undefined }
}

/** Consumes `count` pieces; removes an empty pile. */
export function useUp(thing: Thing, count = 1): void {
  if (count >= thing.count) return remove(thing)
  thing.count -= count
  changed(thing)
}

/** Changes the kind of a thing, such as a closed door to an open one. Tag and place stay. */
export function become(thing: Thing, to: string | Archetype): void {
  const { where } = thing
  const kind = typeof to === 'string' ? kindAs(thing.kind, to) : to
  if (where?.in !== 'cell') {
    thing.kind = kind
    changed(thing)
    return
  }
  where.level.delete(thing, where.x, where.y)
  thing.kind = kind
  where.level.add(thing, where.x, where.y)
  changed(thing)
}

/** Marks the thing as changed, for clients that see it and for its record. */
export function changed(thing: Thing): void {
  const where = outermost(thing)
  if (where?.in === 'cell') where.level.changed(where.x, where.y, thing)
  else where?.player.changed()
}

/** The cell or pack that contains it, through all containers; undefined if it has no place. */
export function outermost(thing: Thing): Exclude<Where, { in: 'container' }> | undefined {
  let { where } = thing
  while (where?.in === 'container') where = where.container.where
  return where
}

function listOf(where: Exclude<Where, { in: 'cell' }>): Thing[] {
  if (where.in === 'pack') return where.player.inventory
  if (!where.container.inside) throw new Error(`thing ${where.container.tag} is no container`)
  return where.container.inside
}
