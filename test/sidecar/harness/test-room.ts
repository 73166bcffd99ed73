// A room as the sidecar's listeners use it, without a link. The frames of clients are queued, and tests write the
// replies.
import pino from 'pino'
import {
  AddressCounts,
  type ListenerContext,
  type ListenerSpec,
} from '../../../sidecar/listeners/base/listener.ts'
import { Counters } from '../../../sidecar/monitoring/counters.ts'
import { RoomFrame } from '../../../sidecar/sessions/room-frame.ts'
import type { SessionHandle, TransportClient } from '../../../sidecar/sessions/session.ts'
import { nodeClock } from '../../../sidecar/util/node-clock.ts'
import type { Assignment } from '../../../wire/link/control-messages.ts'

export const silentLog = pino({ level: 'silent' })

/** A queue of received values. `next` removes the oldest value, or waits for one if the queue is empty. */
export class ReceivedQueue<T> {
  readonly seen: T[] = []
  readonly #waiting: ((value: T) => void)[] = []
  #taken = 0

  push(value: T): void {
    this.seen.push(value)
    const waiting = this.#waiting.shift()
    if (!waiting) return
    this.#taken++
    waiting(value)
  }

  next(): Promise<T> {
    if (this.#taken < this.seen.length) return Promise.resolve(this.seen[this.#taken++]!)
    return new Promise((resolve) => this.#waiting.push(resolve))
  }
}

export class TestSession implements SessionHandle {
  readonly client: TransportClient
  readonly frames = new ReceivedQueue<Uint8Array | string>()
  readonly #ended = Promise.withResolvers<string>()
  /** Resolves with the reason when the client has disconnected. */
  readonly ended = this.#ended.promise
  reason: string | undefined
  onFrame: ((frame: Uint8Array | string) => void) | undefined

  constructor(client: TransportClient) {
    this.client = client
  }

  sendFrame(frame: Uint8Array | string): void {
    this.frames.push(frame)
    this.onFrame?.(frame)
  }

  clientClosed(reason: string): void {
    this.reason = reason
    this.#ended.resolve(reason)
  }

  async text(): Promise<string> {
    const frame = await this.frames.next()
    return typeof frame === 'string' ? frame : Buffer.from(frame).toString('latin1')
  }
}

/** The frame as a link passes it to a client. */
export function roomFrame(frame: Uint8Array | string): RoomFrame {
  return typeof frame === 'string' ? new RoomFrame(Buffer.from(frame), true) : new RoomFrame(frame, false)
}

export class TestRoom {
  readonly sessions = new ReceivedQueue<TestSession>()
  readonly dropped: string[] = []
  readonly #echo: boolean

  /** `echo`: whether the room answers every frame with the same frame. */
  constructor(echo = false) {
    this.#echo = echo
  }

  open(_room: Assignment, client: TransportClient): TestSession {
    const session = new TestSession(client)
    if (this.#echo) session.onFrame = (frame) => client.write(roomFrame(frame))
    this.sessions.push(session)
    return session
  }

  drop(name: string): void {
    this.dropped.push(name)
  }
}

export type TestListenerDefinition = ListenerSpec['definition']

export function testAssignment(
  definitions: readonly TestListenerDefinition[],
  limits: Partial<Assignment> = {},
): Assignment {
  return {
    name: 'echo/harbor',
    generation: 1,
    windowBytes: 65_536,
    frameBytes: 1_024,
    peersPerAddress: 0,
    ticks: false,
    idleMs: 0,
    ...limits,
    doors: definitions,
  }
}

export function testSpec(definition: TestListenerDefinition, limits: Partial<Assignment> = {}): ListenerSpec {
  return { assignment: testAssignment([definition], limits), definition }
}

export function testContext(room: TestRoom, away = () => false): ListenerContext {
  return {
    openSession: (assignment, client) => room.open(assignment, client),
    addressCounts: new AddressCounts(),
    maxConnections: 4_096,
    proxies: [],
    balancers: [],
    counters: new Counters(),
    log: silentLog,
    clock: nodeClock,
    isWorkerUnreachable: away,
  }
}

export const anyLoopbackPort = { host: '127.0.0.1', port: 0 } as const
