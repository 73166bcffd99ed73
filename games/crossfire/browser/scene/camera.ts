// Where the middle of the screen is: on the player, and on its way to him while he walks, so that steps run into each other.
import type { Client } from '../client/client.ts'

/** A step is as long as an act, as far as these: milliseconds. */
const shortest = 60
const longest = 320
const usual = 160
/** Cells, above which it is no walk: the screen is there at once. */
const jump = 2

export class Camera {
  readonly #client: Client
  #from = { x: 0, y: 0 }
  #to = { x: 0, y: 0 }
  #since = 0
  #ms = usual

  constructor(client: Client) {
    this.#client = client
    client.events.on('map', (change) => {
      if (change.change === 'scroll') this.#follow(change.dx, change.dy)
      else if (change.change === 'new') this.#stand()
    })
  }

  /** The cell in the middle, in parts of a cell. `moves`: it will be elsewhere in the next frame. */
  at(now: number, still: boolean): { x: number; y: number; moves: boolean } {
    const part = still ? 1 : Math.min(1, Math.max(0, (now - this.#since) / this.#ms))
    if (part >= 1) return { x: this.#client.map.x, y: this.#client.map.y, moves: false }
    return {
      x: this.#from.x + (this.#to.x - this.#from.x) * part,
      y: this.#from.y + (this.#to.y - this.#from.y) * part,
      moves: true,
    }
  }

  #stand(): void {
    this.#since = Number.NEGATIVE_INFINITY
  }

  #follow(dx: number, dy: number): void {
    const { map, commands } = this.#client
    const now = performance.now()
    const before = this.at(now, false)
    const { x, y } = map
    // While it stands it is where the player was.
    this.#from = before.moves ? { x: before.x, y: before.y } : { x: x - dx, y: y - dy }
    this.#to = { x, y }
    if (Math.max(Math.abs(x - this.#from.x), Math.abs(y - this.#from.y)) > jump) return this.#stand()
    this.#since = now
    this.#ms = Math.min(longest, Math.max(shortest, commands.actMs || usual))
  }
}
