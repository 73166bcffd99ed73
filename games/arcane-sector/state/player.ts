// A character exists from the first login on, whether its player is connected or not.
import type { Json } from '../../game.ts'
import { type Item, itemRecord, readItem } from '../items/items.ts'
import { directions } from '../terrain/directions.ts'
import type { Place } from '../terrain/terrain.ts'
import type { Mob, Screen, Vitals } from '../vision/screen.ts'
import { SlidingWindowLimit } from './sliding-window-limit.ts'

/** Ids are 0 to 255. */
export const maxPlayers = 256
/** [AS-9.1] */
export const maxLineLength = 256
/** [AS-5.4] The two hands are not counted. */
export const packSlotCount = 8
/** [AS-5.4] The last two slots are the hands. */
export const slotCount = 10
export const handSlotNumbers = { left: 8, right: 9 } as const

/** [AS-8.1] */
export interface Selection {
  /** Items and selections share one counter of ids. */
  readonly id: number
  readonly purpose: 'herb' | 'ram' | 'ring'
  /** The id of the item whose use opened the selection: the flask that needs a herb. */
  readonly item?: number
  /** When the selection expires, in milliseconds of `GameContext.now()`. */
  readonly until: number
}

/** [AS-8.2] `id`: the id of an item or mob, or a slot number. `other`: a kind that this server does not know. */
export interface SelectionAnswer {
  readonly kind: 'item' | 'mob' | 'ground' | 'slot' | 'other'
  readonly id: number
}

/** `to`: the direction of MOVE for a step, of DIRE for a turn. */
export interface QueuedMove {
  readonly kind: 'step' | 'turn'
  readonly to: number
}

/** [AS-13.4] Part of the session's resume state, so that a restart does not move the player back. */
export interface PlayerResumeData {
  readonly place: Place
  readonly facing: number
  /** The player's `positionChanges` on arrival at `place`. */
  readonly positionChanges: number
  readonly selection: Selection | undefined
}

export interface StartPosition extends Place {
  readonly facing: number
}

/** [AS-12.2] */
export const defaultStart: StartPosition = { x: 185, y: 428, facing: directions.west }

/** [AS-15.4] */
export interface QuestProgress {
  /** The player's `kills` when the quest was given. */
  readonly kills: number
  readonly done: boolean
}

/** [AS-15.8] */
const baseHpMax = 40
const baseManaMax = 60
/** [AS-15.8] Each rank adds this to the maximum hp and to the maximum mana. */
const perRank = 4
/** [AS-15.8] The experience at which each rank begins, from rank 0 on. */
const ranks = [0, 10, 30, 60, 100, 150, 210, 280, 360, 450, 550] as const

/** Returns Infinity for ranks above the last one. */
export function experienceForRank(rank: number): number {
  return ranks[rank] ?? Number.POSITIVE_INFINITY
}

export class Player implements Mob, Vitals {
  readonly id: number
  readonly name: string
  /** The room stores the number, but does not use it. */
  readonly portrait: number
  readonly slots: (Item | undefined)[] = new Array<undefined>(slotCount).fill(undefined)
  held: Item | undefined
  /** While the player is connected, only `SpatialIndex.move` may set this. */
  place: Place
  /** A direction, 0 to 3. */
  facing: number
  hp = baseHpMax
  mana = 10
  /** [AS-15.8] */
  experience = 0
  /** The number of killed monsters. */
  kills = 0
  /** The roles of the townspeople who have greeted this player. */
  readonly met: string[] = []
  /** Progress of each quest, indexed by the role of the townsperson who gives it. */
  readonly quests: { [role: string]: QuestProgress } = {}
  positionChanges = 0
  /** Undefined while the player is not connected. */
  screen: Screen | undefined
  selection: Selection | undefined
  /** [AS-3.6] */
  readonly moveLimit = new SlidingWindowLimit(10, 1000)
  /** Moves that wait until `moveLimit` allows them. */
  queuedMoves: QueuedMove[] = []
  /** Lines that wait until `speechLimit` allows them. */
  queuedSpeech: string[] = []
  /** [AS-9.4] */
  readonly speechLimit = new SlidingWindowLimit(10, 5000)
  /** When the player last hit a monster or was hit, in milliseconds of `GameContext.now()`. */
  foughtAt = Number.NEGATIVE_INFINITY
  /** When the player last struck a blow, in milliseconds of `GameContext.now()`. */
  struckAt = Number.NEGATIVE_INFINITY
  /** When the current interval of regeneration of hp began, in milliseconds of `GameContext.now()`. */
  hpIntervalStart = Number.NEGATIVE_INFINITY
  /** When the current interval of regeneration of mana began, in milliseconds of `GameContext.now()`. */
  manaIntervalStart = Number.NEGATIVE_INFINITY
  /** When the player last died, in milliseconds of `GameContext.now()`. */
  diedAt = Number.NEGATIVE_INFINITY

