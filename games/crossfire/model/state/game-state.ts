// Types of the world's state as all rules see it: things, levels, players. They refer to each other, so they share a
// file below all rules. Levels are implemented in level/level-state.ts, players in players/player-state.ts.
import type { GameContext, Json } from '../../../game.ts'
import type { MessageType } from '../../protocol/events/message-types.ts'
import type { PlayerListener } from '../../protocol/events/player-listener.ts'
import type { Sound } from '../../protocol/events/sounds.ts'
import type { Archetype, ArchetypeRegistry, ThingName, Traits } from '../definitions/archetype.ts'
import type { Attacks } from '../definitions/attack-types.ts'
import type {
  CharacterOrigin,
  DerivedStats,
  Faith,
  PetMode,
  ReadiedAction,
  RepeatedAction,
  TimedEffect,
} from '../definitions/character.ts'
import type { Direction } from '../definitions/directions.ts'
import type { LevelPlan, LevelPosition, MapEdge, Position } from '../definitions/level-plan.ts'
import type { People } from '../definitions/people.ts'
import type { Recipe } from '../definitions/recipe.ts'
import type { Dialogue, Quest } from '../definitions/script.ts'
import type { Explosion, StatusEffect } from '../definitions/spell.ts'
import type { Parties } from './parties.ts'
import type { TagAllocator } from './tag-allocator.ts'

/** The parts of the world that every rule can read and change. Implemented in world.ts. */
export interface GameState {
  readonly context: GameContext
  readonly tags: TagAllocator
  readonly archetypes: ArchetypeRegistry
  /** [CF-4.14] Races, classes, skills and levels of the world. */
  readonly people: People
  readonly levels: Levels
  readonly parties: Parties
  /** Connected players by lower-case name, in the order of joining. */
  readonly players: ReadonlyMap<string, Player>
  /** Milliseconds played: 120 per tick. Stops while nobody is connected, and is stored. */
  readonly clock: number
  /** Ticks played. */
  readonly ticks: number
  /** [CF-9.12] The high scores. */
  readonly highScores: HighScoreList
  /** [CF-23.2] Records of banks, post offices and other services. */
  readonly serviceRecords: ServiceRecordStore
  /** [CF-23.6] Quests of an imported world; the built-in world has none. */
  readonly quests: readonly Quest[]
  /** [CF-24.7] Recipes of an imported world. */
  readonly recipes: readonly Recipe[]
  /** [CF-23.7] By file; undefined if the dialogue does not exist. */
  dialogue(file: string): Dialogue | undefined
  /** Whether a character of that name exists. */
  characterExists(name: string): boolean
  /** [CF-11.5] Colour of a face on the magic map, 0 to 12. */
  magicColour(face: number): number
  /** Creates a thing that is not placed yet. */
  createThing(id: string, count?: number, particulars?: ThingOptions): Thing
}

/** [CF-23.2] Pages by kind and name, both printable and bounded; committed with the transaction. */
export interface ServiceRecordStore {
  get(kind: string, name: string): Json | undefined
  list(kind: string): Iterable<readonly [name: string, page: Json]>
  put(kind: string, name: string, page: Json): void
  delete(kind: string, name: string): void
}

/** A high-score entry. */
export interface HighScore {
  readonly name: string
  readonly title: string
  /** The highest experience recorded. */
  readonly experience: number
}
export interface HighScoreList {
  /** Best first. */
  readonly all: readonly HighScore[]
  /** Records the player's score if it is an improvement and high enough. */
  record(player: Player): void
}

// ---- Things ----------------------------------------------------------------------------------------------------------

/** Location of a thing. Only `things/move-things.ts` moves things. A thing in a container is located at the container. */
export type ThingLocation =
  | CellLocation
  | { readonly in: 'pack'; readonly player: Player }
  | ContainerLocation
export interface CellLocation {
  readonly in: 'cell'
  readonly level: Level
  readonly x: number
  readonly y: number
}
interface ContainerLocation {
  readonly in: 'container'
  readonly container: Thing
}

/** [CF-7.8] How the carrier uses a thing; the numbers of the item flags have these names. */
export type EquipState = 'readied' | 'wielded' | 'worn' | 'active' | 'applied'

