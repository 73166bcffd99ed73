// Stores the dungeon's seed, and replaces the dungeon each week. [CF-19.1]
import type { GameContext, RecordStore } from '../../../game.ts'
import {
  type DungeonFloor,
  type DungeonSeed,
  floorCount,
  floorMap,
  floorName,
  generateFloor,
} from '../../builtin/dungeon/floor.ts'
import { dungeonStairs } from '../../builtin/maps/index.ts'
import type { MapContent } from '../definitions/level-plan.ts'
import type { CellRecordStore } from '../level/cell-records.ts'
import { cellsKeyPrefix, creaturesKey, tagsKey } from '../level/level-records.ts'
import { readMapContent } from './map-reader.ts'

// deep   {seed, week}   the seed is drawn once, when a player first enters

const recordKey = 'deep'
const weekMs = 7 * 24 * 3600 * 1000
const firstMonday = 4 * 24 * 3600 * 1000
/**
 * [CF-19.6] Milliseconds after a restart for which the dungeon is not replaced, so that players inside it can
 * reconnect.
 */
const reconnectMs = 60_000

export class WeeklyDungeon {
  readonly #store: RecordStore
  readonly #context: GameContext
  readonly #openedAt: number
  #current: DungeonSeed | undefined
  #lastFloor: DungeonFloor | undefined

  constructor(store: RecordStore, context: GameContext) {
    this.#store = store
    this.#context = context
    this.#openedAt = context.now()
    this.#current = store.get(recordKey) as DungeonSeed | undefined
  }

  /** Map names of the floors from the top; empty if no player has entered the dungeon yet. */
  get floorNames(): readonly string[] {
    const kept = this.#current
    return kept ? Array.from({ length: floorCount }, (_, index) => floorName(kept, index + 1)) : []
  }

  has(name: string): boolean {
    return this.floorNames.includes(name)
  }

  /** Throws for an unknown name, which is a bug. */
  propertiesOf(name: string): DungeonFloor {
    const index = this.floorNames.indexOf(name)
    if (!this.#current || index < 0) throw new Error(`there is no floor ${name}`)
    if (this.#lastFloor?.id !== name) this.#lastFloor = generateFloor(this.#current, index + 1)
    return this.#lastFloor
  }

  readContent(name: string): MapContent {
    return readMapContent(floorMap(this.propertiesOf(name)))
  }

  /** The stairs into the dungeon lead to the first floor of the current dungeon. */
  resolveName(name: string): string {
    if (name !== dungeonStairs.map) return name
    this.#current ??= this.#start(Math.floor(this.#context.random() * 2 ** 32))
    return floorName(this.#current, 1)
  }

  /** [CF-19.6] An expired dungeon is replaced once no player is inside. */
  get isExpired(): boolean {
    if (!this.#current || this.#context.now() < this.#openedAt + reconnectMs) return false
    return this.#current.week !== weekNumberAt(this.#context.now())
  }

  /** [CF-19.6] */
  replace(cells: CellRecordStore): void {
    if (!this.#current) return
    for (const name of this.floorNames) {
      cells.delete(cellsKeyPrefix(name))
      this.#store.delete(creaturesKey(name))
      this.#store.delete(tagsKey(name))
    }
    this.#current = this.#start(this.#current.seed)
  }

  #start(seed: number): DungeonSeed {
    const kept = { seed, week: weekNumberAt(this.#context.now()) }
    this.#store.put(recordKey, kept)
    return kept
  }
}

/** Whether the name belongs to a floor of this dungeon or of an earlier dungeon. */
export function isDungeonFloor(name: string): boolean {
  return /^deep-\d+-\d+$/.test(name)
}

/** [CF-19.1] Weeks start on Monday, 00:00 UTC. */
export function weekNumberAt(now: number): number {
  return Math.floor((now - firstMonday) / weekMs)
}
