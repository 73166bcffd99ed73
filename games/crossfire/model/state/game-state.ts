// Types of the world's state as all rules see it: things, levels, players. These types refer to each other, so they
// share one file. level/level-state.ts implements levels, and players/player-state.ts implements players.
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

/** The parts of the world that every rule can read and change. world.ts implements it. */
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
  /** The world clock: 120 milliseconds per tick. The clock stops while nobody is connected. The clock is stored. */
  readonly clock: number
  /** Number of ticks of the world so far. */
  readonly ticks: number
  /** [CF-9.12] The high scores. */
  readonly highScores: HighScoreList
  /** [CF-23.2] Records of banks, post offices and other services. */
  readonly serviceRecords: ServiceRecordStore
  /** [CF-23.6] All quests of the world. */
  readonly quests: readonly Quest[]
  /** [CF-24.7] All recipes of the world. The built-in world has no recipes. */
  readonly recipes: readonly Recipe[]
  /** [CF-23.7] The dialogue in that file; undefined if it does not exist. */
  dialogue(file: string): Dialogue | undefined
  /** Whether a character of that name exists. */
  characterExists(name: string): boolean
  /** [CF-11.5] Colour of a face on the magic map, 0 to 12. */
  magicColour(face: number): number
  /** Creates a thing without a location. */
  createThing(id: string, count?: number, particulars?: ThingOptions): Thing
}

/**
 * [CF-23.2] The pages of services. Callers pass printable kinds and names of bounded length. Changes are committed with
 * the transaction.
 */
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
  /** The highest experience that the character has had. */
  readonly experience: number
}
export interface HighScoreList {
  /** The entries, with the best first. */
  readonly all: readonly HighScore[]
  /** Records the player's score if it is the player's best and enters the list. */
  record(player: Player): void
}

// ---- Things ----------------------------------------------------------------------------------------------------------

/**
 * The location of a thing. Only `things/move-things.ts` changes locations. The location of a thing in a container is
 * the container.
 */
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

/** [CF-7.8] How the carrier uses a thing. The protocol's item flags have the same names. */
export type EquipState = 'readied' | 'wielded' | 'worn' | 'active' | 'applied'

/**
 * Any object of the world except a player. A thing consists of an archetype and differences from it, and is a pile of
 * one or more identical pieces.
 */
export interface Thing {
  /** The number of the thing, from 1. The number is unique in the world and never reused. */
  readonly tag: number
  /** The archetype, which only `changeArchetype` replaces. */
  archetype: Archetype
  /** Number of pieces, at least 1. Always 1 for a thing that does not stack. */
  count: number
  /** The location; undefined for a thing that is not placed. */
  location: ThingLocation | undefined
  /** Set for a thing of the map that players cannot carry away. Identifies the thing in the map's content. */
  readonly fixed?: MapThingId
  /** The name in the world's rules, if it differs from the archetype's. */
  readonly name?: ThingName
  /** [CF-9.16] The name that a player has given it. */
  givenName?: string | undefined
  readonly text?: string
  /** Face number. */
  readonly face?: number
  readonly exit?: LevelPosition
  /** [CF-12.9] Cells that a lever affects. */
  readonly links?: readonly Position[]
  applied?: EquipState | undefined
  locked?: boolean | undefined
  /** [CF-15.5] Set if a player has taken the thing in a shop and not paid for it yet. */
  unpaid?: true | undefined
  /** [CF-15.8] Set if a shop has sold or bought the thing. Trading the thing again earns no experience. */
  traded?: true
  /** Whether a player has this container open. */
  opened?: boolean
  /** Contents of a container, from the bottom up. */
  readonly inside?: Thing[]
  /** Charges left in a wand. */
  charges?: number
  /** Ticks that a torch still burns. */
  burns?: number
  /** [CF-12.8] Set for an open door: the archetype of the closed door, and the world clock at which the door closes. */
  closedArchetypeId?: string | undefined
  closesAt?: number | undefined
  /** Set for monsters and persons. */
  readonly life?: CreatureState
  /** Set for missiles. */
  flight?: MissileState
  /** Set for temporary things, such as bursts and remains: the world clock at which the thing disappears. */
  endsAt?: number
}