/** Anything except a player: an archetype, and differences from it. It is a pile of one or more identical pieces. */
export interface Thing {
  /** Unique in the world, from 1; never reused. */
  readonly tag: number
  /** Only `changeArchetype` changes it. */
  archetype: Archetype
  /** At least 1; always 1 if it does not stack. */
  count: number
  /** Undefined if not placed. */
  location: ThingLocation | undefined
  /** Identity of a thing that belongs to the map and cannot be carried off. */
  readonly fixed?: MapThingId
  /** Differences from the archetype. */
  name?: ThingName | undefined
  readonly text?: string
  /** Face number. */
  readonly face?: number
  readonly exit?: LevelPosition
  /** [CF-12.9] Cells that a lever affects. */
  readonly links?: readonly Position[]
  applied?: EquipState | undefined
  locked?: boolean | undefined
  /** [CF-15.5] Taken in a shop and not paid for yet. */
  unpaid?: true | undefined
  /** [CF-15.8] A shop has sold or bought it: trading it again gives no experience. */
  traded?: true
  /** Whether a player has this container open. */
  opened?: boolean
  /** Contents of a container, from the bottom up. */
  readonly inside?: Thing[]
  /** Charges left in a wand. */
  charges?: number
  /** Ticks that a torch still burns. */
  burns?: number
  /** [CF-12.8] For an open door: its closed archetype, and the world clock at which it closes. */
  closedArchetypeId?: string | undefined
  closesAt?: number | undefined
  /** For monsters and persons. */
  readonly life?: CreatureState
  /** For missiles. */
  flight?: MissileState
  /** For bursts, flashes and remains: the world clock at which it disappears. */
  endsAt?: number
}

/** Identifies a thing of the map: its index in its cell, from the bottom up, and its archetype. */
export interface MapThingId {
  readonly index: number
  readonly id: string
}

/** State that only creatures have. */
export interface CreatureState {
  hp: number
  /** Determines the picture. */
  facing: Direction
  /** Toggles with each step, to select the picture. */
  stepping: boolean
  /** Accumulated actions; each action spends one. */
  actionPoints: number
  /** Its home, in coordinates that continue across the edges of its current level. */
  home: Position
  /** Index among its level's births, or -1 if it was summoned by a spell. */
  readonly spawnIndex: number
  /** [CF-20.8] The level of its birth, if it has left that level. */
  spawnLevel?: string | undefined
  /** Tag of the player or pet that it pursues; not stored. */
  targetTag?: number
  /** [CF-23.7] Dialogue tokens of those it spoke to; not stored. */
  dialogueTokens?: Map<string, string>
  /** [CF-14.16] Places among its possessions that were stolen; not stored. */
  stolen?: Set<number>
  /** [CF-22.11] The player that it serves, and the skill of its kills; not stored. */
  readonly master?: { readonly player: Player; readonly skill: string | undefined }
  /** [CF-22.15] Its diseases, by id; not stored. */
  diseases?: Map<string, Infection>
  /** [CF-22.5] World clock at which each ailment ends; not stored. */
  statusEffects?: Map<StatusEffect, number>
}

/** [CF-22.15] A disease of a creature. `by`: the player whose spell caused it. */
interface Infection {
  /** Actions left; undefined if it lasts. */
  left: number | undefined
  readonly by: Player | undefined
  readonly skill: string | undefined
}

/** The properties that can be set when a thing is created. */
export type ThingOptions = Pick<
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
  | 'traded'
  | 'life'
  | 'flight'
  | 'endsAt'
>

/** [CF-13.7] State of a missile or bolt, which moves one cell per tick. */
export interface MissileState {
  readonly direction: Direction
  /** Cells left. */
  range: number
  /** Undefined if it always hits. */
  readonly wc?: number
  /** Maximum damage. */
  readonly damage: number
  readonly attack: Attacks
  /** [CF-13.18] */
  readonly slaying?: readonly string[]
  /** Shooter: a player's missile hurts monsters, a monster's hurts players. */
  readonly by: Player | Thing
  /** The skill that gains experience. */
  readonly skill?: string
  /**
   * The thing that it leaves at the end, without a location until then, and the chance in percent that the thing
   * breaks.
   */
  readonly droppedThing?: Thing
  readonly breakPercent?: number
  /** At its end it bursts into the surrounding cells as this effect, with this maximum damage. */
  readonly explosion?: Explosion
  /** [CF-22.3] Continues through targets. */
  readonly pierces?: true
  /** [CF-22.3] Changes direction randomly each tick. */
  readonly wanders?: true
  /** [CF-22.3] Ticks that it stays in place before it ends. */
  waitTicks?: number
}

