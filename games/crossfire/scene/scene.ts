// What there is in the world, as every rule sees it: things, levels, players. They name each other, so they stand in one
// file, below all rules. The state behind a level is in places/level.ts, that behind a player in people/player.ts.
import type { Host, Json } from '../../game.ts'
import type { Hearing } from '../hearing/hearing.ts'
import type { Sound } from '../hearing/sounds.ts'
import type { TextKind } from '../hearing/text-kinds.ts'
import type { Archetype, Kinds, Name, Role } from './archetype.ts'
import type { Attack } from './attack.ts'
import type { Effect, Faith, Figures, Origin, Readied, Repeated } from './character.ts'
import type { Direction } from './directions.ts'
import type { Exit, LevelPlan, Outfit, Spot, Way } from './level-plan.ts'
import type { Parties } from './parties.ts'
import type { Recipe } from './recipe.ts'
import type { Dialogue, Quest } from './script.ts'
import type { Ail, Burst } from './spell.ts'
import type { Tags } from './tags.ts'

/** What the rules of the world see and change: the parts that every rule may use. Made by world.ts. */
export interface Scene {
  readonly host: Host
  readonly tags: Tags
  readonly kinds: Kinds
  /** [CF-20.7] Where everybody begins, and wakes; undefined: where each of ours chose. */
  readonly start: Exit | undefined
  /** [CF-21.10] What one of a race and a class begins with in a host's world, drawn; undefined: what ours do. */
  outfit?(race: string, callings: readonly string[]): Outfit | undefined
  readonly levels: Levels
  readonly parties: Parties
  /** Those who are in, by their names in small letters, in the order of coming. */
  readonly players: ReadonlyMap<string, Player>
  /** Milliseconds that have been played: ticks, each 120. It stands while nobody is in, and is stored. */
  readonly clock: number
  /** How many ticks have been played. */
  readonly ticks: number
  /** [CF-9.12] The best that were ever seen. */
  readonly scores: Scores
  /** [CF-23.2] What its offices write down. */
  readonly ledger: Ledger
  /** [CF-23.6] What a host's quests are called; of ours there are none. */
  readonly quests: readonly Quest[]
  /** [CF-24.7] What can be made of what, in a host's world. */
  readonly recipes: readonly Recipe[]
  /** [CF-23.7] By its file; undefined: there is none. */
  dialogue(file: string): Dialogue | undefined
  /** Whether there is a character of that name. */
  isKnown(name: string): boolean
  /** [CF-11.5] The colour of a face on the magic map, 0 to 12. */
  magicColour(face: number): number
  /** A new thing, in no place yet. */
  make(id: string, count?: number, particulars?: Particulars): Thing
}

/** [CF-23.2] Pages by their kind and name, both printable and bounded; durable when the turn ends. */
export interface Ledger {
  page(kind: string, name: string): Json | undefined
  pages(kind: string): Iterable<readonly [name: string, page: Json]>
  write(kind: string, name: string, page: Json): void
  delete(kind: string, name: string): void
}

/** A character as he is remembered. */
export interface Score {
  readonly name: string
  readonly title: string
  /** The most that he ever had when he was noted. */
  readonly experience: number
}
export interface Scores {
  /** The best first. */
  readonly all: readonly Score[]
  /** Remembers him as he is, if he is better than before and good enough. */
  note(player: Player): void
}

// ---- Things ----------------------------------------------------------------------------------------------------------

/** Where a thing is. `things/contents.ts` alone moves things; a cell in a container is where the container is. */
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

/** Everything that is not a player: made after an archetype, with what differs from it. A pile of one or more alike. */
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

