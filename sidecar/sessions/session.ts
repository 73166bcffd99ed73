// The sidecar's part of one client's session. This code uses no sockets.

import type { Urgency } from '../../wire/link/link-codec.ts'
import type { Transport } from '../../wire/net/framing.ts'
import type { Timer } from '../../wire/util/clock.ts'
import type { RoomFrame } from './room-frame.ts'

export interface TransportClient {
  /** The client's address, without port. */
  readonly address: string
  readonly transport: Transport
  /** Whether permessage-deflate was negotiated. */
  readonly compressed: boolean
  /** Sends one complete frame without blocking. A reply is sent at once; a frame with an urgency may be delayed. */
  write(frame: RoomFrame, urgency?: Urgency): void
  /** Closes the client, because the room has closed the session or the link has ended. Pending output is sent first. */
  close(reason: string): void
  /** Call when the room has validated the client's address, which means that the client receives its output. */
  addressValidated?(): void
  /** Bytes that are kept for the client: its connection, incomplete frames, and output that it has not read. */
  readonly keptBytes?: number
  /** Disconnects the client at once, and drops its pending output. `reason`: as in the sidecar's metrics. */
  terminate?(reason: string): void
  pause(): void
  resume(): void
}

export interface SessionHandle {
  /** Sends a frame of the client, whose bytes must not change afterwards. */
  sendFrame(frame: Uint8Array | string): void
  clientClosed(reason: string): void
}

export interface SessionEvents {
  onFrame(session: SidecarSession, frame: Uint8Array | string): void
  onClientClosed(session: SidecarSession, reason: string): void
}

/** A session, and each of its unacknowledged frames, takes about this many bytes in addition to the frames' bytes. */
const sessionBytes = 2048
const unackedFrameBytes = 256

/** [LINK-3] Number of unacknowledged frames of a session at which its client is paused. */
const maxUnackedFrames = 64
/** [LINK-7] A session is closed when this many instances of the room were lost after they received its oldest frame. */
const maxInstanceLosses = 3
/**
 * [LINK-7] From this many lost instances on, a session is a suspect: its frame may have crashed these instances. Only
 * one suspect is open at a time.
 */
const suspectInstanceLosses = 2

export interface UnackedFrame {
  readonly seq: number
  readonly frame: Uint8Array | string
  /** Milliseconds of the sidecar's clock. */
  readonly receivedAt: number
  /** The number of the message that sent this frame to the current instance; 0: not sent yet. */
  sentIn: number
  instanceLosses: number
}

export class SidecarSession implements SessionHandle {
  /** The session's number on the link. */
  id: number
  readonly client: TransportClient
  readonly token: string
  readonly openedAt: number
  readonly unacked: UnackedFrame[] = []
  unackedBytes = 0
  resumeState: Uint8Array | undefined
  /**
   * [LINK-4] The resume state of a transaction that is not acknowledged yet. The state is dropped if the instance is
   * lost before the acknowledgement.
   */
  #uncommittedResumeState: Uint8Array | undefined
  /** The number of the last acknowledged frame; 0: the greeting; -1: none. */
  lastAckedSeq = -1
  /** Why the client has disconnected, for the room; undefined while it is connected. */
  closeReason: string | undefined
  /**
   * Runs after the client has disconnected. When it fires, the session is dropped even if the room has not confirmed
   * its end.
   */
  removalTimer: Timer | undefined
  /** `idleChecks`: number of checks in a row that have found no new frame. */
  hasSentFrame = false
  idleChecks = 0
  isOpenedAtInstance = false
  #lastSeq = 0
  #isPaused = false
  readonly #events: SessionEvents

  /** `openedAt`: milliseconds. */
  constructor(events: SessionEvents, id: number, token: string, client: TransportClient, openedAt: number) {
    this.#events = events
    this.token = token
    this.id = id
    this.client = client
    this.openedAt = openedAt
  }

  get usesDatagrams(): boolean {
    return this.client.transport === 'udp'
  }

  get keptBytes(): number {
    const frames = this.unackedBytes + this.unacked.length * unackedFrameBytes
    return sessionBytes + frames + (this.resumeState?.length ?? 0) + (this.client.keptBytes ?? 0)
  }

  /** Disconnects the client, and drops all data that is kept for the client. */
  terminate(reason: string): void {
    this.client.terminate?.(reason)
    this.#dropUnacked()
  }

  sendFrame(frame: Uint8Array | string): void {
    this.#events.onFrame(this, frame)
  }

  clientClosed(reason: string): void {
    this.#events.onClientClosed(this, reason)
  }

  /** [LINK-3] Keeps the frame until it is acknowledged. `receivedAt`: milliseconds. */
  addUnacked(frame: Uint8Array | string, receivedAt: number): UnackedFrame {
    const unacked = { seq: ++this.#lastSeq, frame, receivedAt, sentIn: 0, instanceLosses: 0 }
    this.unacked.push(unacked)
    this.unackedBytes += frame.length
    return unacked
  }

  /**
   * Stores the room's resume state, which is used from the next acknowledgement on, or at once if the client sends
   * datagrams.
   */
  setResumeState(resumeState: Uint8Array): void {
    if (this.usesDatagrams) this.resumeState = resumeState
    else this.#uncommittedResumeState = resumeState
  }

  /**
   * Call when the room has a new instance, at which the session must be opened again. Drops the unacknowledged resume
   * state.
   */
  onNewInstance(): void {
    this.isOpenedAtInstance = false
    this.#uncommittedResumeState = undefined
    for (const unacked of this.unacked) unacked.sentIn = 0
  }

  /** Call when the room has committed all frames up to `seq`. */
  acknowledge(seq: number): void {
    this.resumeState = this.#uncommittedResumeState ?? this.resumeState
    this.#uncommittedResumeState = undefined
    this.lastAckedSeq = Math.max(this.lastAckedSeq, seq)
    while (this.unacked.length > 0 && this.unacked[0]!.seq <= seq)
      this.unackedBytes -= this.unacked.shift()!.frame.length
  }

  isWindowFull(windowBytes: number): boolean {
    return this.unacked.length >= maxUnackedFrames || this.unackedBytes >= windowBytes
  }

  /**
   * [LINK-7] Returns true if too many instances were lost after they received the oldest unacknowledged frame. The
   * session must then end.
   */
  countInstanceLoss(): boolean {
    const oldest = this.unacked[0]
    if (!oldest?.sentIn || ++oldest.instanceLosses < maxInstanceLosses) return false
    this.#dropUnacked()
    return true
  }

  #dropUnacked(): void {
    this.unacked.length = 0
    this.unackedBytes = 0
  }

  /** Whether several instances were lost after they received the oldest frame, which may have crashed them. */
  get isSuspect(): boolean {
    return (this.unacked[0]?.instanceLosses ?? 0) >= suspectInstanceLosses
  }

  pause(): void {
    if (this.#isPaused) return
    this.#isPaused = true
    this.client.pause()
  }

  resume(): void {
    if (!this.#isPaused) return
    this.#isPaused = false
    this.client.resume()
  }
}