// ---- Levels ----------------------------------------------------------------------------------------------------------

/** The maps of the world, opened on demand. */
export interface Levels {
  has(name: string): boolean
  /** Title for players. Throws for an unknown name, which is a bug. */
  titleOf(name: string): string
  /** [CF-20.6] The name of this player's own copy of the map, if each player has one; otherwise the same name. */
  nameFor(name: string, who: string): string
  /** [CF-20.6] Whether the map is the own copy of a player. */
  isOwnCopy(name: string): boolean
  /** [CF-20.6] Throws for an unknown name, which is a bug. `who`: the owner, if each player has a copy of the map. */
  open(name: string, who?: string): Level
  /** [CF-20.8] The adjacent map as `who` sees it; undefined if there is none, or too many maps are open. */
  adjacentLevel(level: Level, way: MapEdge, who?: string): Level | undefined
  /** Levels with players, in the order of opening. */
  levelsWithPlayers(): readonly Level[]
  /** [CF-13.7] Levels with missiles or other effects, in the order of opening. */
  levelsWithEffects(): readonly Level[]
  /** [CF-20.10] Levels whose machinery has pending work. */
  levelsWithPendingWork(): readonly Level[]
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
  readonly respawnTimes: Map<number, number>
  /** World clock in milliseconds at which a taken item reappears, by stock index. */
  readonly restockTimes: Map<number, number>
  readonly machinery: Machinery
  /** Doors that will close by themselves. */
  readonly openDoors: ReadonlySet<Thing>
  /** Things that end by themselves: bursts, flashes, remains. */
  readonly expiringThings: ReadonlySet<Thing>
  /** Cells, as x + width y, to be stored at the end of the transaction. */
  readonly unsavedCells: Set<number>
  /** [CF-16.2] Cells that a transport has left or reached, to be stored with the positions of players. */
  readonly delayedCells: Set<number>
  /** Whether the creatures are to be stored at the end of the transaction, after a death or arrival. */
  creaturesUnsaved: boolean
  /** [CF-22.10] Steps of darkness added by spells. */
  extraDarkness: number
  /** Stamp of the latest change. */
  readonly revision: number
  /** Changes whenever a cell starts or stops blocking the view. */
  readonly sightRevision: number
  /** Changes whenever a light source appears, disappears, moves or changes its radius. */
  readonly lightRevision: number

  has(x: number, y: number): boolean
  /** From the bottom up: floor, decoration, wall, fixtures, items, creatures, effects. Empty outside the map. */
  thingsAt(x: number, y: number): readonly Thing[]
  playersAt(x: number, y: number): readonly Player[]
  /** The monster or person in the cell. */
  creatureAt(x: number, y: number): Thing | undefined
  /** The topmost thing with that role. */
  topThingWithRole(x: number, y: number, role: Traits['role']): Thing | undefined
  /** Whether walking is blocked by a wall, a closed door or the edge of the map. Ignores creatures and players. */
  blocksMovement(x: number, y: number): boolean
  /** Whether it blocks the view. */
  blocksView(x: number, y: number): boolean
  lineOfSightFrom(from: Position): LineOfSight
  /** [CF-15.10] Darkness of a cell, 0 to 4, on a level with that `general` darkness. */
  darknessAt(general: number, x: number, y: number): number
  /** [CF-15.5] Whether the cell is a shop floor. */
  isShopFloor(x: number, y: number): boolean
  /** Whether the cell is neither blocked nor occupied by a player or creature. */
  isFree(x: number, y: number): boolean
  /** [CF-16.13] Whether the limit of things on all maps is reached. */
  readonly isWorldFull: boolean
  /** Whether another pile can be put there. */
  hasRoomForPile(x: number, y: number): boolean
  /** The visible faces, topmost first, at most one per layer. The same array until the cell changes. */
  visibleFacesAt(x: number, y: number): readonly VisibleFace[]
  /** Stamp of the cell's latest change; 0 if it has never changed. */
  revisionAt(x: number, y: number): number
  /**
   * Cells, as x + width y, that changed after that revision, with repetitions; undefined if there are too many to
   * remember.
   */
  cellsChangedSince(revision: number): readonly number[] | undefined
  /** All light sources: lamps on the map and lights that players carry. */
  lights(): readonly LightSource[]

