// The UDP network between clients and sidecars. It loses, duplicates, delays and reorders datagrams. Some datagrams
// have a forged source address. No client reads at such an address, and the sidecar may send little to it.
import type { UdpAddress, UdpListener, UdpSocket } from '../../../sidecar/listeners/transports/udp.ts'
import { InvariantError } from '../core/game-model.ts'
import type { Scheduler } from '../core/scheduler.ts'
import type { SeededRandom } from '../core/seeded-random.ts'

/** The shares of datagrams that are lost, duplicated, or late by at most `latestMs`. */
const lost = 0.02
const doubled = 0.03
const late = 0.06
const promptMs = 2
export const latestMs = 300
/** The limit of bytes sent to an unvalidated address, relative to the bytes received from it. */
const amplification = 3

export interface DatagramsSettings {
  readonly scheduler: Scheduler
  readonly random: SeededRandom
  /** The listener of sidecar `who`. Undefined while no sidecar runs. */
  listener(who: number): UdpListener | undefined
  broken(error: InvariantError): void
}

interface Traffic {
  bytesFrom: number
  bytesTo: number
  reached: boolean
  /** Whether the address has sent a datagram after receiving one, so that it is probably not forged. */
  answered: boolean
  reader: Endpoint | undefined
}

export interface DatagramReader {
  receive(datagram: Uint8Array): void
  closed(reason: string): void
}

export class DatagramNetwork {
  readonly #settings: DatagramsSettings
  readonly #traffic = new Map<string, Traffic>()
  #ports = 1024
  /** The sender of the datagram that a listener is processing. */
  #from: Traffic | undefined

  constructor(settings: DatagramsSettings) {
    this.#settings = settings
  }

  /** All addresses of clients and forged senders so far. */
  get addresses(): number {
    return this.#traffic.size
  }

  bind(endpoint: Endpoint, address: string): UdpAddress {
    const from = { address, port: ++this.#ports }
    this.#of(from).reader = endpoint
    return from
  }

  unbind(from: UdpAddress): void {
    this.#of(from).reader = undefined
  }

  /** `who`: index of the listener. `from` may be forged. */
  send(datagram: Uint8Array, from: UdpAddress, who: number): void {
    this.#carry(() => {
      const traffic = this.#of(from)
      const listener = this.#settings.listener(who)
      if (!listener) return
      traffic.bytesFrom += datagram.length
      traffic.answered ||= traffic.reached
      this.#from = traffic
      listener.receive(new Uint8Array(datagram), from)
      this.#from = undefined
    })
  }

  socket(): UdpSocket {
    return {
      address: () => ({ port: 9999 }),
      getSendQueueSize: () => 0,
      send: (datagram, port, address) => this.#sendTo(datagram.slice(), this.#of({ address, port })),
      close: (closed) => closed(),
    }
  }

  /** The callback for the close of a session that the current datagram has opened. */
  get sessionCloseCallback(): (reason: string) => void {
    const from = this.#from
    return (reason) => from?.reader?.closed(reason)
  }

  #sendTo(datagram: Uint8Array, traffic: Traffic): void {
    traffic.bytesTo += datagram.length
    if (!traffic.answered && traffic.bytesTo > amplification * traffic.bytesFrom)
      this.#settings.broken(
        new InvariantError(
          'an unvalidated address receives at most three times its bytes',
          `${traffic.bytesTo} bytes sent for ${traffic.bytesFrom} received`,
        ),
      )
    this.#carry(() => {
      if (!traffic.reader) return
      traffic.reached = true
      traffic.reader.receive(datagram)
    })
  }

  #of({ address, port }: UdpAddress): Traffic {
    const key = `${address}:${port}`
    const known = this.#traffic.get(key)
    if (known) return known
    const made = { bytesFrom: 0, bytesTo: 0, reached: false, answered: false, reader: undefined }
    this.#traffic.set(key, made)
    return made
  }

  #carry(arrive: () => void): void {
    const { scheduler, random } = this.#settings
    const times = random.happens(lost) ? 0 : random.happens(doubled) ? 2 : 1
    for (let i = 0; i < times; i++)
      scheduler.after(random.next() * (random.happens(late) ? latestMs : promptMs), arrive)
  }
}

/** A client's path to one listener, from a port that its NAT may change. */
export class Endpoint {
  readonly #network: DatagramNetwork
  readonly #who: number
  readonly #reader: DatagramReader
  #from: UdpAddress

  constructor(network: DatagramNetwork, who: number, address: string, reader: DatagramReader) {
    this.#network = network
    this.#who = who
    this.#reader = reader
    this.#from = network.bind(this, address)
  }

  say(datagram: Uint8Array): void {
    this.#network.send(datagram, this.#from, this.#who)
  }

  rebind(): void {
    this.close()
    this.#from = this.#network.bind(this, this.#from.address)
  }

  close(): void {
    this.#network.unbind(this.#from)
  }

  receive(datagram: Uint8Array): void {
    this.#reader.receive(datagram)
  }

  closed(reason: string): void {
    this.#reader.closed(reason)
  }
}

const networks = 14
const perNetwork = 19
/** Maximum number of forged addresses, used by trickles and forgers together. */
export const maxUnvalidatedPeers = networks * perNetwork + 8

/** Sends datagrams of one byte until `until`, each from a new address in one of fourteen networks. */
export function sendTrickle(
  network: DatagramNetwork,
  scheduler: Scheduler,
  who: number,
  until: number,
  n = 0,
): void {
  if (scheduler.elapsed >= until) return
  const one = n % (networks * perNetwork)
  const from = { address: `100.64.${one % networks}.${1 + Math.floor(one / networks)}`, port: 53 }
  network.send(Uint8Array.of(0), from, who)
  scheduler.after(10_000 / (networks * perNetwork), () => sendTrickle(network, scheduler, who, until, n + 1))
}
