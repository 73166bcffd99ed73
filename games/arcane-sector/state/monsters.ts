// monsters/tick-monsters.ts lets the monsters act. [AS-11]
import type { GameContext, Json } from '../../game.ts'
import { SpatialIndex } from '../terrain/spatial-index.ts'
import { distanceSquared, type Place, type Terrain } from '../terrain/terrain.ts'
import type { Mob } from '../vision/screen.ts'
import { type Monster, monsterRecord, readMonster, sightRadius } from './monster.ts'
import { placeMonsters } from './place-monsters.ts'
import type { StartPosition } from './player.ts'
import { isNearSafeZone, isSafeZone } from './safe-zone.ts'

export class Monsters {
  readonly alive = new SpatialIndex<Monster>()
  readonly #start: StartPosition
  /** Indexed by `Monster.index`. */
  readonly #all: readonly Monster[]
  /** Dead monsters in the order of their respawns. */
  readonly #dead: Monster[]

  /** Without the record `saved`, places new monsters with the room's random stream. */
  constructor(
    saved: Json | undefined,
    terrain: Terrain,
    start: StartPosition,
    context: Pick<GameContext, 'random'>,
  ) {
    this.#start = start
    this.#all =
      saved === undefined
        ? placeMonsters(terrain, start, context)
        : (saved as readonly Json[]).map(readMonster)
    for (const monster of this.#all) if (!monster.isDead) this.alive.add(monster)
    this.#dead = this.#all.filter(({ isDead }) => isDead).sort((a, b) => a.respawnAt - b.respawnAt)
  }

  save(): Json {
    return this.#all.map(monsterRecord)
  }

  /** If several monsters are on the tile, returns the one with the lowest index. */
  at(place: Place): Monster | undefined {
    return this.around(place, 0)[0]
  }

  /** Living monsters within a Euclidean distance of `tiles`, nearest first. */
  around(place: Place, tiles: number): Monster[] {
    return this.alive
      .circle(place, tiles)
      .sort((a, b) => distanceSquared(a.place, place) - distanceSquared(b.place, place) || a.index - b.index)
  }

  isSafeZone(place: Place): boolean {
    return isSafeZone(this.#start, place)
  }

  /**
   * [AS-11.15] Whether `from` must not hunt the player, because the player is in the outskirts and another monster
   * hunts them.
   */
  isSpared(player: Mob, from: Monster): boolean {
    if (!isNearSafeZone(this.#start, player.place)) return false
    const near = this.alive.circle(player.place, sightRadius)
    return near.some((monster) => monster !== from && monster.prey === player.id)
  }

  /** `back`: the time of the respawn, in milliseconds of `GameContext.now()`. Later calls must have later times. */
  kill(monster: Monster, back: number): void {
    monster.hp = 0
    monster.respawnAt = back
    monster.prey = undefined
    this.#dead.push(monster)
    this.alive.delete(monster)
  }

  /** Due monsters respawn at their homes. `hp` returns the hp of each. */
  respawnDueMonsters(now: number, hp: () => number): readonly Monster[] {
    const later = this.#dead.findIndex(({ respawnAt }) => respawnAt > now)
    const risen = this.#dead.splice(0, later < 0 ? this.#dead.length : later)
    for (const monster of risen) {
      monster.hp = hp()
      monster.respawnAt = 0
      monster.place = { x: monster.home.x, y: monster.home.y }
      this.alive.add(monster)
    }
    return risen
  }
}
