// The Room's gateway for clients' own WebSockets: maps sockets to sessions, batches frames into turns, schedules
// output.

import type { Frame } from '../games/game.ts'
import type { Clock } from '../wire/clock.ts'
import { PendingBatch } from '../wire/joined.ts'
import type { Urgency } from '../wire/link.ts'
import { describeError } from '../wire/log-line.ts'
import { splitJsonList } from '../wire/taken-apart.ts'
import { FlushCoalescer } from '../wire/window.ts'
import { Deadline } from './deadline.ts'
import { type Attached, DirectLine, type DirectSocket, type Farewell } from './direct-line.ts'
import { Inbox } from './inbox.ts'
import type { Unwritten } from './meter.ts'
import type { Records } from './store.ts'
import type { Told } from './told.ts'
import type { WorldHost } from './world-host.ts'

/** Milliseconds for which output that is no reply (casts, ticks) is collected while the room is busy. */
const windowMs = 2
/** Milliseconds for which output without urgency is collected. */
const lateMs = 100
/** Milliseconds that a new client of a ticking world has to send its first frame. */
const newcomerMs = 10_000
/** The stored time of a client's last frame may be out of date by this part of the idle timeout. */
const coarse = 0.25

export interface DirectDoorSettings {
  readonly clock: Clock
  readonly records: Records
  /** The game's frames are JSON lists: long ones are split, and those that are no replies may be joined. */
  readonly joins: boolean
  /** The world's runtime, opened on demand; undefined: the room accepts no clients. */
  host(): WorldHost | undefined
  /** Whether the room accepts new clients. */
  open(): boolean
  /** Resolves once all writes are durable, in an event of its own. */
  written(): Promise<void>
  /** Accepts the socket: its messages arrive from now on. */
  accept(socket: DirectSocket): void
  /** Rejects the socket. */
  turnAway(socket: DirectSocket, farewell: Farewell): void
  log(event: string, detail: string): void
}

/** A frame that waits for its turn and may be batched. */
interface WaitingFrame {
  readonly line: DirectLine
  readonly frame: Frame
  readonly length: number
}

export class DirectDoor {
  readonly #settings: DirectDoorSettings
  readonly #lines = new Map<DirectSocket, DirectLine>()
  readonly #inbox: Inbox<WaitingFrame>
  readonly #window: FlushCoalescer
  /** Lines with output to send. */
  readonly #touched = new Set<DirectLine>()
  /** Lines with output without urgency. */
  readonly #late = new Set<DirectLine>()
  readonly #lateness: Deadline
  #nothing = new PendingBatch<string>()
  #taking = false

