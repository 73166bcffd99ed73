// The browser client on an in-memory island, over its own WebSocket, in simulated time.
import { type ChangedPart, Client } from '../../../../games/arcane-sector/client/client.ts'
import type { Credentials } from '../../../../games/arcane-sector/client/login.ts'
import { type FromServer, fromServer } from '../../../../games/arcane-sector/packets.ts'
import type { Island, IslandPlayer } from '../harness/island-world.ts'

export class ABrowser {
  readonly client: Client
  readonly #room: Island
  #line: IslandPlayer | undefined
  #ms = 0
  /** The changes that the client has reported, and the types of received packets, oldest first. */
  readonly changed: ChangedPart[] = []
  readonly receivedPackets: FromServer['type'][] = []
  /** How often the client has tried to reconnect (`again`), and to disconnect (`none`). */
  readonly wanted = { again: 0, none: 0 }
  /** Whether the connection silently drops all packets that the client sends. */
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
      onPacket: ({ type }) => this.receivedPackets.push(type),
    })
  }

  async comes(who: Credentials): Promise<void> {
    this.client.login.submit(who)
    await this.comesBack()
  }

  async comesBack(): Promise<void> {
    await this.connects()
    this.pass(10)
    const { closed } = this.#line ?? {}
    if (closed !== undefined) this.client.login.onClosed(closed)
  }

  async connects(): Promise<void> {
    this.isCut = false
    this.#line = this.#room.connect({ transport: 'websocket' })
    this.client.onConnected()
    await this.#room.passwordsChecked()
  }

  /** Passes the room's packets on until one of this type. Answers to later packets do not arrive. */
  passUntil(type: FromServer['type']): void {
    while (this.receivedPackets.at(-1) !== type) this.client.onFrame(fromServer.encode(this.#line!.next()!))
    this.#room.pass(10)
  }

  /** Breaks the connection without a close reason. */
  isLost(): void {
    this.#line?.hangUp()
    this.#line = undefined
  }

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

  /** The text of the newest message. */
  get lastLine(): string | undefined {
    return this.client.messageLog.all.at(-1)?.text
  }
}

export const annCredentials: Credentials = {
  id: 1,
  password: 'of ann',
  portrait: 1,
  newCharacter: { name: 'Ann' },
}
export const bobCredentials: Credentials = {
  id: 2,
  password: 'of bob',
  portrait: 0,
  newCharacter: { name: 'Bob' },
}