/** Identifies a thing of the map's content by its index in its cell, counted from the bottom, and its archetype. */
export interface MapThingId {
  readonly index: number
  readonly id: string
}

/** State that only creatures have. */
export interface CreatureState {
  hp: number
  /** The direction that the creature faces, which determines its picture. */
  facing: Direction
  /** Toggles with each step, to select the picture. */
  stepping: boolean
  /** Accumulated action points. Each action costs one point. */
  actionPoints: number
  /** The creature's home, in coordinates that continue across the edges of its current level. */
  home: Position
  /** Index of the creature in its level's `spawns`, or -1 if it does not respawn. */
  readonly spawnIndex: number
  /** [CF-20.8] The name of the level on which the creature was born, if it has left that level. */
  spawnLevel?: string | undefined
  /** Tag of the player or pet that the creature pursues. Not stored. */
  targetTag?: number
  /** [CF-23.7] The dialogue tokens of players who spoke to the creature. Not stored. */
  dialogueTokens?: Map<string, string>
  /** [CF-14.16] Indexes of the possessions that players have stolen from the creature. */
  stolen?: Set<number>
  /**
   * [CF-22.11] The player whom the creature serves, and the skill that gains the experience for its kills. Not stored.
   */
  readonly master?: { readonly player: Player; readonly skill: string | undefined }
  /** [CF-22.15] The creature's diseases, by id. Not stored. */
  diseases?: Map<string, Infection>
  /** [CF-22.5] The world clock at which each ailment ends. Not stored. */
  statusEffects?: Map<StatusEffect, number>
}

/** [CF-22.15] A disease of a creature. `by`: the player whose spell caused the disease. */
interface Infection {
  /** Number of actions until the disease ends; undefined if it lasts until it is cured. */
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
  /** Number of cells that the missile can still fly. */
  range: number
  /** The `wc` with which the missile attacks; undefined if it always hits. */
  readonly wc?: number
  /** Maximum damage. */
  readonly damage: number
  readonly attack: Attacks
  /** [CF-13.18] */
  readonly slaying?: readonly string[]
  /** The shooter. A player's missile harms monsters, and a monster's missile harms players. */
  readonly by: Player | Thing
  /** The skill that gains experience. */
  readonly skill?: string
  /**
   * The thing that falls to the ground at the end of the flight. The thing has no location until then. `breakPercent`:
   * chance that the thing breaks instead.
   */
  readonly droppedThing?: Thing
  readonly breakPercent?: number
  /** The explosion at the end of the flight, which spreads into the surrounding cells. */
  readonly explosion?: Explosion
  /** [CF-22.3] Whether the missile passes through targets. */
  readonly pierces?: true
  /** [CF-22.3] Whether the missile takes a random direction in each tick. */
  readonly wanders?: true
  /** [CF-22.3] Ticks for which the missile stays in place before it ends. */
  waitTicks?: number
}

// ---- Levels ----------------------------------------------------------------------------------------------------------

/** The maps of the world, opened on demand. */
export interface Levels {
  has(name: string): boolean
  /** The title of the map that players see. Throws for an unknown name, which is a bug. */
  titleOf(name: string): string
  /** [CF-20.6] The name of this player's own copy of the map, if each player has one; otherwise the same name. */
  nameFor(name: string, who: string): string
  /** [CF-20.6] Whether the map is one player's copy. */
  isOwnCopy(name: string): boolean
  /**
   * [CF-20.6] Opens the map. Throws for an unknown name, which is a bug. `who`: the player whose copy is opened, if
   * each player has a copy of the map.
   */
  open(name: string, who?: string): Level
  /**
   * [CF-20.8] The adjacent map as the player `who` sees it. Undefined if there is no adjacent map or too many maps are
   * open.
   */
  adjacentLevel(level: Level, way: MapEdge, who?: string): Level | undefined
  /** Levels with players, in the order of opening. */
  levelsWithPlayers(): readonly Level[]
  /** [CF-13.7] Levels with missiles or other effects, in the order of opening. */
  levelsWithEffects(): readonly Level[]
  /** [CF-20.10] Levels whose machinery has pending work. */
  levelsWithPendingWork(): readonly Level[]
}

