// Players who paint in the Painters' Yard of the default room, each on a tile of its own. They check repeatedly that no
// drawing that the server has answered is lost.
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import { type BoardPoint, isCanvas, roomSize, roomStride } from '../../../games/soaprun/board/board.ts'
import { createHarborMap } from '../../../games/soaprun/builtin/harbor.ts'
import { pollOptions } from '../running-site.ts'
import { SoaprunClient } from './client.ts'

const yard = { x: 1, y: 2 } as const
const origin: BoardPoint = { x: yard.x * roomStride.x, y: yard.y * roomStride.y }
const painted = [13, 14, 15, 12] as const
/** Milliseconds between two different drawings of one painter. */
const pauses = { shortest: 5, longest: 25 } as const
/** Maximum milliseconds to wait for an answer during restarts, also on a busy machine. */
export const maxAnswerMs = 20_000

/** The cells of the yard on which players can draw. A painter walks straight down from the start, then sideways. */
const canvas: readonly BoardPoint[] = [...cellsOf(createHarborMap())]

function* cellsOf({ tiles, width }: ReturnType<typeof createHarborMap>): Generator<BoardPoint> {
  for (let y = origin.y + 1; y < origin.y + roomSize.height - 1; y++) {
    for (let x = origin.x + 1; x < origin.x + roomSize.width - 1; x++) {
      if (isCanvas(tiles[y * width + x]!)) yield { x, y }
    }
  }
}

class Painter {
  readonly client: SoaprunClient
  readonly cell: BoardPoint
  count = 0
  tile: number | undefined
  /** The drawing that was sent and is not answered yet. */
  asked: number | undefined

  readonly #pause: number

  constructor(client: SoaprunClient, cell: BoardPoint, pause: number) {
    this.client = client
    this.cell = cell
    this.#pause = pause
  }

  /** Paints until `stop`. Throws if an answered drawing is missing or the connection ends. */
  async paint(stop: AbortSignal): Promise<void> {
    const { client, cell } = this
    await client.walk({ x: client.place.x, y: cell.y }, cell)
    while (!stop.aborted) {
      this.asked = painted[this.count % painted.length]!
      await client.draw(this.asked)
      this.tile = this.asked
      this.asked = undefined
      this.count++
      this.#check(await client.room(yard.x, yard.y))
      await delay(this.#pause)
    }
  }

  #check(room: Uint8Array): void {
    const found = tileOf(room, this.cell)
    if (found !== this.tile)
      throw new Error(`${this.tile} was painted at ${at(this.cell)}, ${found} is there`)
  }
}

export class Painters {
  readonly painters: readonly Painter[]
  readonly #stop = new AbortController()
  readonly #faults: string[] = []
  #work: Promise<unknown> = Promise.resolve()

  private constructor(painters: readonly Painter[]) {
    this.painters = painters
  }

  /** Connects `count` painters to a port, and waits until each has painted. */
  static async begin(port: number, count: number): Promise<Painters> {
    const clients = await Promise.all(Array.from({ length: count }, () => SoaprunClient.seated(port)))
    const { shortest, longest } = pauses
    const pauseOf = (at: number) => shortest + (at / count) * (longest - shortest)
    const painters = new Painters(clients.map((client, at) => new Painter(client, canvas[at]!, pauseOf(at))))
    painters.#work = Promise.all(painters.painters.map((painter) => painters.#keepPainting(painter)))
    await painters.paint(1)
    return painters
  }

  async #keepPainting(painter: Painter): Promise<void> {
    await painter.paint(this.#stop.signal).catch((error: Error) => this.#faults.push(error.message))
  }

  /** Waits until each painter has painted `times` more times without a fault. */
  async paint(times: number): Promise<void> {
    const goals = this.painters.map(({ count }) => count + times)
    const done = () =>
      this.#faults.length > 0 || this.painters.every(({ count }, index) => count >= goals[index]!)
    await expect.poll(done, pollOptions).toBe(true)
    expect(this.#faults).toEqual([])
  }

  /** Lets each painter finish its request. All requests must be answered, and all painters must still be connected. */
  async stop(): Promise<void> {
    this.#stop.abort()
    await this.#work
    expect(this.#faults).toEqual([])
    expect(this.painters.map(({ client }) => client.fate)).toEqual(this.painters.map(() => 'open'))
  }

  async gone(): Promise<void> {
    await Promise.all(this.painters.map(({ client }) => client.gone))
    await this.#work
  }

  /** The longest time in milliseconds for which a painter has waited for an answer. */
  get longestWait(): number {
    return Math.round(Math.max(...this.painters.map(({ client }) => client.longestWait)))
  }

  /**
   * Checks that a new client finds every answered drawing. If a drawing was pending when a painter's connection ended,
   * the tile may have this drawing instead.
   */
  async checkBy(newcomer: SoaprunClient): Promise<void> {
    const room = await newcomer.room(yard.x, yard.y)
    const lost = this.painters.filter(({ cell, tile, asked }) => {
      const found = tileOf(room, cell)
      return found !== tile && (asked === undefined || found !== asked)
    })
    expect(lost.map(({ cell, tile }) => `${tile} at ${at(cell)}`)).toEqual([])
  }
}

function tileOf(room: Uint8Array, { x, y }: BoardPoint): number | undefined {
  return room[(y - origin.y) * roomSize.width + x - origin.x]
}

function at({ x, y }: BoardPoint): string {
  return `${x},${y}`
}