/** What a creature has that other things have not. */
export interface Life {
  hp: number
  /** It looks that way; the picture follows. */
  facing: Direction
  /** Changes with each step: which of its pictures is shown. */
  stepping: boolean
  /** Acts saved up: one is spent on each. */
  acts: number
  /** Where it belongs, counted on over the edges of the level that it is in. */
  home: Spot
  /** Which of its level's births it is; -1: of none, it was called up by a spell. */
  readonly birth: number
  /** [CF-20.8] The name of the level that it was born in, if it has gone over its edge. */
  bornIn?: string | undefined
  /** The tag of the player that it is after; not stored. */
  foe?: number
  /** [CF-23.7] Tokens of those whom it spoke to; not stored. */
  remembers?: Map<string, string>
  /** [CF-22.5] The world's clock at which each is over; not stored. */
  ails?: Map<Ail, number>
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

/** [CF-13.7] Of a missile or a bolt on its way. It goes one cell a tick. */
export interface Flight {
  readonly direction: Direction
  /** Cells that it still goes. */
  reach: number
  /** Undefined: it hits whoever is in its way. */
  readonly wc?: number
  /** Most that it hurts. */
  readonly damage: number
  readonly attack: Attack
  /** Whose it is: those of a player hurt monsters, those of a monster players. */
  readonly by: Player | Thing
  /** What he trains with it. */
  readonly skill?: string
  /** What lies there in the end, in no place until then, and percent of its breaking. */
  readonly leaves?: Thing
  readonly breaks?: number
  /** Where it ends it bursts into the cells around, as this effect, and hurts all there so much at most. */
  readonly bursts?: Burst
  /** [CF-22.3] It goes on through whom it hits. */
  readonly pierces?: true
  /** [CF-22.3] It goes any way, each tick. */
  readonly wanders?: true
  /** [CF-22.3] Ticks that it lies there before it ends. */
  waits?: number
}

// ---- Levels ----------------------------------------------------------------------------------------------------------

/** The maps of the world, each opened when somebody first needs it. */
export interface Levels {
  has(name: string): boolean
  /** What players call it. An unknown name is a fault of ours. */
  titleOf(name: string): string
  /** [CF-20.6] An unknown name is a fault of ours. `who`: whose it is to be, where a map is each player's own. */
  open(name: string, who?: string): Level
  /** [CF-20.8] What lies beside a map, as `who` sees it; undefined: nothing, or there is no room to have it open too. */
  beside(level: Level, way: Way, who?: string): Level | undefined
  /** Those that somebody is in, in the order of their opening. */
  peopled(): readonly Level[]
  /** [CF-20.10] Those in whose machines something is to be seen to. */
  touched(): readonly Level[]
}

/**
 * One map of the world: its cells, and who and what is in them. Every change gets the next stamp, so that who looks can
 * ask what is new. [CF-12.5]
 */
export interface Level {
  readonly plan: LevelPlan
  readonly name: string
  readonly width: number
  readonly height: number
  /** Who is in it. */
  readonly players: ReadonlySet<Player>
  /** Monsters and persons, in the order of their coming. */
  readonly creatures: ReadonlySet<Thing>
  /** What flies, burns and bursts. */
  readonly effects: ReadonlySet<Thing>
  /** By birth: the world's clock, in milliseconds, at which the fallen comes again. */
  readonly fallen: Map<number, number>
  /** By the number of its stock: the world's clock, in milliseconds, at which what was taken comes again. */
  readonly taken: Map<number, number>
  readonly machinery: Machinery
  /** Doors that will close by themselves. */
  readonly openDoors: ReadonlySet<Thing>
  /** What has an end: bursts, flashes, what the fallen left. */
  readonly passing: ReadonlySet<Thing>
  /** Cells, by x + width y, whose records are to be written when the turn ends. */
  readonly unkept: Set<number>
  /** The creatures' record is to be written when the turn ends: one has died, or one has come. */
  creaturesUnkept: boolean
  /** [CF-22.10] Steps that it is darker than it was made. */
  gloom: number
  /** Of the latest change. */
  readonly stamp: number