/**
 * One map of the world: its cells with their players and things. Each change has a number, its revision, so that a view
 * can ask for the changes since a revision. [CF-12.5]
 */
export interface Level {
  readonly plan: LevelPlan
  readonly name: string
  readonly width: number
  readonly height: number
  /** The players on the level. */
  readonly players: ReadonlySet<Player>
  /** The monsters and persons on the level, in the order of arrival. */
  readonly creatures: ReadonlySet<Thing>
  /** The missiles, fires and bursts on the level. */
  readonly effects: ReadonlySet<Thing>
  /** World clock in milliseconds at which each dead creature respawns, by the creature's index in `spawns`. */
  readonly respawnTimes: Map<number, number>
  /** World clock in milliseconds at which each taken item reappears, by the item's index in `restockedThings`. */
  readonly restockTimes: Map<number, number>
  readonly machinery: Machinery
  /** Doors that will close by themselves. */
  readonly openDoors: ReadonlySet<Thing>
  /** Things that disappear after a time: bursts, flashes and remains. */
  readonly expiringThings: ReadonlySet<Thing>
  /** Cells to store at the end of the transaction. A cell is given as `x + width * y`. */
  readonly unsavedCells: Set<number>
  /**
   * [CF-16.2] Cells that a transport has left or reached. The cells are stored together with the positions of players.
   */
  readonly delayedCells: Set<number>
  /** Whether the creatures must be stored at the end of the transaction, for example after a death. */
  creaturesUnsaved: boolean
  /** [CF-22.10] Number of steps by which spells have changed the darkness of the level. */
  extraDarkness: number
  /** Number of the latest change. */
  readonly revision: number
  /** A number that changes whenever a cell starts or stops blocking the view. */
  readonly sightRevision: number
  /** A number that changes whenever a light source appears, disappears, moves or changes its radius. */
  readonly lightRevision: number

  has(x: number, y: number): boolean
  /**
   * The things in the cell from the bottom up: floor, decoration, wall, fixtures, items, creatures, effects. Outside
   * the map the list is empty.
   */
  thingsAt(x: number, y: number): readonly Thing[]
  playersAt(x: number, y: number): readonly Player[]
  /** The monster or person in the cell. */
  creatureAt(x: number, y: number): Thing | undefined
  /** The topmost thing in the cell with that role. */
  topThingWithRole(x: number, y: number, role: Traits['role']): Thing | undefined
  /** Whether a wall, a closed door or the edge of the map blocks walking in the cell. Ignores creatures and players. */
  blocksMovement(x: number, y: number): boolean
  /** Whether the cell blocks the view. */
  blocksView(x: number, y: number): boolean
  lineOfSightFrom(from: Position): LineOfSight
  /** [CF-15.10] Darkness of a cell, 0 to 4, on a level with that `general` darkness. */
  darknessAt(general: number, x: number, y: number): number
  /** [CF-15.5] Whether the cell is a shop floor. */
  isShopFloor(x: number, y: number): boolean
  /** Whether the cell is neither blocked nor occupied by a player or creature. */
  isFree(x: number, y: number): boolean
  /** [CF-16.13] Whether the world has the maximum number of things on all maps. */
  readonly isWorldFull: boolean
  /** Whether the cell has room for another pile. */
  hasRoomForPile(x: number, y: number): boolean
  /**
   * The visible faces of the cell, topmost first, with at most one per layer. Returns the same array until the cell
   * changes.
   */
  visibleFacesAt(x: number, y: number): readonly VisibleFace[]
  /** Number of the cell's latest change; 0 if it has never changed. */
  revisionAt(x: number, y: number): number
  /**
   * The cells that changed after that revision, with repetitions, given as `x + width * y`. Undefined if there are too
   * many changes to remember.
   */
  cellsChangedSince(revision: number): readonly number[] | undefined
  /** All light sources: lamps on the map and lights that players carry. */
  lights(): readonly LightSource[]

  // Only things/move-things.ts and code that moves players and creatures may call the following methods.

