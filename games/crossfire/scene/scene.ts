// Types of the world's state as all rules see it: things, levels, players. They refer to each other, so they share a
// file below all rules. Levels are implemented in places/level.ts, players in people/player.ts.
import type { GameContext, Json } from '../../game.ts'
import type { PlayerListener } from '../hearing/hearing.ts'
import type { Sound } from '../hearing/sounds.ts'
import type { MessageType } from '../hearing/text-kinds.ts'
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

/** The parts of the world that every rule can read and change. Implemented in world.ts. */
export interface Scene {
  readonly context: GameContext
  readonly tags: Tags
  readonly kinds: Kinds
  /** [CF-20.7] Where all players start and respawn; undefined: as each built-in class chooses. */
  readonly start: Exit | undefined
  /** [CF-21.10] Drawn starting equipment for a race and class in an imported world; undefined: the built-in one. */
  outfit?(race: string, callings: readonly string[]): Outfit | undefined
  readonly levels: Levels
  readonly parties: Parties
  /** Connected players by lower-case name, in the order of joining. */
  readonly players: ReadonlyMap<string, Player>
  /** Milliseconds played: 120 per tick. Stops while nobody is connected, and is stored. */
  readonly clock: number
  /** Ticks played. */
  readonly ticks: number
  /** [CF-9.12] The high scores. */
  readonly scores: Scores
  /** [CF-23.2] Records of banks, post offices and other services. */
  readonly ledger: Ledger
  /** [CF-23.6] Quests of an imported world; the built-in world has none. */
  readonly quests: readonly Quest[]
  /** [CF-24.7] Recipes of an imported world. */
  readonly recipes: readonly Recipe[]
  /** [CF-23.7] By file; undefined: no such dialogue. */
  dialogue(file: string): Dialogue | undefined
  /** Whether a character of that name exists. */
  isKnown(name: string): boolean
  /** [CF-11.5] Colour of a face on the magic map, 0 to 12. */
  magicColour(face: number): number
  /** Creates a thing that is not placed yet. */
  make(id: string, count?: number, particulars?: Particulars): Thing
}

/** [CF-23.2] Pages by kind and name, both printable and bounded; committed with the turn. */
export interface Ledger {
  page(kind: string, name: string): Json | undefined
  pages(kind: string): Iterable<readonly [name: string, page: Json]>
  write(kind: string, name: string, page: Json): void
  delete(kind: string, name: string): void
}

/** A high-score entry. */
export interface Score {
  readonly name: string
  readonly title: string
  /** The highest experience recorded. */
  readonly experience: number
}
export interface Scores {
  /** Best first. */
  readonly all: readonly Score[]
  /** Records the player's score if it is an improvement and high enough. */
  note(player: Player): void
}

// ---- Things ----------------------------------------------------------------------------------------------------------

/** Location of a thing. Only `things/contents.ts` moves things. A thing in a container is located at the container. */
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

/** [CF-7.8] How the carrier uses a thing; the numbers of the item flags have these names. */
export type Applied = 'readied' | 'wielded' | 'worn' | 'active' | 'applied'

/** Anything but a player: an archetype and what differs from it. A pile of one or more identical pieces. */
export interface Thing {
  /** Unique in the world, from 1; never reused. */
  readonly tag: number
  /** Only `become` changes it. */
  kind: Archetype
  /** At least 1; always 1 if it does not stack. */
  count: number
  /** Undefined: not placed. */
  where: Where | undefined
  /** Identity of a thing that belongs to the map and cannot be carried off. */
  readonly fixed?: Fixed
  /** Differences from the archetype. */
  readonly name?: Name
  readonly text?: string
  /** Face number. */
  readonly face?: number
  readonly exit?: Exit
  /** [CF-12.9] Cells that a lever affects. */
  readonly links?: readonly Spot[]
  applied?: Applied | undefined
  locked?: boolean | undefined
  /** [CF-15.5] Taken in a shop and not paid for yet. */
  unpaid?: true | undefined
  /** For a container that a player has open. */
  opened?: boolean
  /** Contents of a container, from the bottom up. */
  readonly inside?: Thing[]
  /** Of a wand. */
  charges?: number
  /** Ticks that a torch still burns. */
  burns?: number
  /** [CF-12.8] For an open door: its closed archetype, and the world clock at which it closes. */
  was?: string | undefined
  closesAt?: number | undefined
  /** For monsters and persons. */
  readonly life?: Life
  /** For missiles. */
  flight?: Flight
  /** For bursts, flashes and remains: the world clock at which it disappears. */
  endsAt?: number
}

