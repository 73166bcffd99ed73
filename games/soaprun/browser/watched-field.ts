// The whole field as a spectator receives it. Players and units walk as in a client.
import { FixedTimestep } from '../../../browser/canvas/animation-loop.ts'
import { WireError } from '../../../wire/util/wire-error.ts'
import { Board, type BoardPoint, roomSize, roomStride, wallTile } from '../board/board.ts'
import { type FromServer, fromServer } from '../packets.ts'
import { type FieldPacket, frameMs } from './client/figure.ts'
import { Figures } from './client/figures.ts'

/** Maximum number of frames that are simulated after a pause. */
const maxFrames = 150

export class WatchedField {
  /** Undefined until a snapshot has arrived. */
  board: Board | undefined
  readonly figures = new Figures({ chance: () => 0 })
  isRaining = false
  /** Increases with each change of the board. */
  changes = 0
  /** In frames of 17 ms. */
  age = 0
  /** Cells that have changed since the last `takeChanged`. */
  #changed: BoardPoint[] | 'all' = []
  #attributes = new Uint8Array(256)
  #rooms: Extract<FromServer, { readonly type: 'Room' }>[] = []
  readonly #steps = new FixedTimestep(frameMs, maxFrames)

  reset(): void {
    this.board = undefined
    this.#rooms = []
    this.figures.clear()
  }

  /** Returns a copy of the field without its figures. */
  copy(): WatchedField {
    const copy = new WatchedField()
    copy.#attributes = this.#attributes
    if (!this.board) return copy
    const { width, height, tiles, attributes } = this.board
    copy.board = new Board(width, height, tiles.slice(), attributes)
    copy.#changed = 'all'
    return copy
  }

  /** Applies a message. Removes players and units that the message does not contain. Throws WireError. */
  onFrames(frames: readonly (string | Uint8Array)[], now: number): void {
    this.advance(now)
    const players: FieldPacket['players'][number][] = []
    const units: FieldPacket['units'][number][] = []
    for (const frame of frames) {
      const packet = fromServer.decode(frame as Uint8Array)
      if (packet.type === 'mAtt') this.#beginGround(packet.attributes)
      else if (packet.type === 'Room') this.#rooms.push(packet)
      else if (packet.type === 'Flds') {
        this.#layGround()
        players.push(...packet.players)
        units.push(...packet.units)
        this.isRaining = packet.weather !== 0
        for (const change of packet.tiles) this.#paint(change)
      } else throw new WireError(`${packet.type} is not for spectators`)
    }
    this.figures.update({ players, units })
  }

  advance(now: number): void {
    for (let due = this.#steps.due(now); due > 0; due--) {
      this.age++
      this.figures.frame()
    }
  }

  /** The cells that have changed since the last call. */
  takeChanged(): readonly BoardPoint[] | 'all' {
    const changed = this.#changed
    this.#changed = []
    return changed
  }

  #beginGround(attributes: Uint8Array): void {
    this.reset()
    this.#attributes = attributes.slice()
  }

  /** Builds the board from the received rooms. Does nothing if there are no new rooms. */
  #layGround(): void {
    if (this.#rooms.length === 0) return
    const width = Math.max(...this.#rooms.map(({ x }) => x)) * roomStride.x + roomSize.width
    const height = Math.max(...this.#rooms.map(({ y }) => y)) * roomStride.y + roomSize.height
    const tiles = new Uint8Array(width * height).fill(wallTile)
    for (const room of this.#rooms)
      for (let row = 0; row < roomSize.height; row++) {
        const at = (room.y * roomStride.y + row) * width + room.x * roomStride.x
        tiles.set(room.tiles.subarray(row * roomSize.width, (row + 1) * roomSize.width), at)
      }
    this.board = new Board(width, height, tiles, this.#attributes)
    this.#rooms = []
    this.#changed = 'all'
    this.changes++
  }

  #paint({ x, y, tile }: FieldPacket['tiles'][number]): void {
    if (!this.board?.inside(x, y)) return
    this.board.setTile(x, y, tile)
    this.changes++
    if (this.#changed !== 'all') this.#changed.push({ x, y })
  }
}
