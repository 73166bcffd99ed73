// Clients of a room in memory that send and receive single datagrams, with simulated time, restarts and unvalidated
// addresses.
import { expect } from 'vitest'
import { readFromServer } from '../../../games/doom-2077/datagrams/datagram.ts'
import { datagramBytes } from '../../../games/doom-2077/framing.ts'
import { doom2077 } from '../../../games/doom-2077/index.ts'
import type { Position } from '../../../games/doom-2077/map/position.ts'
import { type FromClient, type FromServer, fromClient } from '../../../games/doom-2077/packets.ts'
import type { Game, Options } from '../../../games/game.ts'
import type { RoomFrame } from '../../../sidecar/sessions/room-frame.ts'
import type { SessionHandle, TransportClient } from '../../../sidecar/sessions/session.ts'
import type { Transport } from '../../../wire/net/framing.ts'
import { RoomHarness } from '../../room-harness.ts'

export const slotMs = 34

type Type = FromServer['type']
export type ServerMessage<T extends Type> = Extract<FromServer, { readonly type: T }>

export interface ReceivedDatagram {
  /** Simulated milliseconds since the room was created. */
  readonly at: number
  readonly bytes: Uint8Array
  readonly messages: readonly FromServer[]
}

export class DoomTestRoom {
  readonly harness: RoomHarness
  readonly #createdAt: number

  private constructor(harness: RoomHarness) {
    this.harness = harness
    this.#createdAt = harness.clock.now()
  }

  static async create(options: Options = {}, wad?: Uint8Array): Promise<DoomTestRoom> {
    const file = wad && { file: { name: 'maps.wad', bytes: wad } }
    return new DoomTestRoom(await RoomHarness.create(doom2077 as Game, { options, ...file }))
  }

  get now(): number {
    return this.harness.clock.now() - this.#createdAt
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

  /** Opens a client whose address has sent nothing yet. */
  connectFrom(address = '192.0.2.1', transport: Transport = 'udp', sidecar?: string): TestClient {
    return new TestClient(this, transport, address, sidecar)
  }

  knock(name: string, address?: string, transport?: Transport): TestClient {
    const testClient = this.connectFrom(address, transport)
    testClient.join(name)
    return testClient
  }

  /** Returns the client after it has received the full state. */
  joinPlayer(name: string, address?: string): TestClient {
    const testClient = this.joinQuietPlayer(name, address)
    testClient.send({ type: 'KATC' })
    return testClient
  }

  /** Like `joinPlayer`, but the client sends no keep-alives, like the original client. */
  joinQuietPlayer(name: string, address?: string): TestClient {
    const testClient = this.connectFrom(address)
    testClient.answersPositions = true
    testClient.join(name)
    this.advance(240)
    testClient.move({ x: 0, y: 0, z: 41_000, angle: 0 })
    this.advance(10 * slotMs)
    return testClient
  }

  advance(ms: number): void {
    this.harness.clock.pass(ms)
  }

  advanceSlots(count = 1): void {
    this.advance(count * slotMs)
  }

  restart(): void {
    this.harness.kill()
    this.advance(1000)
  }
}

export async function createRoomWithPlayers<const T extends readonly string[]>(
  ...names: T
): Promise<[room: DoomTestRoom, ...{ -readonly [K in keyof T]: TestClient }]> {
  const room = await DoomTestRoom.create()
  return [room, ...names.map((name) => room.joinPlayer(name))] as never
}

export class TestClient implements TransportClient {
  readonly transport: Transport
  readonly address: string
  readonly compressed = false
  readonly datagrams: ReceivedDatagram[] = []
  closeReason: string | undefined
  isAddressValidated = false
  /** Whether the client, like the original one, sends its position at once when the room sets it. */
  answersPositions = false
  /** Whether datagrams that announce other players are lost on their way to this client. */
  losesAnnouncements = false
  sentBytes = 0
  receivedBytes = 0
  readonly #room: DoomTestRoom
  readonly #queue: Uint8Array[] = []
  #paused = false
  #call: SessionHandle | undefined
  #id: number | undefined

  constructor(room: DoomTestRoom, transport: Transport, address: string, sidecar?: string) {
    this.#room = room
    this.transport = transport
    this.address = address
    this.#call = room.harness.link(sidecar).open(this)
    room.harness.clock.settle()
  }

  send(...messages: FromClient[]): void {
    this.sendBytes(Buffer.concat(messages.map((message) => fromClient.encode(message))))
  }

  sendBytes(bytes: Uint8Array): void {
    this.sentBytes += bytes.length
    this.#queue.push(new Uint8Array(bytes))
    this.#sendQueued()
    this.#room.harness.clock.settle()
  }

  join(name: string): void {
    this.send({ type: 'JOIN', name })
  }

  move(place: Position): void {
    this.send({ type: 'MOVE', ...place })
  }

  /** Ends the session without QUIT. */
  disconnect(): void {
    this.#call!.clientClosed('timed out')
    this.#room.harness.clock.settle()
  }

  write({ frame }: RoomFrame): void {
    const bytes = frame as Uint8Array
    this.receivedBytes += bytes.length
    // [DM-1.1] [DM-2.7] The room must never exceed these limits.
    expect(bytes.length).toBeLessThanOrEqual(datagramBytes)
    if (this.transport === 'udp' && !this.isAddressValidated)
      expect(this.receivedBytes).toBeLessThanOrEqual(3 * this.sentBytes)
    const { messages, error } = readFromServer(bytes)
    expect(error).toBeUndefined()
    const tellsOfOthers = messages.some(({ type }) => type === 'JOIN') && this.#id !== undefined
    if (this.losesAnnouncements && tellsOfOthers) return
    this.datagrams.push({ at: this.#room.now, bytes, messages })
    this.#answerPositions(messages)
  }

  #answerPositions(messages: readonly FromServer[]): void {
    for (const message of messages) if (message.type === 'ACPT') this.#id ??= message.playerId
    const place = messages.findLast((message) => message.type === 'MOVE' && message.playerId === this.#id)
    if (!this.answersPositions || place?.type !== 'MOVE') return
    this.#room.harness.clock.soon(() => {
      if (this.closeReason === undefined) this.move(positionOf(place))
    })
  }

  close(reason: string): void {
    this.closeReason ??= reason
  }

  addressValidated(): void {
    this.isAddressValidated = true
  }

  pause(): void {
    this.#paused = true
  }

  resume(): void {
    this.#paused = false
    this.#sendQueued()
  }

  /** As in a sidecar, datagrams wait while the link is interrupted. */
  #sendQueued(): void {
    while (this.#call && !this.#paused && this.#queue.length > 0) this.#call.sendFrame(this.#queue.shift()!)
  }

  takeDatagrams(): ReceivedDatagram[] {
    return this.datagrams.splice(0)
  }

  takeMessages(): FromServer[] {
    return this.takeDatagrams().flatMap(({ messages }) => messages)
  }

  /** Takes the messages of this type and discards all others. */
  takeMessagesOf<T extends Type>(type: T): ServerMessage<T>[] {
    return this.takeMessages().filter((message): message is ServerMessage<T> => message.type === type)
  }

  /** Takes the newest position that the room has set for this client's player, and discards all other messages. */
  takeOwnPosition(): Position {
    return positionOf(this.takeMessagesOf('MOVE').findLast(({ playerId }) => playerId === this.#id)!)
  }

  types(): string {
    return this.takeMessages()
      .map(({ type }) => type)
      .join(' ')
  }
}

export function positionOf({ x, y, z, angle }: ServerMessage<'MOVE'>): Position {
  return { x, y, z, angle }
}
