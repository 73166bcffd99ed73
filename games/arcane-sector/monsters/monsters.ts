// All monsters of a world: where they live, who of them is awake, who comes back. [AS-11]
import type { Host, Json } from '../../game.ts'
import { strike } from '../fight/combat.ts'
import { distanceSquared, insides, type Place, type Terrain, width } from '../land/terrain.ts'
import type { Player, Start } from '../people/player.ts'
import { between } from '../scene/chance.ts'
import type { Scene } from '../scene/scene.ts'
import { Nearby } from '../sight/nearby.ts'
import { isBlocking } from '../things/items.ts'
import { act } from './hunting.ts'
import { Monster, monsterRecord, readMonster } from './monster.ts'

/** [AS-11.1] One for so many tiles of land. */
const landPerMonster = 400
/** [AS-11.1] Tiles around the start, as the crow flies, where none ever is. */
const haven = 28
/** Hp of a new one, from the least to the most. */
const healths = [15, 30] as const
/** [AS-11.9] Milliseconds from death to life. */
const respawnMs = 90_000
/** [AS-11.2] Those within so many tiles of a living player are awake; the others cost nothing. */
const waking = 12

export class Monsters {
  /** Those who live. */
  readonly nearby = new Nearby<Monster>()
  readonly #start: Start
  /** By index. */
  readonly #all: readonly Monster[]
  /** The dead, who comes back first at the head. */
  readonly #fallen: Monster[]

  /** As `saved` by an earlier opening, or new ones, by the host's chance. */
  constructor(saved: Json | undefined, terrain: Terrain, start: Start, host: Pick<Host, 'random'>) {
    this.#start = start
    this.#all =
      saved === undefined ? this.#settle(terrain, host) : (saved as readonly Json[]).map(readMonster)
    for (const monster of this.#all) if (!monster.dead) this.nearby.add(monster)
    this.#fallen = this.#all.filter(({ dead }) => dead).sort((a, b) => a.back - b.back)
  }

  /** The record of them all. */
  save(): Json {
    return this.#all.map(monsterRecord)
  }

  /** [AS-11.2] Costs what is near players. */
  tick(scene: Scene, now: number): void {
    while (this.#fallen[0] && this.#fallen[0].back <= now) this.#rise(scene, this.#fallen.shift()!)
    for (const monster of this.#awake(scene)) {
      if (!monster.dead && monster.readyAt <= now) monster.readyAt = now + act(monster, scene)
    }
  }

  /** [AS-11.5] The player walks into `place`: whether somebody stood there to be struck instead. */
  strike(scene: Scene, player: Player, place: Place): boolean {
    const monster = this.at(place)
    if (monster) strike(scene, player, monster)
    return monster !== undefined
  }

  /** Who stands on the very tile; of several, the lowest index. */
  at(place: Place): Monster | undefined {
    return this.around(place, 0)[0]
  }

  /** Those at most `tiles` away as the crow flies, the nearest first. */
  around(place: Place, tiles: number): Monster[] {
    return this.nearby
      .circle(place, tiles)
      .sort((a, b) => distanceSquared(a.place, place) - distanceSquared(b.place, place) || a.index - b.index)
  }

  isHaven(place: Place): boolean {
    return distanceSquared(place, this.#start) <= haven * haven
  }

  /** Whether one could stand there that does not yet: never inside, in the haven, in doors, or two on a tile. */
  mayStand(scene: Pick<Scene, 'terrain' | 'ground'>, place: Place): boolean {
    if (place.y >= insides || this.isHaven(place) || scene.terrain.blocks(place.x, place.y)) return false
    if (scene.ground.at(place).some((item) => isBlocking(item) || item.type === 'door')) return false
    return this.at(place) === undefined
  }

  move(scene: Scene, monster: Monster, to: Place): void {
    const from = monster.place
    this.nearby.move(monster, { x: to.x, y: to.y })
    scene.views.changedMobs(from)
    scene.views.changedMobs(to)
  }

  /** [AS-11.9] It is dead, and comes back later. */
  fall(scene: Scene, monster: Monster): void {
    monster.hp = 0
    monster.back = scene.host.now() + respawnMs
    this.#fallen.push(monster)
    this.nearby.delete(monster)
    scene.views.changedMobs(monster.place)
  }

  #rise(scene: Scene, monster: Monster): void {
    monster.hp = between(scene.host, ...healths)
    monster.back = 0
    monster.place = { x: monster.home.x, y: monster.home.y }
    this.nearby.add(monster)
    scene.views.changedMobs(monster.place)
  }

  /** By index, so that chance falls alike whatever happened before. */
  #awake(scene: Scene): Monster[] {
    const awake = new Set<Monster>()
    for (const player of scene.players) {
      if (player.dead) continue
      for (const monster of this.nearby.circle(player.place, waking)) awake.add(monster)
    }
    return [...awake].sort((a, b) => a.index - b.index)
  }

  /** [AS-11.1] Homes: a tile by chance in each run of `landPerMonster` tiles of land, by rows. */
  #settle(terrain: Terrain, host: Pick<Host, 'random'>): Monster[] {
    const monsters: Monster[] = []
    let home: Place | undefined
    let chosen = 0
    let land = 0
    for (let index = 0; index < insides * width; index++) {
      const place = { x: index % width, y: Math.floor(index / width) }
      if (terrain.blocks(place.x, place.y) || this.isHaven(place)) continue
      if (land === 0) chosen = between(host, 0, landPerMonster - 1)
      if (land === chosen) home = place
      if (++land < landPerMonster) continue
      monsters.push(new Monster(monsters.length, home!, between(host, ...healths)))
      land = 0
    }
    return monsters
  }
}
