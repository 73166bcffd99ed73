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

/** [CF-12.17] With an article: `an apple`, `three apples`; none for ground. */
export function nameWithArticle(thing: Thing): string {
  const name = countedName(thing)
  return thing.count > 1 || thing.archetype.layer === 'floor' ? name : withArticle(nameOf(thing))
}

/** [CF-12.17] `a rat`, `an ogre`; none for capitalised names and for pairs, such as `gauntlets`. */
export function withArticle({ one, many }: ThingName): string {
  if (isProperName(one) || isPair({ one, many })) return one
  return `${/^[aeiou]/i.test(one) ? 'an' : 'a'} ${one}`
}

/** [CF-12.17] `the rat`; none for capitalised names. */
export function definiteName({ one }: ThingName): string {
  return isProperName(one) ? one : `the ${one}`
}

/** [CF-12.17] The same at the beginning of a sentence. */
export function subjectName(name: ThingName): string {
  const subject = definiteName(name)
  return `${subject.charAt(0).toUpperCase()}${subject.slice(1)}`
}

/** Whether one of them is named in the plural, such as `gauntlets`. */
export function isPair({ one, many }: ThingName): boolean {
  return one === many && one.endsWith('s')
}

function isProperName(name: string): boolean {
  return /^[A-Z]/.test(name)
}

/** Speech of a thing: `The clerk says: Hm.` */
export function formatSpeech(thing: Thing, text: string): string {
  return `${subjectName(nameOf(thing))} says: ${text}`
}

/** Weight of the pile with its contents, in grams; pieces that cannot be picked up count as 0. */
export function weightOf(thing: Thing): number {
  const own = Math.max(0, thing.archetype.weight) * thing.count
  return own + contentWeight(thing)
}

/** [CF-7.14] Weight of the contents in grams, less the percentage that the container takes off. */
export function contentWeight({ inside, archetype }: Thing): number {
  const sum = inside?.reduce((grams, each) => grams + weightOf(each), 0) ?? 0
  return carriedInside(archetype, sum)
}

/** [CF-7.14] The weight that `grams` of contents add to a container of this archetype. */
export function carriedInside({ traits }: Archetype, grams: number): number {
  const { lighterPercent = 0 } = traits.role === 'container' ? traits : {}
  return lighterPercent === 0 ? grams : Math.ceil((grams * (100 - lighterPercent)) / 100)
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
