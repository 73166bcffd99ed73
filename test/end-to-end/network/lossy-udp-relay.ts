// A UDP relay between clients and a sidecar that loses, duplicates, reorders and delays datagrams, and changes clients'
// ports. The seed determines which of these faults the nth datagram of a client in one direction has.
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { seededRandom } from '../../../wire/util/random.ts'

export interface Impairments {
  readonly seed: string
  /** Shares of the datagrams in each direction, from 0 to 1. */
  readonly loss?: number
  readonly duplication?: number
  readonly reordering?: number
  /** Delay in milliseconds, in each direction. */
  readonly delayMs?: number
}

/** A reordered datagram is sent with the next one, or after this time in milliseconds. */
const heldMs = 60

export class LossyUdpRelay {
  readonly counts = { carried: 0, lost: 0, doubled: 0, reordered: 0 }
  readonly #near: Socket
  readonly #farPort: number
  readonly #impairments: Impairments
  readonly #clients = new Map<string, Client>()
  #closed = false

  private constructor(near: Socket, farPort: number, impairments: Impairments) {
    this.#near = near
    this.#farPort = farPort
    this.#impairments = impairments
    near.on('message', (bytes, from) => this.#clientOf(from).up.carry(bytes))
  }

  /** Stops with the test. */
  static async to(port: number, impairments: Impairments): Promise<LossyUdpRelay> {
    const near = createSocket('udp4')
    near.bind(0, '127.0.0.1')
    await once(near, 'listening')
    const relay = new LossyUdpRelay(near, port, impairments)
    onTestFinished(() => relay.#close())
    return relay
  }

  get port(): number {
    return this.#near.address().port
  }

  /** Changes the ports of all clients. Datagrams to the old ports are lost. */
  rebind(): void {
    for (const client of this.#clients.values()) client.rebind()
  }

  #clientOf(from: RemoteInfo): Client {
    const key = `${from.address}:${from.port}`
    const known = this.#clients.get(key)
    if (known) return known
    const number = this.#clients.size
    const way = (name: string, send: (bytes: Buffer) => void) =>
      new Way(this.#impairments, `${name} ${number}`, this.counts, send)
    const down = way('down', (bytes) => {
      if (!this.#closed) this.#near.send(bytes, from.port, from.address)
    })
    const client: Client = new Client(this.#farPort, down, (send) => way('up', send))
    this.#clients.set(key, client)
    return client
  }

  #close(): void {
    this.#closed = true
    this.#near.close()
    for (const client of this.#clients.values()) client.close()
  }
}

class Client {
  readonly up: Way
  readonly #farPort: number
  readonly #down: Way
  #far: Socket
  #closed = false

  constructor(farPort: number, down: Way, up: (send: (bytes: Buffer) => void) => Way) {
    this.#farPort = farPort
    this.#down = down
    this.#far = this.#open()
    this.up = up((bytes) => {
      if (!this.#closed) this.#far.send(bytes, this.#farPort, '127.0.0.1')
    })
  }

  rebind(): void {
    this.#far.close()
    this.#far = this.#open()
  }

  close(): void {
    this.#closed = true
    this.#far.close()
  }

  #open(): Socket {
    const socket = createSocket('udp4')
    socket.on('message', (bytes) => this.#down.carry(bytes))
    // A closed port causes this error.
    socket.on('error', () => {})
    return socket
  }
}

class Way {
  readonly #impairments: Impairments
  readonly #chance: () => number
  readonly #counts: LossyUdpRelay['counts']
  readonly #send: (bytes: Buffer) => void
  #held: Buffer[] = []

  constructor(
    impairments: Impairments,
    name: string,
    counts: LossyUdpRelay['counts'],
    send: (bytes: Buffer) => void,
  ) {
    this.#impairments = impairments
    this.#chance = seededRandom(`${impairments.seed} ${name}`)
    this.#counts = counts
    this.#send = send
  }

  carry(bytes: Buffer): void {
    this.#counts.carried++
    const { loss = 0, duplication = 0, reordering = 0, delayMs = 0 } = this.#impairments
    // All random numbers are drawn for every datagram, so that the faults are independent of each other.
    const [lost, doubled, late] = [
      this.#chance() < loss,
      this.#chance() < duplication,
      this.#chance() < reordering,
    ]
    if (lost) return void this.#counts.lost++
    const arrive = () => (late ? this.#hold(bytes) : this.#deliver(bytes))
    for (let times = doubled ? 2 : 1; times > 0; times--) {
      if (delayMs > 0) setTimeout(arrive, delayMs)
      else arrive()
    }
    if (doubled) this.#counts.doubled++
  }

  #hold(bytes: Buffer): void {
    this.#counts.reordered++
    this.#held.push(bytes)
    setTimeout(() => this.#release(), heldMs)
  }

  #deliver(bytes: Buffer): void {
    this.#send(bytes)
    this.#release()
  }

  #release(): void {
    for (const bytes of this.#held.splice(0)) this.#send(bytes)
  }
}