  /** Adds the thing on top of its layer in the cell. */
  add(thing: Thing, x: number, y: number): void
  delete(thing: Thing, x: number, y: number): void
  /** Moves a creature to another cell of the level, keeping its position in `creatures`. */
  moveCreature(creature: Thing, x: number, y: number): void
  addPlayer(player: Player): void
  removePlayer(player: Player): void
  /**
   * Records that the thing `what` in the cell has changed. Without `what`, only players or creatures of the cell have
   * changed.
   */
  markChanged(x: number, y: number, what?: Thing): void
}

/** [CF-20.10] The machine parts of a level, and their pending work. */
export interface Machinery {
  /** Parts that act by themselves or are due to reset. */
  readonly activeParts: ReadonlySet<Thing>
  /** Parts that listen to speech. */
  readonly listeningParts: ReadonlySet<Thing>
  /** Signals that have not reached all receivers yet. */
  readonly signals: Signal[]
  /** Whether the machinery has pending work. */
  readonly hasPendingWork: boolean
  partsConnectedTo(number: number): ReadonlySet<Thing>
  /** Whether a machine part is in the cell, which is given as `x + width * y`. */
  hasPartAt(cell: number): boolean
  /**
   * World clock at which the part resets; undefined if it was never triggered. The time is not stored, so a part resets
   * at once after a restart.
   */
  resetTimeOf(thing: Thing): number | undefined
  scheduleReset(thing: Thing, clock: number): void
  /** Takes up to `most` cells from the queue of cells with machine parts in which something has changed. */
  takeChangedCells(most: number): readonly ChangedCell[]
  /** Adds the cell to the queue, as if something had changed in it. */
  markCellChanged(cell: number): void
  /** Runs a function whose changes do not add the cell to the queue. */
  changeUnmarked(cell: number, change: () => void): void
}

/** A signal between machine parts. `value`: 1 if the source was pressed, 0 if it was released. */
export interface Signal {
  readonly receivers: readonly Thing[]
  /** Number of receivers that have received the signal. */
  deliveredCount: number
  readonly value: number
  readonly source: Thing
}

export interface ChangedCell {
  /** The cell, as `x + width * y`. */
  readonly cell: number
  /** Players who have entered the cell, and who can have left it since. */
  readonly enteredPlayers: readonly Player[]
}

/** [CF-5.8] The lines of sight from a cell. */
export interface LineOfSight {
  /**
   * Whether the cell at that offset is visible, at most 31 cells in each direction. Cells outside the map are
   * invisible.
   */
  isVisible(dx: number, dy: number): boolean
  /**
   * Whether a straight line reaches the cell. Monsters that pursue players use this stricter test, so they do not see
   * into corners.
   */
  isInDirectLine(dx: number, dy: number): boolean
}

/** A light source, with its radius in cells. */
export interface LightSource extends Position {
  readonly radius: number
}

/** One visible face of a cell. */
export interface VisibleFace {
  /** The layer of the view, from 0 at the bottom to 9. A layer has one face. */
  readonly layer: number
  readonly face: number
  /** Set for a self-running animation: its number, and the ticks per picture. */
  readonly animation?: { readonly number: number; readonly ticks: number }
}

// ---- Players ---------------------------------------------------------------------------------------------------------

