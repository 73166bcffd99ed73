// Spectator feed of a Soaprun world: the whole field, in the packets that players receive about their part of it.
import type { Show } from '../../game.ts'
import { attributes, roomSize, roomStride } from '../board/board.ts'
import { type FromServer, fromServer, mostPlayers } from '../packets.ts'
import type { Field, Onlooker, SoaprunWorld } from '../world.ts'

/** [SR-3.5] */
const attributeSide = 16
/** [SR-4.18] */
const mostRooms = 1024

export class SoaprunShow implements Show {
  /** Slightly more often than clients report their position (SR-3.7). */
  readonly everyMs = 200
  readonly #world: SoaprunWorld
  readonly #onlooker: Onlooker

  constructor(world: SoaprunWorld) {
    this.#world = world
    this.#onlooker = world.look()
  }

  whole(): readonly Uint8Array[] {
    return [...this.#ground().map((packet) => fromServer.encode(packet)), ...this.changes()]
  }

  changes(): readonly Uint8Array[] {
    const frames: Uint8Array[] = []
    let field: Field
    do {
      field = this.#world.shownTo(this.#onlooker)
      for (const packet of fieldsOf(field)) frames.push(fromServer.encode(packet))
    } while (this.#onlooker.hasMoreTiles)
    return frames
  }

  end(): void {
    this.#world.lookAway(this.#onlooker)
  }

  #ground(): FromServer[] {
    const { board } = this.#world
    const columns = Math.floor((board.width - roomSize.width) / roomStride.x) + 1
    const rows = Math.floor((board.height - roomSize.height) / roomStride.y) + 1
    const rooms: FromServer[] = []
    for (let y = 0; y < rows; y++)
      for (let x = 0; x < columns && rooms.length < mostRooms; x++) {
        const tiles = board.room(x, y)
        if (tiles.some((tile) => board.attributes[tile] !== attributes.wall))
          rooms.push({ type: 'Room', x, y, tiles })
      }
    return [
      { type: 'mAtt', width: attributeSide, height: attributeSide, attributes: board.attributes },
      ...rooms,
    ]
  }
}

/** A client has room for 62 others, and 63 can play, so this takes two packets. */
function* fieldsOf({ weather, players, units, tiles }: Field): Iterable<FromServer> {
  const nobodys = { type: 'Flds', status: 0, color: 0, items: 0, weather } as const
  yield { ...nobodys, players: players.slice(0, mostPlayers), units, tiles }
  if (players.length > mostPlayers)
    yield { ...nobodys, players: players.slice(mostPlayers), units: [], tiles: [] }
}
