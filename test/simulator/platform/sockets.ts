// Simulated sockets between clients or sidecars and an object. Each direction is ordered, and each message has its own
// latency. A socket can be cut (part of the data in flight arrives), stuck (no message arrives, and neither end detects
// this for a while) or slow to read.
import type { Socket } from '../../../durable-objects/platform/platform.ts'
import type { Frame } from '../../../games/game.ts'
import { keepaliveTexts } from '../../../wire/link/control-messages.ts'
import type { Scheduler } from '../core/scheduler.ts'
import type { SeededRandom } from '../core/seeded-random.ts'
import type { ObjectInstance, SimulatedObject } from './durable-object.ts'

export interface ClientEnd {
  opened(): void
  message(message: Frame): void
  /** `code`: the close code, 1006 if there was none, or the HTTP status of a refused upgrade. */
  closed(code: number, reason: string): void
}

/** Milliseconds until the client's pings detect a dead socket, and until the platform's pings do, if it sends any. */
const clientDetectsMs = 25_000
const serverDetectsMs = 50_000
const neverMs = 600_000

const states = { open: 1, closing: 2, closed: 3 } as const

/** The object's end of a socket. */
export class ServerSocket implements Socket {
  readonly pipe: SimulatedSocket
  tag = ''
  readyState: number = states.open
  /** Time of the last ping, in the scheduler's milliseconds. */
  pingedAt: number | undefined
  #attached: unknown

  constructor(pipe: SimulatedSocket) {
    this.pipe = pipe
  }

  get bufferedAmount(): number {
    return this.pipe.unread
  }

  send(message: Frame): void {
    if (this.readyState !== states.open) throw new Error('WebSocket is not open')
    const sent = typeof message === 'string' ? message : message.slice()
    this.pipe.object.leave(() => this.pipe.down(sent))
  }

  close(code: number, reason: string): void {
    if (this.readyState === states.closed) return
    const answers = this.readyState === states.closing
    this.readyState = answers ? states.closed : states.closing
    if (answers) this.pipe.object.sockets.delete(this)
    this.pipe.object.leave(() => this.pipe.closedByServer(code, reason))
  }

  serializeAttachment(attached: unknown): void {
    this.#attached = copied(attached)
  }

  /** Readers share frozen objects. Bytes cannot be frozen, so each reader gets a copy. */
  deserializeAttachment(): unknown {
    const attached = this.#attached
    const hasBytes = Object.values(attached ?? {}).some((each) => each instanceof Uint8Array)
    return hasBytes ? copied(attached) : attached
  }
}

/** Copies plain objects and bytes like `structuredClone`, ten times faster. The result is frozen except for bytes. */
function copied<T>(value: T): T {
  if (value instanceof Uint8Array) return value.slice() as T
  if (typeof value !== 'object' || value === null) return value
  const copy: Record<string, unknown> = {}
  for (const key in value) copy[key] = copied(value[key])
  return Object.freeze(copy) as T
}

class Direction {
  last = 0
  pending = 0
  /** Number of messages that still arrive after a cut. */
  left = Number.POSITIVE_INFINITY
}

export interface SimulatedSocketSettings {
  readonly scheduler: Scheduler
  readonly random: SeededRandom
  delayMs(): number
  beforeMessage(): void
  afterMessage(): void
}

export class SimulatedSocket {
  readonly object: SimulatedObject<ObjectInstance>
  readonly server: ServerSocket
  readonly #settings: SimulatedSocketSettings
  readonly #far: ClientEnd
  readonly #up = new Direction()
  readonly #down = new Direction()
  open = true
  /** Whether messages no longer arrive, and neither end has detected it. */
  #stuck = false
  /** Whether the socket is closed. The object receives the close after it has accepted the socket. */
  #dead = false
  /** The frames that wait because the client does not read. Undefined while the client reads. */
  #held: Frame[] | undefined
  unread = 0

  constructor(object: SimulatedObject<ObjectInstance>, far: ClientEnd, settings: SimulatedSocketSettings) {
    this.object = object
    this.#far = far
    this.#settings = settings
    this.server = new ServerSocket(this)
  }

