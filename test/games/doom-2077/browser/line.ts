// A player's client and a room in memory, with a line between them that takes its time and loses what it is told to.
import { seededRandom } from '../../../../durable-objects/room/world/random.ts'
import { Client, type Input } from '../../../../games/doom-2077/browser/client.ts'
import { mapsOf, readWad } from '../../../../games/doom-2077/import/wad.ts'
import { arenaName, arenaWad } from '../../../../games/doom-2077/made/arena/arena.ts'
import { geometryOf } from '../../../../games/doom-2077/map/geometry.ts'
import type { Noise } from '../../../../games/doom-2077/view/noises.ts'
import type { Room, Talker } from '../conversation.ts'

export const still: Input = { ahead: 0, aside: 0, turn: 0, fires: false }
/** Milliseconds between two frames. */
export const frameMs = 17

const geometry = geometryOf(mapsOf(readWad(arenaWad())).get(arenaName)!, true)

interface Line {
  /** Milliseconds each way. */
  readonly delay: number
  /** 0 to 1. */
  readonly loss: number
}

export class Played {
  readonly client: Client
  readonly noises: Noise[] = []
  readonly sent: Uint8Array[] = []
  readonly #room: Room
  #talker: Talker
  readonly #connection: Line
  readonly #chance: () => number
  #under: { readonly at: number; readonly act: () => void }[] = []
  isCut = false

  constructor(room: Room, name: string, connection: Line = { delay: 0, loss: 0 }) {
    this.#room = room
    this.#connection = connection
    this.#chance = seededRandom(`line of ${name}`)
    this.#talker = room.address('192.0.2.7', 'websocket')
    this.client = new Client({
      send: (datagram) => {
        this.sent.push(datagram)
        this.#carry(() => this.#talker.sayBytes(datagram))
      },
      needs: () => this.#carry(() => this.client.enter(geometry, room.now), false),
      heard: (noise) => this.noises.push(noise),
      chance: this.#chance,
    })
    this.client.join(name, room.now)
  }

  /** What is lost is only what a datagram may lose: of joining nothing. */
  #carry(act: () => void, mayBeLost = this.client.isShown): void {
    if (this.isCut || (mayBeLost && this.#chance() < this.#connection.loss)) return
    this.#under.push({ at: this.#room.now + this.#connection.delay, act })
  }

  /** Its socket breaks, and there is a new one: what was under way is lost. */
  reconnect(): void {
    this.#talker.vanish()
    this.#talker = this.#room.address('192.0.2.7', 'websocket')
    this.#under = []
    this.isCut = false
    this.client.begun(this.#room.now)
  }

  /** One frame of the browser's. */
  frame(input: Input = still): void {
    for (const { bytes } of this.#talker.take()) this.#carry(() => this.client.heard(bytes, this.#room.now))
    const due = this.#under.filter(({ at }) => at <= this.#room.now)
    this.#under = this.#under.filter(({ at }) => at > this.#room.now)
    for (const { act } of due) act()
    this.client.frame(this.#room.now, input)
  }
}

/** Frames for so long; each does by turns what it is told for its time. */
export function play(
  room: Room,
  ms: number,
  ...players: readonly (readonly [Played, (at: number) => Input])[]
): void {
  for (const end = room.now + ms; room.now < end; room.pass(frameMs))
    for (const [played, hands] of players) played.frame(hands(room.now))
}