/** Identifies a thing of the map: its index in its cell, from the bottom up, and its archetype. */
export interface Fixed {
  readonly place: number
  readonly id: string
}

/** State that only creatures have. */
export interface Life {
  hp: number
  /** Determines the picture. */
  facing: Direction
  /** Toggles with each step, to select the picture. */
  stepping: boolean
  /** Accumulated actions; each action spends one. */
  acts: number
  /** Its home, in coordinates that continue across the edges of its current level. */
  home: Spot
  /** Index among its level's births; -1: summoned by a spell. */
  readonly birth: number
  /** [CF-20.8] The level of its birth, if it has left that level. */
  bornIn?: string | undefined
  /** Tag of the player that it pursues; not stored. */
  foe?: number
  /** [CF-23.7] Dialogue tokens of those it spoke to; not stored. */
  remembers?: Map<string, string>
  /** [CF-22.5] World clock at which each ailment ends; not stored. */
  ails?: Map<Ail, number>
}

/** What can be set when a thing is created. */
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

/** [CF-13.7] State of a missile or bolt, which moves one cell per tick. */
export interface Flight {
  readonly direction: Direction
  /** Cells left. */
  reach: number
  /** Undefined: always hits. */
  readonly wc?: number
  /** Maximum damage. */
  readonly damage: number
  readonly attack: Attack
  /** Shooter: a player's missile hurts monsters, a monster's hurts players. */
  readonly by: Player | Thing
  /** The skill that gains experience. */
  readonly skill?: string
  /** The thing that it leaves at the end, unplaced until then, and the percentage that it breaks. */
  readonly leaves?: Thing
  readonly breaks?: number
  /** At its end it bursts into the surrounding cells as this effect, with this maximum damage. */
  readonly bursts?: Burst
  /** [CF-22.3] Continues through targets. */
  readonly pierces?: true
  /** [CF-22.3] Changes direction randomly each tick. */
  readonly wanders?: true
  /** [CF-22.3] Ticks that it stays in place before it ends. */
  waits?: number
}

// ---- Levels ----------------------------------------------------------------------------------------------------------

/** The maps of the world, opened on demand. */
export interface Levels {
  has(name: string): boolean
  /** Title for players. Throws for an unknown name, which is a bug. */
  titleOf(name: string): string
  /** [CF-20.6] Throws for an unknown name, which is a bug. `who`: the owner, if each player has a copy of the map. */
  open(name: string, who?: string): Level
  /** [CF-20.8] The adjacent map as `who` sees it; undefined: none, or too many maps are open. */
  beside(level: Level, way: Way, who?: string): Level | undefined
  /** Levels with players, in the order of opening. */
  peopled(): readonly Level[]
  /** [CF-20.10] Levels whose machinery has pending work. */
  touched(): readonly Level[]
}

/**
 * One map of the world: its cells with their players and things. Every change gets the next stamp, so that a viewer
 * can query what changed. [CF-12.5]
 */
export interface Level {
  readonly plan: LevelPlan
  readonly name: string
  readonly width: number
  readonly height: number
  /** Players on it. */
  readonly players: ReadonlySet<Player>
  /** Monsters and persons, in the order of arrival. */
  readonly creatures: ReadonlySet<Thing>
  /** Missiles, fires, bursts. */
  readonly effects: ReadonlySet<Thing>
  /** World clock in milliseconds at which a dead creature respawns, by birth index. */
  readonly fallen: Map<number, number>
  /** World clock in milliseconds at which a taken item reappears, by stock index. */
  readonly taken: Map<number, number>
  readonly machinery: Machinery
  /** Doors that will close by themselves. */
  readonly openDoors: ReadonlySet<Thing>
  /** Things that end by themselves: bursts, flashes, remains. */
  readonly passing: ReadonlySet<Thing>
  /** Cells, as x + width y, to be stored at the end of the turn. */
  readonly unkept: Set<number>
  /** Whether the creatures are to be stored at the end of the turn, after a death or arrival. */
  creaturesUnkept: boolean
  /** [CF-22.10] Steps of darkness added by spells. */
  gloom: number
  /** Stamp of the latest change. */
  readonly stamp: number

