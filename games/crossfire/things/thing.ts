// Everything in the world that is not a player is a Thing: made after an archetype, with what differs from it.

import type { Flight } from '../fight/flights.ts'
import { archetypeNamed } from '../made/archetypes/index.ts'
import type { Player } from '../people/player.ts'
import type { Level } from '../places/level.ts'
import type { Archetype, Name } from '../scene/archetype.ts'
import type { Direction } from '../scene/directions.ts'

/** Where a thing is. `contents.ts` alone moves things; a cell in a container is where the container is. */
export type Where = CellOf | { readonly in: 'pack'; readonly player: Player } | InContainer
export interface CellOf {
  readonly in: 'cell'
  readonly level: Level
  readonly x: number
  readonly y: number
}
interface InContainer {
  readonly in: 'container'
  readonly container: Thing
}

/** [CF-7.8] How a thing is used by who carries it; the numbers of the item flags go by these names. */
export type Applied = 'readied' | 'wielded' | 'worn' | 'active' | 'applied'

/** A pile of one or more that are alike. */
export interface Thing {
  /** Unique in the world, from 1; never given again. */
  readonly tag: number
  /** Changed by `become` alone. */
  kind: Archetype
  /** 1 and more; of what does not stack always 1. */
  count: number
  /** Undefined: in no place. */
  where: Where | undefined
  /** Of what the map itself has and nobody carries off. */
  readonly fixed?: Fixed
  /** What differs from the archetype. */
  readonly name?: Name
  readonly text?: string
  /** The number of a face. */
  readonly face?: number
  readonly exit?: Exit
  /** [CF-12.9] Of a lever: the cells that it moves. */
  readonly links?: readonly Spot[]
  applied?: Applied | undefined
  locked?: boolean | undefined
  /** [CF-15.5] It was taken in a shop, and is the shop's until it is paid for. */
  unpaid?: true | undefined
  /** Of a container that somebody looks into. */
  opened?: boolean
  /** Of a container, from below. */
  readonly inside?: Thing[]
  /** Of a wand. */
  charges?: number
  /** Of a torch: ticks that it goes on to burn. */
  burns?: number
  /** [CF-12.8] Of a door that is open: what it is when closed, and the world's clock at which it closes. */
  was?: string | undefined
  closesAt?: number | undefined
  /** Of monsters and persons. */
  readonly life?: Life
  /** Of what flies. */
  flight?: Flight
  /** Of what bursts, flashes and rots: the world's clock at which it is gone. */
  endsAt?: number
}

/** Which thing of the map's: its place among those of its cell, from below, and its archetype. */
export interface Fixed {
  readonly place: number
  readonly id: string
}

export interface Spot {
  readonly x: number
  readonly y: number
}

/** Where an exit leads. */
export interface Exit extends Spot {
  readonly level: string
}

/** What a creature has that other things have not. */
export interface Life {
  hp: number
  /** It looks that way; the picture follows. */
  facing: Direction
  /** Changes with each step: which of its pictures is shown. */
  stepping: boolean
  /** Acts saved up: one is spent on each. */
  acts: number
  /** Where it belongs. */
  readonly home: Spot
  /** Which of its level's births it is; -1: of none, it was called up by a spell. */
  readonly birth: number
  /** The tag of the player that it is after; not stored. */
  foe?: number
}

/** Of all that may be set when a thing is made. */
export type Particulars = Pick<
  Thing,
  | 'fixed'
  | 'name'
  | 'text'
  | 'face'
  | 'exit'
  | 'links'
  | 'charges'
  | 'burns'
  | 'unpaid'
  | 'life'
  | 'flight'
  | 'endsAt'
>

/** Most in a pile. */
export const mostInPile = 1_000_000

/** A new thing that is in no place yet. `count` is 1 for what does not stack. */
export function makeThing(tag: number, id: string, count = 1, particulars: Particulars = {}): Thing {
  const kind = archetypeNamed(id)
  const inside = kind.is.role === 'container' ? { inside: [] } : {}
  return { tag, kind, count: kind.stacks ? count : 1, where: undefined, ...inside, ...particulars }
}

/** Whether two things that lie together are one pile. */
export function alike(a: Thing, b: Thing): boolean {
  return (
    a.kind === b.kind &&
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

const words = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'] as const

/** Up to ten in words. */
export function inWords(count: number): string {
  return words[count] ?? String(count)
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
