// A client's own WebSocket to the Room, one frame a message. It lives through hibernation: what its session must
// remember lies in the socket's attachment, or in the records when it is larger.
import type { Frame } from '../games/game.ts'
import type { Clock } from '../wire/clock.ts'
import { JoinedFrames } from '../wire/joined.ts'
import type { Line } from './line.ts'
import type { Seat } from './seat.ts'
import type { Records, Stored } from './store.ts'

/** A client that has so much unread for so long is let go, where the platform tells how much it is; or this much at once. */
const unreadBytes = 1_048_576
const unreadMs = 10_000
const mostUnreadBytes = 64 * 1024 * 1024
/** The platform keeps 16,384 bytes of attachment; the rest of them is for what else it says. */
const attachedNoteBytes = 12_288
const notePrefix = 'note/'

/** What a direct socket's attachment says. */
export interface Attached {
  readonly kind: 'direct'
  readonly id: string
  readonly address: string
  readonly compressed: boolean
  /** Too large a note lies in the records under `note/` and the id. */
  readonly note: Uint8Array | 'kept' | undefined
}

/** What is known of one who comes with a WebSocket of its own. */
export interface Newcomer {
  readonly address: string
  readonly compressed: boolean
}

/** `id`: nobody else's. */
export function newcomer(id: string, { address, compressed }: Newcomer): Attached {
  return { kind: 'direct', id, address, compressed, note: undefined }
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
  touched(): void
  /** The room ended the session. */
  ended(): void
  /** Runs once the upgrade at hand has been answered. */
  afterAnswer(run: () => void): void
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
  #fresh: readonly Frame[] = []
  #noted = false
  /** A note that is to be recorded, and whether one has been. */
  #keep: Uint8Array | undefined
  #kept: boolean
  #closed = false
  #answered = false
  readonly #events: DirectLineEvents
  readonly #clock: Clock
  readonly #joins: boolean
  readonly #joined = new JoinedFrames()
  #behindSince: number | undefined
  #opening: boolean

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
    this.#kept = attached.note === 'kept'
    this.#opening = attached.note === undefined
    this.address = attached.address
    this.compressed = attached.compressed
    this.#events = events
    this.#clock = clock
  }

  /** What the session remembered before this instance; undefined for a new one. */
  note(records: Records): Uint8Array | undefined {
    const { note, id } = this.#attached
    if (note !== 'kept') return note
    const kept = records.get(notePrefix + id)
    return kept instanceof Uint8Array ? kept : new Uint8Array(0)
  }

  push(frame: Frame): void {
    if (this.#joins && typeof frame === 'string') {
      if (this.#joined.add(frame) === 'full') this.#takeJoined()
    } else this.#wait(frame)
    this.#events.touched()
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
    const frame = this.#joined.take()
    if (frame !== undefined) this.#waiting.push(frame)
  }

  finish(_seq: number, replies: readonly Frame[], note: Uint8Array | undefined): void {
    this.#fresh = replies
    const noted = note ?? (this.#attached.note ? undefined : new Uint8Array(0))
    if (!noted) return
    this.#noted = true
    const large = noted.length > attachedNoteBytes
    this.#keep = large ? noted : undefined
    this.#attached = { ...this.#attached, note: large ? 'kept' : noted }
  }

  release(): void {
    if (this.#noted) this.#socket.serializeAttachment(this.#attached)
    this.#noted = false
    if (this.#fresh.length === 0) return
    for (const frame of this.#fresh) this.#wait(frame)
    this.#fresh = []
    this.#answered = true
    this.#events.touched()
  }

  record(changes: Map<string, Stored | undefined>): void {
    const key = notePrefix + this.#attached.id
    if (this.#keep) changes.set(key, this.#keep)
    else if (this.#kept && this.#attached.note !== 'kept') changes.set(key, undefined)
    this.#kept = this.#attached.note === 'kept'
    this.#keep = undefined
  }

  forget(changes: Map<string, Stored | undefined>): void {
    if (this.#kept) changes.set(notePrefix + this.#attached.id, undefined)
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
    this.#socket.serializeAttachment({ ...this.#attached, note: undefined })
  }

  /** Sends what waits. */
  flush(): void {
    this.#takeJoined()
    this.#answered = false
    const frames = this.#waiting
    this.#waiting = []
    // The other end may have closed without our having heard of it.
    if (this.#closed || (this.#socket.readyState ?? openState) !== openState) return
    for (const frame of frames) this.#socket.send(frame)
    if (this.#tooSlow(this.#socket.bufferedAmount ?? 0)) this.#close(1008, 'too slow')
  }

  #tooSlow(unread: number): boolean {
    if (unread <= unreadBytes) this.#behindSince = undefined
    else this.#behindSince ??= this.#clock.now()
    const since = this.#behindSince
    return unread > mostUnreadBytes || (since !== undefined && this.#clock.now() - since >= unreadMs)
  }

  /** The client has spoken: it has the answer to its upgrade. */
  heard(): void {
    this.#opening = false
  }

  #close(code: number, reason: string): void {
    if (this.#closed) return
    this.closed()
    const close = () => this.#socket.close(code, reason.slice(0, 120))
    // A close before the upgrade is answered would leave the client waiting for the end of its connection until the
    // room sleeps (seen on workerd).
    if (this.#opening) this.#events.afterAnswer(close)
    else close()
    this.#events.ended()
  }
}
