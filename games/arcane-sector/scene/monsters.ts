// All monsters of a world: who of them lives and where, who comes back and when. What they do is in
// monsters/turns.ts. [AS-11]
import type { Host, Json } from '../../game.ts'
import { Nearby } from '../land/nearby.ts'
import { distanceSquared, type Place, type Terrain } from '../land/terrain.ts'
import type { Mob } from '../sight/screen.ts'
import { isHaven, isOutskirts } from './haven.ts'
import { eyesight, type Monster, monsterRecord, readMonster } from './monster.ts'
import type { Start } from './player.ts'
import { settled } from './settling.ts'

export class Monsters {
  /** Those who live. */
  readonly alive = new Nearby<Monster>()
  readonly #start: Start
  /** By index. */
  readonly #all: readonly Monster[]
  /** The dead, in the order in which they come back. */
  readonly #fallen: Monster[]

  /** As `saved` by an earlier opening, or new ones, by the host's chance. */
  constructor(saved: Json | undefined, terrain: Terrain, start: Start, host: Pick<Host, 'random'>) {
    this.#start = start
    this.#all =
      saved === undefined ? settled(terrain, start, host) : (saved as readonly Json[]).map(readMonster)
    for (const monster of this.#all) if (!monster.dead) this.alive.add(monster)
    this.#fallen = this.#all.filter(({ dead }) => dead).sort((a, b) => a.back - b.back)
  }

  /** The record of them all. */
  save(): Json {
    return this.#all.map(monsterRecord)
  }

  /** Who stands on the very tile; of several, the lowest index. */
  at(place: Place): Monster | undefined {
    return this.around(place, 0)[0]
  }

  /** Those at most `tiles` away as the crow flies, the nearest first. */
  around(place: Place, tiles: number): Monster[] {
    return this.alive
      .circle(place, tiles)
      .sort((a, b) => distanceSquared(a.place, place) - distanceSquared(b.place, place) || a.index - b.index)
  }

  isHaven(place: Place): boolean {
    return isHaven(this.#start, place)
  }

  /** [AS-11.15] Whether he is in the outskirts, and another one hunts him already. */
  isSpared(player: Mob, from: Monster): boolean {
    if (!isOutskirts(this.#start, player.place)) return false
    const near = this.alive.circle(player.place, eyesight)
    return near.some((monster) => monster !== from && monster.prey === player.id)
  }

  /** It is dead, and comes back at `back`, in the host's milliseconds: later than all who died before it. */
  bury(monster: Monster, back: number): void {
    monster.hp = 0
    monster.back = back
    monster.prey = undefined
    this.#fallen.push(monster)
    this.alive.delete(monster)
  }

  /** The dead whose time has come, at home again with `hp` each. */
  raise(now: number, hp: () => number): readonly Monster[] {
    const later = this.#fallen.findIndex(({ back }) => back > now)
    const risen = this.#fallen.splice(0, later < 0 ? this.#fallen.length : later)
    for (const monster of risen) {
      monster.hp = hp()
      monster.back = 0
      monster.place = { x: monster.home.x, y: monster.home.y }
      this.alive.add(monster)
    }
    return risen
  }
}