  /** Sends the upgrade request to the object. `enter`: the object's endpoint. */
  connect(enter: (socket: Socket) => boolean): void {
    this.#carry(this.#up, () => {
      let entered = false
      this.object.enter(() => {
        entered = enter(this.server)
      })
      if (this.#dead) this.#settings.scheduler.after(1, () => this.#over())
      this.object.leave(() => this.#carry(this.#down, () => this.#answered(entered)))
    })
  }

  #answered(entered: boolean): void {
    if (!this.open) return
    if (entered) return this.#far.opened()
    this.open = false
    this.#far.closed(404, 'no such room')
  }

  up(message: Frame): void {
    if (!this.open) return
    const sent = typeof message === 'string' ? message : message.slice()
    this.#carry(this.#up, () => {
      this.#settings.beforeMessage()
      if (this.server.readyState === states.closed) return
      if (this.object.settings.answersPings && message === keepaliveTexts.ping) return this.#answerPing()
      this.object.enter((hosted) => hosted.socketMessage(this.server, sent))
      this.#settings.afterMessage()
    })
  }

  /** Answers a ping as the platform does, without waking the object. */
  #answerPing(): void {
    this.server.pingedAt = Math.floor(this.#settings.scheduler.now)
    this.down(keepaliveTexts.pong)
  }

  down(message: Frame): void {
    this.unread += message.length
    this.#carry(this.#down, () => {
      if (this.#held) return void this.#held.push(message)
      this.unread -= message.length
      if (this.open) this.#far.message(message)
    })
  }

  closedByServer(code: number, reason: string): void {
    this.#carry(this.#down, () => {
      if (!this.open) return
      this.open = false
      this.#far.closed(code, reason)
      this.#carry(this.#up, () => this.#over())
    })
  }

  close(): void {
    if (!this.open) return
    this.open = false
    this.#carry(this.#up, () => {
      if (this.server.readyState !== states.open) return this.#over()
      this.server.readyState = states.closing
      this.object.enter((hosted) => hosted.socketClosed(this.server))
    })
  }

  /** Cuts the socket. Part of the data in flight still arrives. */
  cut(): void {
    const { scheduler, random } = this.#settings
    for (const way of [this.#up, this.#down]) way.left = random.integerBelow(way.pending + 1)
    scheduler.after(random.integerBelow(5), () => this.#lost())
    scheduler.after(random.integerBelow(5), () => this.#over())
  }

  /** Called when the object's instance is lost. The next instance does not have this socket. */
  vanish(): void {
    const { scheduler, random } = this.#settings
    this.server.readyState = states.closed
    this.object.sockets.delete(this.server)
    this.#up.left = 0
    this.#down.left = random.integerBelow(this.#down.pending + 1)
    scheduler.after(random.integerBelow(5), () => this.#lost())
  }

  /** Loses all messages without a close. Both ends detect this, at the latest after the returned milliseconds. */
  stick(): number {
    const { scheduler, random } = this.#settings
    const findsMs = this.object.settings.answersPings ? neverMs : serverDetectsMs
    if (this.#stuck) return findsMs
    this.#stuck = true
    const [clientMs, serverMs] = [clientDetectsMs * random.next(), findsMs * random.next()]
    scheduler.after(clientMs, () => this.#lost())
    scheduler.after(serverMs, () => this.#over())
    return Math.max(clientMs, serverMs)
  }

  hold(): void {
    this.#held ??= []
  }

  read(): void {
    const held = this.#held ?? []
    this.#held = undefined
    for (const message of held) {
      this.unread -= message.length
      if (this.open) this.#far.message(message)
    }
  }

  #lost(): void {
    if (!this.open) return
    this.open = false
    this.#far.closed(1006, '')
  }

  /** Notifies the object, unless it has closed the socket itself. */
  #over(): void {
    const { server } = this
    this.#dead = true
    if (server.readyState === states.closed || !this.object.sockets.has(server)) return
    server.readyState = states.closed
    this.object.sockets.delete(server)
    this.object.enter((hosted) => hosted.socketClosed(server))
  }

  #carry(way: Direction, arrive: () => void): void {
    const { scheduler, delayMs } = this.#settings
    way.last = Math.max(way.last, scheduler.now + delayMs())
    way.pending++
    scheduler.after(way.last - scheduler.now, () => {
      way.pending--
      if (this.#stuck || way.left-- <= 0) return
      arrive()
    })
  }
}
