// The process of the sidecar's peers: clients, and a stand-in for the room that answers every frame.
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { type WebSocket, WebSocketServer } from 'ws'
import { framing } from '../../games/soaprun/framing.ts'
import { decodeLinkMessage, type LinkMessage, LinkWriter, recordTypes } from '../../wire/link/link-codec.ts'
import { addLengthField, lengthOnStream } from '../../wire/net/framing.ts'
import { serveCrowd } from '../crowd-channel.ts'
import { answerBytes, multicastLoad, requestBytes } from './load.ts'

const epoch = 1
const requestFrame = Buffer.from(addLengthField(framing, new Uint8Array(requestBytes).fill(1)))
const answer = new Uint8Array(answerBytes).fill(2)
const multicastFrame = new Uint8Array(multicastLoad.bytes).fill(3)

/** A stand-in for the room, which answers each link message with one message. */
class Room {
  readonly #server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  readonly #sessions = new Set<number>()
  #down: LinkWriter | undefined
  #messages = 0

  /** Number of messages since this property was last read. */
  get messages(): number {
    const messages = this.#messages
    this.#messages = 0
    return messages
  }

  async port(): Promise<number> {
    if (!this.#server.address()) await once(this.#server, 'listening')
    this.#server.on('connection', (link) => this.#serve(link))
    return (this.#server.address() as AddressInfo).port
  }

  tick(): void {
    if (!this.#down) throw new Error('no sidecar has connected')
    for (let i = 0; i < multicastLoad.casts; i++) this.#down.multicast([...this.#sessions], multicastFrame)
    this.#down.flush()
  }

  #serve(link: WebSocket): void {
    const down = new LinkWriter(true, (message) => link.send(message))
    down.epoch = epoch
    this.#down = down
    link.on('message', (bytes: Buffer) => {
      this.#messages++
      this.#take(decodeLinkMessage(bytes), down)
      down.flush()
    })
  }

  #take({ records }: LinkMessage, down: LinkWriter): void {
    for (const { type, session, seq } of records) {
      if (type === recordTypes.hello) down.record(recordTypes.resync, 0)
      if (type === recordTypes.data) down.frame(session, seq, answer, true)
      if (type === recordTypes.close) this.#sessions.delete(session)
      if (type !== recordTypes.open) continue
      this.#sessions.add(session)
      down.record(recordTypes.resumeState, session)
      down.record(recordTypes.ack, session)
    }
  }
}

class LoadClient {
  readonly #socket: Socket
  #bytes = 0
  #frames = 0
  #asks = false

  constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.on('data', (chunk) => this.#take(chunk.length))
  }

  /** Number of frames since this property was last read. */
  get frames(): number {
    const frames = this.#frames
    this.#frames = 0
    return frames
  }

  ask(): void {
    this.#asks = true
    this.#socket.write(requestFrame)
  }

  rest(): void {
    this.#asks = false
  }

  leave(): void {
    this.#socket.destroy()
  }

  #take(bytes: number): void {
    const whole = lengthOnStream(framing, this.#asks ? answer : multicastFrame)
    this.#bytes += bytes
    for (; this.#bytes >= whole; this.#bytes -= whole) {
      this.#frames++
      if (this.#asks) this.#socket.write(requestFrame)
    }
  }
}

export interface EchoResult {
  readonly frames: number
  readonly messages: number
}

export class Crowd {
  readonly #room = new Room()
  #clients: LoadClient[] = []

  roomPort(): Promise<number> {
    return this.#room.port()
  }

  async enter(port: number, count: number): Promise<void> {
    const sockets = Array.from({ length: count }, () => connect(port, '127.0.0.1'))
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    this.#clients = sockets.map((socket) => new LoadClient(socket))
  }

  async ask(forMs: number): Promise<EchoResult> {
    for (const client of this.#clients) client.ask()
    await delay(forMs)
    const played = this.#played()
    for (const client of this.#clients) client.rest()
    await delay(200) // waits for data in flight
    this.#played()
    return played
  }

  async listen(forMs: number): Promise<EchoResult> {
    for (let spent = 0; spent < forMs; spent += multicastLoad.everyMs) {
      this.#room.tick()
      await delay(multicastLoad.everyMs)
    }
    return this.#played()
  }

  leave(): void {
    for (const client of this.#clients) client.leave()
    this.#clients = []
  }

  #played(): EchoResult {
    return {
      frames: this.#clients.reduce((sum, client) => sum + client.frames, 0),
      messages: this.#room.messages,
    }
  }
}

serveCrowd(new Crowd())
