// A sidecar's process in the simulation: the real links, over simulated sockets.
import type { LinkSocket, SocketEvents } from '../../sidecar/dial.ts'
import { Link } from '../../sidecar/link.ts'
import type { Call } from '../../sidecar/session.ts'
import { type Hello, readLink, types } from '../../wire/link.ts'
import type { FarEnd, Pipe } from './network.ts'
import type { Player } from './player.ts'
import { Owner, type Scheduler } from './scheduler.ts'

export interface SidecarSettings {
  readonly scheduler: Scheduler
  readonly hello: Hello
  random(): number
  newToken(): string
  readonly windowBytes: number
  /** Whether the room ticks, as it says of itself. */
  ticks(): boolean
  /** A new socket to the room's door. */
  dial(far: FarEnd): Pipe
  logged(event: string): void
}

/** While its token is refused. */
const unauthorized = 401

export class SimulatedSidecar extends Owner {
  readonly settings: SidecarSettings
  readonly players = new Set<Player>()
  #link: Link | undefined
  #pipe: Pipe | undefined
  /** Why it may close clients that have done nothing. */
  #excuses = new Set<string>()
  refused = false
  draining = false

  constructor(settings: SidecarSettings) {
    super()
    this.settings = settings
  }

  get pipe(): Pipe | undefined {
    return this.#pipe
  }

  open(player: Player): Call {
    this.players.add(player)
    this.#link ??= this.#newLink()
    return this.#link.open(player)
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
    void this.#link?.drain().then(() => {
      this.alive = false
    })
  }

  #newLink(): Link {
    const { scheduler, hello, windowBytes, ticks } = this.settings
    const link: Link = new Link({
      name: 'the room',
      hello,
      clock: scheduler.clock(this),
      random: this.settings.random,
      newToken: this.settings.newToken,
      dial: (events) => this.#dial(events),
      flushMs: 4,
      windowBytes,
      ticks: ticks(),
      ended: () => {
        if (this.#link === link) this.#link = undefined
      },
      log: (_level, event) => this.settings.logged(event),
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
        this.settings.logged(`hears ${told(message as Uint8Array)}`)
        heard.message(message)
      },
    })
    this.#pipe = pipe
    return {
      send: (message) => {
        this.settings.logged(`says ${told(message)}`)
        pipe.up(message)
      },
      close: () => pipe.close(),
      buffered: 0,
    }
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
