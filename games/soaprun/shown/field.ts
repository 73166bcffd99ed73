// What one player is shown of the world: the plain content of a Flds. Knows no bytes.
import { roomSize, roomStride } from '../board/board.ts'
import type { TileChange, TileChanges } from '../board/changes.ts'
import { items, type Player, type PlayerEntry, seatCount, shownUnits } from '../players/player.ts'
import type { Seats } from '../players/seats.ts'
import type { Unit, UnitEntry } from '../units/unit.ts'

/** Indexes ascend strictly. At most 62 players, 64 units and 255 tiles, which is under 6,400 bytes. */
export interface Field {
  readonly status: number
  readonly color: number
  readonly items: number
  /** 1: it rains. */
  readonly weather: number
  readonly players: readonly PlayerEntry[]
  readonly units: readonly UnitEntry[]
  readonly tiles: readonly TileChange[]
}

/** Tile changes that one field tells; the rest wait for the next. */
const maxTiles = 255

/** Who has seen so much of what goes on: numbers of updates and changes. */
type Seer = Pick<Player, 'seenPlayers' | 'seenUnits' | 'tilesSeen'>

/** Somebody who watches and does not play. */
export class Onlooker implements Seer {
  readonly seenPlayers = new Uint32Array(seatCount)
  readonly seenUnits = new Uint32Array(shownUnits)
  tilesSeen: number
  /** More was painted than one field tells. */
  hasMoreTiles = false

  constructor(tilesSeen: number) {
    this.tilesSeen = tilesSeen
  }
}

/** One field that is filled anew for every reply: it is asked for thousands of times a second. */
export class FieldView {
  readonly #players: PlayerEntry[] = []
  readonly #units: UnitEntry[] = []
  readonly #tiles: TileChange[] = []
  readonly #field = {
    status: 0,
    color: 0,
    items: 0,
    weather: 0,
    players: this.#players,
    units: this.#units,
    tiles: this.#tiles,
  }

  /** What `player` is shown now, and from now on has seen. Good until the next call, which fills it anew. */
  show(player: Player, seats: Seats, units: readonly Unit[], changes: TileChanges): Field {
    this.#showPlayers(player, seats)
    this.#showUnits(player, units)
    this.#tiles.length = 0
    player.tilesSeen = changes.read(player.tilesSeen, maxTiles, this.#tiles)
    this.#field.status = player.status
    this.#field.color = player.color
    this.#field.items = player.items
    return this.#field
  }

  /** [SR-4.18] Everybody and everything, wherever it is, and what was painted since; good until the next call likewise. */
  showAll(onlooker: Onlooker, seats: Seats, units: readonly Unit[], changes: TileChanges): Field {
    const field = { ...this.#field, status: 0, color: 0, items: 0 }
    this.#showPlayers(onlooker, seats)
    field.weather = this.#field.weather
    this.#units.length = 0
    for (const [index, { trail }] of units.slice(0, shownUnits).entries()) {
      this.#units.push(trail.entry(onlooker.seenUnits[index]!))
      onlooker.seenUnits[index] = trail.updates
    }
    this.#tiles.length = 0
    onlooker.tilesSeen = changes.read(onlooker.tilesSeen, maxTiles, this.#tiles)
    onlooker.hasMoreTiles = onlooker.tilesSeen !== changes.newest
    return field
  }

  /** [SR-4.8] The others who made their first move, wherever they are. [SR-4.10] Rain while a living one has a shield. */
  #showPlayers(player: Seer, seats: Seats): void {
    this.#players.length = 0
    this.#field.weather = 0
    for (const other of seats.all) {
      if (!other?.entered) continue
      if (other.living && other.has(items.shield)) this.#field.weather = 1
      if (other === player) continue
      this.#players.push(other.trail.entry(player.seenPlayers[other.slot]!))
      player.seenPlayers[other.slot] = other.trail.updates
    }
  }

  /** [SR-5.1] The units whose newest node lies in the 3x3 rooms around the player. */
  #showUnits(player: Player, units: readonly Unit[]): void {
    this.#units.length = 0
    const { x, y } = player.place
    const left = roomStride.x * (Math.trunc(x / roomStride.x) - 1)
    const top = roomStride.y * (Math.trunc(y / roomStride.y) - 1)
    const right = left + 2 * roomStride.x + roomSize.width
    const bottom = top + 2 * roomStride.y + roomSize.height
    for (let index = 0; index < units.length && index < shownUnits; index++) {
      const trail = units[index]!.trail
      const place = trail.last
      if (place.x < left || place.x >= right || place.y < top || place.y >= bottom) continue
      this.#units.push(trail.entry(player.seenUnits[index]!))
      player.seenUnits[index] = trail.updates
    }
  }
}
