// Clients in a room in memory, datagram by datagram: simulated time, restarts, and addresses that prove nothing yet.
import { expect } from 'vitest'
import { readFromServer } from '../../../games/doom-2077/datagrams/datagram.ts'
import { datagramBytes } from '../../../games/doom-2077/framing.ts'
import { doom2077 } from '../../../games/doom-2077/index.ts'
import type { Place } from '../../../games/doom-2077/map/place.ts'
import { type FromClient, type FromServer, fromClient } from '../../../games/doom-2077/packets.ts'
import type { Game, Options } from '../../../games/game.ts'
import type { RoomFrame } from '../../../sidecar/sessions/room-frame.ts'
import type { SessionHandle, Client } from '../../../sidecar/sessions/session.ts'
import type { Transport } from '../../../wire/net/framing.ts'
import { RoomHarness } from '../../room-harness.ts'

/** The world's tick, in milliseconds. */
export const slot = 34

type Type = FromServer['type']
export type Told<T extends Type> = Extract<FromServer, { readonly type: T }>

/** One datagram of the room's. */
export interface Heard {
  /** Simulated milliseconds since the room was founded. */
  readonly at: number
  readonly bytes: Uint8Array
  readonly messages: readonly FromServer[]
}

export class Room {
  readonly harness: RoomHarness
  readonly #foundedAt: number

  private constructor(harness: RoomHarness) {
    this.harness = harness
    this.#foundedAt = harness.clock.now()
  }

  static async founded(options: Options = {}, wad?: Uint8Array): Promise<Room> {
    const file = wad && { file: { name: 'maps.wad', bytes: wad } }
    return new Room(await RoomHarness.create(doom2077 as Game, { options, ...file }))
  }

  get now(): number {
    return this.harness.clock.now() - this.#foundedAt
  }

  get view() {
    return this.harness.host.view as {
      readonly phase: string
      readonly players: readonly { readonly id: number; readonly name: string }[]
    }
  }

  get names(): readonly string[] {
    return this.view.players.map(({ name }) => name)
  }

  /** An address that has said nothing yet. */
  address(address = '192.0.2.1', transport: Transport = 'udp'): Talker {
    return new Talker(this, transport, address)
  }

  /** In the game, and told of all that is in it. */
  player(name: string, address?: string): Talker {
    const talker = this.quietPlayer(name, address)
    talker.say({ type: 'KATC' })
    return talker
  }

  /** As `player`, but one who never keeps alive, like the original's. */
  quietPlayer(name: string, address?: string): Talker {
    const talker = this.address(address)
    talker.answers = true
    talker.join(name)
    this.pass(240)
    talker.move({ x: 0, y: 0, z: 41_000, angle: 0 })
    this.pass(10 * slot)
    return talker
  }

  pass(ms: number): void {
    this.harness.clock.pass(ms)
  }

  slots(count = 1): void {
    this.pass(count * slot)
  }

  /** The instance dies without a word; another takes over. */
  restart(): void {
    this.harness.kill()
    this.pass(1000)
  }
}

export class Talker implements Client {
  readonly transport: Transport
  readonly address: string
  readonly compressed = false
  readonly datagrams: Heard[] = []
  closedFor: string | undefined
  isProven = false
  /** Says its place at once when it is told another, as the original client does. */
  answers = false
  /** Datagrams that tell of others are lost on their way to it. */
  losesJoins = false
  bytesSaid = 0
  bytesHeard = 0
  readonly #room: Room
  readonly #queue: Uint8Array[] = []
  #paused = false
  #call: SessionHandle | undefined
  #id: number | undefined

  constructor(room: Room, transport: Transport, address: string) {
    this.#room = room
    this.transport = transport
    this.address = address
    this.#call = room.harness.link().open(this)
    room.harness.clock.settle()
  }

  /** In one datagram. */
  say(...messages: FromClient[]): void {
    this.sayBytes(Buffer.concat(messages.map((message) => fromClient.encode(message))))
  }

  sayBytes(bytes: Uint8Array): void {
    this.bytesSaid += bytes.length
    this.#queue.push(new Uint8Array(bytes))
    this.#speak()
    this.#room.harness.clock.settle()
  }

  join(name: string): void {
    this.say({ type: 'JOIN', name })
  }

  move(place: Place): void {
    this.say({ type: 'MOVE', ...place })
  }

  /** It is gone without QUIT, and its sidecar says so. */
  vanish(): void {
    this.#call!.clientClosed('timed out')
    this.#room.harness.clock.settle()
  }

  write({ frame }: RoomFrame): void {
    const bytes = frame as Uint8Array
    this.bytesHeard += bytes.length
    // [DM-1.1] [DM-2.7] Whatever happens.
    expect(bytes.length).toBeLessThanOrEqual(datagramBytes)
    if (this.transport === 'udp' && !this.isProven)
      expect(this.bytesHeard).toBeLessThanOrEqual(3 * this.bytesSaid)
    const { messages, fault } = readFromServer(bytes)
    expect(fault).toBeUndefined()
    const tellsOfOthers = messages.some(({ type }) => type === 'JOIN') && this.#id !== undefined
    if (this.losesJoins && tellsOfOthers) return
    this.datagrams.push({ at: this.#room.now, bytes, messages })
    this.#obey(messages)
  }

  #obey(messages: readonly FromServer[]): void {
    for (const message of messages) if (message.type === 'ACPT') this.#id ??= message.playerId
    const place = messages.findLast((message) => message.type === 'MOVE' && message.playerId === this.#id)
    if (!this.answers || place?.type !== 'MOVE') return
    this.#room.harness.clock.soon(() => {
      if (this.closedFor === undefined) this.move(placeOf(place))
    })
  }

  close(reason: string): void {
    this.closedFor ??= reason
  }

  addressValidated(): void {
    this.isProven = true
  }

  pause(): void {
    this.#paused = true
  }

  resume(): void {
    this.#paused = false
    this.#speak()
  }

  /** What is said while the link is away waits, as it does in a sidecar. */
  #speak(): void {
    while (this.#call && !this.#paused && this.#queue.length > 0) this.#call.sendFrame(this.#queue.shift()!)
  }

  /** The datagrams since the last call. */
  take(): Heard[] {
    return this.datagrams.splice(0)
  }

  /** The messages since the last call. */
  heard(): FromServer[] {
    return this.take().flatMap(({ messages }) => messages)
  }

  /** Those of one kind since the last call; the others are forgotten. */
  heardOf<T extends Type>(type: T): Told<T>[] {
    return this.heard().filter((message): message is Told<T> => message.type === type)
  }

  types(): string {
    return this.heard()
      .map(({ type }) => type)
      .join(' ')
  }
}

export function placeOf({ x, y, z, angle }: Told<'MOVE'>): Place {
  return { x, y, z, angle }
}
