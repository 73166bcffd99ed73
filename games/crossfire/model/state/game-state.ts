// The types refer to each other, so they share one file. level/level-state.ts implements `Level`, and
// players/player-state.ts implements `Player`.
import type { GameContext, Json } from '../../../game.ts'
import type { MessageType } from '../../protocol/events/message-types.ts'
import type { PlayerListener } from '../../protocol/events/player-listener.ts'
import type { Sound } from '../../protocol/events/sounds.ts'
import type { Archetype, ArchetypeRegistry, ThingName, Traits } from '../definitions/archetype.ts'
import type { AttackTypes } from '../definitions/attack-types.ts'
import type {
  CharacterOrigin,
  DerivedStats,
  Faith,
  PetMode,
  ReadiedAction,
  RepeatedAction,
  TimedEffect,
} from '../definitions/character.ts'
import type { CharacterRules } from '../definitions/character-rules.ts'
import type { Direction } from '../definitions/directions.ts'
import type { LevelPlan, LevelPosition, MapEdge, Position } from '../definitions/level-plan.ts'
import type { Recipe } from '../definitions/recipe.ts'
import type { Dialogue, Quest } from '../definitions/script.ts'
import type { Explosion, StatusEffect } from '../definitions/spell.ts'
import type { Parties } from './parties.ts'
import type { TagAllocator } from './tag-allocator.ts'

export interface GameState {
  readonly context: GameContext
  readonly tags: TagAllocator
  readonly archetypes: ArchetypeRegistry
  /** [CF-4.14] */
  readonly characterRules: CharacterRules
  readonly levels: Levels
  readonly parties: Parties
  /** Connected players by lower-case name, in the order of joining. */
  readonly players: ReadonlyMap<string, Player>
  /** In milliseconds, 120 per tick. Stops while nobody is connected. */
  readonly clock: number
  /** Number of ticks of the world so far. */
  readonly ticks: number
  /** [CF-9.12] */
  readonly highScores: HighScoreList
  /** [CF-23.2] */
  readonly serviceRecords: ServiceRecordStore
  /** [CF-23.6] */
  readonly quests: readonly Quest[]
  /** [CF-24.7] The built-in world has none. */
  readonly recipes: readonly Recipe[]
  /** [CF-23.7] Undefined if the file does not exist. */
  dialogue(file: string): Dialogue | undefined
  characterExists(name: string): boolean
  /** [CF-11.5] The colour of a face on the magic map, 0 to 12. */
  magicColour(face: number): number
  /** Creates a thing without a location. */
  createThing(id: string, count?: number, particulars?: ThingOptions): Thing
}

/** [CF-23.2] Callers pass printable kinds and names of bounded length. Changes are committed with the transaction. */
export interface ServiceRecordStore {
  get(kind: string, name: string): Json | undefined
  list(kind: string): Iterable<readonly [name: string, record: Json]>
  put(kind: string, name: string, record: Json): void
  delete(kind: string, name: string): void
}

export interface HighScore {
  readonly name: string
  readonly title: string
  /** The highest experience that the character has ever had. */
  readonly experience: number
}
export interface HighScoreList {
  /** The best first. */
  readonly all: readonly HighScore[]
  /** Does nothing if the score is not the player's best or does not enter the list. */
  record(player: Player): void
}

// ---- Things
// ----------------------------------------------------------------------------------------------------------

/** Rules change locations only by the functions of `things/move-things.ts`. */
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

/** [CF-7.8] Named like the protocol's item flags. */
export type EquipState = 'readied' | 'wielded' | 'worn' | 'active' | 'applied'

/**
 * Any object of the world except a player. A thing consists of an archetype and differences from it, and is a pile of
 * one or more identical pieces.
 */
export interface Thing {
  /** From 1, unique in the world and never reused. */
  readonly tag: number
  /** Rules replace it only by `changeArchetype`. */
  archetype: Archetype
  /** At least 1. Always 1 for a thing that does not stack. */
  count: number
  /** Undefined for a thing that is not placed. */
  location: ThingLocation | undefined
  /** Set for a thing of the map that players cannot carry away. */
  readonly fixed?: MapThingId
  /** The name that the world gives the thing, if it differs from the archetype's. */
  readonly name?: ThingName
  /** [CF-9.16] */
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
  /** [CF-15.8] Set if a shop has sold or bought the thing; trading the thing again earns no experience. */
  traded?: true
  opened?: boolean
  /** From the bottom up. */
  readonly inside?: Thing[]
  charges?: number
  /** Ticks that a torch still burns. */
  burns?: number
  /** [CF-12.8] Set for an open door; `closesAt` is a time of the world clock. */
  closedArchetypeId?: string | undefined
  closesAt?: number | undefined
  readonly life?: CreatureState
  flight?: MissileState
  /** Time of the world clock at which a temporary thing, such as a burst, disappears. */
  endsAt?: number
}