  // Mutations: only for things/move-things.ts and for code that moves players and creatures.

  /** Adds it on top of its layer. */
  add(thing: Thing, x: number, y: number): void
  delete(thing: Thing, x: number, y: number): void
  /** Moves a creature to another cell of the level, keeping its position in `creatures`. */
  moveCreature(creature: Thing, x: number, y: number): void
  addPlayer(player: Player): void
  removePlayer(player: Player): void
  /** Marks a change of `what` in the cell; without `what`, only of its players and creatures. */
  markChanged(x: number, y: number, what?: Thing): void
}

/** [CF-20.10] The machine parts of a level, and their pending work. */
export interface Machinery {
  /** Parts that act by themselves or are due to reset. */
  readonly activeParts: ReadonlySet<Thing>
  /** Parts that listen to speech. */
  readonly listeningParts: ReadonlySet<Thing>
  /** Signals not yet delivered to all receivers. */
  readonly signals: Signal[]
  /** Whether there is pending work. */
  readonly hasPendingWork: boolean
  partsConnectedTo(number: number): ReadonlySet<Thing>
  /** Whether a part is in the cell, given as x + width y. */
  hasPartAt(cell: number): boolean
  /**
   * World clock at which the part resets; undefined if it was never triggered. This time is not stored, so after a
   * restart the part resets at once.
   */
  resetTimeOf(thing: Thing): number | undefined
  scheduleReset(thing: Thing, clock: number): void
  /** Removes and returns up to `most` cells with parts in which something has changed. */
  takeChangedCells(most: number): readonly ChangedCell[]
  /** Queues the cell as if something had changed there. */
  markCellChanged(cell: number): void
  /** Runs a change that does not queue the cell. */
  changeUnmarked(cell: number, change: () => void): void
}

/** `value`: 1 pressed, 0 released. */
export interface Signal {
  readonly receivers: readonly Thing[]
  /** Number of receivers that have received it. */
  deliveredCount: number
  readonly value: number
  readonly source: Thing
}

export interface ChangedCell {
  /** As x + width y. */
  readonly cell: number
  /** Players who stepped in. They can have moved on since. */
  readonly enteredPlayers: readonly Player[]
}

/** [CF-5.8] Line of sight from a cell. */
export interface LineOfSight {
  /** Whether the cell at that offset is visible; at most 31 cells each way. Cells outside the map are not. */
  isVisible(dx: number, dy: number): boolean
  /** Whether a straight line reaches the cell: hunting monsters do not see into corners. */
  isInDirectLine(dx: number, dy: number): boolean
}

/** A light source, with its radius in cells. */
export interface LightSource extends Position {
  readonly radius: number
}

