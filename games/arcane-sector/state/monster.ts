// One monster: identity, home and state.
import type { Json, Later } from '../../game.ts'
import type { Place } from '../terrain/terrain.ts'
import type { Mob } from '../vision/screen.ts'

/** Above all player ids. [AS-1.6] */
const firstMonster = 2 ** 32

/** [AS-11.3] Range of sight in tiles, Euclidean. */
export const sightRadius = 6
/** Minimum and maximum initial hp. [AS-11.1] */
export const initialHpRange = [15, 30] as const

/** By index, in turn. Even ones are women, as in the client's pictures. */
const kinds = ['huntress', 'marauder', 'sorceress', 'outcast', 'sentinel', 'blademaster'] as const

export type MonsterKind = (typeof kinds)[number]

/** The stored state of each, in order of their indexes. */
export interface MonsterRecord {
  readonly home: readonly [x: number, y: number]
  readonly place: readonly [x: number, y: number]
  readonly hp: number
  /** When it respawns, in GameContext milliseconds; 0 while it lives. */
  readonly back: number
}

export class Monster implements Mob {
  /** The monster's index among all monsters, from 0; never changes. */
  readonly index: number
  readonly home: Place
  /** Only `Nearby.move` may set it while the monster lives. */
  place: Place
  /** 0 if it is dead. */
  hp: number
  /** When it respawns if it is dead, in GameContext milliseconds. */
  respawnAt = 0
  /** The id of the player that it hunts. */
  prey: number | undefined
  /** The player whom it last warned, and when it last hunted them, in GameContext milliseconds. */
  warning: { readonly player: number; readonly at: number } | undefined
  /** When it can act again, in GameContext milliseconds. */
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

  get isDead(): boolean {
    return this.hp === 0
  }
}

export function monsterRecord({ home, place, hp, respawnAt }: Monster): Json {
  return { home: [home.x, home.y], place: [place.x, place.y], hp, back: respawnAt } satisfies MonsterRecord
}

/** `record`: of all monsters. */
export function moveRespawns(record: Json, later: Later): Json {
  const all = record as unknown as readonly MonsterRecord[]
  return all.map((monster) => ({ ...monster, back: later(monster.back) }))
}

export function readMonster(record: Json, index: number): Monster {
  const { home, place, hp, back } = record as unknown as MonsterRecord
  const monster = new Monster(index, { x: home[0], y: home[1] }, hp)
  monster.place = { x: place[0], y: place[1] }
  monster.respawnAt = back
  return monster
}
