// The network of datagrams between clients and the sidecars' UDP doors: some are lost, come twice, late, or past others.
// Some come from addresses that are not their sender's: nobody reads there, and little may be sent there.
import type { UdpAddress, UdpListener, UdpSocket } from '../../../sidecar/listeners/transports/udp.ts'
import { InvariantError } from '../core/game-model.ts'
import type { Scheduler } from '../core/scheduler.ts'
import type { SeededRandom } from '../core/seeded-random.ts'

/** Of datagrams: so many are lost, come twice, or come late, after `latestMs` at most. */
const lost = 0.02
const doubled = 0.03
const late = 0.06
const promptMs = 2
export const latestMs = 300
/** Of what came from an address that never heard anything, so many times as much may go to it. */
const amplification = 3

export interface DatagramsSettings {
  readonly scheduler: Scheduler
  readonly random: SeededRandom
  /** Of the sidecar that is at this place now; undefined: nobody listens there. */
  door(who: number): UdpListener | undefined
  broken(error: InvariantError): void
}

/** What is known of an address. */
interface Traffic {
  /** Bytes that doors took from it, and sent to it. */
  said: number
  told: number
  /** Something came to it, and it said something after that: it may be its sender's. */
  heard: boolean
  answered: boolean
  /** Who reads there. */
  reader: Endpoint | undefined
}

/** A client's socket. */
export interface DatagramReader {
  hears(datagram: Uint8Array): void
  /** Its session, there, is closed. */
  closed(reason: string): void
}

export class DatagramNetwork {
  readonly #settings: DatagramsSettings
  readonly #traffic = new Map<string, Traffic>()
  #ports = 1024
  /** Whose datagram a door takes now. */
  #from: Traffic | undefined

  constructor(settings: DatagramsSettings) {
    this.#settings = settings
  }

  /** That ever were somebody's, or somebody spoke from. */
  get addresses(): number {
    return this.#traffic.size
  }

  /** A port that nobody has had before. */
  bind(endpoint: Endpoint, address: string): UdpAddress {
    const from = { address, port: ++this.#ports }
    this.#of(from).reader = endpoint
    return from
  }

  unbind(from: UdpAddress): void {
    this.#of(from).reader = undefined
  }

  /** To the door at place `who`. `from` may be anybody's address. */
  send(datagram: Uint8Array, from: UdpAddress, who: number): void {
    this.#carry(() => {
      const traffic = this.#of(from)
      const door = this.#settings.door(who)
      if (!door) return
      traffic.said += datagram.length
      traffic.answered ||= traffic.heard
      this.#from = traffic
      door.receive(new Uint8Array(datagram), from)
      this.#from = undefined
    })
  }

  /** A door's socket. */
  socket(): UdpSocket {
    return {
      address: () => ({ port: 9999 }),
      getSendQueueSize: () => 0,
      send: (datagram, port, address) => this.#told(datagram.slice(), this.#of({ address, port })),
      close: (closed) => closed(),
    }
  }

  /** Whoever's datagram just made a door begin a session: whom to tell of its end. */
  get beginner(): (reason: string) => void {
    const from = this.#from
    return (reason) => from?.reader?.closed(reason)
  }

  #told(datagram: Uint8Array, traffic: Traffic): void {
    traffic.told += datagram.length
    if (!traffic.answered && traffic.told > amplification * traffic.said)
      this.#settings.broken(
        new InvariantError(
          'three times is all that an unproven address is sent',
          `${traffic.told} bytes went where nobody reads, for ${traffic.said}`,
        ),
      )
    this.#carry(() => {
      if (!traffic.reader) return
      traffic.heard = true
      traffic.reader.hears(datagram)
    })
  }

  #of({ address, port }: UdpAddress): Traffic {
    const key = `${address}:${port}`
    const known = this.#traffic.get(key)
    if (known) return known
    const made = { said: 0, told: 0, heard: false, answered: false, reader: undefined }
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

/** A client's way to the door at one place, from a port that its address translator may change. */
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

  /** From now on it has another port, and knows nothing of that. */
  rebind(): void {
    this.close()
    this.#from = this.#network.bind(this, this.#from.address)
  }

  close(): void {
    this.#network.unbind(this.#from)
  }

  hears(datagram: Uint8Array): void {
    this.#reader.hears(datagram)
  }

  closed(reason: string): void {
    this.#reader.closed(reason)
  }
}

const networks = 14
const perNetwork = 19
/** Addresses in whose names somebody may speak: those of a trickle, and of forgers. */
export const maxUnvalidatedPeers = networks * perNetwork + 8

/** One byte each, from ever other addresses of fourteen networks, until `until`. */
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