  has(x: number, y: number): boolean
  /** From the bottom up: floor, decoration, wall, fixtures, items, creatures, effects. Empty outside the map. */
  things(x: number, y: number): readonly Thing[]
  playersAt(x: number, y: number): readonly Player[]
  /** The monster or person in the cell. */
  creatureAt(x: number, y: number): Thing | undefined
  /** The topmost thing with that role. */
  withRole(x: number, y: number, role: Role['role']): Thing | undefined
  /** Whether walking is blocked by a wall, a closed door or the edge of the map. Ignores creatures and players. */
  stops(x: number, y: number): boolean
  /** Whether it blocks the view. */
  hides(x: number, y: number): boolean
  sightFrom(from: Spot): LineOfSight
  /** [CF-15.10] Darkness of a cell, 0 to 4, on a level with that `general` darkness. */
  darknessAt(general: number, x: number, y: number): number
  /** [CF-15.5] Whether the cell is a shop floor. */
  isShop(x: number, y: number): boolean
  /** Neither blocked nor occupied by a player or creature. */
  isFree(x: number, y: number): boolean
  /** [CF-16.13] As many things lie about in all maps as the world takes. */
  readonly worldIsFull: boolean
  /** Whether another pile can be put there. */
  hasRoom(x: number, y: number): boolean
  /** The visible faces, topmost first, at most one per layer. The same array until the cell changes. */
  stack(x: number, y: number): readonly Shown[]
  /** Stamp of the cell's latest change; 0: never changed. */
  stampAt(x: number, y: number): number
  /** All light sources: lamps on the map and lights that players carry. */
  lights(): readonly Light[]

  // Mutations: only for things/contents.ts and for code that moves players and creatures.

  /** Adds it on top of its layer. */
  add(thing: Thing, x: number, y: number): void
  delete(thing: Thing, x: number, y: number): void
  /** Moves a creature to another cell of the level, keeping its position in `creatures`. */
  shift(creature: Thing, x: number, y: number): void
  enter(player: Player): void
  leave(player: Player): void
  /** Marks a change of `what` in the cell; without `what`, only of who is there. */
  changed(x: number, y: number, what?: Thing): void
}

/** [CF-20.10] The machine parts of a level, and their pending work. */
export interface Machinery {
  /** Parts that act by themselves or are due to reset. */
  readonly acting: ReadonlySet<Thing>
  /** Parts that listen to speech. */
  readonly ears: ReadonlySet<Thing>
  /** Signals not yet delivered to all receivers. */
  readonly signals: Signal[]
  /** Whether there is pending work. */
  readonly isTouched: boolean
  connectedTo(number: number): ReadonlySet<Thing>
  /** Whether a part is in the cell, given as x + width y. */
  isAt(cell: number): boolean
  /**
   * World clock at which the part resets; undefined: never triggered. Not stored: after a restart it resets at once.
   */
  letsGoAt(thing: Thing): number | undefined
  letGoAt(thing: Thing, clock: number): void
  /** Removes and returns up to `most` cells with parts in which something has changed. */
  touches(most: number): readonly Touch[]
  /** Queues the cell as if something had changed there. */
  touch(cell: number): void
  /** Runs a change that does not queue the cell. */
  quietly(cell: number, change: () => void): void
}

/** `value`: 1 pressed, 0 released. */
export interface Signal {
  readonly to: readonly Thing[]
  /** How many receivers have got it. */
  reached: number
  readonly value: number
  readonly by: Thing
}

export interface Touch {
  /** As x + width y. */
  readonly cell: number
  /** Players who stepped in. They can have moved on since. */
  readonly came: readonly Player[]
}

