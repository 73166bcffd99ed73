// The sidecar's end of one session: its client, its frames that the room has yet to acknowledge, and what the room
// last said it must remember. Knows no sockets.
import type { Timer } from '../wire/clock.ts'
import type { Transport } from '../wire/framing.ts'
import type { Urgency } from '../wire/link.ts'
import type { RoomFrame } from './room-frame.ts'

/** A transport's end of one session. */
export interface Client {
  /** The remote address, without its port. */
  readonly address: string
  readonly transport: Transport
  /** permessage-deflate was agreed on. */
  readonly compressed: boolean
  /** One whole frame; never blocks. A reply leaves at once, what has an urgency may wait for company. */
  write(frame: RoomFrame, urgency?: Urgency): void
  /** By the room, or because the link gave up. What was written goes out first. */
  close(reason: string): void
  /** The room knows that what is sent to its address is heard there. */
  proven?(): void
  /** Read no more of this client until `resume`. */
  pause(): void
  resume(): void
}

/** The link's end of one session. */
export interface Call {
  /** One whole frame; its bytes must not change any more. */
  frame(frame: Uint8Array | string): void
  /** The client has gone. */
  closed(reason: string): void
}

/** What a session tells its link. */
export interface SessionLink {
  frame(session: Session, frame: Uint8Array | string): void
  left(session: Session, reason: string): void
}

/** [LINK-3] Frames of one session not yet acknowledged, before its client is paused. */
const windowFrames = 64
/** [LINK-7] A frame that met so many lost instances is not sent again. */
const lostInstances = 3
/** From this many lost instances on, a session's frame is sent only while no other such frame is. */
const suspectInstances = 2

/** A frame that the room has yet to acknowledge. */
export interface Unacked {
  readonly seq: number
  readonly frame: Uint8Array | string
  /** When it came, in milliseconds. */
  readonly came: number
  /** Sent to the instance that is spoken to now. */
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
  /** [LINK-4] The note of a turn that is not yet acknowledged: if the room is lost before, the turn has not happened. */
  #coming: Uint8Array | undefined
  /** The number of the last frame acknowledged; -1: not even the greeting is. */
  acked = -1
  /** Why the client is gone; the room is told when it can be reached. Undefined while it is there. */
  gone: string | undefined
  /** Runs once the client is gone; at its end the session is forgotten, though the room has not said that it is over. */
  forgetting: Timer | undefined
  /** It has sent a frame; and how often in a row it was looked for and had sent none since. */
  hasSpoken = false
  looksUnheard = 0
  /** The instance that is spoken to now knows of this session. */
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

  /** [LINK-3] Numbers a frame that came then (milliseconds) and keeps it until it is acknowledged. */
  keep(frame: Uint8Array | string, came: number): Unacked {
    const unacked = { seq: ++this.#seq, frame, came, sent: false, losses: 0 }
    this.unacked.push(unacked)
    this.unackedBytes += frame.length
    return unacked
  }

  /** What the session must remember, from the next acknowledgement on. */
  remember(note: Uint8Array): void {
    if (this.datagrams) this.note = note
    else this.#coming = note
  }

  /** A room answers anew: it is to be told of the session again, and what it left without acknowledgement is void. */
  met(): void {
    this.opened = false
    this.#coming = undefined
    for (const unacked of this.unacked) unacked.sent = false
  }

  /** Everything up to `seq` is in the room for good. */
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

  /** [LINK-7] An instance was lost. True if its oldest frame has now met too many lost ones, and the session is over. */
  metLostInstance(): boolean {
    const oldest = this.unacked[0]
    if (!oldest?.sent || ++oldest.losses < lostInstances) return false
    this.unacked.length = 0
    this.unackedBytes = 0
    return true
  }

  /** Instances were lost with its oldest frame in hand: it may be what kills them. */
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