  constructor(settings: DirectDoorSettings) {
    this.#settings = settings
    this.#inbox = new Inbox(
      (frames) => this.#take(frames),
      () => settings.written(),
    )
    this.#window = new FlushCoalescer(settings.clock, windowMs, () => this.#flush())
    this.#lateness = new Deadline(settings.clock, () => this.#flushLate())
  }

  knows(socket: DirectSocket): boolean {
    return this.#lines.has(socket)
  }

  /** A new client, whose upgrade is not answered yet. */
  accept(socket: DirectSocket, attached: Attached): void {
    const line = this.#line(socket, attached)
    line.hold()
    const host = this.#settings.host()
    if (!host) line.hangUp('the room takes nobody')
    else if (!this.#settings.open()) host.turnAway(line, 'closed')
    else
      host.sit(line, undefined, (seat) => {
        line.seat = seat
      })
    if (line.farewell) return this.#settings.turnAway(socket, line.farewell)
    this.#settings.accept(socket)
    line.letIn()
  }

  /** Takes over a socket that outlived the instance that accepted it. */
  adopt(socket: DirectSocket, attached: Attached): void {
    if (this.#lines.has(socket)) return
    const line = this.#line(socket, attached)
    const note = line.note(this.#settings.records)
    const host = this.#settings.host()
    if (!host || !note) return line.hangUp('the room takes nobody')
    host.sit(line, { note, intact: true }, (seat) => {
      line.seat = seat
    })
  }

  /** Stores the last announcement to the Directory in the sockets, for a later instance. */
  keepTold(told: Told | undefined): void {
    for (const line of this.#lines.values()) line.keepTold(told)
  }

  /** Likewise the room's usage, in one of them; false: there is none. */
  keepUsed(used: Unwritten): boolean {
    const [line] = this.#lines.values()
    line?.keepUsed(used)
    return line !== undefined
  }

  get size(): number {
    return this.#lines.size
  }

  /** When the first idle client times out; undefined: none does. */
  get silentAt(): number | undefined {
    let first: number | undefined
    for (const line of this.#lines.values()) {
      const at = this.#endOf(line)
      if (at !== undefined && (first === undefined || at < first)) first = at
    }
    return first
  }

  /** Ends sessions that have been idle for too long. */
  endSilent(): void {
    const now = this.#settings.clock.now()
    for (const line of [...this.#lines.values()]) {
      if ((this.#endOf(line) ?? Number.POSITIVE_INFINITY) > now) continue
      if (line.seat) this.#settings.host()?.dismiss(line.seat, 'silent for too long')
    }
  }

  /** While anybody plays, the room checks idle clients itself, except new clients of a ticking world. */
  #endOf(line: DirectLine): number | undefined {
    const host = this.#settings.host()
    if (!host) return undefined
    const { idleTimeoutMs } = host.limits
    const { came, heard } = line.known
    if (heard === undefined && host.tickMs > 0) return came + newcomerMs
    return idleTimeoutMs > 0 && !host.occupied ? (heard ?? came) + idleTimeoutMs * (1 + coarse) : undefined
  }

  message(socket: DirectSocket, frame: Frame): void {
    const line = this.#lines.get(socket)
    if (!line) return
    const { clock, host } = this.#settings
    const idleMs = host()?.limits.idleTimeoutMs ?? 0
    // Without an idle timeout the first frame is enough: each time is a write of the attachment.
    line.heardAt(clock.now(), idleMs > 0 ? idleMs * coarse : Number.POSITIVE_INFINITY)
    const parts = this.#settings.joins && typeof frame === 'string' ? splitJsonList(frame) : [frame]
    for (const part of parts) this.#inbox.add({ line, frame: part, length: part.length })
  }

  /** The client closed, or its socket failed. */
  closed(socket: DirectSocket): void {
    const line = this.#lines.get(socket)
    if (!line) return
    // Frames from before the close still count.
    this.#inbox.takeAll()
    this.#forget(socket, line)
    line.closed()
    if (line.seat) this.#settings.host()?.leave(line.seat)
  }

  /** Whether this key is the note of a connected client. */
  owns(key: string): boolean {
    for (const line of this.#lines.values()) if (line.noteKey === key) return true
    return false
  }

  /** The room is deleted. */
  stop(): void {
    for (const line of this.#lines.values()) line.closed()
    this.#lines.clear()
    this.#touched.clear()
    this.#late.clear()
    this.#window.stop()
    this.#lateness.cancel()
  }

  #line(socket: DirectSocket, attached: Attached): DirectLine {
    const { clock, joins } = this.#settings
    const line: DirectLine = new DirectLine(socket, attached, clock, joins, {
      touched: (urgency) => this.#touch(line, urgency),
      nothing: () => this.#nothing,
      ended: () => {
        this.#forget(socket, line)
        // A client that was too slow still has to leave the world.
        if (line.seat) this.#settings.host()?.leave(line.seat)
      },
    })
    this.#lines.set(socket, line)
    return line
  }

  #forget(socket: DirectSocket, line: DirectLine): void {
    this.#lines.delete(socket)
    this.#touched.delete(line)
    this.#late.delete(line)
  }

  #take(frames: readonly WaitingFrame[]): void {
    this.#taking = true
    for (const { line, frame } of frames) this.#takeOne(line, frame)
    this.#taking = false
    if (frames.length === 1) return this.#flush()
    // Replies to batched frames are sent together; output that is no reply may wait for more.
    for (const line of this.#touched) {
      if (!line.answered) continue
      this.#touched.delete(line)
      line.flush()
    }
    if (this.#touched.size > 0) this.#window.schedule()
  }

  /** A failure here is an internal fault, and must not lose the frames of other clients in the same batch. */
  #takeOne(line: DirectLine, frame: Frame): void {
    try {
      if (line.seat) this.#settings.host()?.receive(line.seat, 1, frame)
    } catch (error) {
      this.#settings.log('fault', describeError(error))
    }
  }

  #touch(line: DirectLine, urgency: Urgency): void {
    if (urgency === 'late') {
      this.#late.add(line)
      return this.#lateness.arm(lateMs)
    }
    this.#touched.add(line)
    if (!this.#taking) this.#window.schedule()
  }

  #flush(): void {
    this.#window.onFlushed()
    for (const line of this.#touched) line.flush()
    this.#touched.clear()
    this.#nothing = new PendingBatch()
  }

  #flushLate(): void {
    for (const line of this.#late) line.flush()
    this.#late.clear()
  }
}
