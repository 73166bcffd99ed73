// A Soaprun world on a small map, in memory, with a clock that the test sets.

import type { BoardPoint, MapData, UnitDefinition, UnitType } from '../../../games/soaprun/board/board.ts'
import { initialRecords } from '../../../games/soaprun/board/records.ts'
import { defaultOptions, type SoaprunOptions } from '../../../games/soaprun/options.ts'
import { type Player, resumeDataOf } from '../../../games/soaprun/players/player.ts'
import type { VisibleField } from '../../../games/soaprun/visibility/field-view.ts'
import { SoaprunWorld } from '../../../games/soaprun/world.ts'
import { MemoryStore } from '../../memory-store.ts'
import { worldContext } from '../world-context.ts'

/** Attributes by tile, as in the harbor: of tiles 0-15, of the same tiles with a corpse, and of free tiles. */
const attributes = new Uint8Array(256)
const base = [0, 1, 0, 3, 2, 0, 1, 3, 1, 1, 1, 0, 0, 2, 2, 2]
attributes.set(base)
attributes.set(base, 16)

export const floorTile = 2
export const wallTile = 1
export const fenceTile = 3
export const unitsStopTile = 4
export const canvasTile = 12

export type Place = readonly [x: number, y: number]

/** Parses nodes from a text such as `30,22 30,25`. */
export function parseNodes(text: string): BoardPoint[] {
  return text.split(' ').map((node) => {
    const [x, y] = node.split(',').map(Number)
    return { x: x!, y: y! }
  })
}

export const formatNodes = (nodes: readonly BoardPoint[]) => nodes.map(({ x, y }) => `${x},${y}`).join(' ')

export interface Ground {
  readonly width?: number
  readonly height?: number
  /** The places of each tile other than floor, such as `{ [wall]: '30,22 31,22' }`. */
  readonly tiles?: { readonly [tile: number]: string }
}

/** A map with a floor that is surrounded by walls. The default size is 3x3 rooms. */
export function smallMap(
  units: readonly UnitDefinition[],
  { width = 61, height = 46, tiles = {} }: Ground = {},
): MapData {
  const ground = new Uint8Array(width * height).fill(floorTile)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (x === 0 || y === 0 || x === width - 1 || y === height - 1) ground[y * width + x] = wallTile
    }
  }
  for (const [tile, places] of Object.entries(tiles))
    for (const { x, y } of parseNodes(places)) ground[y * width + x] = Number(tile)
  return { width, height, tiles: ground, attributes, units }
}

export function unit(
  type: UnitType,
  x: number,
  y: number,
  more: Partial<UnitDefinition> = {},
): UnitDefinition {
  return { type, x, y, param: 0, ...more }
}

export interface Settings extends Partial<SoaprunOptions>, Ground {}

export class SmallWorld {
  readonly store: MemoryStore
  readonly options: SoaprunOptions
  world: SoaprunWorld
  now = 1_000_000
  readonly news: string[] = []

  constructor(units: readonly UnitDefinition[] = [], { width, height, tiles, ...options }: Settings = {}) {
    this.options = { ...defaultOptions, ...options }
    this.store = new MemoryStore(initialRecords(smallMap(units, { width, height, tiles })))
    this.world = this.#open()
  }

  #open(): SoaprunWorld {
    const context = worldContext({ now: () => this.now, announce: ({ text }) => void this.news.push(text) })
    return new SoaprunWorld(this.store, context, this.options)
  }

  /** Adds a player who has made the first move, and then puts the player on `place`, if given. */
  enter(place?: Place): Player {
    const player = this.world.join()
    if (!player) throw new Error('full')
    this.world.move(player, parseNodes('30,22'))
    if (place) this.put(player, place)
    return player
  }

  /** Puts the player on the tile, regardless of the walking rules. */
  put(player: Player, [x, y]: Place): void {
    player.trail.add({ x, y })
  }

  move(player: Player, nodes: string): boolean {
    return this.world.move(player, parseNodes(nodes))
  }

  /** Walks along `nodes` and paints the last of them, or the tile at `place`. */
  draw(player: Player, nodes: string, tile: number, place = nodes.split(' ').at(-1)!): boolean {
    const [{ x, y }] = parseNodes(place) as [BoardPoint]
    return this.world.draw(player, parseNodes(nodes), x, y, tile)
  }

  touch(player: Player, unitIndex: number): boolean {
    return this.world.touch(player, [player.place], unitIndex)
  }

  tick(count = 1): void {
    for (let n = 0; n < count; n++) {
      this.now += this.world.tickMs
      this.world.tick(this.now)
    }
  }

  /** Runs ticks until `done` returns true, and returns the number of ticks. Throws after `most` ticks. */
  ticksUntil(done: () => boolean, most = 400): number {
    for (let n = 1; n <= most; n++) {
      this.tick()
      if (done()) return n
    }
    throw new Error(`not within ${most} ticks`)
  }

  /** All units in all rooms by index, as a new observer sees them. */
  units(): { status: number; generation: number; type: string; param: number; x: number; y: number }[] {
    this.world.save()
    return this.store.get('units') as ReturnType<SmallWorld['units']>
  }

  get first() {
    return this.units()[0]!
  }

  fields(player: Player): VisibleField {
    return structuredClone(this.world.takeFieldView(player))
  }

  restart(): void {
    this.world = this.#open()
  }

  /** Restarts the world, in which the player's session then resumes. */
  restartWith(player: Player): Player {
    const data = resumeDataOf(player)
    this.restart()
    return this.world.rejoin(data)!
  }
}

export function createSmallWorld(...world: ConstructorParameters<typeof SmallWorld>): {
  small: SmallWorld
  player: Player
} {
  const small = new SmallWorld(...world)
  return { small, player: small.enter() }
}
