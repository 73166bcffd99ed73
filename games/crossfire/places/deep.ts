// The generated dungeon under the barrow: stores its seed, and replaces it weekly. [CF-19.1]
import type { GameContext, RecordStore } from '../../game.ts'
import { generateFloor, floorName, floors, type DungeonSeed as Kept } from '../made/dungeon/floor.ts'
import { wayDown } from '../made/maps/barrow.ts'
import { type MapSource, mapById } from '../made/maps/index.ts'
import type { MapRead } from '../scene/level-plan.ts'
import type { CellRecords } from './cell-records.ts'
import { cellsKey, creaturesKey, tagsKey } from './level-records.ts'
import { readMap } from './reading.ts'

// deep   {seed, week}   the seed is drawn once, when a player first enters

const key = 'deep'
const weekMs = 7 * 24 * 3600 * 1000
/** The first Monday of 1970. */
const firstMonday = 4 * 24 * 3600 * 1000
/** [CF-19.6] Milliseconds after a restart in which players inside can reconnect. */
const comingBackMs = 60_000

export class Deep {
  readonly #store: RecordStore
  readonly #context: GameContext
  readonly #openedAt: number
  #kept: Kept | undefined
  /** The most recently requested floor. */
  #drawn: MapSource | undefined

  constructor(store: RecordStore, context: GameContext) {
    this.#store = store
    this.#context = context
    this.#openedAt = context.now()
    this.#kept = store.get(key) as Kept | undefined
  }

  /** Names of all floors of the current dungeon from the top; empty: nobody has entered yet. */
  get names(): readonly string[] {
    const kept = this.#kept
    return kept ? Array.from({ length: floors }, (_, above) => floorName(kept, above + 1)) : []
  }

  has(name: string): boolean {
    return this.names.includes(name)
  }

  /** Throws for an unknown name, which is a bug. */
  plan(name: string): MapSource {
    const above = this.names.indexOf(name)
    if (!this.#kept || above < 0) throw new Error(`there is no floor ${name}`)
    if (this.#drawn?.id !== name) this.#drawn = generateFloor(this.#kept, above + 1)
    return this.#drawn
  }

  read(name: string): MapRead {
    return readMap(this.plan(name), mapById)
  }

  /** Resolves the destination of an exit: the way down leads to the first floor of the current dungeon. */
  meant(name: string): string {
    if (name !== wayDown.map) return name
    this.#kept ??= this.#begin(Math.floor(this.#context.random() * 2 ** 32))
    return floorName(this.#kept, 1)
  }

  /** [CF-19.6] Whether a new week has started, so that the dungeon is replaced once it is empty. */
  get isOver(): boolean {
    if (!this.#kept || this.#context.now() < this.#openedAt + comingBackMs) return false
    return this.#kept.week !== weekAt(this.#context.now())
  }

  /** [CF-19.6] Deletes all records of the current dungeon and starts this week's. */
  turnOver(cells: CellRecords): void {
    if (!this.#kept) return
    for (const name of this.names) {
      cells.delete(cellsKey(name))
      this.#store.delete(creaturesKey(name))
      this.#store.delete(tagsKey(name))
    }
    this.#kept = this.#begin(this.#kept.seed)
  }

  #begin(seed: number): Kept {
    const kept = { seed, week: weekAt(this.#context.now()) }
    this.#store.put(key, kept)
    return kept
  }
}

/** Whether the name is a floor of any such dungeon. */
export function isOfDeep(name: string): boolean {
  return /^deep-\d+-\d+$/.test(name)
}

/** [CF-19.1] Weeks start on Monday, 00:00 UTC. */
export function weekAt(now: number): number {
  return Math.floor((now - firstMonday) / weekMs)
}
