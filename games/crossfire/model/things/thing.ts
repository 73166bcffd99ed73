import { archetypeById } from '../../builtin/archetypes/index.ts'
import type { Archetype, ThingName } from '../definitions/archetype.ts'
import type { Thing, ThingOptions } from '../state/game-state.ts'
import { toNumberWord } from './number-words.ts'

/** [CF-16.4] Counts portable things. */
export const maxPilesPerCell = 50
export const maxPileCount = 1_000_000

/** `of`: an archetype, or the id of a built-in one. Things that do not stack get the count 1. */
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
    count: kind.stacks ? Math.min(maxPileCount, count) : 1,
    location: undefined,
    ...inside,
    ...particulars,
  }
}

/** A machine that shoots or creates the things inside it is also a container. */
export function canContainThings({ traits: { role } }: Archetype): boolean {
  return role === 'container' || role === 'machine'
}

export function canMerge(a: Thing, b: Thing): boolean {
  return (
    a.archetype.id === b.archetype.id &&
    a.archetype.stacks === true &&
    a.count + b.count <= maxPileCount &&
    !a.applied &&
    !b.applied &&
    !a.unpaid === !b.unpaid &&
    a.name?.one === b.name?.one &&
    a.givenName === b.givenName &&
    a.text === b.text &&
    a.face === b.face &&
    a.charges === b.charges &&
    a.burns === b.burns
  )
}

export function nameOf(thing: Thing): ThingName {
  const { givenName } = thing
  return givenName === undefined ? originalNameOf(thing) : { one: givenName, many: givenName }
}

/** [CF-9.16] The thing's name without regard to a name that a player has given it. */
export function originalNameOf({ name, archetype }: Thing): ThingName {
  return name ?? archetype.name
}

/**
 * The name with the count, such as `apple` or `three apples`. Clients of 1997 show things on the ground in this form.
 */
export function countedName(thing: Thing): string {
  const { one, many } = nameOf(thing)
  return thing.count === 1 ? one : `${toNumberWord(thing.count)} ${many}`
}

/** [CF-12.17] The name with an article or the count, such as `an apple` or `three apples`. Ground has no article. */
export function nameWithArticle(thing: Thing): string {
  const name = countedName(thing)
  return thing.count > 1 || thing.archetype.layer === 'floor' ? name : withArticle(nameOf(thing))
}

/**
 * [CF-12.17] The name with an article, such as `a rat` or `an ogre`. Capitalised names, and pairs such as `gauntlets`,
 * have no article.
 */
export function withArticle({ one, many }: ThingName): string {
  if (isProperName(one) || isPair({ one, many })) return one
  return `${/^[aeiou]/i.test(one) ? 'an' : 'a'} ${one}`
}

/** [CF-12.17] The name with the definite article, such as `the rat`. Capitalised names have no article. */
export function definiteName({ one }: ThingName): string {
  return isProperName(one) ? one : `the ${one}`
}

/** [CF-12.17] Like `definiteName`, but the first letter is a capital. */
export function subjectName(name: ThingName): string {
  const subject = definiteName(name)
  return `${subject.charAt(0).toUpperCase()}${subject.slice(1)}`
}

/** Whether the name denotes a pair, such as `gauntlets`. */
export function isPair({ one, many }: ThingName): boolean {
  return one === many && one.endsWith('s')
}

function isProperName(name: string): boolean {
  return /^[A-Z]/.test(name)
}

/** A line such as `The clerk says: Hm.` */
export function formatSpeech(thing: Thing, text: string): string {
  return `${subjectName(nameOf(thing))} says: ${text}`
}

/** Weight in grams with contents. Things that cannot be picked up have the weight 0. */
export function weightOf(thing: Thing): number {
  const own = Math.max(0, thing.archetype.weight) * thing.count
  return own + contentWeight(thing)
}

/** [CF-7.14] Grams, after the reduction by `lighterPercent` of the container. */
export function contentWeight({ inside, archetype }: Thing): number {
  const sum = inside?.reduce((grams, each) => grams + weightOf(each), 0) ?? 0
  return weightInContainer(archetype, sum)
}

/** [CF-7.14] The weight that `grams` of contents add to the container. */
export function weightInContainer({ traits }: Archetype, grams: number): number {
  const { lighterPercent = 0 } = traits.role === 'container' ? traits : {}
  return lighterPercent === 0 ? grams : Math.ceil((grams * (100 - lighterPercent)) / 100)
}

export function isPortable({ archetype }: Thing): boolean {
  return archetype.weight >= 0 && archetype.layer === 'item'
}

/**
 * Whether the thing is a living creature. False for a thing that only looks like a creature, such as one that a player
 * has built.
 */
export function isCreature({ life }: Thing): boolean {
  return life !== undefined
}

export function isTemporary({ archetype, life, endsAt }: Thing): boolean {
  return life !== undefined || archetype.layer === 'effect' || endsAt !== undefined
}

/** Also yields the contents of containers inside it. */
export function* withContents(thing: Thing): Iterable<Thing> {
  yield thing
  for (const each of thing.inside ?? []) yield* withContents(each)
}
