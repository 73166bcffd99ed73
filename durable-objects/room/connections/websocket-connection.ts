// A client's own WebSocket to the Room, with one frame per message. It survives hibernation: the resume state of its
// session is in the socket's attachment or, if it is too large for that, in a record.
import type { Frame } from '../../../games/game.ts'
import { closeReason } from '../../../wire/link/close-reason.ts'
import { joinJsonTexts, type PendingBatch } from '../../../wire/link/json-batch.ts'
import type { Urgency } from '../../../wire/link/link-codec.ts'
import { type Socket, socketStates } from '../../platform/platform.ts'
import type { Records, StoredValue } from '../../storage/records.ts'
import type { RoomContext } from '../context/room-context.ts'
import type { ClientSession, SessionConnection, TransactionResult } from '../sessions/client-session.ts'

/**
 * A client is disconnected when it has had more than `unreadBytes` unread bytes for `unreadMs`, and at once above
 * `maxUnreadBytes`. Both limits apply only where the platform reports unread bytes.
 */
const unreadBytes = 1_048_576
const unreadMs = 10_000
const maxUnreadBytes = 16 * 1024 * 1024
const maxBytesPerUnit = 3
/** Maximum bytes of a resume state in the attachment, which the platform limits to 16,384 bytes with all its fields. */
const maxAttachedStateBytes = 12_288
/** Prefix of the records with resume states that are too long for the attachment. */
export const resumeStateKeyPrefix = 'resume-state/'

export interface WebSocketAttachment {
  readonly kind: 'direct'
  readonly id: string
  readonly address: string
  readonly compressed: boolean
  /**
   * `kept`: the resume state is too large for the attachment, and is in the record with the key `resume-state/` plus
   * `id`. Undefined if there is no session to resume.
   */
  readonly resumeState: Uint8Array | 'kept' | undefined
  /** When the client connected, in milliseconds since 1970. */
  readonly connectedAt: number
  /** When the last frame arrived, in milliseconds since 1970; up to a quarter of the idle timeout too early. */
  readonly lastFrameAt?: number
}

export interface ClientInfo {
  readonly address: string
  readonly compressed: boolean
  /** The credential of a browser that was admitted to a private room. */
  readonly credential?: string | undefined
}

export interface WebSocketConnectionGateway {
  readonly context: RoomContext
  /** A connection without pending output appends to this. Connections with the same output then share their batches. */
  readonly emptyBatch: PendingBatch<string>
  /** Call when output of the connection waits for `flush`. */
  scheduleFlush(connection: WebSocketConnection, urgency: Urgency): void
  connectionEnded(connection: WebSocketConnection): void
}

export class WebSocketConnection implements SessionConnection {
  readonly transport = 'websocket'
  readonly isReady = true
  readonly address: string
  readonly compressed: boolean
  readonly socket: Socket
  session: ClientSession | undefined
  /** The rejection, if the room rejected the client before the upgrade was answered. */
  rejectMessage: { readonly frames: readonly Frame[]; readonly reason: string } | undefined
  /** Whether frames are JSON lists: long ones from the client are split, and output other than replies is joined. */
  readonly batchesJson: boolean
  readonly #owner: WebSocketConnectionGateway
  /** `held`: the upgrade is not answered, so output is buffered and a close is a rejection. `open`: output is sent. */
  #state: 'held' | 'open' | 'closed'
  #attachment: WebSocketAttachment
  #resumeState: Uint8Array | undefined
  #framePart = 0
  #queue: Frame[] = []
  #hasReply = false
  #batch: PendingBatch<string> | undefined
  #unreadBound = 0
  #behindSince: number | undefined

  constructor(
    socket: Socket,
    attachment: WebSocketAttachment,
    owner: WebSocketConnectionGateway,
    state: 'held' | 'open',
  ) {
    const { game, records } = owner.context
    this.socket = socket
    this.address = attachment.address
    this.compressed = attachment.compressed
    this.batchesJson = game?.listeners.some(({ batchesJson }) => batchesJson) ?? false
    this.#owner = owner
    this.#state = state
    this.#attachment = attachment
    this.#resumeState = readResumeState(attachment, records)
  }

  get token(): string {
    return this.#attachment.id
  }

  get startedAt(): number {
    return this.#attachment.connectedAt
  }

  get lastFrameAt(): number | undefined {
    return this.#attachment.lastFrameAt
  }

  get resumeState(): Uint8Array | undefined {
    return this.#resumeState
  }

  get framePart(): number {
    return this.#framePart
  }

