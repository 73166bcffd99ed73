// A peer's session in a room: its queue of inbound frames and its rate limits.
import type { Frame, RoomLimits, Peer, Session } from '../games/game.ts'
import { TokenBucket } from '../games/shared/rate.ts'
import { addressLimitKey } from '../wire/address.ts'
import type { Timer } from '../wire/clock.ts'
import type { Line } from './line.ts'

/** Datagrams in a session's queue; one more drops the oldest. */
const waitingDatagrams = 64
/**
 * Bytes in a session's queue, each frame with an overhead. A sidecar stops reading long before; a client's own socket
 * cannot be paused, and is closed above this. With a window as large, the queue may hold two windows.
 */
const waitingBytes = 1_048_576
const frameCost = 64
const recentMs = 1000
/**
 * Rate of a session's replies, in bytes (of text: UTF-16 units): above it, the next frame waits. No transport can tell
 * for sure that its client reads; for one that does not, no more than this is buffered until it is closed.
 */
export const replyBytesPerSecond = 2 * 1_048_576
export const replyBurstBytes = 8 * 1_048_576

export interface Waiting {
  readonly seq: number
  readonly frame: Frame
}

export class Seat {
  readonly peer: Peer
  readonly line: Line
  /** For limits by address. */
  readonly countedAs: string
  session: Session | undefined
  /** The session's last answer to who it is. */
  given: string | undefined
  /** The player's name for display. */
  name: string | undefined
  /** When the session started, in milliseconds since 1970, if known. */
  readonly since: number
  /** The head is the current frame; it stays until its turn is over. */
  readonly queue: Waiting[] = []
  /** The head's turn awaits a promise, or its rate. */
  busy = false
  timer: Timer | undefined
  /** Why the peer has left, if it has; its earlier frames are still processed. */
  leaving: string | undefined
  gone = false
  /** Consecutive idle checks without a frame. */
  looksUnheard = 0
  /** Cost of its turns, which halves each `recentMs`. */
  #recent = 0
  #recentAt = 0
  #note: Uint8Array | undefined
  #limits!: RoomLimits
  #messages!: TokenBucket
  #bytes!: TokenBucket
  readonly #replies = new TokenBucket(replyBytesPerSecond, replyBurstBytes)
  #waitingBytes = 0

  constructor(peer: Peer, line: Line, limits: RoomLimits, since: number) {
    this.since = since
    this.peer = peer
    this.line = line
    this.countedAs = addressLimitKey(line.address)
    this.allow(limits)
  }

  /** Sets new limits. */
  allow(limits: RoomLimits): void {
    this.#limits = limits
    this.#messages = new TokenBucket(limits.messagesPerSecond, limits.messageBurst)
    this.#bytes = new TokenBucket(limits.bytesPerSecond, Math.max(limits.bytesPerSecond, limits.maxFrameBytes))
  }

  get note(): Uint8Array | undefined {
    return this.#note
  }

  /** The session's note, if it differs from the stored one. */
  get freshNote(): Uint8Array | undefined {
    const note = this.session?.resumeState
    return same(note, this.#note) ? undefined : note?.slice()
  }

  /** Sets the note after a committed turn. */
  remember(note: Uint8Array): void {
    this.#note = note
  }

  /** Queues a frame; returns the reason if the session must end for it. */
  enqueue(seq: number, frame: Frame): string | undefined {
    if (frame.length > this.#limits.maxFrameBytes) return `frame over ${this.#limits.maxFrameBytes} bytes`
    if (this.line.transport === 'udp') this.#makeRoom()
    else if (this.queue.length > 0 && this.#waitingBytes + frame.length > this.#mostWaiting)
      return `over ${this.#mostWaiting} bytes waiting`
    this.queue.push({ seq, frame })
    this.#waitingBytes += frame.length + frameCost
    return undefined
  }

  /** Removes the head, whose turn is over. */
  dequeue(): void {
    this.#drop(0)
  }

  /** Milliseconds until the head may run; 0: now. */
  wait(now: number): number {
    const { length } = this.queue[0]!.frame
    // Charge both only when both allow it: a frame that waits for one would otherwise pay the other at each check.
    const wait = Math.max(this.#messages.waitMs(now), this.#bytes.waitMs(now, length))
    if (wait > 0) return wait
    this.#messages.charge(now)
    this.#bytes.charge(now, length)
    return 0
  }

  /** Charges a turn's replies. */
  replied(bytes: number, now: number): void {
    this.#replies.charge(now, bytes)
  }

  /** Milliseconds until further replies are allowed; 0: now. */
  waitToReply(now: number): number {
    return this.#replies.waitMs(now, 0)
  }

  /** Charges a turn's steps. */
  spend(steps: number, now: number): void {
    this.#recent = this.lately(now) + steps
    this.#recentAt = now
  }

  /** Recent cost of its turns, in steps. */
  lately(now: number): number {
    return this.#recent * 2 ** (-Math.max(0, now - this.#recentAt) / recentMs)
  }

  get #mostWaiting(): number {
    return Math.max(waitingBytes, 2 * this.#limits.windowBytes)
  }

  /** Drops the oldest datagrams, except one whose turn has started. */
  #makeRoom(): void {
    const oldest = this.busy || this.line.part > 0 ? 1 : 0
    const { windowBytes } = this.#limits
    while (
      this.queue.length > oldest &&
      (this.queue.length >= waitingDatagrams || this.#waitingBytes >= windowBytes)
    )
      this.#drop(oldest)
  }

  #drop(index: number): void {
    const [dropped] = this.queue.splice(index, 1)
    if (dropped) this.#waitingBytes -= dropped.frame.length + frameCost
  }
}

function same(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  if (a === b) return true
  if (!a || !b || a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}
