// A sidecar's process in the simulation: the real links, over simulated sockets.
import type { LinkSocket, SocketEvents } from '../../sidecar/dial.ts'
import { Guests } from '../../sidecar/door.ts'
import { Link } from '../../sidecar/link.ts'
import type { Call, Client } from '../../sidecar/session.ts'
import { Tally } from '../../sidecar/tally.ts'
import { UdpDoor } from '../../sidecar/udp.ts'
import type { Assignment } from '../../wire/assignment.ts'
import { type Hello, readLink, types } from '../../wire/link.ts'
import { silent } from '../sidecar/room.ts'
import type { Datagrams } from './datagrams.ts'
import type { FarEnd, Pipe } from './network.ts'
import type { Player } from './player.ts'
import { Owner, type Scheduler } from './scheduler.ts'
import type { Visitor } from './visitor.ts'

export interface SidecarSettings {
  readonly scheduler: Scheduler
  readonly hello: Hello
  random(): number
  newToken(): string
  readonly assignment: Assignment
  readonly datagrams: Datagrams
  /** Whether the room ticks, as it says of itself. */
  ticks(): boolean
  /** A new socket to the room's door. */
  dial(far: FarEnd): Pipe
  /** `event`: asked for only if it is told. */
  logged(event: () => string): void
}

/** While its token is refused. */
const unauthorized = 401

export class SimulatedSidecar extends Owner {
  readonly settings: SidecarSettings
  readonly players = new Set<Player>()
  readonly #visitors = new Set<Visitor>()
  #link: Link | undefined
  #pipe: Pipe | undefined
  #door: UdpDoor | undefined
  /** Why it may close clients that have done nothing. */
  #excuses = new Set<string>()
  refused = false
  draining = false

  constructor(settings: SidecarSettings) {
    super()
    this.settings = settings
  }

  /** What it holds in memory, while it is there. */
  get parts(): readonly unknown[] {
    return this.alive ? [this.#link, this.#door] : []
  }

  get pipe(): Pipe | undefined {
    return this.#pipe
  }

  open(player: Player): Call {
    this.players.add(player)
    return this.#open(player)
  }

  openFor(visitor: Visitor): Call {
    this.#visitors.add(visitor)
    return this.#open(visitor)
  }

  /** What its clock shows jumps. */
  jump(byMs: number): void {
    const before = this.skewMs()
    this.skewMs = () => before + byMs
  }

  #open(client: Client): Call {
    this.#link ??= this.#newLink()
    return this.#link.open(client)
  }

  /** For datagrams; undefined: it is dead. */
  get door(): UdpDoor | undefined {
    if (this.alive) this.#door ??= this.#newDoor()
    return this.alive ? this.#door : undefined
  }

  #newDoor(): UdpDoor {
    const { scheduler, assignment, datagrams } = this.settings
    const [door] = assignment.doors
    return new UdpDoor(
      datagrams.socket(),
      { assignment, door: door! },
      {
        open: (_room, client) => {
          const tell = datagrams.beginner
          return this.#open(watched(client, (reason) => this.excuses(reason) || tell(reason)))
        },
        guests: new Guests(),
        mostPerDoor: 4096,
        proxies: [],
        balancers: [],
        tally: new Tally(),
        log: silent,
        clock: scheduler.clock(this),
        away: () => false,
      },
    )
  }

  excuses(reason: string): boolean {
    return this.#excuses.has(reason)
  }

  /** What its clients said last may be gone with it. */
  get unsafe(): boolean {
    return this.#excuses.size > 0
  }

  excuse(reason: string): void {
    this.#excuses.add(reason)
  }

  /** The process is killed. */
  die(): void {
    this.alive = false
    this.#pipe?.cut()
    for (const visitor of this.#visitors) visitor.lost()
    for (const player of this.players) {
      player.lost('its sidecar died')
      // What it had not handed on yet is gone with it.
      player.heard = false
    }
  }

  /** It stops as it should. */
  drain(): void {
    this.draining = true
    this.excuse('the sidecar is stopping')
    // The next process of its id may come before it has stopped.
    this.excuse('another sidecar has taken this id')
    const { scheduler } = this.settings
    scheduler.promise()
    void this.#stop()
  }

  /** As sidecar/sidecar.ts does it. */
  async #stop(): Promise<void> {
    await this.#door?.stop()
    await this.#link?.drain()
    await this.#door?.close('the sidecar is stopping')
    this.alive = false
  }

  #newLink(): Link {
    const { scheduler, hello, assignment, ticks } = this.settings
    const link: Link = new Link({
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
      ended: () => {
        if (this.#link === link) this.#link = undefined
      },
      log: (_level, event) => this.settings.logged(() => event),
    })
    return link
  }

  #dial(events: SocketEvents): LinkSocket {
    if (this.refused) {
      this.settings.scheduler.after(5, () => events.closed(unauthorized), this)
      return { send() {}, close() {}, buffered: 0 }
    }
    const heard = farEnd({ owner: this, events })
    const pipe = this.settings.dial({
      ...heard,
      message: (message) => {
        this.settings.logged(() => `hears ${told(message as Uint8Array)}`)
        heard.message(message)
      },
    })
    this.#pipe = pipe
    return {
      send: (message) => {
        this.settings.logged(() => `says ${told(message)}`)
        pipe.up(message)
      },
      close: () => pipe.close(),
      buffered: 0,
    }
  }
}

/** A door's client, and somebody who is told when the room closes it. */
function watched(client: Client, closed: (reason: string) => unknown): Client {
  return {
    transport: client.transport,
    address: client.address,
    compressed: client.compressed,
    write: (frame, urgency) => client.write(frame, urgency),
    proven: () => client.proven?.(),
    pause: () => client.pause(),
    resume: () => client.resume(),
    close(reason) {
      closed(reason)
      client.close(reason)
    },
  }
}

const typeNames = Object.entries(types)

/** A message of the link in short: who speaks, and each record's type, session and turn. */
function told(message: Uint8Array): string {
  const { epoch, number, records } = readLink(message)
  const names = records.map(({ type, session, seq, ack }) => {
    const name = typeNames.find(([, known]) => known === type)?.[0]
    return `${name} ${session}${seq > 0 ? `:${seq}` : ''}${ack ? '!' : ''}`
  })
  return `(${epoch % 1000}, ${number}) ${names.join(', ')}`
}

function farEnd({ owner, events }: { readonly owner: Owner; readonly events: SocketEvents }) {
  const living = (run: () => void) => {
    if (owner.alive) run()
  }
  return {
    opened: () => living(() => events.opened()),
    message: (message: Uint8Array | string) => living(() => events.message(message as Uint8Array)),
    closed: (code: number) => living(() => events.closed(code)),
  }
}
