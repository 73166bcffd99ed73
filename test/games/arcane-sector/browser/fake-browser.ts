// The browser client on an in-memory island, over its own WebSocket, in simulated time.
import { Client } from '../../../../games/arcane-sector/client/client.ts'
import type { Credentials } from '../../../../games/arcane-sector/client/login.ts'
import { type FromServer, fromServer } from '../../../../games/arcane-sector/packets.ts'
import type { Island, IslandPlayer } from '../harness/island-world.ts'

export class FakeBrowser {
  readonly client: Client
  readonly #room: Island
  #connection: IslandPlayer | undefined
  #ms = 0
  /** The types of received packets, oldest first. */
  readonly receivedPackets: FromServer['type'][] = []
  /** How often the client has requested a new connection, and the end of its connection. */
  reconnectRequests = 0
  disconnectRequests = 0
  /** Whether the connection silently drops all packets that the client sends. */
  isCut = false

  constructor(room: Island) {
    this.#room = room
    this.client = new Client({
      send: (frame) => !this.isCut && this.#connection?.sendFrame(frame),
      disconnect: () => {
        this.disconnectRequests++
        this.loseConnection()
      },
      reconnect: () => this.reconnectRequests++,
      now: () => this.#ms,
      onChange() {},
      onPacket: ({ type }) => this.receivedPackets.push(type),
    })
  }

  async logIn(who: Credentials): Promise<void> {
    this.client.login.submit(who)
    await this.reconnect()
  }

  async reconnect(): Promise<void> {
    await this.connect()
    this.pass(10)
    const { closed } = this.#connection ?? {}
    if (closed !== undefined) this.client.login.onClosed(closed)
  }

  async connect(): Promise<void> {
    this.isCut = false
    this.#connection = this.#room.connect({ transport: 'websocket' })
    this.client.onConnected()
    await this.#room.passwordsChecked()
  }

  /** Gives the client the room's packets up to the first one of this type. Later ones do not arrive. */
  passUntil(type: FromServer['type']): void {
    while (this.receivedPackets.at(-1) !== type)
      this.client.onFrame(fromServer.encode(this.#connection!.next()!))
    this.#room.pass(10)
  }

  /** Breaks the connection without a close reason. */
  loseConnection(): void {
    this.#connection?.hangUp()
    this.#connection = undefined
  }

  pass(ms: number): void {
    for (let left = ms; left > 0; left -= 50) {
      const step = Math.min(50, left)
      this.#room.pass(step)
      this.#ms += step
      this.client.tick()
      while (this.#connection && !this.isCut && this.#connection.waiting > 0)
        this.client.onFrame(fromServer.encode(this.#connection.next()!))
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
