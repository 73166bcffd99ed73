// A screen and its remote client on an in-memory island in simulated time. The screen records and acknowledges frames.
import {
  DrawingCache,
  RemoteClientRun,
  type RoomSocket,
} from '../../../../durable-objects/remote-client/remote-client-run.ts'
import { maxTileKind, unpackTiles } from '../../../../games/arcane-sector/import/compressed-tiles.ts'
import { encodeMapData, tileVariants } from '../../../../games/arcane-sector/import/map-data.ts'
import {
  type FromThinClient,
  type ScreenDialect,
  streamSize,
  thinClientMessages,
} from '../../../../games/arcane-sector/packets/pixel-stream.ts'
import {
  type FromClient,
  type FromServer,
  fromClient,
  fromServer,
} from '../../../../games/arcane-sector/packets.ts'
import { applyScreenMessage } from '../../../../games/arcane-sector/remote-client/frame-decoder.ts'
import { createRemoteClient, remoteClients } from '../../../../games/arcane-sector/remote-client/index.ts'
import { type Art, drawArt } from '../../../../games/arcane-sector/view/art/art.ts'
import type { Point } from '../../../../games/arcane-sector/view/first-person/view-input.ts'
import type { RemoteClientRequest } from '../../../../games/game.ts'
import type { Island } from '../harness/island-world.ts'
import { worldFile } from '../transcripts.ts'

/** All screens share this art, because drawing it takes half a second. */
const art = drawArt()
const terrain = unpackTiles('terrain', JSON.parse(new TextDecoder().decode(worldFile())).terrain, maxTileKind)
const land = encodeMapData(terrain, tileVariants(terrain))

export class FakeScreen {
  readonly #room: Island
  readonly #dialect: ScreenDialect
  readonly #drawArt: () => Art
  readonly #drawn: DrawingCache
  #run: RemoteClientRun | undefined
  #roomConnection: { received(): void; lost(reason: string): void } | undefined
  readonly picture = new Uint8Array(streamSize.width * streamSize.height * 4)
  readonly messages: Uint8Array[] = []
  readonly cursors: NonNullable<ReturnType<typeof applyScreenMessage>>[] = []
  readonly faults: unknown[] = []
  #sent: FromClient[] = []
  readonly #receivedPackets = new Map<FromServer['type'], FromServer>()
  ended: { readonly code: number; readonly reason: string } | undefined
  acknowledges = true
  /** The room that the remote client joins. `rejectReason`: why the room rejects clients; '' if it accepts them. */
  readonly room = { allowsRemoteClients: true, exists: true, answers: true, rejectReason: '' }
  connectionAttempts = 0

  constructor(room: Island, dialect: ScreenDialect = 2019, drawArt = () => art, drawn = new DrawingCache()) {
    this.#room = room
    this.#dialect = dialect
    this.#drawArt = drawArt
    this.#drawn = drawn
  }

  /** `first`: the first message of the screen. */
  async connect(cookies: RemoteClientRequest['cookies'], first?: string): Promise<void> {
    const { clock } = this.#room.harness
    this.#run = new RemoteClientRun({
      factory: {
        ...remoteClients,
        createClient: (asked, file, around) => createRemoteClient(asked, file, around, this.#drawArt),
      },
      request: { cookies, query: { dialect: String(this.#dialect) } },
      ...{ file: land, clock },
      drawn: (draw) => this.#drawn.get(draw),
      room: {
        isAllowed: async () => this.room.allowsRemoteClients,
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
    await this.settle()
  }

  async settle(): Promise<void> {
    for (let round = 0; round < 3; round++) {
      await this.#room.settled()
      await this.#room.passwordsChecked()
      this.pass(50)
    }
  }

  pass(ms: number): void {
    for (let left = ms; left > 0; left -= 50) {
      this.#room.pass(Math.min(50, left))
      this.#roomConnection?.received()
    }
  }

  send(...inputs: readonly FromThinClient[]): void {
    for (const one of inputs) this.sendRaw(thinClientMessages.encode(one))
  }

  sendRaw(message: Uint8Array | string): void {
    this.#run?.screenMessage(message)
    this.#roomConnection?.received()
  }

  /** Waits for the reply to each key. */
  pressKeys(...keys: readonly number[]): void {
    for (const key of keys) {
      this.send({ type: 'keyDown', key }, { type: 'keyUp', key })
      this.pass(250)
    }
  }

  /** Waits for the reply. */
  click(x: number, y: number, button: 'left' | 'right' = 'left'): void {
    this.send({ type: 'pressed', x, y, button }, { type: 'released', x, y, button })
    this.pass(250)
  }

  drag(from: Point, to: Point): void {
    this.send({ type: 'pressed', ...from, button: 'left' }, { type: 'moved', ...to })
    this.send({ type: 'released', ...to, button: 'left' })
    this.pass(250)
  }

  close(): void {
    this.#run?.screenClosed()
  }

  loseRoom(reason = ''): void {
    this.#roomConnection?.lost(reason)
  }

  /** The packets that the remote client has sent since the last call, without logins and PING. */
  sent(): FromClient[] {
    const sent = this.#sent.filter(({ type }) => !['ENTR', 'MYPC', 'PING'].includes(type))
    this.#sent = []
    return sent
  }

  receivedPackets<T extends FromServer['type']>(type: T) {
    return this.#receivedPackets.get(type) as Extract<FromServer, { readonly type: T }> | undefined
  }

  get pictures(): readonly Uint8Array[] {
    return this.messages.filter((message) => (message[0]! & 1) === 0 || message[0] === 1)
  }

  #show(message: Uint8Array): void {
    this.messages.push(message)
    const cursor = applyScreenMessage(message, this.picture, this.#dialect)
    if (cursor) this.cursors.push(cursor)
    else if (this.acknowledges) this.send({ type: 'shown' })
  }

  #dial(heard: (frame: Uint8Array) => void, left: (reason: string) => void): RoomSocket | undefined {
    this.connectionAttempts++
    if (!this.room.answers) throw new Error('the room is overloaded')
    if (!this.room.exists) return undefined
    const player = this.#room.connect({ transport: 'websocket' })
    let isOpen = true
    const receivedPackets = this.#receivedPackets
    const ends = (reason: string) => {
      isOpen = false
      left(reason)
    }
    this.#roomConnection = {
      received() {
        while (isOpen && player.waiting > 0) {
          const packet = player.next()!
          receivedPackets.set(packet.type, packet)
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
        if (this.room.rejectReason) this.#roomConnection?.lost(this.room.rejectReason)
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
