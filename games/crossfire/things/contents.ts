// Where things are: the only functions that put a thing somewhere or take it away. A thing is in one place or in none,
// and what changes is marked, for who sees it and for the records. [CF-12.5]
import { kindAs } from '../made/archetypes/index.ts'
import type { Archetype } from '../scene/archetype.ts'
import type { Thing, Where } from '../scene/scene.ts'
import type { Tags } from '../scene/tags.ts'
import { alike } from './thing.ts'

/** All that is there, from below. */
export function contentsOf(where: Where): readonly Thing[] {
  if (where.in === 'cell') return where.level.things(where.x, where.y)
  return where.in === 'pack' ? where.player.inventory : (where.container.inside ?? [])
}

/**
 * Puts a thing that is in no place there, on top of its layer. What stacks joins a pile that is like it: then `thing`
 * is no more, and what is returned is that pile.
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

/** Takes all of it away from where it is. */
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
 * Takes `count` of a pile away; what is returned is in no place. Of less than all of it that is a new thing with a tag
 * of its own; the rest stays what it was.
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

/** Uses `count` of a pile up; it is gone when none is left. */
export function useUp(thing: Thing, count = 1): void {
  if (count >= thing.count) return remove(thing)
  thing.count -= count
  changed(thing)
}

/** Makes another kind of thing of it, as a closed door becomes an open one. It keeps its tag and its place. */
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

/** Something about the thing is not as it was: who sees it must be told, and its record written. */
export function changed(thing: Thing): void {
  const where = outermost(thing)
  if (where?.in === 'cell') where.level.changed(where.x, where.y, thing)
  else where?.player.changed()
}

/** The cell or the pack that it is in at last, through all containers; undefined: in no place. */
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
