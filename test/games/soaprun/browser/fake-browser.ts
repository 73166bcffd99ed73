// A player in a browser, without one: the conversation and the rules of its client, in a room in memory. Simulated time.

import { frameMs, tileOf } from '../../../../games/soaprun/browser/client/figure.ts'
import { GameClient, type Press } from '../../../../games/soaprun/browser/client/game.ts'
import { RequestQueue } from '../../../../games/soaprun/browser/client/request-queue.ts'
import type { Heading } from '../../../../games/soaprun/browser/client/runner.ts'
import type { SoundEvent } from '../../../../games/soaprun/browser/client/sounds.ts'
import type { FromClient } from '../../../../games/soaprun/packets.ts'
import { seededRandom } from '../../../wire/packets/seeded-random.ts'
import type { SoaprunRoom } from '../fixture-room.ts'

export class ABrowser {
  /** What it said, and what it would have sounded. */
  readonly said: FromClient[] = []
  readonly sounds: SoundEvent[] = []
  game!: GameClient
  /** What the room says lies on the way, and does not come. */
  cut = false
  readonly #room: SoaprunRoom
  readonly #client: ReturnType<SoaprunRoom['harness']['client']>
  readonly #conversation: RequestQueue

  constructor(room: SoaprunRoom, seed = 1) {
    this.#room = room
    const chance = seededRandom(seed)
    this.#conversation = new RequestQueue({
      send: (packet) => {
        this.#client.call.sendFrame(packet)
        room.harness.clock.settle()
      },
      onSeated: () => {
        const talk = this.#conversation
        this.game = new GameClient({
          request: (packet) => {
            this.said.push(packet)
            talk.request(packet)
          },
          get awaitsField() {
            return talk.awaitsField
          },
          random: chance,
          playSound: (sound) => this.sounds.push(sound),
        })
      },
      onReply: (answer, asked) => this.game.onReply(answer, asked),
    })
    this.#client = room.harness.client('websocket', '127.0.0.1', 'stage')
    this.#conversation.reset()
    this.#hear()
  }

  get tile() {
    return tileOf(this.game.self.place)
  }

  get closed(): string | undefined {
    return this.#client.closedFor
  }

  get waiting(): number {
    return this.#conversation.waiting
  }

  /** So many frames in which ways are held; `ok` and the like are pressed in the first alone. */
  frames(count: number, { ways = [], ...pressed }: Press & { ways?: readonly Heading[] } = {}): void {
    if (Object.keys(pressed).length > 0) this.game.press(pressed)
    for (let n = 0; n < count; n++) {
      this.#room.pass(frameMs)
      this.#hear()
      this.game.frame(ways)
      this.#hear()
    }
  }

  /** Walks so many tiles each way, however long that takes. */
  walk(...legs: readonly (readonly [heading: Heading, tiles: number])[]): void {
    for (const [heading, tiles] of legs) {
      const from = this.tile
      const gone = () => (this.tile.x - from.x) * heading.x + (this.tile.y - from.y) * heading.y
      for (let n = 0; n < 400 && !(gone() >= tiles && this.game.self.rests); n++) {
        this.frames(1, { ways: gone() >= tiles ? [] : [heading] })
      }
    }
  }

  #hear(): void {
    if (this.cut) return
    for (let frame = this.#client.received.shift(); frame; frame = this.#client.received.shift())
      this.#conversation.onFrame(frame as Uint8Array)
  }
}
