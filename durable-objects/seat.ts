// One peer's place in a room: its session, the frames that wait for their turn, and how often it may have one.
import type { Frame, Limits, Peer, Session } from '../games/game.ts'
import { Rate } from '../games/shared/rate.ts'
import type { Timer } from '../wire/clock.ts'
import type { Line } from './line.ts'

/** Frames that one session may have waiting; a datagram more drops the oldest, any other frame ends the session. */
const waitingFrames = 64

export interface Waiting {
  readonly seq: number
  readonly frame: Frame
}

export class Seat {
  readonly peer: Peer
  readonly line: Line
  session: Session | undefined
  /** The head is the frame whose turn it is; it stays until its turn is over. */
  readonly queue: Waiting[] = []
  /** The head's turn has begun and waits for a promise, or waits for its rate. */
  busy = false
  timer: Timer | undefined
  gone = false
  /** When its last frame came, in the host's milliseconds. */
  heardAt: number
  #note: Uint8Array | undefined
  #limits!: Limits
  #messages!: Rate
  #bytes!: Rate
  #waitingBytes = 0

  constructor(peer: Peer, line: Line, limits: Limits, now: number) {
    this.heardAt = now
    this.peer = peer
    this.line = line
    this.allow(limits)
  }

  /** From now on these limits hold. */
  allow(limits: Limits): void {
    this.#limits = limits
    this.#messages = new Rate(limits.messagesPerSecond, limits.messageBurst)
    this.#bytes = new Rate(limits.bytesPerSecond, Math.max(limits.bytesPerSecond, limits.frameBytes))
  }

  get note(): Uint8Array | undefined {
    return this.#note
  }

  /** Takes the session's note; true if it differs from the one before. */
  noted(): boolean {
    const note = this.session?.note
    if (same(note, this.#note)) return false
    this.#note = note?.slice()
    return true
  }

  /** Puts a frame in line; says why it may not, if the session must end for it. */
  enqueue(seq: number, frame: Frame): string | undefined {
    if (frame.length > this.#limits.frameBytes) return `frame over ${this.#limits.frameBytes} bytes`
    if (this.line.transport === 'udp') this.#makeRoom()
    else if (this.queue.length >= waitingFrames) return `over ${waitingFrames} frames waiting`
    else if (this.#overfull) return `over ${this.#limits.windowBytes} bytes waiting`
    this.queue.push({ seq, frame })
    this.#waitingBytes += frame.length
    return undefined
  }

  /** The head's turn is over. */
  dequeue(): void {
    this.#drop(0)
  }

  /** Milliseconds until the head may have its turn; 0: now. */
  wait(now: number): number {
    return this.#messages.wait(now) || this.#bytes.wait(now, this.queue[0]!.frame.length)
  }

  /** A sidecar stops reading once its frames come to the window, so the one that fills it is still admitted. */
  get #overfull(): boolean {
    return this.queue.length > 0 && this.#waitingBytes >= this.#limits.windowBytes
  }

  /** Of datagrams the oldest goes, but for one whose turn has begun. */
  #makeRoom(): void {
    const oldest = this.busy ? 1 : 0
    while (this.queue.length > oldest && (this.queue.length >= waitingFrames || this.#overfull))
      this.#drop(oldest)
  }

  #drop(index: number): void {
    const [dropped] = this.queue.splice(index, 1)
    this.#waitingBytes -= dropped?.frame.length ?? 0
  }
}

function same(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  if (a === b) return true
  if (!a || !b || a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}
