import { roomSize, roomStride } from '../board/board.ts'
import type { TileChange, TileChangeLog } from '../board/tile-changes.ts'
import { itemBits, type Player, type PlayerEntry, sentUnitCount, slotCount } from '../players/player.ts'
import type { PlayerSlots } from '../players/player-slots.ts'
import type { Unit, UnitEntry } from '../units/unit.ts'

/**
 * Players and units are in strictly ascending order of index. The maximum of 62 players, 64 units and 255 tiles takes
 * less than 6,400 bytes.
 */
export interface VisibleField {
  readonly status: number
  readonly color: number
  readonly items: number
  /** The weather: 1 if it rains, otherwise 0. */
  readonly weather: number
  readonly players: readonly PlayerEntry[]
  readonly units: readonly UnitEntry[]
  readonly tiles: readonly TileChange[]
}

/** Maximum number of changes in a field. Further changes follow in the next field. */
const maxTiles = 255

type Observer = Pick<Player, 'seenPlayers' | 'seenUnits' | 'tilesSeen'>

export class SpectatorView implements Observer {
  readonly seenPlayers = new Uint32Array(slotCount)
  readonly seenUnits = new Uint32Array(sentUnitCount)
  tilesSeen: number
  /** Whether more tiles have changed than fit into one field. */
  hasMoreTiles = false

  constructor(tilesSeen: number) {
    this.tilesSeen = tilesSeen
  }
}

/** All fields share their lists, because the room builds thousands of fields per second. */
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

  /**
   * Returns the field as the player sees it, and marks the tile changes in it as sent. The next call overwrites the
   * result.
   */
  show(player: Player, slots: PlayerSlots, units: readonly Unit[], changes: TileChangeLog): VisibleField {
    this.#showPlayers(player, slots)
    this.#showUnits(player, units)
    this.#tiles.length = 0
    player.tilesSeen = changes.readSince(player.tilesSeen, maxTiles, this.#tiles)
    this.#field.status = player.status
    this.#field.color = player.color
    this.#field.items = player.items
    return this.#field
  }

  /** [SR-4.18] Returns the whole field, and marks its tile changes as sent. The next call overwrites the result. */
  showAll(
    spectator: SpectatorView,
    slots: PlayerSlots,
    units: readonly Unit[],
    changes: TileChangeLog,
  ): VisibleField {
    this.#showPlayers(spectator, slots)
    this.#units.length = 0
    for (const [index, { trail }] of units.slice(0, sentUnitCount).entries()) {
      this.#units.push(trail.entrySince(spectator.seenUnits[index]!))
      spectator.seenUnits[index] = trail.updates
    }
    this.#tiles.length = 0
    spectator.tilesSeen = changes.readSince(spectator.tilesSeen, maxTiles, this.#tiles)
    spectator.hasMoreTiles = spectator.tilesSeen !== changes.newest
    return { ...this.#field, status: 0, color: 0, items: 0 }
  }

  /** [SR-4.8] [SR-4.10] */
  #showPlayers(player: Observer, slots: PlayerSlots): void {
    this.#players.length = 0
    this.#field.weather = 0
    for (const other of slots.all) {
      if (!other?.hasEntered) continue
      if (other.isAlive && other.has(itemBits.shield)) this.#field.weather = 1
      if (other === player) continue
      this.#players.push(other.trail.entrySince(player.seenPlayers[other.slot]!))
      player.seenPlayers[other.slot] = other.trail.updates
    }
  }

  /** [SR-5.1] */
  #showUnits(player: Player, units: readonly Unit[]): void {
    this.#units.length = 0
    const { x, y } = player.place
    const left = roomStride.x * (Math.trunc(x / roomStride.x) - 1)
    const top = roomStride.y * (Math.trunc(y / roomStride.y) - 1)
    const right = left + 2 * roomStride.x + roomSize.width
    const bottom = top + 2 * roomStride.y + roomSize.height
    for (let index = 0; index < units.length && index < sentUnitCount; index++) {
      const trail = units[index]!.trail
      const place = trail.last
      if (place.x < left || place.x >= right || place.y < top || place.y >= bottom) continue
      this.#units.push(trail.entrySince(player.seenUnits[index]!))
      player.seenUnits[index] = trail.updates
    }
  }
}
