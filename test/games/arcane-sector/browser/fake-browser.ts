// The client that browsers run, on an island in memory: over a WebSocket of its own, in simulated time.
import { Client, type ClientChange } from '../../../../games/arcane-sector/client/client.ts'
import type { Credentials } from '../../../../games/arcane-sector/client/login.ts'
import { type FromServer, fromServer } from '../../../../games/arcane-sector/packets.ts'
import type { Island, Islander } from '../harness/island-world.ts'

export class ABrowser {
  readonly client: Client
  readonly #room: Island
  #line: Islander | undefined
  #ms = 0
  /** What has changed, and by type what was told, the oldest first. */
  readonly changed: ClientChange[] = []
  readonly told: FromServer['type'][] = []
  /** How often another connection was wanted, and how often none. */
  readonly wanted = { again: 0, none: 0 }
  /** What is sent goes nowhere, and nobody is told. */
  isCut = false

  constructor(room: Island) {
    this.#room = room
    this.client = new Client({
      send: (frame) => !this.isCut && this.#line?.sendFrame(frame),
      disconnect: () => {
        this.wanted.none++
        this.#line?.hangUp()
        this.#line = undefined
      },
      reconnect: () => this.wanted.again++,
      now: () => this.#ms,
      onChange: (subject) => this.changed.push(subject),
      onPacket: ({ type }) => this.told.push(type),
    })
  }

  /** Over a new connection, as who this is. */
  async comes(who: Credentials): Promise<void> {
    this.client.login.submit(who)
    await this.comesBack()
  }

  /** Over a new connection, as who he was. */
  async comesBack(): Promise<void> {
    this.isCut = false
    this.#line = this.#room.connect({ transport: 'websocket' })
    this.client.onConnected()
    await this.#room.judged()
    this.pass(10)
    const { closed } = this.#line ?? {}
    if (closed !== undefined) this.client.login.onClosed(closed)
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
      this.client.tick()
      while (this.#line && !this.isCut && this.#line.waiting > 0)
        this.client.onFrame(fromServer.encode(this.#line.next()!))
    }
  }

  /** What was told last. */
  get lastLine(): string | undefined {
    return this.client.messageLog.all.at(-1)?.text
  }
}

export const ann: Credentials = { id: 1, password: 'of ann', portrait: 1, newCharacter: { name: 'Ann' } }
export const bob: Credentials = { id: 2, password: 'of bob', portrait: 0, newCharacter: { name: 'Bob' } }