/** `index`: position of the thing in its cell, from the bottom. */
export interface MapThingId {
  readonly index: number
  readonly id: string
}

export interface CreatureState {
  hp: number
  facing: Direction
  /** Changes with each step, so that the creature's picture alternates. */
  stepping: boolean
  /** The creature acts when it has at least one point, and each action costs one point. */
  actionPoints: number
  /** The creature's home, in coordinates that continue across the edges of the current level. */
  home: Position
  /** Index of the creature in its level's `spawns`, or -1 if it does not respawn. */
  readonly spawnIndex: number
  /** [CF-20.8] The level on which the creature was born, if it has left that level. */
  spawnLevel?: string | undefined
  /** Tag of the player or pet that the creature pursues. Not stored. */
  targetTag?: number
  /** [CF-23.7] Tokens that dialogues have set, which are not stored. */
  dialogueTokens?: Map<string, string>
  /** [CF-14.16] Indexes of the possessions that players have stolen from the creature. */
  stolen?: Set<number>
  /** [CF-22.11] `skill` gains the experience for the creature's kills. Not stored. */
  readonly master?: { readonly player: Player; readonly skill: string | undefined }
  /** [CF-22.15] The creature's diseases by id. Not stored. */
  diseases?: Map<string, Infection>
  /** [CF-22.5] World clock at which each status effect ends. Not stored. */
  statusEffects?: Map<StatusEffect, number>
}

/** [CF-22.15] `by`: the player whose spell caused the disease. */
interface Infection {
  /** Actions until the disease ends; undefined if it lasts until it is cured. */
  left: number | undefined
  readonly by: Player | undefined
  readonly skill: string | undefined
}

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
  /** In cells. */
  range: number
  /** Undefined if the missile always hits. */
  readonly wc?: number
  /** The maximum. */
  readonly damage: number
  readonly attack: AttackTypes
  /** [CF-13.18] */
  readonly slaying?: readonly string[]
  /** A player's missile harms monsters, and a monster's missile harms players. */
  readonly by: Player | Thing
  readonly skill?: string
  /** The thing that falls to the ground after the flight. With a chance of `breakPercent`, it breaks instead. */
  readonly droppedThing?: Thing
  readonly breakPercent?: number
  readonly explosion?: Explosion
  /** [CF-22.3] */
  readonly pierces?: true
  /** [CF-22.3] */
  readonly wanders?: true
  /** [CF-22.3] Ticks for which the missile stays in place before it ends. */
  waitTicks?: number
}

// ---- Levels
// ----------------------------------------------------------------------------------------------------------

export interface Levels {
  has(name: string): boolean
  /** Throws for an unknown name, which is a bug. */
  titleOf(name: string): string
  /** [CF-20.6] The name of the player's own copy of a map, or `name` itself for a map that all players share. */
  nameFor(name: string, who: string): string
  /** [CF-20.6] */
  isOwnCopy(name: string): boolean
  /**
   * [CF-20.6] Opens a map. If each player has a copy of the map, opens the copy of the player `who`. Throws for an
   * unknown name, which is a bug.
   */
  open(name: string, who?: string): Level
  /** [CF-20.8] The adjacent map as the player `who` sees it; undefined if there is none or too many maps are open. */
  adjacentLevel(level: Level, way: MapEdge, who?: string): Level | undefined
  /** In the order of opening. */
  levelsWithPlayers(): readonly Level[]
  /** [CF-13.7] In the order of opening. */
  levelsWithEffects(): readonly Level[]
  /** [CF-20.10] */
  levelsWithPendingWork(): readonly Level[]
}

/**
 * An open map. Each change has a number, its revision, so that a view can ask for the changes since a revision.
 * [CF-12.5]
 */
