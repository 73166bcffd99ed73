import type { Frame, Peer, RoomLimits, Session } from '../../../games/game.ts'
import type { ChatLine } from '../../../games/game-context.ts'
import { TokenBucket } from '../../../games/shared/token-bucket.ts'
import type { Urgency } from '../../../wire/link/link-codec.ts'
import type { Transport } from '../../../wire/net/framing.ts'
import { addressLimitKey, isLoopback, maskAddress } from '../../../wire/net/ip-address.ts'
import type { Timer } from '../../../wire/util/clock.ts'
import { maxLines } from '../../model/reports.ts'
import type { StoredValue } from '../../storage/records.ts'
import { displayName, type SessionInfo, sessionIdOf } from './session-info.ts'

/** Above this limit, a new datagram replaces the oldest. */
const maxQueuedDatagrams = 64
/**
 * Maximum bytes in a session's queue, including `frameOverheadBytes` for each frame; twice the session's window if that
 * is more. A sidecar stops reading from its client long before. A client's own socket cannot be paused, so it is closed
 * above this limit.
 */
const maxQueuedBytes = 1_048_576
const frameOverheadBytes = 64
/**
 * Maximum bytes that all sessions of a room together have in their queues and in output that waits for the end of a
 * frame, counted in the same way. All rooms of an isolate share its 128 MB.
 */
const maxRoomQueuedBytes = 32 * 1_048_576
const costHalfLifeMs = 1000
/**
 * Rate of replies to a client in bytes or UTF-16 units per second. Above the rate, the next frame waits. No transport
 * reports reliably whether its client reads, so the rate bounds the output that is buffered for a client that does not
 * read.
 */
export const replyBytesPerSecond = 2 * 1_048_576
export const replyBurstBytes = 8 * 1_048_576

export interface FrameProgress {
  /** Number of the frame. The greeting has the number 0. */
  readonly seq: number
  /** 0 if the whole frame has been processed, otherwise the number of its next part, for another transaction. */
  readonly part: number
}

export interface TransactionResult extends FrameProgress {
  readonly replies: readonly Frame[]
  readonly resumeState: Uint8Array | undefined
}

export interface SessionConnection {
  /** Identifies the session, also after the room restarts. Secret: anybody who has it can resume the session. */
  readonly token: string
  readonly address: string
  readonly transport: Transport
  readonly compressed: boolean
  /** When the session started, in milliseconds since 1970, if known. */
  readonly startedAt?: number
  /** The open session; undefined if it is not opened yet, or has ended in an earlier instance. */
  session: ClientSession | undefined
  /** The session's resume state after the last committed transaction; undefined for a new session. */
  readonly resumeState: Uint8Array | undefined
  /** The part of the current frame for the next transaction, counted from 0 as in `Session.receive`. */
  readonly framePart: number
  /**
   * False while so many replies are unacknowledged that the next frame has to wait. When it becomes true, the
   * connection calls `InboundScheduler.processQueue`.
   */
  readonly isReady: boolean
  /** Sends a frame to several connections of one sidecar at once. Undefined: this connection gets its frames alone. */
  readonly multicaster?: Multicaster
  /** Sends a frame that is not a reply in the session's own transaction. The frame is not stored. */
  send(frame: Frame, urgency?: Urgency): void
  /** Adds the row from which the session resumes after the transaction. */
  addCheckpoint(changes: Map<string, StoredValue | undefined>, result?: TransactionResult): void
  /** Sends the replies of the committed transaction. */
  committed(result: TransactionResult): void
  /** Records the session's end. `forGood`: the session must not resume, even if it has changed no record. */
  addEnd(changes: Map<string, StoredValue | undefined>, reason: string, forGood?: boolean): void
  setAddressValidated(): void
  disconnect(reason: string): void
}

export interface Multicaster {
  multicast(connections: readonly SessionConnection[], frame: Frame, urgency: Urgency): void
}

/**
 * `ready`: the first frame of the queue may run. `delayed`: the first frame waits for a rate limit, a quota or the
 * disk. `awaiting`: the transaction of the first frame awaits a promise. `ended`: the session is over, and its
 * connection is closed.
 */
export type SessionState =
  | { readonly name: 'ready' | 'awaiting' | 'ended' }
  | { readonly name: 'delayed'; readonly timer: Timer }

