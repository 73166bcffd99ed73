// A room in memory for a game's tests: `const ann = room.connect(); ann.send({ type: 'myPo', … }); room.tick();
// ann.expect('Flds')`. It supports simulated time, restarts at any point, and links that lose messages.

import type { Frame, Game, Json } from '../games/game.ts'
import type { Transport } from '../wire/net/framing.ts'
import { seededRandom } from '../wire/util/random.ts'
import { type HarnessClient, type HarnessSettings, RoomHarness } from './room-harness.ts'

/** A game's packet table, as far as a test needs it. */
export interface Table<P extends { readonly type: string }> {
  encode(packet: P): Frame
  decode(frame: Frame): P
}

/** A frame as bytes, for exact comparison. */
export interface RawFrame {
  readonly type: 'frame'
  readonly frame: Uint8Array
}

export const rawFrames = {
  encode: ({ frame }: RawFrame) => frame,
  decode: (frame: Uint8Array | string): RawFrame => ({ type: 'frame', frame: frame as Uint8Array }),
}

export interface PlaytestSettings<C extends { readonly type: string }, S extends { readonly type: string }>
  extends HarnessSettings {
  readonly fromClient: Table<C>
  readonly fromServer: Table<S>
}

export async function playtest<C extends { readonly type: string }, S extends { readonly type: string }>(
  game: Game,
  settings: PlaytestSettings<C, S>,
): Promise<Playtest<C, S>> {
  return new Playtest(await RoomHarness.create(game, settings), settings)
}

export class Playtest<C extends { readonly type: string }, S extends { readonly type: string }> {
  readonly harness: RoomHarness
  readonly #settings: PlaytestSettings<C, S>
  #lossy = 0

  constructor(harness: RoomHarness, settings: PlaytestSettings<C, S>) {
    this.harness = harness
    this.#settings = settings
  }

  get view(): Json {
    return this.harness.host.view
  }

  /**
   * Connects a new client. `lossy`: probability that a message between the room and the client's sidecar is lost, which
   * breaks the link. A lossy client has a sidecar of its own, and its answers take time: call `pass`.
   */
  connect({
    transport = 'tcp',
    address = '127.0.0.1',
    lossy = 0,
    sidecar: named = 'stage',
  }: ConnectOptions = {}): Player<C, S> {
    const sidecar = lossy > 0 ? `lossy-${++this.#lossy}` : named
    if (lossy > 0) {
      const chance = seededRandom(sidecar)
      this.harness.losesNext = () => chance() < lossy
    }
    return new Player(this.harness, this.harness.client(transport, address, sidecar), this.#settings)
  }

  tick(count = 1): void {
    this.pass(count * this.harness.host.tickMs)
  }

  pass(ms: number): void {
    this.harness.pass(ms)
  }

  /** Waits for promises that need no simulated time, such as hashing. */
  async settled(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve))
    this.harness.clock.settle()
  }

  /** Kills the room's instance and starts another one. Clients behind the sidecar stay connected. */
  restart(): void {
    this.harness.kill()
    this.pass(1000)
  }
}

export interface ConnectOptions {
  readonly transport?: Transport
  readonly address?: string
  readonly lossy?: number
  /** Name of the client's sidecar. A client with a lossy link has a sidecar of its own instead. */
  readonly sidecar?: string
}

export class Player<C extends { readonly type: string }, S extends { readonly type: string }> {
  readonly #harness: RoomHarness
  readonly #client: HarnessClient
  readonly #tables: PlaytestSettings<C, S>

  constructor(harness: RoomHarness, client: HarnessClient, tables: PlaytestSettings<C, S>) {
    this.#harness = harness
    this.#client = client
    this.#tables = tables
  }

  /** The reason for which the room disconnected this client. */
  get closed(): string | undefined {
    return this.#client.closedFor
  }

  /** Whether the room has validated the client's address. */
  get isAddressValidated(): boolean {
    return this.#client.validatedAfter !== undefined
  }

  /** The number of unread packets. */
  get waiting(): number {
    return this.#client.received.length
  }

  send(packet: C): void {
    this.sendFrame(this.#tables.fromClient.encode(packet))
  }

  sendFrame(frame: Frame): void {
    this.#client.call.sendFrame(frame)
    this.#harness.clock.settle()
  }

  /** Reads the next packet. Throws if its type is not `type`. */
  expect<T extends S['type']>(type: T): Extract<S, { readonly type: T }> {
    const packet = this.next()
    if (packet?.type !== type)
      throw new Error(`expected ${type}, got ${packet ? JSON.stringify(packet) : `nothing${this.#fate}`}`)
    return packet as Extract<S, { readonly type: T }>
  }

  next(): S | undefined {
    const frame = this.#client.received.shift()
    return frame === undefined ? undefined : this.#tables.fromServer.decode(frame)
  }

  /** Sends a packet and reads the next packet, which must have the type `type`. */
  ask<T extends S['type']>(packet: C, type: T): Extract<S, { readonly type: T }> {
    this.send(packet)
    return this.expect(type)
  }

  expectNothing(): void {
    const packet = this.next()
    if (packet) throw new Error(`expected nothing, got ${JSON.stringify(packet)}`)
  }

  hangUp(): void {
    this.#client.call.clientClosed('gone')
    this.#harness.clock.settle()
  }

  get #fate(): string {
    return this.closed === undefined ? '' : ` (closed: ${this.closed})`
  }
}
