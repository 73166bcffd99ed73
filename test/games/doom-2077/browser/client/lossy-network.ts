// A browser client and a room in memory, with latency and packet loss between them.

import { Client, type PlayerInput } from '../../../../../games/doom-2077/browser/client/client.ts'
import type { SoundName } from '../../../../../games/doom-2077/view/sounds.ts'
import { seededRandom } from '../../../../../wire/util/random.ts'
import { arenaGeometry } from '../../match-harness.ts'
import type { DoomTestRoom, TestClient } from '../../test-client.ts'

export const noInput: PlayerInput = { forward: 0, sideways: 0, turn: 0, isFiring: false }
export const frameMs = 17

interface NetworkLine {
  /** One-way latency in milliseconds. */
  readonly delay: number
  /** Share of lost datagrams, 0 to 1. */
  readonly loss: number
}

export class BrowserPlayer {
  readonly client: Client
  readonly noises: SoundName[] = []
  readonly sent: Uint8Array[] = []
  readonly received: Uint8Array[] = []
  readonly #room: DoomTestRoom
  #connectedClient: TestClient
  readonly #connection: NetworkLine
  readonly #random: () => number
  #inTransit: { readonly at: number; readonly act: () => void }[] = []
  isCut = false

  constructor(room: DoomTestRoom, name: string, connection: NetworkLine = { delay: 0, loss: 0 }) {
    this.#room = room
    this.#connection = connection
    this.#random = seededRandom(`line of ${name}`)
    this.#connectedClient = room.connectFrom('192.0.2.7', 'websocket')
    this.client = new Client({
      send: (datagram) => {
        this.sent.push(datagram)
        this.#carry(() => this.#connectedClient.sendBytes(datagram))
      },
      loadMap: () => this.#carry(() => this.client.setMap(arenaGeometry, room.now), false),
      playSound: (noise) => this.noises.push(noise),
      random: this.#random,
      secret: crypto.randomUUID().replaceAll('-', ''),
    })
    this.client.join(name, room.now)
  }

  /** While the client joins, no datagram is dropped. */
  #carry(act: () => void, mayBeLost = this.client.isReadyToDraw): void {
    if (this.isCut || (mayBeLost && this.#random() < this.#connection.loss)) return
    this.#inTransit.push({ at: this.#room.now + this.#connection.delay, act })
  }

  /** Datagrams in transit are lost. */
  reconnect(): void {
    this.#connectedClient.disconnect()
    this.#connectedClient = this.#room.connectFrom('192.0.2.7', 'websocket')
    this.#inTransit = []
    this.isCut = false
    this.client.onConnected(this.#room.now)
  }

  frame(input: PlayerInput = noInput): void {
    for (const { bytes } of this.#connectedClient.takeDatagrams())
      this.#carry(() => {
        this.received.push(bytes)
        this.client.handleDatagram(bytes, this.#room.now)
      })
    const due = this.#inTransit.filter(({ at }) => at <= this.#room.now)
    this.#inTransit = this.#inTransit.filter(({ at }) => at > this.#room.now)
    for (const { act } of due) act()
    this.client.advance(this.#room.now, input)
  }
}

/** Each player has a function that returns the input at a time. */
export function play(
  room: DoomTestRoom,
  ms: number,
  ...players: readonly (readonly [BrowserPlayer, (at: number) => PlayerInput])[]
): void {
  for (const end = room.now + ms; room.now < end; room.advance(frameMs))
    for (const [played, hands] of players) played.frame(hands(room.now))
}
