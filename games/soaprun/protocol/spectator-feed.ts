// Sends spectators the whole field, in the packets in which players receive a part of the field.
import type { SpectatorFeed } from '../../game.ts'
import { cellAttributes, roomSize, roomStride } from '../board/board.ts'
import { attributesPacket, type FromServer, fromServer, maxOtherPlayers } from '../packets.ts'
import type { SpectatorView, VisibleField } from '../visibility/field-view.ts'
import type { SoaprunWorld } from '../world.ts'

/** [SR-4.18] Maximum number of rooms that a new spectator receives. */
const maxRooms = 1024

export class SoaprunSpectatorFeed implements SpectatorFeed {
  /** The interval of deltas, which is shorter than the interval of a client's position reports (SR-3.7). */
  readonly minIntervalMs = 180
  readonly #world: SoaprunWorld
  readonly #spectator: SpectatorView

  constructor(world: SoaprunWorld) {
    this.#world = world
    this.#spectator = world.addSpectator()
  }

  snapshot(): readonly Uint8Array[] {
    return [...this.#ground().map((packet) => fromServer.encode(packet)), ...this.delta()]
  }

  delta(): readonly Uint8Array[] {
    const frames: Uint8Array[] = []
    let field: VisibleField
    do {
      field = this.#world.takeSpectatorView(this.#spectator)
      for (const packet of fieldsOf(field)) frames.push(fromServer.encode(packet))
    } while (this.#spectator.hasMoreTiles)
    return frames
  }

  onNoSpectators(): void {
    this.#world.removeSpectator(this.#spectator)
  }

  #ground(): FromServer[] {
    const { board } = this.#world
    const columns = Math.floor((board.width - roomSize.width) / roomStride.x) + 1
    const rows = Math.floor((board.height - roomSize.height) / roomStride.y) + 1
    const rooms: FromServer[] = []
    for (let y = 0; y < rows; y++)
      for (let x = 0; x < columns && rooms.length < maxRooms; x++) {
        const tiles = board.room(x, y)
        if (tiles.some((tile) => board.attributes[tile] !== cellAttributes.wall))
          rooms.push({ type: 'Room', x, y, tiles })
      }
    return [attributesPacket(board.attributes), ...rooms]
  }
}

/** A packet can contain 62 players, but 63 can play, so a second packet may be needed. */
function* fieldsOf({ weather, players, units, tiles }: VisibleField): Iterable<FromServer> {
  const nobodys = { type: 'Flds', status: 0, color: 0, items: 0, weather } as const
  yield { ...nobodys, players: players.slice(0, maxOtherPlayers), units, tiles }
  if (players.length > maxOtherPlayers)
    yield { ...nobodys, players: players.slice(maxOtherPlayers), units: [], tiles: [] }
}