  constructor(id: number, name: string, portrait: number, start: StartPosition) {
    this.id = id
    this.name = name
    this.portrait = portrait
    this.place = { x: start.x, y: start.y }
    this.facing = start.facing
  }

  /** [AS-15.8] The player's rank, 0 to 10. */
  get rank(): number {
    return ranks.findLastIndex((least) => this.experience >= least)
  }

  get hpMax(): number {
    return baseHpMax + perRank * this.rank
  }

  get manaMax(): number {
    return baseManaMax + perRank * this.rank
  }

  /** [AS-1.6] The client has only two pictures of people. */
  get pictureName() {
    return this.id % 2 === 0 ? '3d_mob_drow_f' : '3d_mob_drow_m'
  }

  /** [AS-2.8] */
  get isUnused(): boolean {
    return this.positionChanges === 0 && !this.held && this.slots.every((slot) => slot === undefined)
  }

  get isDead(): boolean {
    return this.hp === 0
  }

  // The methods do nothing if the player is not connected.

  sendText(text: string): void {
    this.screen?.text(text)
  }

  hear(speaker: string, said: string): void {
    this.screen?.speech(speaker, said)
  }

  showVitals(): void {
    this.screen?.vitals(this)
  }

  showInventory(): void {
    this.screen?.inventory(this.slots)
  }

  showHeld(): void {
    this.screen?.held(this.held)
  }
}

export function playerRecord(player: Player): Json {
  return {
    name: player.name,
    portrait: player.portrait,
    x: player.place.x,
    y: player.place.y,
    facing: player.facing,
    hp: player.hp,
    mana: player.mana,
    steps: player.positionChanges,
    slots: player.slots.map(optionalRecord),
    held: optionalRecord(player.held),
    experience: player.experience,
    kills: player.kills,
    met: [...player.met],
    quests: { ...player.quests } as unknown as Json,
  }
}

export function readPlayer(id: number, record: Json): Player {
  const stored = record as unknown as PlayerRecord
  const player = new Player(id, stored.name, stored.portrait, stored)
  player.hp = stored.hp
  player.mana = stored.mana
  player.positionChanges = stored.steps
  player.held = readOptional(stored.held)
  player.experience = stored.experience
  player.kills = stored.kills
  player.met.push(...stored.met)
  Object.assign(player.quests, stored.quests)
  stored.slots.forEach((slot, index) => {
    player.slots[index] = readOptional(slot)
  })
  return player
}

interface PlayerRecord extends StartPosition {
  readonly name: string
  readonly portrait: number
  readonly hp: number
  readonly mana: number
  readonly steps: number
  readonly slots: readonly Json[]
  readonly held: Json
  readonly experience: number
  readonly kills: number
  readonly met: readonly string[]
  readonly quests: { readonly [role: string]: QuestProgress }
}

function optionalRecord(item: Item | undefined): Json {
  return item ? itemRecord(item) : null
}

function readOptional(record: Json): Item | undefined {
  return record === null ? undefined : readItem(record)
}
