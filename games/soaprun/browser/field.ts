// The whole field as who watches is told it: where everything is, and was a moment ago, so that it walks and does not jump.
import { WireError } from '../../../wire/error.ts'
import { Board, type Node, roomSize, roomStride, unitTypes } from '../board/board.ts'
import { type FromServer, fromServer } from '../packets.ts'
import type { ShownPlayer, ShownUnit } from '../view/picture.ts'

/** Milliseconds for a walk that was told at once: as long as the last took to come, within these. */
const [shortest, longest] = [220, 2200]

type Fields = Extract<FromServer, { readonly type: 'Flds' }>
type Entry = Fields['players'][number] | Fields['units'][number]

/** Somebody on his way. */
class Walk<E extends Entry> {
  readonly entry: E
  readonly #way: readonly Node[]
  readonly #begunAt: number
  readonly #ms: number

  /** `ms`: how long it takes. */
  constructor(entry: E, before: Walk<E> | undefined, now: number, ms: number) {
    this.entry = entry
    this.#begunAt = now
    this.#ms = ms
    const goesOn = before?.entry.generation === entry.generation
    // Who is told for the first time, or in a new life, is there at once.
    this.#way = goesOn ? [before.at(now), ...entry.nodes] : entry.nodes.slice(-1)
  }

  at(now: number): Node {
    const lengths = this.#way.slice(1).map((node, n) => apart(this.#way[n]!, node))
    const whole = lengths.reduce((sum, length) => sum + length, 0)
    let left = whole * Math.min(1, Math.max(0, (now - this.#begunAt) / this.#ms))
    for (const [n, length] of lengths.entries()) {
      if (left < length) return between(this.#way[n]!, this.#way[n + 1]!, left / length)
      left -= length
    }
    return this.#way.at(-1)!
  }

  moves(now: number): boolean {
    return this.#way.length > 1 && now - this.#begunAt < this.#ms
  }
}

export class WatchedField {
  /** Undefined until the ground was told. */
  board: Board | undefined
  /** Of the ground since somebody took them: `all`, or cells. */
  #changed: Node[] | 'all' = []
  #heardAt = 0
  #attributes = new Uint8Array(256)
  #rooms: Extract<FromServer, { readonly type: 'Room' }>[] = []
  #players = new Map<number, Walk<Fields['players'][number]>>()
  #units = new Map<number, Walk<Fields['units'][number]>>()

  begun(): void {
    this.board = undefined
    this.#rooms = []
    this.#players.clear()
    this.#units.clear()
  }

  /** The packets of one message: what they do not have of players and units is gone. Throws WireError. */
  heard(frames: readonly (string | Uint8Array)[], now: number): void {
    const players = new Map<number, Walk<Fields['players'][number]>>()
    const units = new Map<number, Walk<Fields['units'][number]>>()
    const ms = Math.min(longest, Math.max(shortest, now - this.#heardAt))
    this.#heardAt = now
    for (const frame of frames) {
      const packet = fromServer.decode(frame as Uint8Array)
      if (packet.type === 'mAtt') this.#beginGround(packet.attributes)
      else if (packet.type === 'Room') this.#rooms.push(packet)
      else if (packet.type === 'Flds') {
        this.#layGround()
        for (const entry of packet.players)
          players.set(entry.index, new Walk(entry, this.#players.get(entry.index), now, ms))
        for (const entry of packet.units)
          units.set(entry.index, new Walk(entry, this.#units.get(entry.index), now, ms))
        for (const change of packet.tiles) this.#paint(change)
      } else throw new WireError(`${packet.type} is not for who watches`)
    }
    this.#players = players
    this.#units = units
  }

  players(now: number): ShownPlayer[] {
    return [...this.#players.values()].map((walk) => ({ ...walk.entry, place: walk.at(now) }) as ShownPlayer)
  }

  units(now: number): ShownUnit[] {
    return [...this.#units.values()].map((walk) => ({
      type: unitTypes[walk.entry.type] ?? 'Goal',
      status: walk.entry.status as ShownUnit['status'],
      place: walk.at(now),
    }))
  }

  moves(now: number): boolean {
    return [...this.#players.values(), ...this.#units.values()].some((walk) => walk.moves(now))
  }

  /** What of the ground is another since this was asked last. */
  takeChanged(): readonly Node[] | 'all' {
    const changed = this.#changed
    this.#changed = []
    return changed
  }

  #beginGround(attributes: Uint8Array): void {
    this.begun()
    this.#attributes = attributes.slice()
  }

  /** All rooms have come. */
  #layGround(): void {
    if (this.#rooms.length === 0) return
    const width = Math.max(...this.#rooms.map(({ x }) => x)) * roomStride.x + roomSize.width
    const height = Math.max(...this.#rooms.map(({ y }) => y)) * roomStride.y + roomSize.height
    const tiles = new Uint8Array(width * height).fill(wall)
    for (const room of this.#rooms)
      for (let row = 0; row < roomSize.height; row++) {
        const at = (room.y * roomStride.y + row) * width + room.x * roomStride.x
        tiles.set(room.tiles.subarray(row * roomSize.width, (row + 1) * roomSize.width), at)
      }
    this.board = new Board(width, height, tiles, this.#attributes)
    this.#rooms = []
    this.#changed = 'all'
  }

  #paint({ x, y, tile }: Fields['tiles'][number]): void {
    if (!this.board?.inside(x, y)) return
    this.board.setTile(x, y, tile)
    if (this.#changed !== 'all') this.#changed.push({ x, y })
  }
}

/** The tile that is wall on every map. */
const wall = 1

const apart = (a: Node, b: Node) => Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y))

function between(a: Node, b: Node, part: number): Node {
  return { x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part }
}
