// The browser client connected to a room in memory, in simulated time. The connection uses the client's own WebSocket
// code.
import { Client } from '../../../../games/crossfire/browser/client/client.ts'
import type { ClientEvents } from '../../../../games/crossfire/browser/client/core/client-event.ts'
import type { Town } from '../harness/room-harness.ts'
import type { ClientConnection } from '../harness/test-client.ts'

type Happened = {
  [S in keyof ClientEvents]: { readonly subject: S; readonly detail: ClientEvents[S] }
}[keyof ClientEvents]

const subjects = [
  ...([
    'stage',
    'failure',
    'query',
    'characterCreation',
    'map',
    'magicMap',
    'face',
    'self',
    'stats',
    'skills',
  ] as const),
  ...(['spells', 'items', 'pickup', 'message', 'sound', 'music', 'notice', 'commands', 'ended'] as const),
]

export class BrowserClient {
  readonly client: Client
  readonly #town: Town
  readonly #kept: Uint8Array[] | undefined
  #connection: ClientConnection
  #ms = 0
  /** The events that the client has reported, without ticks. */
  readonly happened: Happened[] = []
  readonly sent: string[] = []

  /** `kept`: the array to which every received frame is added. */
  constructor(town: Town, kept?: Uint8Array[]) {
    this.#town = town
    this.#kept = kept
    this.#connection = town.room.connect({ transport: 'websocket' })
    this.client = new Client({
      send: (frame) => {
        this.sent.push(new TextDecoder('latin1').decode(frame))
        this.#connection.sendFrame(frame)
      },
      now: () => this.#ms,
    })
    for (const subject of subjects)
      this.client.events.on(subject, (detail) => this.happened.push({ subject, detail } as Happened))
    this.client.onConnected()
    this.look()
  }

  look(): void {
    for (let packet = this.#connection.next(); packet; packet = this.#connection.next()) {
      this.#kept?.push(packet.frame)
      this.client.handleFrame(packet.frame)
    }
  }

  pass(ms: number): void {
    this.#town.room.pass(ms)
    this.#ms += ms
    this.look()
  }

  async passwordsChecked(): Promise<void> {
    this.look()
    await this.#town.room.settled()
    this.pass(5)
    await this.#town.room.settled()
    this.look()
  }

  do(text: string): void {
    this.client.commands.send(text)
    for (let ms = 0; this.client.commands.unacknowledged > 0; ms += 10) {
      if (ms > 20_000) throw new Error(`${text} is not done`)
      this.pass(10)
    }
  }

  async reconnected(): Promise<void> {
    this.#connection.hangUp()
    this.client.onDisconnected()
    this.#connection = this.#town.room.connect({ transport: 'websocket' })
    this.client.onConnected()
    await this.passwordsChecked()
    await this.passwordsChecked()
  }

  get texts(): string[] {
    return this.client.messages.all.map(({ text }) => text)
  }

  get closed(): string | undefined {
    return this.#connection.closed
  }

  /** The faces at a position relative to the player, from the bottom up. */
  facesAt(dx: number, dy: number): number[] {
    const { map, animations, tick } = this.client
    const cell = map.cell(map.x + dx, map.y + dy)
    if (!cell || cell.remembered) return []
    return cell.layers.flatMap((layer) => (layer ? [animations.faceOf(layer, tick)] : []))
  }
}

/** A client with a new character of a new account. */
export async function openPlayingClient(
  town: Town,
  name: string,
  race = 'human',
  view = [17, 13],
  kept?: Uint8Array[],
): Promise<BrowserClient> {
  const browser = new BrowserClient(town, kept)
  const { client } = browser
  client.requestViewSize(view[0]!, view[1]!)
  client.login.logIn(`of ${name}`, 'secret', true)
  await browser.passwordsChecked()
  client.characterCreation.ask()
  browser.look()
  const { id } = client.characterCreation.races.find((one) => one.name === race)!
  const chosen = {
    name,
    race: id,
    class: client.characterCreation.classes[0]!.id,
    start: undefined,
    abilities: {},
  }
  client.login.create(chosen, client.characterCreation.encodeChoices(chosen))
  browser.pass(5)
  return browser
}