  has(x: number, y: number): boolean
  /** From below: floor, decoration, wall, fixtures, items, creatures, effects. Empty outside the map. */
  things(x: number, y: number): readonly Thing[]
  playersAt(x: number, y: number): readonly Player[]
  /** The monster or person there. */
  creatureAt(x: number, y: number): Thing | undefined
  /** The topmost that has the role. */
  withRole(x: number, y: number, role: Role['role']): Thing | undefined
  /** Nobody walks there: a wall, a closed door, the edge of the map. Says nothing of who stands there. */
  stops(x: number, y: number): boolean
  /** Nobody sees past it. */
  hides(x: number, y: number): boolean
  sightFrom(from: Spot): LineOfSight
  /** [CF-15.10] 0 to 4: of a cell, where the level as a whole is as dark as `general`. */
  darknessAt(general: number, x: number, y: number): number
  /** [CF-15.5] A shop's floor. */
  isShop(x: number, y: number): boolean
  /** Neither stopped nor taken by a player or a creature. */
  isFree(x: number, y: number): boolean
  /** Whether one more pile can be laid there. */
  hasRoom(x: number, y: number): boolean
  /** What is seen of the cell, topmost first: at most one for each layer of a view. The same object until it changes. */
  stack(x: number, y: number): readonly Shown[]
  /** The stamp of the cell's latest change; 0: as the map has it. */
  stampAt(x: number, y: number): number
  /** All that shines: lamps that stand about, and what players carry. */
  lights(): readonly Light[]

  // Changes: called by things/contents.ts and by what moves players and creatures alone.