export interface Level {
  readonly plan: LevelPlan
  readonly name: string
  readonly width: number
  readonly height: number
  readonly players: ReadonlySet<Player>
  /** In the order of arrival. */
  readonly creatures: ReadonlySet<Thing>
  readonly effects: ReadonlySet<Thing>
  /** World clock in milliseconds, by the creature's index in `spawns`. */
  readonly respawnTimes: Map<number, number>
  /** When items are restocked: world clock in milliseconds, by the item's index in `restockedThings`. */
  readonly restockTimes: Map<number, number>
  readonly machinery: Machinery
  /** Doors that will close by themselves. */
  readonly openDoors: ReadonlySet<Thing>
  readonly expiringThings: ReadonlySet<Thing>
  /** Cells to store at the end of the transaction, each as `x + width * y`. */
  readonly unsavedCells: Set<number>
  /** [CF-16.2] Cells that a transport left or reached, and that are stored together with the players' positions. */
  readonly delayedCells: Set<number>
  /** To store at the end of the transaction. */
  creaturesUnsaved: boolean
  /** [CF-22.10] Steps by which spells have darkened the level, or lightened it if negative. */
  extraDarkness: number
  readonly revision: number
  /** Changes whenever a cell starts or stops blocking the view. */
  readonly sightRevision: number
  /** Changes whenever a light source appears, disappears, moves or changes its radius. */
  readonly lightRevision: number

  has(x: number, y: number): boolean
  /**
   * Things of the cell from the bottom up: floor, decoration, wall, fixtures, items, creatures, effects. Empty outside
   * the map.
   */
  thingsAt(x: number, y: number): readonly Thing[]
  playersAt(x: number, y: number): readonly Player[]
  creatureAt(x: number, y: number): Thing | undefined
  topThingWithRole(x: number, y: number, role: Traits['role']): Thing | undefined
  /** Also true outside the map and for a cell without a floor. Ignores creatures and players. */
  blocksMovement(x: number, y: number): boolean
  blocksView(x: number, y: number): boolean
  lineOfSightFrom(from: Position): LineOfSight
  /** [CF-15.10] 0 to 4. `general`: the darkness of the level without its lights. */
  darknessAt(general: number, x: number, y: number): number
  /** [CF-15.5] */
  isShopFloor(x: number, y: number): boolean
  /** Neither blocked nor occupied by a player or creature. */
  isFree(x: number, y: number): boolean
  /** [CF-16.13] */
  readonly isWorldFull: boolean
  hasRoomForPile(x: number, y: number): boolean
  /** The visible faces, topmost first, at most one per layer. Returns the same array until the cell changes. */
  visibleFacesAt(x: number, y: number): readonly VisibleFace[]
  /** 0 if the cell has never changed. */
  revisionAt(x: number, y: number): number
  /** The changed cells as `x + width * y`, with repetitions. Undefined if too many cells changed. */
  cellsChangedSince(revision: number): readonly number[] | undefined
  lights(): readonly LightSource[]

  // Only things/move-things.ts and code that moves players and creatures may call the following methods.

  /** Adds the thing on top of its layer in the cell. */
  add(thing: Thing, x: number, y: number): void
  delete(thing: Thing, x: number, y: number): void
  /** Keeps the creature's place in the order of `creatures`. */
  moveCreature(creature: Thing, x: number, y: number): void
  addPlayer(player: Player): void
  removePlayer(player: Player): void
  /** `what`: the changed thing; undefined if only players or creatures of the cell have changed. */
  markChanged(x: number, y: number, what?: Thing): void
}

/** [CF-20.10] */
export interface Machinery {
  /** Parts that act by themselves or are due to reset. */
  readonly activeParts: ReadonlySet<Thing>
  readonly listeningParts: ReadonlySet<Thing>
  readonly signals: Signal[]
  readonly hasPendingWork: boolean
  partsConnectedTo(number: number): ReadonlySet<Thing>
  /** `cell`: `x + width * y`. */
  hasPartAt(cell: number): boolean
  /**
   * World clock at which the part resets; undefined if it was never triggered. The time is not stored, so a part resets
   * immediately after a restart.
   */
  resetTimeOf(thing: Thing): number | undefined
  scheduleReset(thing: Thing, clock: number): void
  /** Returns up to `most` cells with machine parts in which something has changed, and forgets these cells. */
  takeChangedCells(most: number): readonly ChangedCell[]
  markCellChanged(cell: number): void
  /** Runs `change`, which does not count as a change of the cell. */
  changeUnmarked(cell: number, change: () => void): void
}

/** `value`: 1 if the source was pressed, 0 if it was released. */
export interface Signal {
  readonly receivers: readonly Thing[]
  deliveredCount: number
  readonly value: number
  readonly source: Thing
}

export interface ChangedCell {
  /** `x + width * y`. */
  readonly cell: number
  /** Players who have entered the cell. They may have left it again. */
  readonly enteredPlayers: readonly Player[]
}

/** [CF-5.8] */
export interface LineOfSight {
  /** `dx` and `dy`: at most 31 cells in each direction. Cells outside the map are invisible. */
  isVisible(dx: number, dy: number): boolean
  /** Stricter than `isVisible`, for monsters that pursue players: they do not see into corners. */
  isInDirectLine(dx: number, dy: number): boolean
}

