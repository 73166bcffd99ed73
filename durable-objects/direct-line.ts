// A client's own WebSocket to the Room, one frame per message. It survives hibernation: the state of its session is in
// the socket's attachment, or in the records when it is larger.
import type { Frame } from '../games/game.ts'
import type { Clock } from '../wire/clock.ts'
import { type PendingBatch, joinJsonTexts } from '../wire/joined.ts'
import type { Urgency } from '../wire/link.ts'
import type { Line, Taken } from './line.ts'
import type { Unwritten } from './meter.ts'
import type { Seat } from './seat.ts'
import type { Records, Stored } from './store.ts'
import type { Told } from './told.ts'

/** Disconnects a client with this many unread bytes for this long, or `mostUnreadBytes` at once, if reported. */
const unreadBytes = 1_048_576
const unreadMs = 10_000
const mostUnreadBytes = 16 * 1024 * 1024
/** UTF-8 bytes per UTF-16 unit. */
const mostBytesPerUnit = 3
/** The platform stores 16,384 bytes of attachment; the rest is for the other fields. */
const attachedNoteBytes = 12_288
export const notePrefix = 'note/'

/** A direct socket's attachment. */
export interface Attached {
  readonly kind: 'direct'
  readonly id: string
  readonly address: string
  readonly compressed: boolean
  /** `kept`: the note is too large, and is a record under `note/` and the id. */
  readonly note: Uint8Array | 'kept' | undefined
  /** When it connected, in milliseconds since 1970. Absent: accepted before this field existed. */
  readonly came?: number
  /** When its last frame arrived, or a little earlier. */
  readonly heard?: number
  /** The room's last announcement to the Directory. */
  readonly told?: Told | undefined
  /** The whole room's unwritten usage, if this socket stores it. */
  readonly used?: Unwritten
}

/** Known properties of a client that connects with its own WebSocket. */
export interface Newcomer {
  readonly address: string
  readonly compressed: boolean
}

/** `id`: unique. */
export function newcomer(id: string, { address, compressed }: Newcomer, came: number): Attached {
  return { kind: 'direct', id, address, compressed, note: undefined, came }
}

/** The parts of a hibernating WebSocket that this file uses. */
export interface DirectSocket {
  send(frame: Frame): void
  close(code: number, reason: string): void
  serializeAttachment(attached: Attached): void
  readonly bufferedAmount?: number
  readonly readyState?: number
}

/** Events of a line to its gateway. */
export interface DirectLineEvents {
  /** Output waits for `flush`. */
  touched(urgency: Urgency): void
  /** An empty batch, shared by lines that then receive the same frames. */
  nothing(): PendingBatch<string>
  /** The room ended the session. */
  ended(): void
}

/** Sent to a client that is rejected. */
export interface Farewell {
  readonly frames: readonly Frame[]
  readonly reason: string
}

/** `readyState` of an open WebSocket. */
const openState = 1

export class DirectLine implements Line {
  readonly transport = 'websocket'
  readonly ready = true
  readonly address: string
  readonly compressed: boolean
  seat: Seat | undefined
  readonly #socket: DirectSocket
  #attached: Attached
  #waiting: Frame[] = []
  /** Output of a turn that is not committed yet. */
  #fresh:
    | { readonly part: number; readonly replies: readonly Frame[]; readonly note: Uint8Array | undefined }
    | undefined
  #part = 0
  #closed = false
  #answered = false
  readonly #events: DirectLineEvents
  readonly #clock: Clock
  readonly #joins: boolean
  #coming: PendingBatch<string> | undefined
  /** Upper bound of the client's unread bytes. */
  #mostUnread = 0
  #behindSince: number | undefined
  /** The upgrade is not answered: nothing is sent, and a close becomes a farewell. */
  #opening = false
  #farewell: Farewell | undefined

  /** `joins`: the game's frames are JSON lists, and those that are no replies may be joined. */
  constructor(
    socket: DirectSocket,
    attached: Attached,
    clock: Clock,
    joins: boolean,
    events: DirectLineEvents,
  ) {
    this.#joins = joins
    this.#socket = socket
    this.#attached = attached
    this.address = attached.address
    this.compressed = attached.compressed
    this.#events = events
    this.#clock = clock
  }

  /** The session's note from before this instance; undefined for a new session. */
  note(records: Records): Uint8Array | undefined {
    const { note } = this.#attached
    if (note !== 'kept') return note
    const kept = records.get(this.noteKey)
    return kept instanceof Uint8Array ? kept : new Uint8Array(0)
  }

  push(frame: Frame, urgency: Urgency = 'soon'): void {
    if (this.#joins && typeof frame === 'string') {
      this.#coming = (this.#coming ?? this.#events.nothing()).append(frame)
      if (this.#coming.isFull) this.#takeJoined()
      else if (urgency === 'late') return this.#events.touched('late')
    } else this.#wait(frame)
    this.#events.touched('soon')
  }

  /** Waiting output includes a reply. */
  get answered(): boolean {
    return this.#answered
  }

  /** Queues the frame behind joined output. */
  #wait(frame: Frame): void {
    this.#takeJoined()
    this.#waiting.push(frame)
  }