  /** Puts it on top of its layer. */
  add(thing: Thing, x: number, y: number): void
  delete(thing: Thing, x: number, y: number): void
  /** Moves a creature to another cell; unlike a coming, that keeps its place among the creatures. */
  shift(creature: Thing, x: number, y: number): void
  enter(player: Player): void
  leave(player: Player): void
  /** `what` there is not as it was; nothing: only who stands there. */
  changed(x: number, y: number, what?: Thing): void
}

/** [CF-20.10] The parts of a level's machine, and what has come over them. */
export interface Machinery {
  /** Those that act by themselves, or have to let go. */
  readonly acting: ReadonlySet<Thing>
  /** Those that hear what is said. */
  readonly ears: ReadonlySet<Thing>
  /** What was sent and has not reached all that it goes to. */
  readonly signals: Signal[]
  /** Something of it is still to be seen to. */
  readonly isTouched: boolean
  connectedTo(number: number): ReadonlySet<Thing>
  /** Whether a part is in the cell, by x + width y. */
  isAt(cell: number): boolean
  /** The world's clock at which it lets go; undefined: it was never told. Not stored: after a restart it is time. */
  letsGoAt(thing: Thing): number | undefined
  letGoAt(thing: Thing, clock: number): void
  /** Cells with parts in which something is another since, `most` of them; they are no longer among those. */
  touches(most: number): readonly Touch[]
  /** The cell has to be seen to, as if something had changed there. */
  touch(cell: number): void
  /** What the change does to the cell itself is no reason to see to it. */
  quietly(cell: number, change: () => void): void
}

/** `value`: 1 something was pressed, 0 let go. */
export interface Signal {
  readonly to: readonly Thing[]
  /** How many of them it has reached. */
  reached: number
  readonly value: number
  readonly by: Thing
}

export interface Touch {
  /** By x + width y. */
  readonly cell: number
  /** Who stepped in. They may be elsewhere by now. */
  readonly came: readonly Player[]
}

/** [CF-5.8] What can be seen from a place. */
export interface LineOfSight {
  /** Whether the cell `dx`, `dy` away is seen; at most 31 either way. Cells outside the map never are. */
  sees(dx: number, dy: number): boolean
  /** Whether a straight look ends there: who hunts does not see into corners. */
  reaches(dx: number, dy: number): boolean
}

/** Something that shines: where, and how many cells far. */
export interface Light extends Spot {
  readonly strength: number
}

/** One face of a cell. */
export interface Shown {
  /** 0 to 9, from below: one face each. */
  readonly layer: number
  readonly face: number
  /** Of what moves by itself: the animation's number, and the ticks from picture to picture. */
  readonly animation?: { readonly number: number; readonly ticks: number }
}

// ---- Players ---------------------------------------------------------------------------------------------------------

/** A character: what he is, what he has, where he is, and who hears what happens to him. */
export interface Player {
  /** Another when his abilities change for good. [CF-24.11] */
  origin: Origin
  readonly tag: number
  readonly name: string
  hp: number
  sp: number
  grace: number
  /** 0 to 999. */
  food: number
  readonly dead: boolean
  experience: number
  /** By skill: experience in it. Who has no entry does not have the skill. */
  readonly skills: Map<string, number>
  /** Ids of the spells that he knows, in the order of learning. */
  readonly spells: Set<string>
  /** [CF-22.1] Of the world that he is in; undefined: of one that has ours alone. */
  kinds: Kinds | undefined
  /** By name. */
  readonly effects: Map<string, Effect>
  /** Changed by things/contents.ts alone. */
  readonly inventory: Thing[]
  /** [CF-24.2] Whom he follows; undefined: nobody. */
  faith: Faith | undefined
  /** [CF-23.3] What he has in the bank, in the smallest coin. */
  bank: number
  /** [CF-23.6] How far he is in quests and talks, by what they call it. */
  readonly journal: Map<string, string>
  /** [CF-23.1] The box that he has closed in this turn; not stored. */
  closed: Thing | undefined
  readied: Readied | undefined
  /** Of the thing that he marked; it may be gone by now. */
  marked: number | undefined
  /** Of the container that he looks into; it may be gone by now. */
  container: number | undefined
  /** [CF-7.13] What he picks up by walking over it. */
  pickup: number
  /** Where he comes to himself after death. */
  home: Exit
  /** Where he is. What moves players alone changes it: acts/walking.ts and places/arriving.ts. */
  levelName: string
  x: number
  y: number
  facing: Direction
  /** Changes with each step: which of his pictures is shown. */
  stepping: boolean
  /** While he is in. */
  level: Level | undefined
  hearing: Hearing | undefined
  /** [CF-9.4] Of the host's clock, in microseconds: when he may act again. */
  readyAt: number
  repeated: Repeated | undefined
  /** [CF-9.13] What he wants behind his name; undefined: his class. */
  title: string | undefined
  /** [CF-10.6] 0 to 10: how much of what is said to everybody he hears. */
  listening: number
  /** [CF-9.15] Who only watches the room may look at where he is. */
  watched: boolean
  /** [CF-9.13] He said so. Over when he leaves. */
  away: boolean
  /** [CF-12.15] He stays where he is. Over when he leaves. */
  braced: boolean
  /** The name of who told him something last. */
  answers: string | undefined
  /** [CF-18.3] The name of the party whose password he was asked for; not stored. */
  joining: string | undefined
  /** Grows when anything in his inventory changes. */
  stamp: number
  /** His record is to be written when the turn ends. */
  unkept: boolean
  /** As he looks now. */
  readonly face: number
  /** Worked out anew after each `changed` or `keep`. */
  readonly figures: Figures
  /** Grams of all that he carries. */
  readonly carried: number
  /** Cells around him that he lights: by a spell, or by what he carries lit. */
  readonly light: number

  /** What he has is not as it was: it is durable when the turn ends, and his figures follow. */
  changed(): void
  /** What he is, is not as it was: a level, a spell, a skill, an effect. Durable when the turn ends. */
  keep(): void
  /** The thing of that tag in his pack or in a container there. */
  carries(tag: number): Thing | undefined
  /** [CF-9.9] He no longer does it over and over. */
  stop(what: Repeated['what']): void

  // What he hears, if he is in.

  tell(text: string, kind: TextKind): void
  sound(sound: Sound, dx?: number, dy?: number): void
}

/** [CF-10.6] Everything is heard. */
export const ordinaryListening = 10

export function isPlayer(being: Player | Thing): being is Player {
  return 'origin' in being
}
