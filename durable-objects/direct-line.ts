// A client's own WebSocket to the Room, one frame a message. It lives through hibernation: what its session must
// remember lies in the socket's attachment, or in the records when it is larger.
import type { Frame } from '../games/game.ts'
import type { Clock } from '../wire/clock.ts'
import { type Coming, joinTexts } from '../wire/joined.ts'
import type { Urgency } from '../wire/link.ts'
import type { Line, Taken } from './line.ts'
import type { Unwritten } from './meter.ts'
import type { Seat } from './seat.ts'
import type { Records, Stored } from './store.ts'
import type { Told } from './told.ts'

/** A client that has so much unread for so long is let go, where the platform tells how much it is; or this much at once. */
const unreadBytes = 1_048_576
const unreadMs = 10_000
const mostUnreadBytes = 16 * 1024 * 1024
/** Of UTF-8, for a UTF-16 unit. */
const mostBytesPerUnit = 3
/** The platform keeps 16,384 bytes of attachment; the rest of them is for what else it says. */
const attachedNoteBytes = 12_288
export const notePrefix = 'note/'

/** What a direct socket's attachment says. */
export interface Attached {
  readonly kind: 'direct'
  readonly id: string
  readonly address: string
  readonly compressed: boolean
  /** Too large a note lies in the records under `note/` and the id. */
  readonly note: Uint8Array | 'kept' | undefined
  /** When it came, in milliseconds since 1970. Absent: before this was kept. */
  readonly came?: number
  /** When it was last heard, or not long before. */
  readonly heard?: number
  /** What the Directory was last told of the whole room. */
  readonly told?: Told | undefined
  /** What the whole room has used and not written down, if this socket has it. */
  readonly used?: Unwritten
}

/** What is known of one who comes with a WebSocket of its own. */
export interface Newcomer {
  readonly address: string
  readonly compressed: boolean
}

/** `id`: nobody else's. */
export function newcomer(id: string, { address, compressed }: Newcomer, came: number): Attached {
  return { kind: 'direct', id, address, compressed, note: undefined, came }
}

/** What this file needs of a hibernating WebSocket. */
export interface DirectSocket {
  send(frame: Frame): void
  close(code: number, reason: string): void
  serializeAttachment(attached: Attached): void
  readonly bufferedAmount?: number
  readonly readyState?: number
}

/** What a line tells the door that it belongs to. */
export interface DirectLineEvents {
  /** Something waits for `flush`. */
  touched(urgency: Urgency): void
  /** What somebody has coming who has nothing coming, shared by those who are told the same. */
  nothing(): Coming<string>
  /** The room ended the session. */
  ended(): void
}

/** What a client is told that does not come in. */
export interface Farewell {
  readonly frames: readonly Frame[]
  readonly reason: string
}

/** `readyState` of a WebSocket that is open. */
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
  /** Of a turn that is not committed yet. */
  #fresh:
    | { readonly part: number; readonly replies: readonly Frame[]; readonly note: Uint8Array | undefined }
    | undefined
  #part = 0
  #closed = false
  #answered = false
  readonly #events: DirectLineEvents
  readonly #clock: Clock
  readonly #joins: boolean
  #coming: Coming<string> | undefined
  /** Bytes that its client has unread at most, as far as is known. */
  #mostUnread = 0
  #behindSince: number | undefined
  /** Its socket is no socket yet: nothing is sent, and a close is a farewell. */
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

  /** What the session remembered before this instance; undefined for a new one. */
  note(records: Records): Uint8Array | undefined {
    const { note } = this.#attached
    if (note !== 'kept') return note
    const kept = records.get(this.noteKey)
    return kept instanceof Uint8Array ? kept : new Uint8Array(0)
  }

  push(frame: Frame, urgency: Urgency = 'soon'): void {
    if (this.#joins && typeof frame === 'string') {
      this.#coming = (this.#coming ?? this.#events.nothing()).and(frame)
      if (this.#coming.full) this.#takeJoined()
      else if (urgency === 'late') return this.#events.touched('late')
    } else this.#wait(frame)
    this.#events.touched('soon')
  }

  /** Something of what waits is a reply. */
  get answered(): boolean {
    return this.#answered
  }

  /** Behind what is joined before it. */
  #wait(frame: Frame): void {
    this.#takeJoined()
    this.#waiting.push(frame)
  }

  #takeJoined(): void {
    if (this.#coming) this.#waiting.push(this.#coming.whole(joinTexts))
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

  /** Of the record that a large note lies in. */
  get noteKey(): string {
    return notePrefix + this.#attached.id
  }

  /** It says something. Kept for an instance after this one, but not each time: `coarseMs` may be missing. */
  heardAt(now: number, coarseMs: number): void {
    const { heard } = this.#attached
    if (heard !== undefined && now - heard < coarseMs) return
    this.#attached = { ...this.#attached, heard: now }
    this.#attach()
  }

  /** For an instance after this one. */
  keepTold(told: Told | undefined): void {
    this.#attached = { ...this.#attached, told }
    this.#attach()
  }

  /** Likewise. */
  keepUsed(used: Unwritten): void {
    this.#attached = { ...this.#attached, used }
    this.#attach()
  }

  /** When it came, and when it was last heard. */
  get known(): { readonly came: number; readonly heard: number | undefined } {
    const { came = this.#clock.now(), heard } = this.#attached
    return { came, heard }
  }

  /** Who has opened a WebSocket has been heard from. */
  proven(): void {}

  hangUp(reason: string): void {
    this.flush()
    this.#close(1000, reason)
  }

  /** The client closed, or its socket failed: no instance after this one takes it for a session that goes on. */
  closed(): void {
    this.#closed = true
    if (!this.#opening) this.#socket.serializeAttachment({ ...this.#attached, note: undefined })
  }

  /** The room ended the session before the upgrade was answered: what its client is to be told. */
  get farewell(): Farewell | undefined {
    return this.#farewell
  }

  /** Until `letIn` its upgrade is not answered. */
  hold(): void {
    this.#opening = true
  }

  /** The upgrade is being answered, and the socket accepted: what has waited for that leaves. */
  letIn(): void {
    this.#opening = false
    this.#attach()
    this.flush()
  }

  /** What an instance after this one is to know of the session. */
  #attach(): void {
    if (!this.#closed && !this.#opening) this.#socket.serializeAttachment(this.#attached)
  }

  /** Sends what waits. */
  flush(): void {
    if (this.#opening) return
    this.#takeJoined()
    this.#answered = false
    const frames = this.#waiting
    this.#waiting = []
    // The other end may have closed without our having heard of it.
    if (this.#closed || (this.#socket.readyState ?? openState) !== openState) return
    for (const frame of frames) {
      this.#socket.send(frame)
      this.#mostUnread += frame.length * mostBytesPerUnit
    }
    // The platform is asked only when it could be too much: to ask costs as much as a good part of sending.
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