/** A character with its abilities, possessions, location and event listener. */
export interface Player {
  /** [CF-24.11] The choices at the character's creation. Replaced when abilities change permanently. */
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
  /** [CF-21.9] The skills of `skills` that the player can use only with a tool. */
  readonly skillsByTool: Set<string>
  /** Ids of known spells, in the order of learning. */
  readonly spells: Set<string>
  /** [CF-4.14] The people of the world. */
  readonly people: People
  /** [CF-22.1] The archetypes of the current world; undefined if the world has only built-in archetypes. */
  archetypes: ArchetypeRegistry | undefined
  /** The temporary effects on the player, by name. */
  readonly effects: Map<string, TimedEffect>
  /** The things that the player carries. Only things/move-things.ts changes the list. */
  readonly inventory: Thing[]
  /** [CF-24.2] The god that the character follows, if any. */
  faith: Faith | undefined
  /** [CF-23.3] Bank balance, in the smallest coin. */
  bank: number
  /** [CF-23.6] The player's progress in quests and dialogues, and knowledge, by key. */
  readonly journal: Map<string, string>
  /** [CF-23.1] The container that the player has closed in this transaction. Not stored. */
  closedContainer: Thing | undefined
  readied: ReadiedAction | undefined
  /** [CF-22.11] The creatures that serve the player. Not stored. */
  readonly pets: Set<Thing>
  /** [CF-20.22] The transport that carries the player, and the tick at which the player boarded it. Not stored. */
  aboard: { readonly transport: Thing; readonly since: number } | undefined
  petMode: PetMode
  /**
   * [CF-13.3] The skill of unarmed fighting that the player has chosen. If undefined, the skill with the most damage is
   * used.
   */
  unarmedSkill: string | undefined
  /** Tag of the marked thing, which may no longer exist. */
  markedTag: number | undefined
  /** Tag of the open container, which may no longer exist. */
  openContainerTag: number | undefined
  /** [CF-15.7] The last message about a debt that kept the player in a shop. */
  lastDebtNotice: { readonly amount: number; readonly at: number } | undefined
  /** [CF-7.13] The items that the player picks up automatically, as Crossfire's pickup mode. */
  pickupMode: number
  /** The position at which the character respawns. */
  respawnPoint: LevelPosition
  /** The character's location. Only rules/actions/walk.ts and level/relocation.ts change the location. */
  levelName: string
  x: number
  y: number
  facing: Direction
  /** Toggles with each step, to select the picture. */
  stepping: boolean
  /** The map that the player is on. Set while the player is connected. */
  level: Level | undefined
  listener: PlayerListener | undefined
  /** [CF-9.4] Time from which the character can act again, in microseconds of the game's clock. */
  readyAtMicros: number
  repeatedAction: RepeatedAction | undefined
  /** [CF-9.13] The title that the player has set, which follows the name. If undefined, the title names the class. */
  title: string | undefined
  /** [CF-10.6] How many public messages the player receives, from 0 (the fewest) to 10 (all). */
  listenLevel: number
  /** [CF-9.15] Whether spectators can see the character's surroundings. */
  visibleToSpectators: boolean
  /** [CF-9.13] Whether the player is away. The command afk sets the flag, and leaving the game resets it. */
  isAway: boolean
  /** [CF-12.15] Whether the player resists being pushed. The resistance ends when the player leaves. */
  isBraced: boolean
  /** [CF-13.19] Whether the player spares peaceful creatures. Resets to true when the player leaves. */
  isPeaceful: boolean
  /** Name of the last player who sent a private message. */
  replyTo: string | undefined
  /** [CF-18.3] Name of the party for which the player must still enter the password. Not stored. */
  pendingPartyName: string | undefined
  /** A number that rises whenever the inventory changes. */
  inventoryRevision: number
  /** Whether the player's record must be stored at the end of the transaction. */
  isUnsaved: boolean
  /** The face number of the player's current picture. */
  readonly face: number
  /** The player's stats. The stats are recalculated after each `markInventoryChanged` or `markUnsaved`. */
  readonly stats: DerivedStats
  /** Total weight of the inventory in grams. */
  readonly carriedWeight: number
  /** Radius in cells lit by a spell or by carried lights. */
  readonly lightRadius: number

  /** Records that the possessions have changed. The change is committed with the transaction, and updates the stats. */
  markInventoryChanged(): void
  /** Records that the level, spells, skills or effects have changed. The change is committed with the transaction. */
  markUnsaved(): void
  /** The thing with that tag in the inventory or in a carried container. */
  findCarried(tag: number): Thing | undefined
  /** [CF-9.9] Stops a repeated action. */
  stopRepeating(what: RepeatedAction['kind']): void

  // The following events reach the player only while the player is connected.

  sendMessage(text: string, kind: MessageType, spoken?: string): void
  playSound(sound: Sound, dx?: number, dy?: number): void
}

/** [CF-10.6] Listening level at which a player receives all messages. */
export const maxListenLevel = 10

export function isPlayer(being: Player | Thing): being is Player {
  return 'origin' in being
}