export class ClientSession {
  readonly peer: Peer
  readonly connection: SessionConnection
  /** The address as `addressLimitKey` normalizes it. Undefined for loopback, which is not limited. */
  readonly limitKey: string | undefined
  /** Whether the session is older than this instance of the room. */
  readonly isResumed: boolean
  /** When the session started, or when this instance opened it if that is unknown; milliseconds since 1970. */
  readonly startedAt: number
  /** The game's part of the session; undefined while the world is not open. */
  game: Session | undefined
  /** The player's name as the game last returned it. */
  nameFromGame: string | undefined
  /** The player's name for display. */
  name: string | undefined
  /** Frames that are not processed yet. The first one is the current frame, and stays until its transaction is over. */
  readonly queue: { readonly seq: number; readonly frame: Frame }[] = []
  /** Why the client has left, if it has. Frames that the client sent before it left are still processed. */
  leaveReason: string | undefined
  idleChecks = 0
  readonly #heardLines: ChatLine[] = []
  #state: SessionState = { name: 'ready' }
  #id: string | undefined
  /** Cost of the session's recent transactions in steps. It halves every `costHalfLifeMs`. */
  #recentSteps = 0
  #recentAt = 0
  #limits!: RoomLimits
  #messageRate!: TokenBucket
  #byteRate!: TokenBucket
  readonly #replyRate = new TokenBucket(replyBytesPerSecond, replyBurstBytes)
  #queuedBytes = 0
  #heldBytes = 0
  readonly #roomQueue: { bytes: number }

  /** `roomQueue`: counts the waiting bytes of all sessions of the room. */
  constructor(
    peer: Peer,
    connection: SessionConnection,
    limits: RoomLimits,
    { startedAt, isResumed }: Pick<ClientSession, 'startedAt' | 'isResumed'>,
    roomQueue = { bytes: 0 },
  ) {
    this.#roomQueue = roomQueue
    this.startedAt = startedAt
    this.isResumed = isResumed
    this.peer = peer
    this.connection = connection
    this.limitKey = limitKeyOf(connection)
    this.setLimits(limits)
  }

  get id(): string {
    this.#id ??= sessionIdOf(this.connection)
    return this.#id
  }

  /** Above this many unacknowledged bytes of replies the next frame waits. */
  get windowBytes(): number {
    return this.#limits.windowBytes
  }

  /** The session as the owner sees it. */
  get info(): SessionInfo {
    const { address, transport } = this.connection
    const since = new Date(this.startedAt).toISOString()
    const name = displayName(this.game?.label) ?? this.name ?? null
    return { id: this.id, name, address: maskAddress(address), transport, since }
  }

  /** The last chat lines that the player could read in this instance, oldest first. `ChatLog` has the earlier ones. */
  get heardLines(): readonly ChatLine[] {
    return this.#heardLines
  }

  hear(line: ChatLine): void {
    this.#heardLines.push(line)
    if (this.#heardLines.length > maxLines) this.#heardLines.shift()
  }

  /** `rewrite` returns undefined to remove a line. */
  rewriteHeard(rewrite: (text: string) => string | undefined): void {
    const lines = this.#heardLines.splice(0).flatMap(({ at, text }) => {
      const rewritten = rewrite(text)
      return rewritten === undefined ? [] : [{ at, text: rewritten }]
    })
    this.#heardLines.push(...lines)
  }

  get isReady(): boolean {
    return this.#state.name === 'ready'
  }

  get hasEnded(): boolean {
    return this.#state.name === 'ended'
  }

  /** Cancels the timer of the previous state. */
  setState(state: SessionState): void {
    if (this.#state.name === 'delayed') this.#state.timer.cancel()
    this.#state = state
  }

  setLimits(limits: RoomLimits): void {
    this.#limits = limits
    this.#messageRate = new TokenBucket(limits.messagesPerSecond, limits.messageBurst)
    this.#byteRate = new TokenBucket(
      limits.bytesPerSecond,
      Math.max(limits.bytesPerSecond, limits.maxFrameBytes),
    )
  }

  /** The session's resume state; undefined if it equals the stored one. */
  get changedResumeState(): Uint8Array | undefined {
    const resumeState = this.game?.resumeState
    return isSameBytes(resumeState, this.connection.resumeState) ? undefined : resumeState?.slice()
  }

  /** Adds a frame to the queue, or returns a reason for which the session must end. */
  enqueue(seq: number, frame: Frame): string | undefined {
    if (frame.length > this.#limits.maxFrameBytes) return `frame over ${this.#limits.maxFrameBytes} bytes`
    if (this.connection.transport === 'udp') this.#dropOldestDatagrams()
    else if (this.queue.length > 0 && this.#queuedBytes + frame.length > this.#maxQueuedBytes)
      return `over ${this.#maxQueuedBytes} bytes waiting`
    this.queue.push({ seq, frame })
    this.#count(frame.length + frameOverheadBytes)
    return undefined
  }

  get waitingBytes(): number {
    return this.#queuedBytes + this.#heldBytes
  }

  /** Counts output that waits until the current frame is finished. */
  holdOutput(frame: Frame): void {
    const bytes = frame.length + frameOverheadBytes
    this.#heldBytes += bytes
    this.#roomQueue.bytes += bytes
  }

  /** Call when the waiting output was sent. */
  releaseOutput(): void {
    this.#roomQueue.bytes -= this.#heldBytes
    this.#heldBytes = 0
  }

  /** Removes the first frame. Call when its transaction is over. */
  dequeue(): void {
    this.#drop(0)
  }

  dropQueue(): void {
    this.releaseOutput()
    this.queue.length = 0
    this.#count(-this.#queuedBytes)
  }

  /** Charges the first frame and returns 0, or returns the milliseconds until the limits allow it. */
  rateWait(now: number): number {
    const { length } = this.queue[0]!.frame
    // Charges both limits only when both allow the frame. Otherwise a frame that waits for one limit would be charged
    // to the other limit at each check.
    const wait = Math.max(this.#messageRate.waitMs(now), this.#byteRate.waitMs(now, length))
    if (wait > 0) return wait
    this.#messageRate.charge(now)
    this.#byteRate.charge(now, length)
    return 0
  }

  chargeReplies(bytes: number, now: number): void {
    this.#replyRate.charge(now, bytes)
  }

  replyWait(now: number): number {
    return this.#replyRate.waitMs(now, 0)
  }

  chargeSteps(steps: number, now: number): void {
    this.#recentSteps = this.recentSteps(now) + steps
    this.#recentAt = now
  }

  recentSteps(now: number): number {
    return this.#recentSteps * 2 ** (-Math.max(0, now - this.#recentAt) / costHalfLifeMs)
  }

  get #maxQueuedBytes(): number {
    return Math.max(maxQueuedBytes, 2 * this.#limits.windowBytes)
  }

  /** Drops the oldest waiting datagrams, but not one whose transaction has started. */
  #dropOldestDatagrams(): void {
    const oldest = !this.isReady || this.connection.framePart > 0 ? 1 : 0
    const { windowBytes } = this.#limits
    while (
      this.queue.length > oldest &&
      (this.queue.length >= maxQueuedDatagrams || this.#queuedBytes >= windowBytes)
    )
      this.#drop(oldest)
  }

  #drop(index: number): void {
    const [dropped] = this.queue.splice(index, 1)
    if (dropped) this.#count(-dropped.frame.length - frameOverheadBytes)
  }

  #count(bytes: number): void {
    this.#queuedBytes += bytes
    this.#roomQueue.bytes += bytes
  }
}

