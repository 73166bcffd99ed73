// A Soaprun client as strict as the one of 2010: it sends one request at a time, and accepts only one answer to each
// request and no other packets. The client uses no code of the world's rules.
import { connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { type BoardPoint, playerSpawn } from '../../../games/soaprun/board/board.ts'
import { type FromClient, type FromServer, fromClient, fromServer } from '../../../games/soaprun/packets.ts'
import { addLengthField, FrameSplitter, type Framing } from '../../../wire/net/framing.ts'
import { pollOptions } from '../running-site.ts'

/** The original client has a buffer of 10,000 bytes and does not check the size of a frame. */
const stream: Framing = { at: 0, length: 'u32le', plus: 4, max: 10_000, bare: true }
/** The rooms that the original client requests first, in the order of its requests. */
const firstRooms = [
  [1, 1],
  [2, 1],
  [0, 1],
  [1, 0],
  [1, 2],
  [0, 0],
  [0, 2],
  [2, 0],
  [2, 2],
] as const
const clientVersion = 432
const testBytes = 508

/** After a close the client waits up to ten minutes for the end of the connection. */
const webSocketOptions = { perMessageDeflate: false, closeTimeout: 600_000 }

type Type = FromServer['type']
type Answer<T extends Type> = Extract<FromServer, { readonly type: T }>

interface Waiting {
  resolve(packet: FromServer): void
  reject(error: Error): void
}

export class SoaprunClient {
  place: BoardPoint = playerSpawn
  answers = 0
  /** The longest wait for an answer so far, in milliseconds. */
  longestWait = 0
  /** `open`, or a text that says how the connection ended. */
  fate = 'open'
  readonly gone: Promise<void>
  readonly #over = Promise.withResolvers<void>()
  readonly #transmit: (packet: Uint8Array) => void
  readonly #destroy: () => void
  #waiting: Waiting | undefined

  private constructor(transmit: (packet: Uint8Array) => void, destroy: () => void) {
    this.gone = this.#over.promise
    this.#transmit = transmit
    this.#destroy = destroy
    onTestFinished(() => this.hangUp())
  }

  /** The greeting is WLCM or OVER. */
  static overTcp(port: number, host = '127.0.0.1'): Promise<[SoaprunClient, Type]> {
    const socket = connect({ port, host, noDelay: true })
    const client = new SoaprunClient(
      (packet) => socket.write(addLengthField(stream, packet)),
      () => socket.destroy(),
    )
    client.#listen(socket)
    return client.#readGreeting()
  }

  /** Over WebSocket a message is one packet without its length. */
  static overWebSocket(url: string): Promise<[SoaprunClient, Type]> {
    const socket = new WebSocket(url, webSocketOptions)
    const client = new SoaprunClient(
      (packet) => socket.send(packet),
      () => socket.terminate(),
    )
    socket.on('message', (data: Buffer, binary) =>
      binary ? client.#take(data) : client.#end('was sent a text'),
    )
    socket.on('error', (error) => client.#end(error.message))
    socket.on('close', (code) => client.#end(`closed by the server: ${code}`))
    return client.#readGreeting()
  }

  static async welcomed(port: number, host?: string): Promise<SoaprunClient> {
    const [client, greeting] = await SoaprunClient.overTcp(port, host)
    if (greeting !== 'WLCM') throw new Error(`greeted with ${greeting}`)
    return client
  }

  static async seated(port: number): Promise<SoaprunClient> {
    const client = await SoaprunClient.welcomed(port)
    await client.enter()
    return client
  }

  /** Sends a request. Throws if the answer has another type. */
  async ask<T extends Type>(packet: FromClient, type: T): Promise<Answer<T>> {
    const began = performance.now()
    const answer = this.#next(packet.type)
    if (this.fate === 'open') this.#transmit(fromClient.encode(packet))
    const got = await answer
    this.answers++
    this.longestWait = Math.max(this.longestWait, performance.now() - began)
    if (got.type !== type) throw new Error(`${packet.type} was answered with ${got.type}`)
    return got as Answer<T>
  }

  /** Sends the minimum of requests to join and be visible to other players. */
  async enter(): Promise<Answer<'Flds'>> {
    await this.ask({ type: 'Prtc', version: clientVersion }, 'Prtc')
    return this.walk()
  }

  /** Sends all requests that the original client sends before it shows the world. */
  async logIn(): Promise<Answer<'Flds'>> {
    await this.ask({ type: 'Prtc', version: clientVersion }, 'Prtc')
    for (let round = 0; round < 4; round++) {
      const data = new Uint8Array(testBytes).fill(round)
      const { data: back } = await this.ask({ type: 'Test', data }, 'Test')
      if (!Buffer.from(back).equals(data)) throw new Error('Test came back changed')
    }
    await this.ask({ type: 'Dlog', message: '512byte 1,1,1,1msec' }, 'Void')
    await this.ask({ type: 'mAtt' }, 'mAtt')
    for (const [x, y] of firstRooms) await this.room(x, y)
    return this.walk()
  }

  /** Walks along these corners. Without corners the client only reports the current position. */
  walk(...corners: readonly BoardPoint[]): Promise<Answer<'Flds'>> {
    return this.ask({ type: 'myPo', nodes: this.#walked(corners) }, 'Flds')
  }

  /** Walks along these corners, if any, and then paints the tile on which the player is. */
  draw(tile: number, ...corners: readonly BoardPoint[]): Promise<Answer<'Flds'>> {
    const nodes = this.#walked(corners)
    return this.ask({ type: 'DrFl', ...this.place, tile, nodes }, 'Flds')
  }

  async room(x: number, y: number): Promise<Uint8Array> {
    const answer = await this.ask({ type: 'Room', x, y }, 'Room')
    if (answer.x !== x || answer.y !== y) throw new Error(`asked for room ${x},${y}, given another`)
    return answer.tiles
  }

  /** Sends Bye. and disconnects. */
  async leave(): Promise<void> {
    await this.ask({ type: 'Bye.' }, 'Void')
    await this.gone
  }

  /** Disconnects without Bye., as a closed window does. */
  hangUp(): void {
    this.#end('hung up')
  }

  #walked(corners: readonly BoardPoint[]): BoardPoint[] {
    const nodes = [this.place, ...corners]
    this.place = nodes.at(-1)!
    return nodes
  }

  #listen(socket: Socket): void {
    const splitter = new FrameSplitter(stream)
    socket.on('data', (chunk) => {
      try {
        for (const frame of splitter.push(chunk)) this.#take(frame.subarray(4))
      } catch (error) {
        this.#end((error as Error).message)
      }
    })
    socket.on('error', (error) => this.#end(error.message))
    socket.on('close', () => this.#end('closed by the server'))
  }

  async #readGreeting(): Promise<[SoaprunClient, Type]> {
    const { type } = await this.#next('connecting')
    return [this, type]
  }

  #next(asked: string): Promise<FromServer> {
    if (this.#waiting) throw new Error(`${asked} while another answer is awaited`)
    if (this.fate !== 'open') return Promise.reject(new Error(`${asked}, but ${this.fate}`))
    const { promise, resolve, reject } = Promise.withResolvers<FromServer>()
    const late = setTimeout(() => this.#end(`${asked} was not answered`), pollOptions.timeout)
    this.#waiting = { resolve, reject }
    return promise.finally(() => clearTimeout(late))
  }

  #take(packet: Uint8Array): void {
    const answer = fromServer.decode(packet)
    const waiting = this.#waiting
    if (!waiting) return this.#end(`was sent ${answer.type}, and had not asked`)
    this.#waiting = undefined
    waiting.resolve(answer)
  }

  #end(how: string): void {
    if (this.fate === 'open') this.fate = how
    this.#destroy()
    this.#waiting?.reject(new Error(this.fate))
    this.#waiting = undefined
    this.#over.resolve()
  }
}
