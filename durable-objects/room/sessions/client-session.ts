// A peer's session in a room: its queue of inbound frames and its rate limits.
import type { Frame, Peer, RoomLimits, Session } from '../../../games/game.ts'
import { TokenBucket } from '../../../games/shared/token-bucket.ts'
import { addressLimitKey } from '../../../wire/net/ip-address.ts'
import type { Timer } from '../../../wire/util/clock.ts'
import type { Connection } from './connection.ts'

/** Datagrams in a session's queue; one more drops the oldest. */
const maxQueuedDatagrams = 64
/**
 * Bytes in a session's queue, each frame with an overhead. A sidecar stops reading long before; a client's own socket
 * cannot be paused, and is closed above this. With a window as large, the queue may hold two windows.
 */
const maxQueuedBytes = 1_048_576
const frameOverheadBytes = 64
const costHalfLifeMs = 1000
/**
 * Rate of a session's replies, in bytes (of text: UTF-16 units): above it, the next frame waits. No transport can tell
 * for sure that its client reads; for one that does not, no more than this is buffered until it is closed.
 */
export const replyBytesPerSecond = 2 * 1_048_576
export const replyBurstBytes = 8 * 1_048_576

export interface QueuedFrame {
  readonly seq: number
  readonly frame: Frame
}

export class ClientSession {
  readonly peer: Peer
  readonly connection: Connection
  /** For limits by address. */
  readonly limitKey: string
  session: Session | undefined
  /** The session's last answer to who it is. */
  nameFromGame: string | undefined
  /** The player's name for display. */
  name: string | undefined
  /** When the session started, in milliseconds since 1970, if known. */
  readonly startedAt: number
  /** The head is the current frame; it stays until its transaction is over. */
  readonly queue: QueuedFrame[] = []
  /** The head's transaction awaits a promise, or its rate. */
  isBusy = false
  timer: Timer | undefined
  /** Why the peer has left, if it has; its earlier frames are still processed. */
  leaveReason: string | undefined
  hasEnded = false
  /** Consecutive idle checks without a frame. */
  idleChecks = 0
  /** Cost of its transactions, which halves each `costHalfLifeMs`. */
  #recentSteps = 0
  #recentAt = 0
  #resumeState: Uint8Array | undefined
  #limits!: RoomLimits
  #messageRate!: TokenBucket
  #byteRate!: TokenBucket
  readonly #replyRate = new TokenBucket(replyBytesPerSecond, replyBurstBytes)
  #queuedBytes = 0

  constructor(peer: Peer, connection: Connection, limits: RoomLimits, since: number) {
    this.startedAt = since
    this.peer = peer
    this.connection = connection
    this.limitKey = addressLimitKey(connection.address)
    this.setLimits(limits)
  }

  /** Sets new limits. */
  setLimits(limits: RoomLimits): void {
    this.#limits = limits
    this.#messageRate = new TokenBucket(limits.messagesPerSecond, limits.messageBurst)
    this.#byteRate = new TokenBucket(
      limits.bytesPerSecond,
      Math.max(limits.bytesPerSecond, limits.maxFrameBytes),
    )
  }

  get resumeState(): Uint8Array | undefined {
    return this.#resumeState
  }

  /** The session's resume state, if it differs from the stored one. */
  get changedResumeState(): Uint8Array | undefined {
    const resumeState = this.session?.resumeState
    return isSameBytes(resumeState, this.#resumeState) ? undefined : resumeState?.slice()
  }

  /** Sets the resume state after a committed transaction. */
  setResumeState(resumeState: Uint8Array): void {
    this.#resumeState = resumeState
  }

  /** Queues a frame; returns the reason if the session must end for it. */
  enqueue(seq: number, frame: Frame): string | undefined {
    if (frame.length > this.#limits.maxFrameBytes) return `frame over ${this.#limits.maxFrameBytes} bytes`
    if (this.connection.transport === 'udp') this.#dropOldestDatagrams()
    else if (this.queue.length > 0 && this.#queuedBytes + frame.length > this.#maxQueuedBytes)
      return `over ${this.#maxQueuedBytes} bytes waiting`
    this.queue.push({ seq, frame })
    this.#queuedBytes += frame.length + frameOverheadBytes
    return undefined
  }

  /** Removes the head, whose transaction is over. */
  dequeue(): void {
    this.#drop(0)
  }

  /** Milliseconds until the head may run; 0: now. */
  rateWait(now: number): number {
    const { length } = this.queue[0]!.frame
    // Charge both only when both allow it: a frame that waits for one would otherwise pay the other at each check.
    const wait = Math.max(this.#messageRate.waitMs(now), this.#byteRate.waitMs(now, length))
    if (wait > 0) return wait
    this.#messageRate.charge(now)
    this.#byteRate.charge(now, length)
    return 0
  }

  /** Charges a transaction's replies. */
  chargeReplies(bytes: number, now: number): void {
    this.#replyRate.charge(now, bytes)
  }

  /** Milliseconds until further replies are allowed; 0: now. */
  replyWait(now: number): number {
    return this.#replyRate.waitMs(now, 0)
  }

  /** Charges a transaction's steps. */
  chargeSteps(steps: number, now: number): void {
    this.#recentSteps = this.recentSteps(now) + steps
    this.#recentAt = now
  }

  /** Recent cost of its transactions, in steps. */
  recentSteps(now: number): number {
    return this.#recentSteps * 2 ** (-Math.max(0, now - this.#recentAt) / costHalfLifeMs)
  }

  get #maxQueuedBytes(): number {
    return Math.max(maxQueuedBytes, 2 * this.#limits.windowBytes)
  }

  /** Drops the oldest datagrams, except one whose transaction has started. */
  #dropOldestDatagrams(): void {
    const oldest = this.isBusy || this.connection.framePart > 0 ? 1 : 0
    const { windowBytes } = this.#limits
    while (
      this.queue.length > oldest &&
      (this.queue.length >= maxQueuedDatagrams || this.#queuedBytes >= windowBytes)
    )
      this.#drop(oldest)
  }

  #drop(index: number): void {
    const [dropped] = this.queue.splice(index, 1)
    if (dropped) this.#queuedBytes -= dropped.frame.length + frameOverheadBytes
  }
}

function isSameBytes(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  if (a === b) return true
  if (!a || !b || a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}
