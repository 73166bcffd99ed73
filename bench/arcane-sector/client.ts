// A fast client that reads only the headers of packets, and counts packets and bytes.
import { connect, type Socket } from 'node:net'
import { framing, headerBytes } from '../../games/arcane-sector/framing.ts'
import {
  type FromClient,
  fromClient,
  fromServer,
  type Unnumbered,
} from '../../games/arcane-sector/packets.ts'
import { frameLength } from '../../wire/net/framing.ts'

/** The values of the field `direction` of MOVE. */
const directions = { forward: 0, back: 1, left: 2 } as const
type Direction = keyof typeof directions

const moves = Object.fromEntries(
  Object.entries(directions).map(([name, direction]) => [name, encoded({ type: 'MOVE', direction })]),
) as { readonly [name in Direction]: Uint8Array }

export class LoadClient {
  /** Numbers of packets and bytes that the client has received. */
  packets = 0
  bytes = 0
  /** The reason why the connection ended. Undefined while it is open. */
  lost: string | undefined
  /** Called for each POSI packet, which reports the player's position. */
  placed: () => void = () => {}
  readonly #socket: Socket
  readonly #id: number
  #held: Buffer = Buffer.alloc(0)
  #ended = false

  private constructor(socket: Socket, id: number) {
    this.#socket = socket
    this.#id = id
    socket.setNoDelay(true)
    socket.on('data', (chunk: Buffer) => this.#take(chunk))
    socket.on('error', (error) => this.#lose(error.message))
    socket.on('close', () => this.#lose('closed by the server'))
  }

  static async entered(port: number, id: number): Promise<LoadClient> {
    const client = new LoadClient(connect({ port, host: '127.0.0.1' }), id)
    const placed = client.#placed()
    client.#write(encoded({ type: 'ENTR', passwd: `bench ${id}`, playerId: id }))
    await placed
    return client
  }

  move(direction: Direction): void {
    this.#write(moves[direction])
  }

  send(packet: FromClient): void {
    this.#write(fromClient.encode(packet))
  }

  /** Each step waits for the POSI packet that answers it. */
  async walk(direction: Direction, steps: number): Promise<void> {
    for (let step = 0; step < steps; step++) {
      const placed = this.#placed()
      this.move(direction)
      await placed
    }
  }

  end(): void {
    this.#ended = true
    this.#socket.destroy()
  }

  #placed(): Promise<void> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(
        () => reject(new Error(`player ${this.#id} has no position: ${this.lost ?? 'late'}`)),
        15_000,
      )
      this.placed = () => {
        clearTimeout(late)
        resolve()
      }
    })
  }

  #write(packet: Uint8Array): void {
    if (this.lost === undefined) this.#socket.write(packet)
  }

  #take(chunk: Buffer): void {
    this.bytes += chunk.length
    let bytes = this.#held.length ? Buffer.concat([this.#held, chunk]) : chunk
    for (;;) {
      const length = frameLength(framing, bytes)
      if (length === undefined || bytes.length < length) break
      this.#onPacket(bytes.toString('latin1', 4, 8), length - headerBytes)
      bytes = bytes.subarray(length)
    }
    this.#held = bytes
  }

  #onPacket(type: string, payloadBytes: number): void {
    this.packets++
    if (type === 'NOPC') this.#write(encoded({ type: 'MYPC', pcName: `Bench ${this.#id}`, portrait: 1 }))
    else if (type === 'POSI' && payloadBytes === 5) this.placed()
    else if (!known.has(type)) this.#lose(`sent nonsense: ${type}`)
  }

  #lose(why: string): void {
    if (this.#ended) return
    this.end()
    this.lost = why
  }
}

const known = new Set<string>(fromServer.names)

function encoded(packet: Unnumbered<FromClient>): Uint8Array {
  return fromClient.encode({ ...packet, packetId: 0n } as FromClient)
}
