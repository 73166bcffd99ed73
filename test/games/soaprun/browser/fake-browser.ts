// Runs the browser client without a browser, connected to an in-memory room. Simulated time.

import { frameMs, toTile } from '../../../../games/soaprun/browser/client/figure.ts'
import {
  GameClient,
  type GameClientContext,
  type KeyPress,
} from '../../../../games/soaprun/browser/client/game.ts'
import { RequestQueue } from '../../../../games/soaprun/browser/client/request-queue.ts'
import type { Heading } from '../../../../games/soaprun/browser/client/runner.ts'
import type { SoundEvent } from '../../../../games/soaprun/browser/client/sounds.ts'
import type { FromClient } from '../../../../games/soaprun/packets.ts'
import { seededRandom } from '../../../wire/packets/seeded-random.ts'
import type { SoaprunRoom } from '../fixture-room.ts'

let secrets = 0

export class FakeBrowser {
  readonly sentPackets: FromClient[] = []
  readonly sounds: SoundEvent[] = []
  game!: GameClient
  returned = false
  /** While true, replies do not arrive. */
  cut = false
  readonly #room: SoaprunRoom
  readonly #client: ReturnType<SoaprunRoom['harness']['client']>
  readonly #requests: RequestQueue

  /** `secret`: the secret of the player to whom this browser returns (default: a new player). */
  constructor(room: SoaprunRoom, { seed = 1, secret = `${++secrets}`.padStart(32, '0') } = {}) {
    this.#room = room
    const chance = seededRandom(seed)
    this.#requests = new RequestQueue(
      {
        send: (packet) => {
          this.#client.call.sendFrame(packet)
          room.harness.clock.settle()
        },
        onLoggedIn: ({ returned, x, y }) => {
          const talk = this.#requests
          this.returned = returned === 1
          const context: GameClientContext = {
            request: (packet) => {
              this.sentPackets.push(packet)
              talk.request(packet)
            },
            get awaitsField() {
              return talk.awaitsField
            },
            random: chance,
            playSound: (sound) => this.sounds.push(sound),
          }
          this.game = new GameClient(context, { x, y })
        },
        onReply: (answer, asked) => this.game.onReply(answer, asked),
      },
      secret,
    )
    this.#client = room.harness.client('websocket', '127.0.0.1', 'stage')
    this.#requests.reset()
    this.#hear()
  }

  get tile() {
    return toTile(this.game.self.place)
  }

  get closed(): string | undefined {
    return this.#client.closedFor
  }

  get waiting(): number {
    return this.#requests.waiting
  }

  /** `ways` are held in every frame. Other buttons, such as `ok`, are pressed only in the first frame. */
  frames(count: number, { ways = [], ...pressed }: KeyPress & { ways?: readonly Heading[] } = {}): void {
    if (Object.keys(pressed).length > 0) this.game.press(pressed)
    for (let n = 0; n < count; n++) {
      this.#room.pass(frameMs)
      this.#hear()
      this.game.frame(ways)
      this.#hear()
    }
  }

  /** Walks along `legs`. Each leg is a direction and a number of tiles. */
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
      this.#requests.onFrame(frame as Uint8Array)
  }
}
