import { AddressCounts } from '../../../sidecar/listeners/base/listener.ts'
import { UdpListener } from '../../../sidecar/listeners/transports/udp.ts'
import { Counters } from '../../../sidecar/monitoring/counters.ts'
import type { SessionHandle, TransportClient } from '../../../sidecar/sessions/session.ts'
import type { ChannelSocket, SocketEvents } from '../../../sidecar/uplink/open-socket.ts'
import { RoomChannel } from '../../../sidecar/uplink/room-channel.ts'
import type { Assignment } from '../../../wire/link/control-messages.ts'
import { decodeLinkMessage, type Hello, recordTypes } from '../../../wire/link/link-codec.ts'
import { silentLog } from '../../sidecar/harness/test-room.ts'
import { type Scheduler, TimerOwner } from '../core/scheduler.ts'
import type { DatagramNetwork } from '../platform/datagram-network.ts'
import type { ClientEnd, SimulatedSocket } from '../platform/sockets.ts'
import type { Player } from './player.ts'
import type { Visitor } from './visitor.ts'

export interface SidecarSettings {
  readonly scheduler: Scheduler
  readonly hello: Hello
  random(): number
  newToken(): string
  readonly assignment: Assignment
  readonly datagrams: DatagramNetwork
  ticks(): boolean
  dial(far: ClientEnd): SimulatedSocket
  /** Calls `event` only if the run is logged. */
  logged(event: () => string): void
}

/** The HTTP status with which the room refuses the sidecar's token. */
const unauthorized = 401

export class SimulatedSidecar extends TimerOwner {
  readonly settings: SidecarSettings
  readonly players = new Set<Player>()
  readonly #visitors = new Set<Visitor>()
  #link: RoomChannel | undefined
  #pipe: SimulatedSocket | undefined
  #listener: UdpListener | undefined
  /** Reasons for which the sidecar may close clients that have done nothing wrong. */
  #explainedReasons = new Set<string>()
  readonly #addressCounts = new AddressCounts()
  refused = false
  draining = false

  constructor(settings: SidecarSettings) {
    super()
    this.settings = settings
  }

  get parts(): readonly unknown[] {
    return this.alive ? [this.#link, this.#listener, this.#addressCounts] : []
  }

  get pipe(): SimulatedSocket | undefined {
    return this.#pipe
  }

  open(player: Player): SessionHandle {
    this.players.add(player)
    return this.#open(player)
  }

  openFor(visitor: Visitor): SessionHandle {
    this.#visitors.add(visitor)
    return this.#open(visitor)
  }

  jump(byMs: number): void {
    const before = this.skewMs()
    this.skewMs = () => before + byMs
  }

  #open(client: TransportClient): SessionHandle {
    this.#link ??= this.#newLink()
    return this.#link.open(client)
  }

  /** The sidecar's listener, or undefined once its process is dead. */
  get listener(): UdpListener | undefined {
    if (this.alive) this.#listener ??= this.#newListener()
    return this.alive ? this.#listener : undefined
  }

  #newListener(): UdpListener {
    const { scheduler, assignment, datagrams } = this.settings
    const [listener] = assignment.doors
    return new UdpListener(
      datagrams.socket(),
      { assignment, definition: listener! },
      {
        openSession: (_room, client) => {
          const tell = datagrams.sessionCloseCallback
          return this.#open(withCloseCallback(client, (reason) => this.explainsClose(reason) || tell(reason)))
        },
        addressCounts: this.#addressCounts,
        maxConnections: 4096,
        proxies: [],
        balancers: [],
        counters: new Counters(),
        log: silentLog,
        clock: scheduler.clock(this),
        isWorkerUnreachable: () => false,
      },
    )
  }

  explainsClose(reason: string): boolean {
    return this.#explainedReasons.has(reason)
  }

  /** Whether the last messages of the sidecar's clients may be lost with the sidecar. */
  get mayLoseMessages(): boolean {
    return this.#explainedReasons.size > 0
  }

  excuse(reason: string): void {
    this.#explainedReasons.add(reason)
  }

  die(): void {
    this.alive = false
    this.#pipe?.cut()
    for (const visitor of this.#visitors) visitor.lost()
    for (const player of this.players) {
      player.lost('its sidecar died')
      // Messages that the sidecar had not forwarded are lost.
      player.allDelivered = false
    }
  }

  drain(): void {
    this.draining = true
    this.excuse('the sidecar is stopping')
    // The next process with the same id may start before this process has stopped.
    this.excuse('another sidecar has taken this id')
    this.settings.scheduler.expectPromises()
    void this.#stop()
  }

  /** Stops in the same steps as sidecar/sidecar.ts. */
  async #stop(): Promise<void> {
    await this.#listener?.stopAccepting()
    await this.#link?.drain()
    await this.#listener?.close('the sidecar is stopping')
    this.alive = false
  }

  #newLink(): RoomChannel {
    const { scheduler, hello, assignment, ticks } = this.settings
    const link: RoomChannel = new RoomChannel({
      name: 'the room',
      hello,
      clock: scheduler.clock(this),
      random: this.settings.random,
      newToken: this.settings.newToken,
      dial: (events) => this.#dial(events),
      flushMs: 4,
      windowBytes: assignment.windowBytes,
      ticks: ticks(),
      idleMs: assignment.idleMs,
      onEnded: () => {
        if (this.#link === link) this.#link = undefined
      },
      log: (_level, event) => this.settings.logged(() => event),
    })
    return link
  }

  #dial(events: SocketEvents): ChannelSocket {
    if (this.refused) {
      this.settings.scheduler.after(5, () => events.onClose(unauthorized), this)
      return { send() {}, close() {}, bufferedBytes: 0 }
    }
    const received = farEnd({ owner: this, events })
    const pipe = this.settings.dial({
      ...received,
      message: (message) => {
        this.settings.logged(() => `hears ${describeMessage(message as Uint8Array)}`)
        received.message(message)
      },
    })
    this.#pipe = pipe
    return {
      send: (message) => {
        this.settings.logged(() => `says ${describeMessage(message)}`)
        pipe.up(message)
      },
      close: () => pipe.close(),
      bufferedBytes: 0,
    }
  }
}

function withCloseCallback(client: TransportClient, closed: (reason: string) => unknown): TransportClient {
  return {
    transport: client.transport,
    address: client.address,
    compressed: client.compressed,
    write: (frame, urgency) => client.write(frame, urgency),
    addressValidated: () => client.addressValidated?.(),
    pause: () => client.pause(),
    resume: () => client.resume(),
    close(reason) {
      closed(reason)
      client.close(reason)
    },
  }
}

const typeNames = Object.entries(recordTypes)

/** Describes a message for the log: its epoch and number, and the type, session and sequence number of each record. */
function describeMessage(message: Uint8Array): string {
  const { epoch, number, records } = decodeLinkMessage(message)
  const names = records.map(({ type, session, seq, acknowledges }) => {
    const name = typeNames.find(([, known]) => known === type)?.[0]
    return `${name} ${session}${seq > 0 ? `:${seq}` : ''}${acknowledges ? '!' : ''}`
  })
  return `(${epoch % 1000}, ${number}) ${names.join(', ')}`
}

function farEnd({ owner, events }: { readonly owner: TimerOwner; readonly events: SocketEvents }) {
  const living = (run: () => void) => {
    if (owner.alive) run()
  }
  return {
    opened: () => living(() => events.onOpen()),
    message: (message: Uint8Array | string) => living(() => events.onMessage(message as Uint8Array)),
    closed: (code: number) => living(() => events.onClose(code)),
  }
}
