// Archipelago clients in a room in memory: `const bob = room.join('Bob', 'Yacht Dice'); bob.say('hello');
// bob.expect('PrintJSON')`.
import { readFileSync } from 'node:fs'
import { archipelago } from '../../../games/archipelago/index.ts'
import type { Multiworld } from '../../../games/archipelago/world.ts'
import type { Frame, Game, Options } from '../../../games/game.ts'
import type { RoomFrame } from '../../../sidecar/sessions/room-frame.ts'
import type { SessionHandle, TransportClient } from '../../../sidecar/sessions/session.ts'
import { type HarnessSettings, RoomHarness } from '../../room-harness.ts'

export type Packet = { readonly cmd: string; readonly [field: string]: unknown }

/** The kind of each packet, such as `PrintJSON Chat`. */
export function kindsOf(packets: readonly Packet[]): string[] {
  return packets.map(({ cmd, type }) => (type ? `${cmd} ${type}` : cmd))
}

/** The text of a Print or PrintJSON, and '' for other packets. */
export function textOf({ data, text }: Packet): string {
  if (typeof text === 'string') return text
  return Array.isArray(data) ? data.map((part) => part.text).join('') : ''
}

export const connectPacket = {
  cmd: 'Connect',
  password: null,
  uuid: 'uuid',
  version: { major: 0, minor: 6, build: 7, class: 'Version' },
  items_handling: 7,
  tags: ['AP'],
  slot_data: true,
} as const

export class TestClient implements TransportClient {
  readonly address: string
  readonly transport = 'websocket'
  readonly compressed: boolean
  readonly frames: string[] = []
  closeReason: string | undefined
  call!: SessionHandle
  readonly #room: TestRoom
  #packets: Packet[] = []

  constructor(room: TestRoom, compressed: boolean, address: string) {
    this.#room = room
    this.compressed = compressed
    this.address = address
  }

  write({ frame }: RoomFrame): void {
    if (typeof frame !== 'string') throw new Error('binary frame to an Archipelago client')
    this.frames.push(frame)
  }

  close(reason: string): void {
    this.closeReason ??= reason
  }

  pause(): void {}
  resume(): void {}

  send(...packets: readonly object[]): void {
    this.sendFrame(JSON.stringify(packets))
  }

  sendFrame(frame: Frame): void {
    this.call.sendFrame(frame)
    // Waits for replies from later events, which the link delivers within 2 ms.
    this.#room.harness.clock.pass(2)
  }

  say(text: string): void {
    this.send({ cmd: 'Say', text })
  }

  takePackets(): Packet[] {
    const packets = [...this.#packets, ...this.frames.splice(0).flatMap((frame) => JSON.parse(frame))]
    this.#packets = []
    return packets
  }

  /** Removes the oldest pending packet. Throws if it has another command. */
  expect(cmd: string): Packet {
    const [packet, ...rest] = this.takePackets()
    this.#packets = rest
    if (packet?.cmd !== cmd)
      throw new Error(`expected ${cmd}, got ${JSON.stringify(packet)} (${this.closeReason})`)
    return packet
  }

  /** Throws if another packet is pending. */
  only(cmd: string): Packet {
    const packet = this.expect(cmd)
    if (this.#packets.length > 0) throw new Error(`expected no more, got ${JSON.stringify(this.#packets)}`)
    return packet
  }

  disconnect(): void {
    this.call.clientClosed('gone')
    this.#room.harness.clock.settle()
  }
}

export class TestRoom {
  readonly harness: RoomHarness
  readonly #opened: { readonly world?: Multiworld }

  static async createFrom(name: string, options: Options = {}): Promise<TestRoom> {
    const bytes = new Uint8Array(readFileSync(new URL(`fixtures/${name}.archipelago`, import.meta.url)))
    return TestRoom.create({ options, file: { name: `${name}.archipelago`, bytes } })
  }

  static async with(
    client: readonly [name: string, game: string],
    ...room: Parameters<typeof TestRoom.createFrom>
  ): Promise<[room: TestRoom, client: TestClient]> {
    const created = await TestRoom.createFrom(...room)
    return [created, created.join(...client)]
  }

  static async create(settings: HarnessSettings): Promise<TestRoom> {
    const opened: { world?: Multiworld } = {}
    const game: Game = {
      ...archipelago,
      openWorld: (...args) => {
        const world = archipelago.openWorld(...args)
        opened.world = world
        return world
      },
    }
    return new TestRoom(await RoomHarness.create(game, settings), opened)
  }

  private constructor(harness: RoomHarness, opened: { readonly world?: Multiworld }) {
    this.harness = harness
    this.#opened = opened
  }

  get world(): Multiworld {
    if (!this.#opened.world) throw new Error('the world was never opened')
    return this.#opened.world
  }

  open(compressed = true, sidecar = 'stage', address = '127.0.0.1'): TestClient {
    const connection = new TestClient(this, compressed, address)
    connection.call = this.harness.link(sidecar).open(connection)
    this.harness.clock.settle()
    return connection
  }

  greet(...client: Parameters<TestRoom['open']>): TestClient {
    const connection = this.open(...client)
    connection.expect('RoomInfo')
    return connection
  }

  /** Joins and discards the packets that are sent on joining. */
  join(name: string, game: string, fields: object = {}): TestClient {
    const connection = this.open()
    connection.send({ ...connectPacket, name, game, ...fields })
    const connected = connection.takePackets().some(({ cmd }) => cmd === 'Connected')
    if (!connected) throw new Error(`${name} could not join (${connection.closeReason})`)
    return connection
  }

  advance(ms: number): void {
    this.harness.pass(ms)
  }

  async flushTasks(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve))
    this.harness.clock.settle()
  }

  /** Advances the time in equal steps. Before each step, waiting frames continue. */
  async advanceInSteps(steps: number, ms: number): Promise<void> {
    for (let i = 0; i < steps; i++) {
      await this.flushTasks()
      this.advance(ms)
    }
  }

  /** Kills the room without a clean shutdown, after which the sidecar of the clients reconnects. */
  restart(): void {
    this.harness.kill()
    this.advance(1000)
  }
}