/** One visible face of a cell. */
export interface VisibleFace {
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
  origin: CharacterOrigin
  readonly tag: number
  readonly name: string
  hp: number
  sp: number
  grace: number
  /** 0 to 999. */
  food: number
  readonly isDead: boolean
  experience: number
  /** Experience by skill. A missing entry means that the character lacks the skill. */
  readonly skills: Map<string, number>
  /** [CF-21.9] Those of `skills` that the player can use only with a tool. */
  readonly skillsByTool: Set<string>
  /** Ids of known spells, in the order of learning. */
  readonly spells: Set<string>
  /** [CF-4.14] The people of the world. */
  readonly people: People
  /** [CF-22.1] Archetypes of the current world; undefined if it has only the built-in ones. */
  archetypes: ArchetypeRegistry | undefined
  /** By name. */
  readonly effects: Map<string, TimedEffect>
  /** Only things/move-things.ts changes it. */
  readonly inventory: Thing[]
  /** [CF-24.2] The god that the character follows, if any. */
  faith: Faith | undefined
  /** [CF-23.3] Bank balance, in the smallest coin. */
  bank: number
  /** [CF-23.6] Progress in quests and dialogues, by their keys. */
  readonly journal: Map<string, string>
  /** [CF-23.1] The box closed in this transaction; not stored. */
  closedContainer: Thing | undefined
  readied: ReadiedAction | undefined
  /** [CF-22.11] Creatures that serve the player, and what they attack; not stored. */
  readonly pets: Set<Thing>
  /** [CF-20.22] The transport that carries the player, and the tick of boarding; not stored. */
  aboard: { readonly transport: Thing; readonly since: number } | undefined
  petMode: PetMode
  /** [CF-13.3] The chosen skill of fighting without a weapon; undefined for the one that hits hardest. */
  unarmedSkill: string | undefined
  /** Tag of the marked thing, which may no longer exist. */
  markedTag: number | undefined
  /** Tag of the open container, which may no longer exist. */
  openContainerTag: number | undefined
  /** [CF-15.7] The last message about a debt that kept the player in a shop. */
  lastDebtNotice: { readonly amount: number; readonly at: number } | undefined
  /** [CF-7.13] What is picked up automatically. */
  pickupMode: number
  /** Where the character respawns. */
  respawnPoint: LevelPosition
  /** Location. Only the code that moves players changes it: rules/actions/walk.ts and level/relocation.ts. */
  levelName: string
  x: number
  y: number
  facing: Direction
  /** Toggles with each step, to select the picture. */
  stepping: boolean
  /** Set while the player is connected. */
  level: Level | undefined
  listener: PlayerListener | undefined
  /** [CF-9.4] Time from which the character can act again, in microseconds of the game's clock. */
  readyAtMicros: number
  repeatedAction: RepeatedAction | undefined
  /** [CF-9.13] Text after the name, as set by the player; undefined for the class. */
  title: string | undefined
  /** [CF-10.6] 0 to 10: how many public messages the player receives. */
  listenLevel: number
  /** [CF-9.15] Whether spectators can see the character's surroundings. */
  visibleToSpectators: boolean
  /** [CF-9.13] Whether the player is away. Set by command; ends when the player leaves. */
  isAway: boolean
  /** [CF-12.15] Whether the player is braced against being pushed. Ends when the player leaves. */
  isBraced: boolean
  /** [CF-13.19] Whether the player spares peaceful creatures. Resets to true when the player leaves. */
  isPeaceful: boolean
  /** Name of the last player who sent a private message. */
  replyTo: string | undefined
  /** [CF-18.3] Name of the party that is waiting for a password; not stored. */
  pendingPartyName: string | undefined
  /** Incremented when anything in the inventory changes. */
  inventoryRevision: number
  /** Whether the record is to be stored at the end of the transaction. */
  isUnsaved: boolean
  /** Current face. */
  readonly face: number
  /** Recalculated after each `markInventoryChanged` or `markUnsaved`. */
  readonly stats: DerivedStats
  /** Total weight of the inventory in grams. */
  readonly carriedWeight: number
  /** Radius in cells lit by a spell or by carried lights. */
  readonly lightRadius: number

  /** Marks a change of possessions, which is committed with the transaction and updates the stats. */
  markInventoryChanged(): void
  /** Marks a change of level, spells, skills or effects, which is committed with the transaction. */
  markUnsaved(): void
  /** The thing with that tag, in the inventory or in a container there. */
  findCarried(tag: number): Thing | undefined
  /** [CF-9.9] Stops a repeated action. */
  stopRepeating(what: RepeatedAction['kind']): void

  // Events, delivered while the player is connected.

  sendMessage(text: string, kind: MessageType, spoken?: string): void
  playSound(sound: Sound, dx?: number, dy?: number): void
}

/** [CF-10.6] Listening level at which a player receives all messages. */
export const maxListenLevel = 10

export function isPlayer(being: Player | Thing): being is Player {
  return 'origin' in being
}