/** [CF-5.8] Line of sight from a place. */
export interface LineOfSight {
  /** Whether the cell at that offset is visible; at most 31 cells each way. Cells outside the map are not. */
  sees(dx: number, dy: number): boolean
  /** Whether a straight line reaches the cell: hunting monsters do not see into corners. */
  reaches(dx: number, dy: number): boolean
}

/** A light source, with its radius in cells. */
export interface Light extends Spot {
  readonly strength: number
}

/** One visible face of a cell. */
export interface Shown {
  /** 0 to 9, from the bottom up; one face each. */
  readonly layer: number
  readonly face: number
  /** For a self-running animation: its number and the ticks per picture. */
  readonly animation?: { readonly number: number; readonly ticks: number }
}

// ---- Players ---------------------------------------------------------------------------------------------------------

/** A character: abilities, possessions, location, and the listener for its events. */
export interface Player {
  /** Replaced when abilities change permanently. [CF-24.11] */
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
  /** Experience by skill. A missing entry means that the character lacks the skill. */
  readonly skills: Map<string, number>
  /** Ids of known spells, in the order of learning. */
  readonly spells: Set<string>
  /** [CF-22.1] Archetypes of the current world; undefined: only the built-in ones. */
  kinds: Kinds | undefined
  /** By name. */
  readonly effects: Map<string, Effect>
  /** Only things/contents.ts changes it. */
  readonly inventory: Thing[]
  /** [CF-24.2] The god that the character follows; undefined: none. */
  faith: Faith | undefined
  /** [CF-23.3] Bank balance, in the smallest coin. */
  bank: number
  /** [CF-23.6] Progress in quests and dialogues, by their keys. */
  readonly journal: Map<string, string>
  /** [CF-23.1] The box closed in this turn; not stored. */
  closed: Thing | undefined
  readied: Readied | undefined
  /** Tag of the marked thing, which may no longer exist. */
  marked: number | undefined
  /** Tag of the open container, which may no longer exist. */
  container: number | undefined
  /** [CF-7.13] What is picked up automatically. */
  pickup: number
  /** Where the character respawns. */
  home: Exit
  /** Location. Only the code that moves players changes it: acts/walking.ts and places/arriving.ts. */
  levelName: string
  x: number
  y: number
  facing: Direction
  /** Toggles with each step, to select the picture. */
  stepping: boolean
  /** Set while the player is connected. */
  level: Level | undefined
  hearing: PlayerListener | undefined
  /** [CF-9.4] Host clock in microseconds from which the character can act again. */
  readyAt: number
  repeated: Repeated | undefined
  /** [CF-9.13] Text after the name, as set by the player; undefined: the class. */
  title: string | undefined
  /** [CF-10.6] 0 to 10: how many public messages the player receives. */
  listening: number
  /** [CF-9.15] Whether spectators can see the character's surroundings. */
  watched: boolean
  /** [CF-9.13] Set by command; ends when the player leaves. */
  away: boolean
  /** [CF-12.15] Braced against being pushed; ends when the player leaves. */
  braced: boolean
  /** Name of the last player who sent a private message. */
  answers: string | undefined
  /** [CF-18.3] Name of the party that is waiting for a password; not stored. */
  joining: string | undefined
  /** Incremented when anything in the inventory changes. */
  stamp: number
  /** Whether the record is to be stored at the end of the turn. */
  unkept: boolean
  /** Current face. */
  readonly face: number
  /** Recalculated after each `changed` or `keep`. */
  readonly figures: Figures
  /** Total weight of the inventory in grams. */
  readonly carried: number
  /** Radius in cells lit by a spell or by carried lights. */
  readonly light: number

  /** Marks a change of possessions, which is committed with the turn and updates the figures. */
  changed(): void
  /** Marks a change of level, spells, skills or effects, which is committed with the turn. */
  keep(): void
  /** The thing with that tag, in the inventory or in a container there. */
  carries(tag: number): Thing | undefined
  /** [CF-9.9] Stops a repeated action. */
  stop(what: Repeated['what']): void

  // Events, delivered while the player is connected.

  tell(text: string, kind: MessageType): void
  sound(sound: Sound, dx?: number, dy?: number): void
}

/** [CF-10.6] Receives everything. */
export const ordinaryListening = 10

export function isPlayer(being: Player | Thing): being is Player {
  return 'origin' in being
}
