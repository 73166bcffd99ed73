// The client decodes little: of a Flds packet it checks only that the counts match the length.
import { type BoardPoint, playerSpawn } from '../../games/soaprun/board/board.ts'
import { type FromClient, fromClient, replyTypeOf } from '../../games/soaprun/packets.ts'
import type { LoadSocket } from './load-sockets.ts'

/** The values that the stock client sends when it logs in. */
const clientVersion = 432
const tests = 4
const testBytes = 508
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

/** An encoded request, which a client can send any number of times. */
export interface Request {
  readonly bytes: Buffer
  readonly answer: string
}

export class LoadClient {
  place: BoardPoint = playerSpawn
  /** The reason why the connection ended. Undefined while it is open. */
  lost: string | undefined
  /** Number of answers with the wrong type, or with counts that do not match the length. */
  bad = 0
  readonly #wire: LoadSocket
  #answer: string | undefined
  #answered: (packet: Buffer | undefined) => void = () => {}

  constructor(wire: LoadSocket) {
    this.#wire = wire
    wire.packet = (packet) => this.#take(packet)
    wire.lost = (why) => {
      this.lost = why
      this.#answered(undefined)
    }
  }

  static async welcomed(wire: LoadSocket): Promise<LoadClient> {
    const client = new LoadClient(wire)
    client.#answer = 'WLCM'
    await new Promise<void>((resolve, reject) => {
      client.#answered = (packet) => (packet && !client.bad ? resolve() : reject(new Error('expected WLCM')))
    })
    return client
  }

  request(packet: FromClient): Request {
    return { bytes: this.#wire.prepared(fromClient.encode(packet)), answer: replyTypeOf(packet.type) }
  }

  /**
   * Sends a request. Call `send` again only after the answer to this request. `answered` is called with a view of the
   * answer, or with undefined when the connection is lost.
   */
  send({ bytes, answer }: Request, answered: (packet: Buffer | undefined) => void): void {
    if (this.lost !== undefined) return answered(undefined)
    this.#answer = answer
    this.#answered = answered
    this.#wire.write(bytes)
  }

  /** Returns a copy of the answer. Rejects if the answer is wrong or the connection is lost. */
  ask(packet: FromClient): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      const bad = this.bad
      this.send(this.request(packet), (answer) => {
        if (answer && this.bad === bad) resolve(new Uint8Array(answer))
        else reject(new Error(`${packet.type} got a wrong answer: ${this.lost ?? 'bad'}`))
      })
    })
  }

  /** Sends all requests that the stock client sends before it shows the map, and then the stock client's first move. */
  async logIn(): Promise<void> {
    await this.ask({ type: 'Prtc', version: clientVersion })
    for (let test = 0; test < tests; test++) await this.ask({ type: 'Test', data: new Uint8Array(testBytes) })
    await this.ask({ type: 'Dlog', message: '512byte 0,0,0,0msec' })
    await this.ask({ type: 'mAtt' })
    for (const [x, y] of firstRooms) await this.ask({ type: 'Room', x, y })
    await this.walk()
  }

  /** Sends a walk along these corners, or without corners the client's current position. */
  async walk(...corners: readonly BoardPoint[]): Promise<void> {
    await this.ask({ type: 'myPo', nodes: [this.place, ...corners] })
    this.place = corners.at(-1) ?? this.place
  }

  /** Returns 336 tiles. */
  async room(x: number, y: number): Promise<Uint8Array> {
    const type = 4
    return (await this.ask({ type: 'Room', x, y })).subarray(type + 2)
  }

  end(): void {
    this.#wire.end()
  }

  #take(packet: Buffer): void {
    const wanted = this.#answer
    const answered = this.#answered
    this.#answer = undefined
    if (!wanted || packet.toString('latin1', 0, 4) !== wanted || (wanted === 'Flds' && !addsUp(packet)))
      this.bad++
    answered(packet)
  }
}

const headBytes = 4 + 7
const entryBytes = 6
const nodeBytes = 4
const tileBytes = 6

function addsUp(packet: Buffer): boolean {
  if (packet.length < headBytes) return false
  const entries = packet[7]! + packet[8]!
  let at = headBytes
  for (let entry = 0; entry < entries; entry++) {
    if (at + entryBytes > packet.length) return false
    at += entryBytes + nodeBytes * packet[at + entryBytes - 1]!
  }
  return at + tileBytes * packet[9]! === packet.length
}
