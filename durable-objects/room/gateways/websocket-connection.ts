// A client's own WebSocket to the Room, one frame per message. It survives hibernation: the state of its session is in
// the socket's attachment, or in the records when it is larger.
import type { Frame } from '../../../games/game.ts'
import { joinJsonTexts, type PendingBatch } from '../../../wire/link/json-batch.ts'
import type { Urgency } from '../../../wire/link/link-codec.ts'
import type { Clock } from '../../../wire/util/clock.ts'
import type { Records, Stored } from '../../storage/records.ts'
import type { LastAnnouncement } from '../announcements/last-announcement.ts'
import type { ClientSession } from '../sessions/client-session.ts'
import type { Connection, FrameProgress } from '../sessions/connection.ts'
import type { UnwrittenUsage } from '../usage/usage-meter.ts'

/** Disconnects a client with this many unread bytes for this long, or `maxUnreadBytes` at once, if reported. */
const unreadBytes = 1_048_576
const unreadMs = 10_000
const maxUnreadBytes = 16 * 1024 * 1024
/** UTF-8 bytes per UTF-16 unit. */
const maxBytesPerUnit = 3
/** The platform stores 16,384 bytes of attachment; the rest is for the other fields. */
const maxAttachedStateBytes = 12_288
export const resumeStatePrefix = 'resume-state/'

/** A direct socket's attachment. */
export interface WebSocketAttachment {
  readonly kind: 'direct'
  readonly id: string
  readonly address: string
  readonly compressed: boolean
  /** `in-record`: the resume state is too large, and is a record under `resume-state/` and the id. */
  readonly resumeState: Uint8Array | 'kept' | undefined
  /** When it connected, in milliseconds since 1970. */
  readonly connectedAt: number
  /** When its last frame arrived, or a little earlier. */
  readonly lastFrameAt?: number
  /** The room's last announcement to the Directory. */
  readonly lastAnnouncement?: LastAnnouncement | undefined
  /** The whole room's unwritten usage, if this socket stores it. */
  readonly unwrittenUsage?: UnwrittenUsage
}

/** Known properties of a client that connects with its own WebSocket. */
export interface ClientInfo {
  readonly address: string
  readonly compressed: boolean
}

/** `id`: unique. */
export function newAttachment(
  id: string,
  { address, compressed }: ClientInfo,
  connectedAt: number,
): WebSocketAttachment {
  return { kind: 'direct', id, address, compressed, resumeState: undefined, connectedAt }
}

/** The parts of a hibernating WebSocket that this file uses. */
export interface ClientSocket {
  send(frame: Frame): void
  close(code: number, reason: string): void
  serializeAttachment(attachment: WebSocketAttachment): void
  readonly bufferedAmount?: number
  readonly readyState?: number
}

/** Events of a connection to its gateway. */
export interface WebSocketConnectionEvents {
  /** Output waits for `flush`. */
  onOutput(urgency: Urgency): void
  /** An empty batch, shared by connections that then receive the same frames. */
  emptyBatch(): PendingBatch<string>
  /** The room ended the session. */
  onEnded(): void
}

/** Sent to a client that is rejected. */
export interface RejectMessage {
  readonly frames: readonly Frame[]
  readonly reason: string
}

/** `readyState` of an open WebSocket. */
const openState = 1

export class WebSocketConnection implements Connection {
  readonly transport = 'websocket'
  readonly isReady = true
  readonly address: string
  readonly compressed: boolean
  client: ClientSession | undefined
  readonly #socket: ClientSocket
  #attachment: WebSocketAttachment
  #queue: Frame[] = []
  /** Output of a transaction that is not committed yet. */
  #staged:
    | {
        readonly part: number
        readonly replies: readonly Frame[]
        readonly resumeState: Uint8Array | undefined
      }
    | undefined
  #framePart = 0
  #isClosed = false
  #hasReply = false
  readonly #events: WebSocketConnectionEvents
  readonly #clock: Clock
  readonly #batchesJson: boolean
  #batch: PendingBatch<string> | undefined
  /** Upper bound of the client's unread bytes. */
  #maxUnread = 0
  #behindSince: number | undefined
  /** The upgrade is not answered: nothing is sent, and a close becomes a rejection. */
  #isHeld = false
  #rejectMessage: RejectMessage | undefined

  /** `joins`: the game's frames are JSON lists, and those that are no replies may be joined. */
  constructor(
    socket: ClientSocket,
    attachment: WebSocketAttachment,
    clock: Clock,
    joins: boolean,
    events: WebSocketConnectionEvents,
  ) {
    this.#batchesJson = joins
    this.#socket = socket
    this.#attachment = attachment
    this.address = attachment.address
    this.compressed = attachment.compressed
    this.#events = events
    this.#clock = clock
  }

  /** The session's resume state from before this instance; undefined for a new session. */
  readResumeState(records: Records): Uint8Array | undefined {
    const { resumeState } = this.#attachment
    if (resumeState !== 'kept') return resumeState
    const record = records.get(this.resumeStateKey)
    return record instanceof Uint8Array ? record : new Uint8Array(0)
  }

  send(frame: Frame, urgency: Urgency = 'soon'): void {
    if (this.#batchesJson && typeof frame === 'string') {
      this.#batch = (this.#batch ?? this.#events.emptyBatch()).append(frame)
      if (this.#batch.isFull) this.#enqueueBatch()
      else if (urgency === 'late') return this.#events.onOutput('late')
    } else this.#enqueue(frame)
    this.#events.onOutput('soon')
  }

  /** Waiting output includes a reply. */
  get hasReply(): boolean {
    return this.#hasReply
  }

  /** Queues the frame behind joined output. */
  #enqueue(frame: Frame): void {
    this.#enqueueBatch()
    this.#queue.push(frame)
  }

