import type { Json, ShiftTime } from '../../game.ts'
import type { Place } from '../terrain/terrain.ts'
import { firstMonsterId, type Mob } from '../vision/screen.ts'

/** [AS-11.3] Euclidean distance in tiles at which a monster sees players. */
export const sightRadius = 6
/** [AS-11.1] */
export const initialHpRange = [15, 30] as const

/** The kinds repeat in the order of the indexes. Kinds at even indexes are women, as in the client's pictures. */
const kinds = ['huntress', 'marauder', 'sorceress', 'outcast', 'sentinel', 'blademaster'] as const

export type MonsterKind = (typeof kinds)[number]

/** The record of all monsters is in the order of their indexes. */
export interface MonsterRecord {
  readonly home: readonly [x: number, y: number]
  readonly place: readonly [x: number, y: number]
  readonly hp: number
  /** When the monster respawns, in milliseconds of `GameContext.now()`. 0 while it lives. */
  readonly back: number
}

export class Monster implements Mob {
  /** The monster's index among all monsters, from 0. It never changes. */
  readonly index: number
  readonly home: Place
  /** While the monster lives, only `SpatialIndex.move` may set this. */
  place: Place
  /** Hit points, 0 for a dead monster. */
  hp: number
  /** When the dead monster respawns, in milliseconds of `GameContext.now()`. 0 while it lives. */
  respawnAt = 0
  /** The id of the player whom the monster hunts. */
  prey: number | undefined
  /** `at`: when the monster last hunted this player, in milliseconds of `GameContext.now()`. */
  warning: { readonly player: number; readonly at: number } | undefined
  /** When the monster can act again, in milliseconds of `GameContext.now()`. */
  readyAt = Number.NEGATIVE_INFINITY

  constructor(index: number, home: Place, hp: number) {
    this.index = index
    this.home = home
    this.place = { x: home.x, y: home.y }
    this.hp = hp
  }

  get id(): number {
    return firstMonsterId + this.index
  }

  get kind(): MonsterKind {
    return kinds[this.index % kinds.length]!
  }

  get name(): string {
    const { kind } = this
    return `Drow ${kind[0]!.toUpperCase()}${kind.slice(1)}`
  }

  get pictureName() {
    return this.index % 2 === 0 ? '3d_mob_drow_f' : '3d_mob_drow_m'
  }

  get isDead(): boolean {
    return this.hp === 0
  }
}

export function monsterRecord({ home, place, hp, respawnAt }: Monster): Json {
  return { home: [home.x, home.y], place: [place.x, place.y], hp, back: respawnAt } satisfies MonsterRecord
}

/** Shifts the respawn times when the host resets the room to an earlier time. */
export function shiftRespawnTimes(record: Json, later: ShiftTime): Json {
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
