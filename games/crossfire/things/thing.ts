// What holds of any thing: whether two are alike, what they are called, what they weigh.
import { archetypeNamed } from '../made/archetypes/index.ts'
import type { Archetype, Name } from '../scene/archetype.ts'
import type { Particulars, Thing } from '../scene/scene.ts'
import { inWords } from './counts.ts'

/** [CF-16.4] Piles that a cell takes, of what can be picked up. */
export const mostPiles = 50
/** Most in a pile. */
export const mostInPile = 1_000_000

/** A new thing that is in no place yet, of a kind or of ours of that id. `count` is 1 for what does not stack. */
export function makeThing(
  tag: number,
  of: string | Archetype,
  count = 1,
  particulars: Particulars = {},
): Thing {
  const kind = typeof of === 'string' ? archetypeNamed(of) : of
  const inside = holdsThings(kind) ? { inside: [] } : {}
  return { tag, kind, count: kind.stacks ? count : 1, where: undefined, ...inside, ...particulars }
}

/** Others may be in it: players' goods in a container, in a machine what it shoots or makes. */
export function holdsThings({ is: { role } }: Archetype): boolean {
  return role === 'container' || role === 'machine'
}

/** Whether two things that lie together are one pile. */
export function alike(a: Thing, b: Thing): boolean {
  return (
    a.kind.id === b.kind.id &&
    a.kind.stacks === true &&
    a.count + b.count <= mostInPile &&
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

// ---- What is told of a thing -------------------------------------------------------------------------------------

export function nameOf(thing: Thing): Name {
  return thing.name ?? thing.kind.name
}

/** `apple`, or `three apples`: as a client of 1997 shows what lies on the ground. */
export function countedName(thing: Thing): string {
  const { one, many } = nameOf(thing)
  return thing.count === 1 ? one : `${inWords(thing.count)} ${many}`
}

/** As it stands in a sentence: `an apple`, `three apples`; ground, and proper names with their capitals, as they are. */
export function withArticle(thing: Thing): string {
  const name = countedName(thing)
  if (thing.count > 1 || thing.kind.layer === 'floor' || /^[A-Z]/.test(name)) return name
  return `${/^[aeiou]/i.test(name) ? 'an' : 'a'} ${name}`
}

/** What it says, as those near hear it: `The clerk says: Hm.`; proper names with their capitals stand alone. */
export function saying(thing: Thing, text: string): string {
  const name = nameOf(thing).one
  return `${/^[A-Z]/.test(name) ? name : `The ${name}`} says: ${text}`
}

/** Grams of all of it, with what is inside; 0 for what nobody can carry. */
export function weightOf(thing: Thing): number {
  const own = Math.max(0, thing.kind.weight) * thing.count
  return own + weightInside(thing)
}

/** Grams of what is inside. */
export function weightInside({ inside }: Thing): number {
  return inside?.reduce((sum, each) => sum + weightOf(each), 0) ?? 0
}

/** Whether anybody can pick it up. */
export function isPortable({ kind }: Thing): boolean {
  return kind.weight >= 0 && kind.layer === 'item'
}

/** A monster or a person. */
export function isCreature({ kind }: Thing): boolean {
  return kind.layer === 'creature'
}

/** Whether it comes and goes by itself: no cell's record has it. */
export function isFleeting({ kind, endsAt }: Thing): boolean {
  return kind.layer === 'creature' || kind.layer === 'effect' || endsAt !== undefined
}

/** The thing and all that is in it, however deep. */
export function* withContents(thing: Thing): Iterable<Thing> {
  yield thing
  for (const each of thing.inside ?? []) yield* withContents(each)
}
