// The client of the player page without a screen. It uses the page's code, socket and map download.
import { onTestFinished } from 'vitest'
import { Client, type PlayerInput } from '../../../games/doom-2077/browser/client/client.ts'
import type { Geometry } from '../../../games/doom-2077/map/geometry.ts'
import { seededRandom } from '../../../wire/util/random.ts'
import { pollOptions, type Site } from '../running-site.ts'

const frameMs = 33

export class DoomBrowser {
  readonly client: Client
  readonly #socket: WebSocket

  /**
   * A client that joins with this name, turns to the first other player alive and shoots. `room`: as `game/room`.
   * `secret`: the secret of an earlier visit.
   */
  constructor(site: Site, room: string, name: string, secret = crypto.randomUUID().replaceAll('-', '')) {
    this.#socket = new WebSocket(`${site.url.replace(/^http/, 'ws')}/${room}`)
    this.#socket.binaryType = 'arraybuffer'
    const chance = seededRandom(`browser of ${name}`)
    this.client = new Client({
      send: (datagram) => this.#socket.readyState === WebSocket.OPEN && this.#socket.send(datagram),
      loadMap: async (map) => {
        const answer = await fetch(`${site.url}/${room}/api/geometry/${map}`)
        this.client.setMap((await answer.json()) as Geometry, performance.now())
      },
      playSound() {},
      random: chance,
      secret,
    })
    this.#socket.addEventListener('open', () => this.client.onConnected(performance.now()))
    this.#socket.addEventListener('message', ({ data }) =>
      this.client.handleDatagram(new Uint8Array(data as ArrayBuffer), performance.now()),
    )
    this.client.join(name, performance.now())
    const frames = setInterval(() => this.client.advance(performance.now(), this.#hands()), frameMs)
    onTestFinished(() => {
      clearInterval(frames)
      this.#socket.close()
    })
  }

  static async joined(site: Site, room: string, name: string, secret?: string): Promise<DoomBrowser> {
    const browser = new DoomBrowser(site, room, name, secret)
    const end = performance.now() + pollOptions.timeout
    while (!browser.client.isReadyToDraw || browser.client.scores.length === 0) {
      if (performance.now() > end) throw new Error(`${name} did not join`)
      await new Promise((resolve) => setTimeout(resolve, frameMs))
    }
    return browser
  }

  leave(): void {
    this.client.leave()
  }

  /** The scoreboard, each player as `name kills-deaths`. */
  get scores(): readonly string[] {
    return this.client.scores.map(({ name, kills, deaths }) => `${name} ${kills}-${deaths}`)
  }

  #hands(): PlayerInput {
    const { walker, others } = this.client
    const [target] = [...others.values()].filter(({ health }) => health > 0)
    const place = target?.latestPosition
    if (!place) return { forward: 0, sideways: 0, turn: 0, isFiring: false }
    const wanted = (Math.atan2(walker.y - place.y / 1000, place.x / 1000 - walker.x) * 180) / Math.PI
    const turn = ((((wanted - walker.angle) % 360) + 540) % 360) - 180
    return { forward: 0, sideways: performance.now() % 2000 < 1000 ? 1 : -1, turn, isFiring: true }
  }
}
