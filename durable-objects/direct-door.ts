// The Room's door for clients' own WebSockets: who is behind which, whose frames are taken together, and what leaves when.

import type { Frame } from '../games/game.ts'
import type { Clock } from '../wire/clock.ts'
import { Coming } from '../wire/joined.ts'
import type { Urgency } from '../wire/link.ts'
import { detailOf } from '../wire/log-line.ts'
import { takenApart } from '../wire/taken-apart.ts'
import { Window } from '../wire/window.ts'
import { Deadline } from './deadline.ts'
import { type Attached, DirectLine, type DirectSocket, type Farewell } from './direct-line.ts'
import { Inbox } from './inbox.ts'
import type { Unwritten } from './meter.ts'
import type { Records } from './store.ts'
import type { Told } from './told.ts'
import type { WorldHost } from './world-host.ts'

/** Milliseconds for which output that is no reply (casts, ticks) waits for more when the room is busy. */
const windowMs = 2
/** And for which output waits that nobody waits for. */
const lateMs = 100
/** Milliseconds that a newcomer to a world that ticks has to his first frame. */
const newcomerMs = 10_000
/** Of the time that silence may last: how much may be missing from what is kept of when somebody was heard. */
const coarse = 0.25

export interface DirectDoorSettings {
  readonly clock: Clock
  readonly records: Records
  /** The game's frames are JSON lists: long ones are taken apart, and those that are no replies may be joined. */
  readonly joins: boolean
  /** The world's host, opened at need; undefined: the room takes nobody. */
  host(): WorldHost | undefined
  /** Whether newcomers are taken. */
  open(): boolean
  /** When all that was written is durable; in an event of its own. */
  written(): Promise<void>
  /** A newcomer is in: its socket's messages come from now on. */
  accept(socket: DirectSocket): void
  /** A newcomer is not. */
  turnAway(socket: DirectSocket, farewell: Farewell): void
  log(event: string, detail: string): void
}

/** A frame that waits for its turn, and for company. */
interface WaitingFrame {
  readonly line: DirectLine
  readonly frame: Frame
  readonly length: number
}

export class DirectDoor {
  readonly #settings: DirectDoorSettings
  readonly #lines = new Map<DirectSocket, DirectLine>()
  readonly #inbox: Inbox<WaitingFrame>
  readonly #window: Window
  /** Those that have something to send. */
  readonly #touched = new Set<DirectLine>()
  /** Those that have something for which nobody waits. */
  readonly #late = new Set<DirectLine>()
  readonly #lateness: Deadline
  #nothing = new Coming<string>()
  #taking = false

  constructor(settings: DirectDoorSettings) {
    this.#settings = settings
    this.#inbox = new Inbox(
      (frames) => this.#take(frames),
      () => settings.written(),
    )
    this.#window = new Window(settings.clock, windowMs, () => this.#flush())
    this.#lateness = new Deadline(settings.clock, () => this.#flushLate())
  }

  knows(socket: DirectSocket): boolean {
    return this.#lines.has(socket)
  }

  /** A newcomer, whose upgrade is not answered yet. */
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

  /** A socket that outlived the instance that accepted it. */
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

  /** For an instance after this one: what the Directory was last told. */
  keepTold(told: Told | undefined): void {
    for (const line of this.#lines.values()) line.keepTold(told)
  }

  /** Likewise what the room has used, by one of them; false: there is none. */
  keepUsed(used: Unwritten): boolean {
    const [line] = this.#lines.values()
    line?.keepUsed(used)
    return line !== undefined
  }

  get size(): number {
    return this.#lines.size
  }

  /** When the first of those goes who say nothing; undefined: nobody does. */
  get silentAt(): number | undefined {
    let first: number | undefined
    for (const line of this.#lines.values()) {
      const at = this.#endOf(line)
      if (at !== undefined && (first === undefined || at < first)) first = at
    }
    return first
  }

  /** Ends who has said nothing for too long. */
  endSilent(): void {
    const now = this.#settings.clock.now()
    for (const line of [...this.#lines.values()]) {
      if ((this.#endOf(line) ?? Number.POSITIVE_INFINITY) > now) continue
      if (line.seat) this.#settings.host()?.dismiss(line.seat, 'silent for too long')
    }
  }

  /** While somebody plays the room is awake, and looks for the silent itself: but for newcomers to a world that ticks. */
  #endOf(line: DirectLine): number | undefined {
    const host = this.#settings.host()
    if (!host) return undefined
    const { idleMs } = host.limits
    const { came, heard } = line.known
    if (heard === undefined && host.tickMs > 0) return came + newcomerMs
    return idleMs > 0 && !host.occupied ? (heard ?? came) + idleMs * (1 + coarse) : undefined
  }

  message(socket: DirectSocket, frame: Frame): void {
    const line = this.#lines.get(socket)
    if (!line) return
    const { clock, host } = this.#settings
    const idleMs = host()?.limits.idleMs ?? 0
    // Where silence may last for ever, that it has spoken at all is enough: each time is a write of the attachment.
    line.heardAt(clock.now(), idleMs > 0 ? idleMs * coarse : Number.POSITIVE_INFINITY)
    const parts = this.#settings.joins && typeof frame === 'string' ? takenApart(frame) : [frame]
    for (const part of parts) this.#inbox.add({ line, frame: part, length: part.length })
  }

  /** The client closed, or its socket failed. */
  closed(socket: DirectSocket): void {
    const line = this.#lines.get(socket)
    if (!line) return
    // What it said before it went still counts.
    this.#inbox.takeAll()
    this.#forget(socket, line)
    line.closed()
    if (line.seat) this.#settings.host()?.leave(line.seat)
  }

  /** Whether the record of this key is the note of a client that is here. */
  owns(key: string): boolean {
    for (const line of this.#lines.values()) if (line.noteKey === key) return true
    return false
  }

  /** The room is no more. */
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
        // Who was too slow has yet to leave the world.
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
    // Replies to frames that were taken together leave together; output that is no reply may wait for more.
    for (const line of this.#touched) {
      if (!line.answered) continue
      this.#touched.delete(line)
      line.flush()
    }
    if (this.#touched.size > 0) this.#window.touch()
  }

  /** What fails here is our fault, and must not cost others, whose frames are taken together with it, theirs. */
  #takeOne(line: DirectLine, frame: Frame): void {
    try {
      if (line.seat) this.#settings.host()?.receive(line.seat, 1, frame)
    } catch (error) {
      this.#settings.log('fault', detailOf(error))
    }
  }

  #touch(line: DirectLine, urgency: Urgency): void {
    if (urgency === 'late') {
      this.#late.add(line)
      return this.#lateness.arm(lateMs)
    }
    this.#touched.add(line)
    if (!this.#taking) this.#window.touch()
  }

  #flush(): void {
    this.#window.flushed()
    for (const line of this.#touched) line.flush()
    this.#touched.clear()
    this.#nothing = new Coming()
  }

  #flushLate(): void {
    for (const line of this.#late) line.flush()
    this.#late.clear()
  }
}
