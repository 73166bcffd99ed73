// A screen and its thin client, run on an island in memory in simulated time: it has what it is shown, and acknowledges it.
import { DrawingCache, type RoomSocket, RemoteClientRun } from '../../../../durable-objects/remote-client/remote-client-run.ts'
import { encodeMapData, tileVariants } from '../../../../games/arcane-sector/import/map-data.ts'
import { highestKind, unpackTiles } from '../../../../games/arcane-sector/import/compressed-tiles.ts'
import {
  type ScreenDialect,
  type FromScreen,
  fromScreen,
  streamSize,
} from '../../../../games/arcane-sector/packets/pixel-stream.ts'
import {
  type FromClient,
  type FromServer,
  fromClient,
  fromServer,
} from '../../../../games/arcane-sector/packets.ts'
import { createRemoteClient, remoteClients } from '../../../../games/arcane-sector/remote-client/index.ts'
import { decodeFrame } from '../../../../games/arcane-sector/remote-client/frame-encoder.ts'
import { type Art, drawArt } from '../../../../games/arcane-sector/view/art/art.ts'
import type { Point } from '../../../../games/arcane-sector/view/first-person/view-input.ts'
import type { RemoteClientRequest } from '../../../../games/game.ts'
import type { Island } from '../harness/island-world.ts'
import { worldFile } from '../transcripts.ts'

/** Made once, for it takes half a second. */
const art = drawArt()
const terrain = unpackTiles('terrain', JSON.parse(new TextDecoder().decode(worldFile())).terrain, highestKind)
const land = encodeMapData(terrain, tileVariants(terrain))

export class AScreen {
  readonly #room: Island
  readonly #dialect: ScreenDialect
  readonly #drawArt: () => Art
  readonly #drawn: DrawingCache
  #run: RemoteClientRun | undefined
  #line: { heard(): void; lost(reason: string): void } | undefined
  readonly picture = new Uint8Array(streamSize.width * streamSize.height * 4)
  /** As they came. */
  readonly messages: Uint8Array[] = []
  readonly cursors: NonNullable<ReturnType<typeof decodeFrame>>[] = []
  readonly faults: unknown[] = []
  #sent: FromClient[] = []
  readonly #told = new Map<FromServer['type'], FromServer>()
  ended: { readonly code: number; readonly reason: string } | undefined
  /** Whether it says at once that it has shown a picture. */
  acknowledges = true
  /** Whether the room has any such clients, and can be reached, and for what it turns away. */
  readonly itsRoom = { offers: true, isThere: true, answers: true, turnsAway: '' }
  /** How often the room was dialled. */
  dialled = 0

  constructor(room: Island, dialect: ScreenDialect = 2019, drawArt = () => art, drawn = new DrawingCache()) {
    this.#room = room
    this.#dialect = dialect
    this.#drawArt = drawArt
    this.#drawn = drawn
  }

  /** By cookies, or by this first message. */
  async comes(cookies: RemoteClientRequest['cookies'], first?: string): Promise<void> {
    const { clock } = this.#room.harness
    this.#run = new RemoteClientRun({
      door: { ...remoteClients, createClient: (asked, file, around) => createRemoteClient(asked, file, around, this.#drawArt) },
      request: { cookies, query: { dialect: String(this.#dialect) } },
      ...{ file: land, clock },
      drawn: (draw) => this.#drawn.get(draw),
      room: {
        isAllowed: async () => this.itsRoom.offers,
        connect: async (heard, left) => this.#dial(heard, left),
      },
      screen: {
        send: (message) => this.#show(message as Uint8Array),
        close: (code, reason) => {
          this.ended = { code, reason }
        },
      },
      onEnded: () => {},
      onFault: (error) => this.faults.push(error),
    })
    this.#run.start()
    if (first !== undefined) this.#run.screenMessage(first)
    await this.settles()
  }

  /** What waits for promises is done: passwords are judged, too. */
  async settles(): Promise<void> {
    for (let round = 0; round < 3; round++) {
      await this.#room.settled()
      await this.#room.judged()
      this.pass(50)
    }
  }

  /** Time goes by, in which all that comes is taken. */
  pass(ms: number): void {
    for (let left = ms; left > 0; left -= 50) {
      this.#room.pass(Math.min(50, left))
      this.#line?.heard()
    }
  }

  say(...done: readonly FromScreen[]): void {
    for (const one of done) this.saysRaw(fromScreen.encode(one))
  }

  saysRaw(message: Uint8Array | string): void {
    this.#run?.screenMessage(message)
    this.#line?.heard()
  }

  /** A key goes down and up, and the room answers. */
  types(...keys: readonly number[]): void {
    for (const key of keys) {
      this.say({ type: 'keyDown', key }, { type: 'keyUp', key })
      this.pass(250)
    }
  }

  /** A button of the mouse goes down and up, and the room answers. */
  presses(x: number, y: number, button: 'left' | 'right' = 'left'): void {
    this.say({ type: 'pressed', x, y, button }, { type: 'released', x, y, button })
    this.pass(250)
  }

  drags(from: Point, to: Point): void {
    this.say({ type: 'pressed', ...from, button: 'left' }, { type: 'moved', ...to })
    this.say({ type: 'released', ...to, button: 'left' })
    this.pass(250)
  }

  closes(): void {
    this.#run?.screenClosed()
  }

  /** The room's end of the line is gone, for this reason. */
  isLost(reason = ''): void {
    this.#line?.lost(reason)
  }

  /** What was sent to the room since this was asked last, but for logins and PING. */
  sent(): FromClient[] {
    const sent = this.#sent.filter(({ type }) => !['ENTR', 'MYPC', 'PING'].includes(type))
    this.#sent = []
    return sent
  }

  /** What the room told of this kind last. */
  told<T extends FromServer['type']>(type: T) {
    return this.#told.get(type) as Extract<FromServer, { readonly type: T }> | undefined
  }

  get pictures(): readonly Uint8Array[] {
    return this.messages.filter((message) => (message[0]! & 1) === 0 || message[0] === 1)
  }

  #show(message: Uint8Array): void {
    this.messages.push(message)
    const cursor = decodeFrame(message, this.picture, this.#dialect)
    if (cursor) this.cursors.push(cursor)
    else if (this.acknowledges) this.say({ type: 'shown' })
  }

  #dial(heard: (frame: Uint8Array) => void, left: (reason: string) => void): RoomSocket | undefined {
    this.dialled++
    if (!this.itsRoom.answers) throw new Error('the room is overloaded')
    if (!this.itsRoom.isThere) return undefined
    const player = this.#room.connect({ transport: 'websocket' })
    let isOpen = true
    const told = this.#told
    const ends = (reason: string) => {
      isOpen = false
      left(reason)
    }
    this.#line = {
      heard() {
        while (isOpen && player.waiting > 0) {
          const packet = player.next()!
          told.set(packet.type, packet)
          heard(fromServer.encode(packet))
        }
        if (isOpen && player.closed !== undefined) ends(player.closed)
      },
      lost(reason) {
        player.hangUp()
        ends(reason)
      },
    }
    return {
      send: (frame) => {
        this.#sent.push(fromClient.decode(frame as Uint8Array))
        if (this.itsRoom.turnsAway) this.#line?.lost(this.itsRoom.turnsAway)
        else if (isOpen) player.sendFrame(frame)
      },
      close() {
        if (isOpen) player.hangUp()
        isOpen = false
      },
    }
  }
}

export const cookiesOf = (id: number, name: string, password = `of ${name}`) => ({
  ...{ player_id: `${id}`, password, name },
})
