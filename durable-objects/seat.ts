// One peer's place in a room: its session, the frames that wait for their turn, and how often it may have one.
import type { Frame, Limits, Peer, Session } from '../games/game.ts'
import { Rate } from '../games/shared/rate.ts'
import { countedAs } from '../wire/address.ts'
import type { Timer } from '../wire/clock.ts'
import type { Line } from './line.ts'

/** Datagrams that one session may have waiting; one more drops the oldest. */
const waitingDatagrams = 64
/**
 * What one session may have waiting, each frame with what it costs beside its bytes. A sidecar reads no further long
 * before; a client's own socket cannot be held back, and is closed for more. Where a window is as large, two of them may wait.
 */
const waitingBytes = 1_048_576
const frameCost = 64
const recentMs = 1000
/**
 * What a session is replied, in bytes (of text: UTF-16 units): over it, its next frame waits. No door can tell for sure that its
 * client reads: of one that does not, no more than this is held until it is closed.
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
  /** What the session said when it was last asked who it is. */
  given: string | undefined
  /** Who it is, as people are told. */
  name: string | undefined
  /** When the session began, in milliseconds since 1970, as far as that is known. */
  readonly since: number
  /** The head is the frame whose turn it is; it stays until its turn is over. */
  readonly queue: Waiting[] = []
  /** The head's turn has begun and waits for a promise, or waits for its rate. */
  busy = false
  timer: Timer | undefined
  /** Why the peer has left, if it has; what it said before still has its turn. */
  leaving: string | undefined
  gone = false
  /** How often in a row it was looked for and had said nothing since. */
  looksUnheard = 0
  /** What its turns cost, of which half is forgotten each `recentMs`. */
  #recent = 0
  #recentAt = 0
  #note: Uint8Array | undefined
  #limits!: Limits
  #messages!: Rate
  #bytes!: Rate
  readonly #replies = new Rate(replyBytesPerSecond, replyBurstBytes)
  #waitingBytes = 0

  constructor(peer: Peer, line: Line, limits: Limits, since: number) {
    this.since = since
    this.peer = peer
    this.line = line
    this.countedAs = countedAs(line.address)
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

  /** The session's note, if it differs from the one that is remembered. */
  get freshNote(): Uint8Array | undefined {
    const note = this.session?.note
    return same(note, this.#note) ? undefined : note?.slice()
  }

  /** What the session goes on by from now on: of a turn that is committed. */
  remember(note: Uint8Array): void {
    this.#note = note
  }

  /** Puts a frame in line; says why it may not, if the session must end for it. */
  enqueue(seq: number, frame: Frame): string | undefined {
    if (frame.length > this.#limits.frameBytes) return `frame over ${this.#limits.frameBytes} bytes`
    if (this.line.transport === 'udp') this.#makeRoom()
    else if (this.queue.length > 0 && this.#waitingBytes + frame.length > this.#mostWaiting)
      return `over ${this.#mostWaiting} bytes waiting`
    this.queue.push({ seq, frame })
    this.#waitingBytes += frame.length + frameCost
    return undefined
  }

  /** The head's turn is over. */
  dequeue(): void {
    this.#drop(0)
  }

  /** Milliseconds until the head may have its turn; 0: now. */
  wait(now: number): number {
    const { length } = this.queue[0]!.frame
    // Neither is charged before both allow it: a frame that waits for the one would pay the other each time it asks.
    const wait = Math.max(this.#messages.until(now), this.#bytes.until(now, length))
    if (wait > 0) return wait
    this.#messages.charge(now)
    this.#bytes.charge(now, length)
    return 0
  }

  /** A turn has replied so many bytes. */
  replied(bytes: number, now: number): void {
    this.#replies.charge(now, bytes)
  }

  /** Milliseconds until there may be more replies; 0: now. */
  waitToReply(now: number): number {
    return this.#replies.until(now, 0)
  }

  /** A turn has cost so many steps. */
  spend(steps: number, now: number): void {
    this.#recent = this.lately(now) + steps
    this.#recentAt = now
  }

  /** Steps that its turns cost of late. */
  lately(now: number): number {
    return this.#recent * 2 ** (-Math.max(0, now - this.#recentAt) / recentMs)
  }

  get #mostWaiting(): number {
    return Math.max(waitingBytes, 2 * this.#limits.windowBytes)
  }

  /** Of datagrams the oldest goes, but for one whose turn has begun. */
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