/** `radius`: in cells. */
export interface LightSource extends Position {
  readonly radius: number
}

export interface VisibleFace {
  /** From 0 at the bottom to 9; a layer has one face. */
  readonly layer: number
  readonly face: number
  readonly animation?: { readonly number: number; readonly ticks: number }
}

// ---- Players
// ---------------------------------------------------------------------------------------------------------

export interface Player {
  /** [CF-24.11] Replaced when abilities change permanently. */
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
  /** A missing entry means that the character lacks the skill. */
  readonly skills: Map<string, number>
  /** [CF-21.9] The names in `skills` that need a tool. */
  readonly skillsByTool: Set<string>
  /** Ids of the known spells, in the order of learning. */
  readonly spells: Set<string>
  /** [CF-4.14] */
  readonly characterRules: CharacterRules
  /** [CF-22.1] Undefined until a stored player has entered the game. */
  archetypes: ArchetypeRegistry | undefined
  /** By name. */
  readonly effects: Map<string, TimedEffect>
  /** Only things/move-things.ts changes the list. */
  readonly inventory: Thing[]
  /** [CF-24.2] */
  faith: Faith | undefined
  /** [CF-23.3] Balance of the bank account in the smallest coin. */
  bank: number
  /** [CF-23.6] Progress in quests and dialogues, and knowledge, by key. */
  readonly journal: Map<string, string>
  /** [CF-23.1] The container that the player closed in this transaction. Not stored. */
  closedContainer: Thing | undefined
  readied: ReadiedAction | undefined
  /** [CF-22.11] The player's pets, which are not stored. */
  readonly pets: Set<Thing>
  /** [CF-20.22] `since`: the tick of boarding. Not stored. */
  aboard: { readonly transport: Thing; readonly since: number } | undefined
  petMode: PetMode
  /** [CF-13.3] Undefined: the skill with the most damage. */
  unarmedSkill: string | undefined
  /** The thing may no longer exist. */
  markedTag: number | undefined
  /** The container may no longer exist. */
  openContainerTag: number | undefined
  /** [CF-15.7] */
  lastDebtNotice: { readonly amount: number; readonly at: number } | undefined
  /** [CF-7.13] Crossfire's pickup mode, a number of bits. */
  pickupMode: number
  respawnPoint: LevelPosition
  /** Only rules/actions/walk.ts and level/relocation.ts change the location. */
  levelName: string
  x: number
  y: number
  facing: Direction
  stepping: boolean
  /** Set while the player is connected. */
  level: Level | undefined
  listener: PlayerListener | undefined
  /** [CF-9.4] When the player may act again, in microseconds of the game's clock. */
  readyAtMicros: number
  repeatedAction: RepeatedAction | undefined
  /** [CF-9.13] The player's own title; if undefined, the class or race is the title. */
  title: string | undefined
  /** [CF-10.6] From 0 (the fewest public messages) to 10 (all). */
  listenLevel: number
  /** [CF-9.15] */
  visibleToSpectators: boolean
  /** [CF-9.13] Set by the command afk, reset by leaving the game. */
  isAway: boolean
  /** [CF-12.15] Whether the player resists being pushed. Reset by leaving the game. */
  isBraced: boolean
  /** [CF-13.19] Whether the player spares peaceful creatures. Set again by leaving the game. */
  isPeaceful: boolean
  /** Sender of the last private message. */
  replyTo: string | undefined
  /** [CF-18.3] The party whose password the player must still enter. Not stored. */
  pendingPartyName: string | undefined
  inventoryRevision: number
  /** To store at the end of the transaction. */
  isUnsaved: boolean
  readonly face: number
  /** Recalculated after each `markInventoryChanged` or `markUnsaved`. */
  readonly stats: DerivedStats
  /** Grams. */
  readonly carriedWeight: number
  readonly lightRadius: number

  /** The change is committed with the transaction, and updates the stats. */
  markInventoryChanged(): void
  /** Records that the level, spells, skills or effects have changed. */
  markUnsaved(): void
  /** Finds a thing in the inventory or in a carried container. */
  findCarried(tag: number): Thing | undefined
  /** [CF-9.9] */
  stopRepeating(what: RepeatedAction['kind']): void

  // These events reach the player only while the player is connected.

  sendMessage(text: string, kind: MessageType, spoken?: string): void
  playSound(sound: Sound, dx?: number, dy?: number): void
}

/** [CF-10.6] */
export const maxListenLevel = 10

export function isPlayer(being: Player | Thing): being is Player {
  return 'origin' in being
}