  /** Key of a resume state that is too large for the attachment. */
  get resumeStateKey(): string {
    return keyOf(this.#attachment)
  }

  /** Does nothing, because opening a WebSocket already proves the client's address. */
  setAddressValidated(): void {}

  // ---- Output ------------------------------------------------------------------------------------------------------

  send(frame: Frame, urgency: Urgency = 'soon'): void {
    if (this.batchesJson && typeof frame === 'string') {
      this.#batch = (this.#batch ?? this.#owner.emptyBatch).append(frame)
      if (this.#batch.isFull) this.#enqueueBatch()
      else if (urgency === 'late') return this.#owner.scheduleFlush(this, 'late')
    } else this.#enqueue(frame)
    this.#owner.scheduleFlush(this, 'soon')
  }

  committed(result: TransactionResult): void {
    this.#framePart = result.part
    const resumeState = this.#changedState(result)
    if (resumeState) {
      this.#resumeState = resumeState
      this.#setAttachment({ resumeState: isLarge(resumeState) ? 'kept' : resumeState })
    }
    if (result.replies.length === 0) return
    for (const frame of result.replies) this.#enqueue(frame)
    this.#hasReply = true
    this.#owner.scheduleFlush(this, 'soon')
  }

  get hasReply(): boolean {
    return this.#hasReply
  }

  flush(): void {
    if (this.#state === 'held') return
    this.#enqueueBatch()
    this.#hasReply = false
    const frames = this.#queue
    this.#queue = []
    // Nothing is sent if the other end has closed the socket, which may happen before the close event arrives.
    if (this.#state === 'closed' || this.socket.readyState !== socketStates.open) return
    for (const frame of frames) {
      this.socket.send(frame)
      this.#unreadBound += frame.length * maxBytesPerUnit
    }
    // Asks for the unread bytes only if they could exceed the limit, because asking costs almost as much as sending.
    if (this.#unreadBound <= unreadBytes) return
    this.#unreadBound = this.socket.bufferedAmount ?? 0
    if (this.#isTooSlow(this.#unreadBound)) this.#close(1008, 'too slow')
  }

  #enqueue(frame: Frame): void {
    this.#enqueueBatch()
    this.#queue.push(frame)
  }

  #enqueueBatch(): void {
    if (this.#batch) this.#queue.push(this.#batch.joined(joinJsonTexts))
    this.#batch = undefined
  }

  #isTooSlow(unread: number): boolean {
    const { now } = this.#owner.context
    if (unread <= unreadBytes) this.#behindSince = undefined
    else this.#behindSince ??= now
    const since = this.#behindSince
    return unread > maxUnreadBytes || (since !== undefined && now - since >= unreadMs)
  }

  // ---- State for a later instance ----------------------------------------------------------------------------------

  addCheckpoint(changes: Map<string, StoredValue | undefined>, result?: TransactionResult): void {
    const resumeState = result && this.#changedState(result)
    if (!resumeState) return
    if (isLarge(resumeState)) changes.set(this.resumeStateKey, resumeState)
    else this.addEnd(changes)
  }

  addEnd(changes: Map<string, StoredValue | undefined>): void {
    if (this.#attachment.resumeState === 'kept') changes.set(this.resumeStateKey, undefined)
  }

  /** Stores the time of the last frame, unless the stored time is less than `coarseMs` old. */
  storeFrameTime(coarseMs: number): void {
    const { lastFrameAt } = this.#attachment
    const { now } = this.#owner.context
    if (lastFrameAt === undefined || now - lastFrameAt >= coarseMs) this.#setAttachment({ lastFrameAt: now })
  }

  /** The resume state to store; undefined if unchanged. The first resume state is stored even if it is empty. */
  #changedState({ resumeState }: TransactionResult): Uint8Array | undefined {
    return resumeState ?? (this.#resumeState ? undefined : new Uint8Array(0))
  }

  #setAttachment(change: Partial<WebSocketAttachment>): void {
    this.#attachment = { ...this.#attachment, ...change }
    if (this.#state === 'open') this.#owner.context.hibernation.attach(this.socket, this.#attachment)
  }

  // ---- Opening and closing -----------------------------------------------------------------------------------------

  /** Call when the upgrade is answered: sends the buffered output. */
  accepted(): void {
    this.#state = 'open'
    this.#setAttachment({})
    this.flush()
  }

  disconnect(reason: string): void {
    this.flush()
    this.#close(1000, reason)
  }

  /** Call when the client has closed, or its socket has failed. A later instance must not resume the session. */
  socketClosed(): void {
    const { hibernation } = this.#owner.context
    if (this.#state !== 'held')
      hibernation.attach(this.socket, { ...this.#attachment, resumeState: undefined })
    this.#state = 'closed'
  }

  #close(code: number, reason: string): void {
    if (this.#state === 'closed') return
    const wasHeld = this.#state === 'held'
    this.socketClosed()
    const shortened = closeReason(reason)
    if (wasHeld) {
      this.#enqueueBatch()
      this.rejectMessage = { frames: this.#queue, reason: shortened }
    } else this.socket.close(code, shortened)
    this.#owner.connectionEnded(this)
  }
}

function isLarge(resumeState: Uint8Array): boolean {
  return resumeState.length > maxAttachedStateBytes
}

function keyOf({ id }: WebSocketAttachment): string {
  return resumeStateKeyPrefix + id
}

function readResumeState(attachment: WebSocketAttachment, records: Records): Uint8Array | undefined {
  if (attachment.resumeState !== 'kept') return attachment.resumeState
  const record = records.get(keyOf(attachment))
  return record instanceof Uint8Array ? record : new Uint8Array(0)
}
