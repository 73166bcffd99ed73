// A character: who he is, where he is, what he carries. He exists from his first login on, whether he is in or not.
import type { Json } from '../../game.ts'
import type { Place } from '../land/terrain.ts'
import type { Mob, Screen, Vitals } from '../sight/screen.ts'
import { type Item, itemRecord, readItem } from '../things/items.ts'
import { Pace } from './pace.ts'

/** Ids are 0 to 255. */
export const mostPlayers = 256
/** [AS-5.4] Eight slots, then the two hands. */
export const pack = 8
export const slotCount = 10
/** The hands' places among the slots. */
export const hands = { left: 8, right: 9 } as const

/** What he was asked to point at (SLCT) and what for. [AS-8.1] */
export interface Selection {
  /** From the one counter of items and selections. */
  readonly id: number
  readonly purpose: 'herb' | 'ram' | 'ring'
  /** The item that wants it: the flask of a herb. */
  readonly item?: number
  /** When it is given up, in the host's milliseconds. */
  readonly until: number
}

/** What a client points at (THIS): an item's or a mob's id, or a slot; `other` is nothing known. [AS-8.2] */
export interface Choice {
  readonly kind: 'item' | 'mob' | 'ground' | 'slot' | 'other'
  readonly id: number
}

/** A step (`to` as MOVE has it) or a turn (`to` as DIRE has it). */
export interface Motion {
  readonly kind: 'step' | 'turn'
  readonly to: number
}

/** What a session's note keeps of its player, so that a restart does not set him back. [AS-13.4] */
export interface Remembered {
  readonly place: Place
  readonly facing: number
  /** `steps` of the player when he stood there. */
  readonly steps: number
  readonly selection: Selection | undefined
}

/** Where a new character stands. */
export interface Start extends Place {
  readonly facing: number
}

/** How far he is with an errand. [AS-15.4] */
export interface ErrandState {
  /** His `slain` when it was given. */
  readonly slain: number
  readonly done: boolean
}

/** [AS-15.8] The most hp and mana of who is new, and what a rank adds to each. */
const leastHpMax = 40
const leastManaMax = 60
const perRank = 4
/** [AS-15.8] By rank: the experience that it takes. */
const ranks = [0, 10, 30, 60, 100, 150, 210, 280, 360, 450, 550] as const

/** The experience of a rank; Infinity for one that there is not. */
export function rankAt(rank: number): number {
  return ranks[rank] ?? Number.POSITIVE_INFINITY
}

export class Player implements Mob, Vitals {
  readonly id: number
  readonly name: string
  /** Stored, and used by nobody. */
  readonly portrait: number
  readonly slots: (Item | undefined)[] = new Array<undefined>(slotCount).fill(undefined)
  held: Item | undefined
  /** Set by `Nearby.move` alone while he is in. */
  place: Place
  /** A direction, 0-3. */
  facing: number
  hp = leastHpMax
  mana = 10
  /** [AS-15.8] What he has done, of which his rank follows. */
  experience = 0
  /** Monsters that he has slain. */
  slain = 0
  /** The people of the town who have greeted him, and their errands, by role. */
  readonly met: string[] = []
  readonly errands: { [role: string]: ErrandState } = {}
  /** How often he changed his place. */
  steps = 0
  /** While he is in. */
  screen: Screen | undefined
  selection: Selection | undefined
  /** [AS-3.6] Ten steps in any second. */
  readonly stepPace = new Pace(10, 1000)
  /** Steps and turns that wait for their time, and lines that he is to say; emptied when he leaves. */
  motions: Motion[] = []
  lines: string[] = []
  /** [AS-9.4] Ten lines in any five seconds. */
  readonly talkPace = new Pace(10, 5000)
  /** Times in the host's milliseconds: when he last hit or was hit. */
  foughtAt = Number.NEGATIVE_INFINITY
  /** When he struck last. */
  struckAt = Number.NEGATIVE_INFINITY
  /** When a point of hp, of mana came back last. */
  healedAt = Number.NEGATIVE_INFINITY
  restoredAt = Number.NEGATIVE_INFINITY
  /** When he died; meaningless while he lives. */
  diedAt = Number.NEGATIVE_INFINITY

  constructor(id: number, name: string, portrait: number, start: Start) {
    this.id = id
    this.name = name
    this.portrait = portrait
    this.place = { x: start.x, y: start.y }
    this.facing = start.facing
  }

  /** [AS-15.8] 0 to 10. */
  get rank(): number {
    return ranks.findLastIndex((least) => this.experience >= least)
  }

  get hpMax(): number {
    return leastHpMax + perRank * this.rank
  }

  get manaMax(): number {
    return leastManaMax + perRank * this.rank
  }

  /** [AS-1.6] The client has two pictures of people. */
  get gfx() {
    return this.id % 2 === 0 ? '3d_mob_drow_f' : '3d_mob_drow_m'
  }

  /** [AS-2.8] He has never taken a step, and has nothing. */
  get unused(): boolean {
    return this.steps === 0 && !this.held && this.slots.every((slot) => slot === undefined)
  }

  get dead(): boolean {
    return this.hp === 0
  }

  // What he is told goes to his screen, if he is in.

  tell(text: string): void {
    this.screen?.text(text)
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
  const { name, portrait, place, facing, hp, mana, steps, slots, held, experience, slain, met, errands } =
    player
  return {
    name,
    portrait,
    x: place.x,
    y: place.y,
    facing,
    hp,
    mana,
    steps,
    slots: slots.map(optionalRecord),
    held: optionalRecord(held),
    experience,
    slain,
    met: [...met],
    errands: { ...errands } as unknown as Json,
  }
}

export function readPlayer(id: number, record: Json): Player {
  const kept = record as unknown as Kept
  const player = new Player(id, kept.name, kept.portrait, kept)
  player.hp = kept.hp
  player.mana = kept.mana
  player.steps = kept.steps
  player.held = readOptional(kept.held)
  player.experience = kept.experience ?? 0
  player.slain = kept.slain ?? 0
  player.met.push(...(kept.met ?? []))
  Object.assign(player.errands, kept.errands)
  kept.slots.forEach((slot, index) => {
    player.slots[index] = readOptional(slot)
  })
  return player
}

interface Kept extends Start {
  readonly name: string
  readonly portrait: number
  readonly hp: number
  readonly mana: number
  readonly steps: number
  readonly slots: readonly Json[]
  readonly held: Json
  /** Records from before there were ranks and errands have none of these. */
  readonly experience?: number
  readonly slain?: number
  readonly met?: readonly string[]
  readonly errands?: { readonly [role: string]: ErrandState }
}

function optionalRecord(item: Item | undefined): Json {
  return item ? itemRecord(item) : null
}

function readOptional(record: Json): Item | undefined {
  return record === null ? undefined : readItem(record)
}