interface SessionOutput {
  send(session: ClientSession, frame: Frame): void
  close(session: ClientSession, reason: string): void
}

export class SessionRegistry {
  readonly #output: SessionOutput
  readonly #sessions = new Map<Peer, ClientSession>()
  readonly #queue = { bytes: 0 }
  #nextPeer = 1

  constructor(output: SessionOutput) {
    this.#output = output
  }

  get size(): number {
    return this.#sessions.size
  }

  /** A copy, safe to iterate while sessions join or leave. */
  get all(): readonly ClientSession[] {
    return [...this.#sessions.values()]
  }

  of(peer: Peer): ClientSession | undefined {
    return this.#sessions.get(peer)
  }

  add(
    connection: SessionConnection,
    limits: RoomLimits,
    past: Pick<ClientSession, 'startedAt' | 'isResumed'>,
  ): ClientSession {
    const output = this.#output
    const { address, transport, compressed } = connection
    const peer: Peer = {
      id: this.#nextPeer++,
      address,
      transport,
      compressed,
      send(frame) {
        output.send(session, frame)
      },
      close(reason) {
        output.close(session, reason)
      },
      markAddressValidated() {
        connection.setAddressValidated()
      },
    }
    const session: ClientSession = new ClientSession(peer, connection, limits, past, this.#queue)
    connection.session = session
    this.#sessions.set(peer, session)
    return session
  }

  delete(session: ClientSession): void {
    this.#sessions.delete(session.peer)
    session.dropQueue()
  }

  /** The session with the most waiting bytes, if all sessions of the room together have too many. */
  get crowding(): ClientSession | undefined {
    if (this.#queue.bytes <= maxRoomQueuedBytes) return undefined
    return this.all.reduce((longest, one) => (one.waitingBytes > longest.waitingBytes ? one : longest))
  }

  /** Whether the room, or the client's address, already has its maximum number of sessions. */
  isFull(connection: SessionConnection, { maxSessions, maxSessionsPerAddress }: RoomLimits): boolean {
    if (maxSessions > 0 && this.#sessions.size >= maxSessions) return true
    const limitKey = limitKeyOf(connection)
    if (maxSessionsPerAddress === 0 || limitKey === undefined) return false
    let same = 0
    for (const session of this.#sessions.values()) if (session.limitKey === limitKey) same++
    return same >= maxSessionsPerAddress
  }
}

function limitKeyOf({ address }: SessionConnection): string | undefined {
  return isLoopback(address) ? undefined : addressLimitKey(address)
}

function isSameBytes(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  if (a === b) return true
  if (!a || !b || a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}