  #takeJoined(): void {
    if (this.#coming) this.#waiting.push(this.#coming.joined(joinJsonTexts))
    this.#coming = undefined
  }

  get part(): number {
    return this.#part
  }

  finish({ part }: Taken, replies: readonly Frame[], note: Uint8Array | undefined): void {
    this.#fresh = { part, replies, note: note ?? (this.#attached.note ? undefined : new Uint8Array(0)) }
  }

  release(): void {
    const fresh = this.#fresh
    this.#fresh = undefined
    if (!fresh) return
    this.#part = fresh.part
    if (fresh.note) {
      this.#attached = { ...this.#attached, note: isLarge(fresh.note) ? 'kept' : fresh.note }
      this.#attach()
    }
    if (fresh.replies.length === 0) return
    for (const frame of fresh.replies) this.#wait(frame)
    this.#answered = true
    this.#events.touched('soon')
  }

  discard(): void {
    this.#fresh = undefined
  }

  record(changes: Map<string, Stored | undefined>): void {
    const note = this.#fresh?.note
    if (!note) return
    if (isLarge(note)) changes.set(this.noteKey, note)
    else this.end(changes)
  }

  /** Deletes the note's row, if there is one. */
  end(changes: Map<string, Stored | undefined>): void {
    if (this.#attached.note === 'kept') changes.set(this.noteKey, undefined)
  }

  get came(): number {
    return this.known.came
  }

  get token(): string {
    return this.#attached.id
  }

  /** Key of the record of a large note. */
  get noteKey(): string {
    return notePrefix + this.#attached.id
  }

  /** Stores the time of the last frame for a later instance, unless the stored one is within `coarseMs`. */
  heardAt(now: number, coarseMs: number): void {
    const { heard } = this.#attached
    if (heard !== undefined && now - heard < coarseMs) return
    this.#attached = { ...this.#attached, heard: now }
    this.#attach()
  }

  /** Stores the announcement in the attachment, for a later instance. */
  keepTold(told: Told | undefined): void {
    this.#attached = { ...this.#attached, told }
    this.#attach()
  }

  /** Stores the usage in the attachment, for a later instance. */
  keepUsed(used: Unwritten): void {
    this.#attached = { ...this.#attached, used }
    this.#attach()
  }

  /** When it connected, and when its last frame arrived. */
  get known(): { readonly came: number; readonly heard: number | undefined } {
    const { came = this.#clock.now(), heard } = this.#attached
    return { came, heard }
  }

  /** A client that has opened a WebSocket has proved its address. */
  proven(): void {}

  hangUp(reason: string): void {
    this.flush()
    this.#close(1000, reason)
  }

  /** The client closed, or its socket failed: a later instance must not resume the session. */
  closed(): void {
    this.#closed = true
    if (!this.#opening) this.#socket.serializeAttachment({ ...this.#attached, note: undefined })
  }

  /** Set if the room ended the session before the upgrade was answered. */
  get farewell(): Farewell | undefined {
    return this.#farewell
  }

  /** Holds output until `letIn`: the upgrade is not answered yet. */
  hold(): void {
    this.#opening = true
  }

  /** The socket is accepted: sends the held output. */
  letIn(): void {
    this.#opening = false
    this.#attach()
    this.flush()
  }

  /** Stores the session for a later instance. */
  #attach(): void {
    if (!this.#closed && !this.#opening) this.#socket.serializeAttachment(this.#attached)
  }

  /** Sends waiting output. */
  flush(): void {
    if (this.#opening) return
    this.#takeJoined()
    this.#answered = false
    const frames = this.#waiting
    this.#waiting = []
    // The other end may have closed before the close event arrives.
    if (this.#closed || (this.#socket.readyState ?? openState) !== openState) return
    for (const frame of frames) {
      this.#socket.send(frame)
      this.#mostUnread += frame.length * mostBytesPerUnit
    }
    // Reads the platform's count only when it could be too high: reading costs a good part of what sending does.
    if (this.#mostUnread <= unreadBytes) return
    this.#mostUnread = this.#socket.bufferedAmount ?? 0
    if (this.#tooSlow(this.#mostUnread)) this.#close(1008, 'too slow')
  }

  #tooSlow(unread: number): boolean {
    if (unread <= unreadBytes) this.#behindSince = undefined
    else this.#behindSince ??= this.#clock.now()
    const since = this.#behindSince
    return unread > mostUnreadBytes || (since !== undefined && this.#clock.now() - since >= unreadMs)
  }

  #close(code: number, reason: string): void {
    if (this.#closed) return
    this.closed()
    const shortened = reason.slice(0, 120)
    if (this.#opening) {
      this.#takeJoined()
      this.#farewell = { frames: this.#waiting, reason: shortened }
    } else this.#socket.close(code, shortened)
    this.#events.ended()
  }
}

function isLarge(note: Uint8Array): boolean {
  return note.length > attachedNoteBytes
}