  #enqueueBatch(): void {
    if (this.#batch) this.#queue.push(this.#batch.joined(joinJsonTexts))
    this.#batch = undefined
  }

  get framePart(): number {
    return this.#framePart
  }

  stageReplies(
    { part }: FrameProgress,
    replies: readonly Frame[],
    resumeState: Uint8Array | undefined,
  ): void {
    this.#staged = {
      part,
      replies,
      resumeState: resumeState ?? (this.#attachment.resumeState ? undefined : new Uint8Array(0)),
    }
  }

  sendStaged(): void {
    const staged = this.#staged
    this.#staged = undefined
    if (!staged) return
    this.#framePart = staged.part
    if (staged.resumeState) {
      this.#attachment = {
        ...this.#attachment,
        resumeState: isLarge(staged.resumeState) ? 'kept' : staged.resumeState,
      }
      this.#storeAttachment()
    }
    if (staged.replies.length === 0) return
    for (const frame of staged.replies) this.#enqueue(frame)
    this.#hasReply = true
    this.#events.onOutput('soon')
  }

  discardStaged(): void {
    this.#staged = undefined
  }

  addCheckpoint(changes: Map<string, Stored | undefined>): void {
    const resumeState = this.#staged?.resumeState
    if (!resumeState) return
    if (isLarge(resumeState)) changes.set(this.resumeStateKey, resumeState)
    else this.addEnd(changes)
  }

  /** Deletes the resume state's row, if there is one. */
  addEnd(changes: Map<string, Stored | undefined>): void {
    if (this.#attachment.resumeState === 'kept') changes.set(this.resumeStateKey, undefined)
  }

  get startedAt(): number {
    return this.times.connectedAt
  }

  get token(): string {
    return this.#attachment.id
  }

  /** Key of the record of a large resume state. */
  get resumeStateKey(): string {
    return resumeStatePrefix + this.#attachment.id
  }

  /** Stores the time of the last frame for a later instance, unless the stored one is within `coarseMs`. */
  storeLastFrameAt(now: number, coarseMs: number): void {
    const { lastFrameAt } = this.#attachment
    if (lastFrameAt !== undefined && now - lastFrameAt < coarseMs) return
    this.#attachment = { ...this.#attachment, lastFrameAt: now }
    this.#storeAttachment()
  }

  /** Stores the announcement in the attachment, for a later instance. */
  storeLastAnnouncement(announcement: LastAnnouncement | undefined): void {
    this.#attachment = { ...this.#attachment, lastAnnouncement: announcement }
    this.#storeAttachment()
  }

  /** Stores the usage in the attachment, for a later instance. */
  storeUsage(usage: UnwrittenUsage): void {
    this.#attachment = { ...this.#attachment, unwrittenUsage: usage }
    this.#storeAttachment()
  }

  /** When it connected, and when its last frame arrived. */
  get times(): { readonly connectedAt: number; readonly lastFrameAt: number | undefined } {
    const { connectedAt, lastFrameAt } = this.#attachment
    return { connectedAt, lastFrameAt }
  }

  /** A client that has opened a WebSocket has proved its address. */
  setAddressValidated(): void {}

  disconnect(reason: string): void {
    this.flush()
    this.#close(1000, reason)
  }

  /** The client closed, or its socket failed: a later instance must not resume the session. */
  socketClosed(): void {
    this.#isClosed = true
    if (!this.#isHeld) this.#socket.serializeAttachment({ ...this.#attachment, resumeState: undefined })
  }

  /** Set if the room ended the session before the upgrade was answered. */
  get rejectMessage(): RejectMessage | undefined {
    return this.#rejectMessage
  }

  /** Holds output until `accepted`: the upgrade is not answered yet. */
  holdOutput(): void {
    this.#isHeld = true
  }

  /** The socket is accepted: sends the held output. */
  accepted(): void {
    this.#isHeld = false
    this.#storeAttachment()
    this.flush()
  }

  /** Stores the session for a later instance. */
  #storeAttachment(): void {
    if (!this.#isClosed && !this.#isHeld) this.#socket.serializeAttachment(this.#attachment)
  }

  /** Sends waiting output. */
  flush(): void {
    if (this.#isHeld) return
    this.#enqueueBatch()
    this.#hasReply = false
    const frames = this.#queue
    this.#queue = []
    // The other end may have closed before the close event arrives.
    if (this.#isClosed || (this.#socket.readyState ?? openState) !== openState) return
    for (const frame of frames) {
      this.#socket.send(frame)
      this.#maxUnread += frame.length * maxBytesPerUnit
    }
    // Reads the platform's count only when it could be too high: reading costs a good part of what sending does.
    if (this.#maxUnread <= unreadBytes) return
    this.#maxUnread = this.#socket.bufferedAmount ?? 0
    if (this.#isTooSlow(this.#maxUnread)) this.#close(1008, 'too slow')
  }

  #isTooSlow(unread: number): boolean {
    if (unread <= unreadBytes) this.#behindSince = undefined
    else this.#behindSince ??= this.#clock.now()
    const since = this.#behindSince
    return unread > maxUnreadBytes || (since !== undefined && this.#clock.now() - since >= unreadMs)
  }

  #close(code: number, reason: string): void {
    if (this.#isClosed) return
    this.socketClosed()
    const shortened = reason.slice(0, 120)
    if (this.#isHeld) {
      this.#enqueueBatch()
      this.#rejectMessage = { frames: this.#queue, reason: shortened }
    } else this.#socket.close(code, shortened)
    this.#events.onEnded()
  }
}

function isLarge(resumeState: Uint8Array): boolean {
  return resumeState.length > maxAttachedStateBytes
}
