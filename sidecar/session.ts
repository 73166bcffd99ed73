// The sidecar's end of one session: its client, its unacknowledged frames, and the latest resume state (note) from the
// room. Uses no sockets.
import type { Timer } from '../wire/clock.ts'
import type { Transport } from '../wire/framing.ts'
import type { Urgency } from '../wire/link.ts'
import type { RoomFrame } from './room-frame.ts'

/** The transport's end of one session. */
export interface Client {
  /** The client's address, without port. */
  readonly address: string
  readonly transport: Transport
  /** permessage-deflate was negotiated. */
  readonly compressed: boolean
  /** Sends one complete frame without blocking. A reply is sent at once; a frame with an urgency may be delayed. */
  write(frame: RoomFrame, urgency?: Urgency): void
  /** Closes the client for the room, or because the link gave up. Pending output is sent first. */
  close(reason: string): void
  /** The room has validated the client's address: the client receives what is sent to it. */
  proven?(): void
  /** Stops reading from this client until `resume`. */
  pause(): void
  resume(): void
}

/** The link's end of one session. */
export interface Call {
  /** Sends one complete frame, whose bytes must not change afterwards. */
  frame(frame: Uint8Array | string): void
  /** The client has disconnected. */
  closed(reason: string): void
}

/** The events that a session sends to its link. */
export interface SessionLink {
  frame(session: Session, frame: Uint8Array | string): void
  left(session: Session, reason: string): void
}

/** [LINK-3] Unacknowledged frames of one session at which its client is paused. */
const windowFrames = 64
/** [LINK-7] A frame that this many instances had when they were lost is not sent again. */
const lostInstances = 3
/** From this many lost instances on, a session's frame is sent only while no other suspect frame is in flight. */
const suspectInstances = 2

/** A frame that the room has not acknowledged yet. */
export interface Unacked {
  readonly seq: number
  readonly frame: Uint8Array | string
  /** Arrival time in milliseconds. */
  readonly came: number
  /** Sent to the current instance. */
  sent: boolean
  losses: number
}

export class Session implements Call {
  /** Its number on the link. */
  id: number
  readonly client: Client
  readonly token: string
  readonly unacked: Unacked[] = []
  unackedBytes = 0
  note: Uint8Array | undefined
  /** [LINK-4] The note of an unacknowledged turn. If the room is lost before it commits, the turn has not happened. */
  #coming: Uint8Array | undefined
  /** The number of the last acknowledged frame; 0: the greeting; -1: not even that. */
  acked = -1
  /** Why the client has disconnected, for the room; undefined while it is connected. */
  gone: string | undefined
  /** Runs after the client disconnects. When it ends, the session is dropped even without the room's confirmation. */
  forgetting: Timer | undefined
  /** Whether it has sent a frame; and how many checks in a row have found no new one. */
  hasSpoken = false
  looksUnheard = 0
  /** The current instance knows this session. */
  opened = false
  #seq = 0
  #paused = false
  readonly #link: SessionLink

  constructor(link: SessionLink, id: number, token: string, client: Client) {
    this.#link = link
    this.token = token
    this.id = id
    this.client = client
  }

  get datagrams(): boolean {
    return this.client.transport === 'udp'
  }

  frame(frame: Uint8Array | string): void {
    this.#link.frame(this, frame)
  }

  closed(reason: string): void {
    this.#link.left(this, reason)
  }

  /** [LINK-3] Numbers a frame and keeps it until it is acknowledged. `came`: its arrival time in milliseconds. */
  keep(frame: Uint8Array | string, came: number): Unacked {
    const unacked = { seq: ++this.#seq, frame, came, sent: false, losses: 0 }
    this.unacked.push(unacked)
    this.unackedBytes += frame.length
    return unacked
  }

  /** Sets the note, which takes effect at the next acknowledgement (for datagrams at once). */
  remember(note: Uint8Array): void {
    if (this.datagrams) this.note = note
    else this.#coming = note
  }

  /** A room instance has identified itself: the session must be opened again, and unacknowledged notes are void. */
  met(): void {
    this.opened = false
    this.#coming = undefined
    for (const unacked of this.unacked) unacked.sent = false
  }

  /** The room has committed all frames up to `seq`. */
  acknowledge(seq: number): void {
    this.note = this.#coming ?? this.note
    this.#coming = undefined
    this.acked = Math.max(this.acked, seq)
    while (this.unacked.length > 0 && this.unacked[0]!.seq <= seq)
      this.unackedBytes -= this.unacked.shift()!.frame.length
  }

  full(windowBytes: number): boolean {
    return this.unacked.length >= windowFrames || this.unackedBytes >= windowBytes
  }

  /** [LINK-7] Counts a lost instance. Returns true if the oldest frame has met too many, which ends the session. */
  metLostInstance(): boolean {
    const oldest = this.unacked[0]
    if (!oldest?.sent || ++oldest.losses < lostInstances) return false
    this.unacked.length = 0
    this.unackedBytes = 0
    return true
  }

  /** Several instances were lost while they had the oldest frame: it may crash them. */
  get suspect(): boolean {
    return (this.unacked[0]?.losses ?? 0) >= suspectInstances
  }

  pause(): void {
    if (this.#paused) return
    this.#paused = true
    this.client.pause()
  }

  resume(): void {
    if (!this.#paused) return
    this.#paused = false
    this.client.resume()
  }
}
