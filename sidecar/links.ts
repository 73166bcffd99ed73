// All links of a sidecar, one per room: dialled for the room's first client, ended when unused.
import { randomBytes } from 'node:crypto'
import type { Assignment } from '../wire/assignment.ts'
import type { Hello } from '../wire/link.ts'
import { systemClock } from './clock.ts'
import type { Settings } from './config.ts'
import { dial } from './dial.ts'
import { Link } from './link.ts'
import { type Logger, roomLog } from './log.ts'
import type { LinkState } from './metrics.ts'
import type { Call, Client } from './session.ts'
import { Timings } from './timings.ts'

/** Milliseconds that frames wait to share a message: each message wakes the room and is billed. */
const flushMs = 4

/** Carries sessions to their rooms. */
export interface Carrier {
  open(room: Assignment, client: Client): Call
  drop(name: string): void
  drain(): Promise<void>
  stats(): Iterable<LinkState>
}

export class Links implements Carrier {
  readonly #settings: Settings
  readonly #log: Logger
  readonly #timings: Timings
  readonly #hello: Hello
  readonly #links = new Map<string, Link>()

  constructor(settings: Settings, log: Logger, timings = new Timings()) {
    this.#settings = settings
    this.#timings = timings
    this.#log = log
    this.#hello = { sidecar: settings.id, process: randomBytes(16).toString('hex') }
  }

  open(room: Assignment, client: Client): Call {
    const link = this.#links.get(room.name) ?? this.#newLink(room)
    link.settings.windowBytes = room.windowBytes
    link.settings.ticks = room.ticks
    link.settings.idleMs = room.idleMs
    return link.open(client)
  }

  /** Ends the link of a room that this sidecar no longer carries. */
  drop(name: string): void {
    this.#links.get(name)?.end(1000, 'the room is no longer carried here')
  }

  async drain(): Promise<void> {
    await Promise.all([...this.#links.values()].map((link) => link.drain()))
  }

  *stats(): Iterable<LinkState> {
    for (const [name, link] of this.#links) {
      yield {
        name,
        connected: link.live,
        sessions: link.sessions,
        redials: link.counts.dials - 1,
        resumes: link.counts.resumes,
        unacknowledged: link.unacknowledgedBytes,
      }
    }
  }

  #newLink({ name, windowBytes, ticks, idleMs }: Assignment): Link {
    const { upstream, hasSpace } = this.#settings
    const log = roomLog(this.#log, name)
    const link: Link = new Link({
      name,
      hello: this.#hello,
      clock: systemClock,
      random: Math.random,
      links: () => this.#links.size,
      newToken: () => randomBytes(16).toString('hex'),
      dial: (events) => dial(linkUrl(upstream, name), this.#settings, events),
      ...(hasSpace && { hasSpace }),
      flushMs,
      near: isLocal(upstream),
      windowBytes,
      ticks,
      idleMs,
      timings: this.#timings.of(name),
      ended: () => {
        if (this.#links.get(name) === link) this.#links.delete(name)
      },
      log: (level, event, fields) => log[level](fields ?? {}, event),
    })
    this.#links.set(name, link)
    return link
  }
}

function linkUrl(upstream: URL, name: string): URL {
  const url = new URL(upstream)
  url.protocol = upstream.protocol === 'https:' ? 'wss:' : 'ws:'
  url.pathname = `${upstream.pathname.replace(/\/$/, '')}/${name}/link`
  return url
}

function isLocal(upstream: URL): boolean {
  return (
    upstream.hostname === 'localhost' || upstream.hostname === '[::1]' || upstream.hostname.startsWith('127.')
  )
}
