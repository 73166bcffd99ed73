// Properties of any thing: equality, name, weight.
import { archetypeById } from '../../builtin/archetypes/index.ts'
import type { Archetype, ThingName } from '../definitions/archetype.ts'
import type { Thing, ThingOptions } from '../state/game-state.ts'
import { toNumberWord } from './number-words.ts'

/** [CF-16.4] Piles of portable things per cell. */
export const maxPilesPerCell = 50
/** Maximum pieces per pile. */
export const maxPileCount = 1_000_000

/**
 * Creates a thing without a location, of an archetype or of the built-in archetype with that id. `count` is 1 if it
 * does not stack.
 */
export function createThing(
  tag: number,
  of: string | Archetype,
  count = 1,
  particulars: ThingOptions = {},
): Thing {
  const kind = typeof of === 'string' ? archetypeById(of) : of
  const inside = canContainThings(kind) ? { inside: [] } : {}
  return {
    tag,
    archetype: kind,
    count: kind.stacks ? count : 1,
    location: undefined,
    ...inside,
    ...particulars,
  }
}

/** Whether it can contain things: a container, or a machine with what it shoots or makes. */
export function canContainThings({ traits: { role } }: Archetype): boolean {
  return role === 'container' || role === 'machine'
}

/** Whether two things at the same location merge into one pile. */
export function canMerge(a: Thing, b: Thing): boolean {
  return (
    a.archetype.id === b.archetype.id &&
    a.archetype.stacks === true &&
    a.count + b.count <= maxPileCount &&
    !a.applied &&
    !b.applied &&
    !a.locked === !b.locked &&
    !a.unpaid === !b.unpaid &&
    a.name?.one === b.name?.one &&
    a.text === b.text &&
    a.face === b.face &&
    a.charges === b.charges &&
    a.burns === b.burns
  )
}

// ---- Names and weights ----------------------------------------------------------------------------------------

export function nameOf(thing: Thing): ThingName {
  return thing.name ?? thing.archetype.name
}

/** `apple`, or `three apples`: as a client of 1997 shows things on the ground. */
export function countedName(thing: Thing): string {
  const { one, many } = nameOf(thing)
  return thing.count === 1 ? one : `${toNumberWord(thing.count)} ${many}`
}

/** With an article: `an apple`, `three apples`; none for ground and capitalised names. */
export function nameWithArticle(thing: Thing): string {
  const name = countedName(thing)
  if (thing.count > 1 || thing.archetype.layer === 'floor' || /^[A-Z]/.test(name)) return name
  return `${/^[aeiou]/i.test(name) ? 'an' : 'a'} ${name}`
}

/** Speech of a thing: `The clerk says: Hm.`; capitalised names have no article. */
export function formatSpeech(thing: Thing, text: string): string {
  const name = nameOf(thing).one
  return `${/^[A-Z]/.test(name) ? name : `The ${name}`} says: ${text}`
}

/** Weight of the pile with its contents, in grams; pieces that cannot be picked up count as 0. */
export function weightOf(thing: Thing): number {
  const own = Math.max(0, thing.archetype.weight) * thing.count
  return own + contentWeight(thing)
}

/** Weight of the contents in grams. */
export function contentWeight({ inside }: Thing): number {
  return inside?.reduce((sum, each) => sum + weightOf(each), 0) ?? 0
}

/** Whether players can pick it up. */
export function isPortable({ archetype }: Thing): boolean {
  return archetype.weight >= 0 && archetype.layer === 'item'
}

/** Whether it is a monster or a person. */
export function isCreature({ archetype }: Thing): boolean {
  return archetype.layer === 'creature'
}

/** Whether it is temporary and not part of a cell's record. */
export function isTemporary({ archetype, endsAt }: Thing): boolean {
  return archetype.layer === 'creature' || archetype.layer === 'effect' || endsAt !== undefined
}

/** The thing and, recursively, its contents. */
export function* withContents(thing: Thing): Iterable<Thing> {
  yield thing
  for (const each of thing.inside ?? []) yield* withContents(each)
}
