// One monster: who it is, where it lives, how it is.
import type { Json } from '../../game.ts'
import type { Place } from '../land/terrain.ts'
import type { Mob } from '../sight/screen.ts'

/** Above every player's id. [AS-1.6] */
const firstMonster = 2 ** 32

/** [AS-11.3] Tiles, as the crow flies, that it sees. */
export const eyesight = 6
/** Hp of a new one, from the least to the most. [AS-11.1] */
export const healths = [15, 30] as const

/** By index, in turn; the even ones are women, as the client's pictures are. */
const kinds = ['huntress', 'marauder', 'sorceress', 'outcast', 'sentinel', 'blademaster'] as const

export type MonsterKind = (typeof kinds)[number]

/** What is stored of each, in the order of their indexes. */
export interface KeptMonster {
  readonly home: readonly [x: number, y: number]
  readonly place: readonly [x: number, y: number]
  readonly hp: number
  /** When it comes back, in the host's milliseconds; 0 while it lives. */
  readonly back: number
}

export class Monster implements Mob {
  /** Its place among all, from 0; the same for ever. */
  readonly index: number
  readonly home: Place
  /** Set by `Nearby.move` alone while it lives. */
  place: Place
  /** 0: it is dead. */
  hp: number
  /** When it comes back if it is dead, in the host's milliseconds. */
  back = 0
  /** The id of the player whom it hunts. */
  prey: number | undefined
  /** Whom it last told that it comes for him, and when it last hunted him, in the host's milliseconds. */
  warned: { readonly player: number; readonly at: number } | undefined
  /** When it can do something again, in the host's milliseconds. */
  readyAt = Number.NEGATIVE_INFINITY

  constructor(index: number, home: Place, hp: number) {
    this.index = index
    this.home = home
    this.place = { x: home.x, y: home.y }
    this.hp = hp
  }

  get id(): number {
    return firstMonster + this.index
  }

  get kind(): MonsterKind {
    return kinds[this.index % kinds.length]!
  }

  get name(): string {
    const { kind } = this
    return `Drow ${kind[0]!.toUpperCase()}${kind.slice(1)}`
  }

  get gfx() {
    return this.index % 2 === 0 ? '3d_mob_drow_f' : '3d_mob_drow_m'
  }

  get dead(): boolean {
    return this.hp === 0
  }
}

export function monsterRecord({ home, place, hp, back }: Monster): Json {
  return { home: [home.x, home.y], place: [place.x, place.y], hp, back } satisfies KeptMonster
}

export function readMonster(record: Json, index: number): Monster {
  const { home, place, hp, back } = record as unknown as KeptMonster
  const monster = new Monster(index, { x: home[0], y: home[1] }, hp)
  monster.place = { x: place[0], y: place[1] }
  monster.back = back
  return monster
}
