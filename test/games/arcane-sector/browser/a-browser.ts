// The client that browsers run, on an island in memory: over a WebSocket of its own, in simulated time.
import { Client, type Subject } from '../../../../games/arcane-sector/client/client.ts'
import type { Who } from '../../../../games/arcane-sector/client/door.ts'
import { type FromServer, fromServer } from '../../../../games/arcane-sector/packets.ts'
import type { Island, Islander } from '../island.ts'

export class ABrowser {
  readonly client: Client
  readonly #room: Island
  #line: Islander | undefined
  #ms = 0
  /** What has changed, and by type what was told, the oldest first. */
  readonly changed: Subject[] = []
  readonly told: FromServer['type'][] = []
  /** How often another connection was wanted, and how often none. */
  readonly wanted = { again: 0, none: 0 }
  /** What is sent goes nowhere, and nobody is told. */
  isCut = false

  constructor(room: Island) {
    this.#room = room
    this.client = new Client({
      send: (frame) => !this.isCut && this.#line?.sendFrame(frame),
      leave: () => {
        this.wanted.none++
        this.#line?.hangUp()
        this.#line = undefined
      },
      comeAgain: () => this.wanted.again++,
      now: () => this.#ms,
      changed: (subject) => this.changed.push(subject),
      told: ({ type }) => this.told.push(type),
    })
  }

  /** Over a new connection, as who this is. */
  async comes(who: Who): Promise<void> {
    this.client.door.enter(who)
    await this.comesBack()
  }

  /** Over a new connection, as who he was. */
  async comesBack(): Promise<void> {
    this.isCut = false
    this.#line = this.#room.connect({ transport: 'websocket' })
    this.client.begun()
    await this.#room.judged()
    this.pass(10)
    const { closed } = this.#line ?? {}
    if (closed !== undefined) this.client.door.endedBy(closed)
  }

  /** The connection is gone, and nobody is told why. */
  isLost(): void {
    this.#line?.hangUp()
    this.#line = undefined
  }

  /** Time goes by, in which he takes all that comes. */
  pass(ms: number): void {
    for (let left = ms; left > 0; left -= 50) {
      const step = Math.min(50, left)
      this.#room.pass(step)
      this.#ms += step
      this.client.minds()
      while (this.#line && !this.isCut && this.#line.waiting > 0)
        this.client.heard(fromServer.encode(this.#line.next()!))
    }
  }

  /** What was told last. */
  get lastLine(): string | undefined {
    return this.client.lines.all.at(-1)?.text
  }
}

export const ann: Who = { id: 1, password: 'of ann', portrait: 1, character: { name: 'Ann' } }
export const bob: Who = { id: 2, password: 'of bob', portrait: 0, character: { name: 'Bob' } }
