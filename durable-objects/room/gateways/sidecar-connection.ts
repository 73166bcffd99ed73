// A session on a link: its applied frames, its unacknowledged replies, and the row from which it resumes after a crash.
// wire/LINK.md, LINK-3 to LINK-6.
import type { Frame } from '../../../games/game.ts'
import { type Hello, type LinkWriter, type Opening, recordTypes } from '../../../wire/link/link-codec.ts'
import type { Timer } from '../../../wire/util/clock.ts'
import { encodeUtf8 } from '../../../wire/util/utf8.ts'
import type { Stored } from '../../storage/records.ts'
import type { ClientSession } from '../sessions/client-session.ts'
import type { Connection, FrameProgress, Multicaster } from '../sessions/connection.ts'
import type { ResumeStateMac, SessionMac } from '../sessions/resume-state-mac.ts'
import {
  checkpointKey,
  encodeCheckpoint,
  type SessionCheckpoint,
  type UnackedTransaction,
} from '../sessions/session-checkpoint.ts'

const empty = new Uint8Array(0)
/** Used as a transaction: all transactions, and the session's end. */
const everything = Number.POSITIVE_INFINITY

/** Services and events of a connection's gateway. */
export interface SidecarConnectionEvents {
  /** Seals the resume states that sidecars store. */
  readonly resumeStateMac: ResumeStateMac
  now(): number
  /** Bytes of unacknowledged replies above which the next frame waits. */
  windowBytes(): number
  /** Replies were acknowledged: a waiting frame may run. */
  onReady(connection: SidecarConnection): void
  /** Whether the session has a row. */
  hasCheckpoint(connection: SidecarConnection): boolean
  /** The sidecar has received the session's end, or will not ask. */
  onOver(connection: SidecarConnection): void
}

/** A link as seen by its connections. */
export interface ConnectionChannel extends Multicaster {
  readonly hello: Hello
  /** Its connections by session number. */
  readonly connections: { delete(session: number): boolean }
  readonly writer: LinkWriter
  /** Output waits to be sent. */
  scheduleFlush(): void
  /** Transaction `seq` of `connection` is in the next message; it is kept until that is acknowledged. */
  trackReplies(connection: SidecarConnection, seq: number): void
}

export class SidecarConnection implements Connection {
  readonly token: string
  readonly address: string
  readonly transport: Opening['transport']
  readonly compressed: boolean
  readonly sidecar: Hello
  client: ClientSession | undefined
  channel: ConnectionChannel | undefined
  session: number
  /** The last frame passed on. */
  lastReceivedSeq = 0
  /** Why the session ended, until the sidecar has received that. */
  endReason: string | undefined
  /** It cannot be resumed any more. */
  isLost = false
  readonly #events: SidecarConnectionEvents
  #lastAppliedSeq = -1
  #resumeState: Uint8Array | undefined
  /** Created for its first resume state. */
  #mac: SessionMac | undefined
  #unacked: UnackedTransaction[] = []
  #unackedBytes = 0
  /**
   * Output to the session since the current frame started, in order: replies to its finished parts, and other output.
   * It is sent with the replies to the last part.
   */
  #partialReplies: Frame[] = []
  #framePart = 0
  /** Output of a transaction that is not committed yet. */
  #staged: (UnackedTransaction & { readonly part: number }) | undefined
  #awayTimer: Timer | undefined

  constructor(
    channel: ConnectionChannel,
    session: number,
    opening: Opening,
    events: SidecarConnectionEvents,
  ) {
    this.channel = channel
    this.session = session
    this.sidecar = channel.hello
    this.token = opening.token
    this.address = opening.address
    this.transport = opening.transport
    this.compressed = opening.compressed
    this.#events = events
  }

  get isAway(): boolean {
    return this.channel === undefined
  }

  /** [LINK-6] One transaction's replies are always sent; the next transaction waits until these are acknowledged. */
  get isReady(): boolean {
    return this.#unacked.length === 0 || this.#unackedBytes < this.#events.windowBytes()
  }

  /** None between two parts of a frame: a multicast must not overtake the replies to the first. */
  get multicaster(): ConnectionChannel | undefined {
    return this.#framePart > 0 ? undefined : this.channel
  }

  // ---- Output ----------------------------------------------------------------------------------------------

  send(frame: Frame): void {
    if (!this.channel) return
    // Otherwise it would arrive before the replies to the parts that it follows.
    if (this.#framePart > 0) return void this.#partialReplies.push(frame)
    this.channel.writer.frame(this.session, 0, frame)
    this.channel.scheduleFlush()
  }

  get framePart(): number {
    return this.#framePart
  }

  stageReplies(
    { seq, part }: FrameProgress,
    replies: readonly Frame[],
    resumeState: Uint8Array | undefined,
  ): void {
    const frames = [...this.#partialReplies, ...replies]
    // A resume state means that the greeting was sent, so the first is sent even when empty. A part's is sent with the last
    // part.
    const changedState =
      resumeState ??
      (this.#framePart > 0 ? this.#resumeState : undefined) ??
      (this.#resumeState ? undefined : empty)
    this.#staged = { seq, part, frames, resumeState: changedState }
  }

  sendStaged(): void {
    const staged = this.#staged
    if (!staged) return
    this.#staged = undefined
    this.#resumeState = staged.resumeState ?? this.#resumeState
    this.#framePart = staged.part
    if (staged.part > 0) {
      this.#partialReplies = [...staged.frames]
      return
    }
    this.#partialReplies = []
    this.#lastAppliedSeq = staged.seq
    if (this.transport !== 'udp') this.#addUnacked(staged)
    if (this.channel) this.#send(this.channel, staged)
  }

  discardStaged(): void {
    this.#staged = undefined
  }

  setAddressValidated(): void {
    if (this.transport !== 'udp') return
    this.channel?.writer.record(recordTypes.addressValidated, this.session)
    this.channel?.scheduleFlush()
  }

  disconnect(reason: string): void {
    this.endReason = reason
    if (this.isLost) return this.#events.onOver(this)
    if (!this.channel) return
    for (const frame of this.#partialReplies) this.channel.writer.frame(this.session, 0, frame)
    this.#partialReplies = []
    this.channel.writer.record(recordTypes.close, this.session, 0, encodeUtf8(reason))
    this.channel.trackReplies(this, everything)
    this.channel.scheduleFlush()
  }

  // ---- Acknowledgement and resumption -------------------------------------------------------------------------

  /** The sidecar has the replies up to transaction `seq`; `everything`: and the session's end. */
  acknowledged(seq: number): void {
    const waited = !this.isReady
    this.#dropUnacked((turn) => turn.seq <= seq)
    if (seq === everything) this.#events.onOver(this)
    else if (waited && this.isReady) this.#events.onReady(this)
  }

  attach(channel: ConnectionChannel, session: number): void {
    this.#awayTimer?.cancel()
    this.#awayTimer = undefined
    this.channel?.connections.delete(this.session)
    this.channel = channel
    this.session = session
  }

  /** `timer` runs until the session counts as lost. */
  detach(timer: Timer | undefined): void {
    this.#awayTimer?.cancel()
    this.#awayTimer = timer
    this.channel = undefined
  }

  /** [LINK-5] Resends the kept transactions from `from` on. */
  resend(from: number): void {
    const waited = !this.isReady
    this.#dropUnacked((turn) => turn.seq < from)
    if (this.channel) for (const kept of this.#unacked) this.#send(this.channel, kept)
    if (waited && this.isReady) this.#events.onReady(this)
  }

  /** Resumes from the sidecar's resume state: every transaction before `from` is done. */
  resumeFromState(resumeState: Uint8Array, from: number): void {
    this.#resumeState = resumeState
    this.#lastAppliedSeq = from - 1
    this.lastReceivedSeq = from - 1
  }

  /** Resumes from the row. */
  resumeFromCheckpoint(checkpoint: SessionCheckpoint): void {
    this.#resumeState = checkpoint.resumeState
    this.#lastAppliedSeq = checkpoint.lastAppliedSeq
    this.lastReceivedSeq = checkpoint.lastAppliedSeq
    this.endReason = checkpoint.endReason
    this.#framePart = checkpoint.framePart
    this.#partialReplies = [...checkpoint.partialReplies]
    for (const turn of checkpoint.unacked) this.#addUnacked(turn)
  }

  #addUnacked(turn: UnackedTransaction): void {
    this.#unacked.push(turn)
    this.#unackedBytes += bytesOf(turn)
  }

  #dropUnacked(done: (turn: UnackedTransaction) => boolean): void {
    while (this.#unacked.length > 0 && done(this.#unacked[0]!))
      this.#unackedBytes -= bytesOf(this.#unacked.shift()!)
  }

  #send(channel: ConnectionChannel, { seq, frames, resumeState }: UnackedTransaction): void {
    const { writer } = channel
    const acked = this.transport !== 'udp'
    if (resumeState) writer.record(recordTypes.resumeState, this.session, 0, this.#seal(resumeState))
    for (let i = 0; i < frames.length; i++)
      writer.frame(this.session, acked ? seq : 0, frames[i]!, acked && i === frames.length - 1)
    if (acked && frames.length === 0) writer.record(recordTypes.ack, this.session, seq)
    if (acked) channel.trackReplies(this, seq)
    channel.scheduleFlush()
  }

  #seal(resumeState: Uint8Array): Uint8Array {
    this.#mac ??= this.#events.resumeStateMac.forSession(this.token)
    return this.#mac.seal(resumeState)
  }

  // ---- The row -------------------------------------------------------------------------------------------------

  addCheckpoint(changes: Map<string, Stored | undefined>): void {
    if (this.transport === 'udp') return
    // [LINK-5] A transaction without a durable effect leaves no row: the sidecar's resume state is enough.
    const checkpoint = this.#checkpoint
    if (changes.size === 0 || (checkpoint.unacked.length === 0 && checkpoint.framePart === 0)) return
    changes.set(checkpointKey(this.token), encodeCheckpoint(checkpoint, this.#events.now()))
  }

  addEnd(changes: Map<string, Stored | undefined>, reason: string, forGood = false): void {
    if (this.transport === 'udp' && !forGood) return
    const has = this.#events.hasCheckpoint(this)
    // [LINK-5] A session without durable effects leaves no record of its end: its frames may be applied again.
    if (changes.size === 0 && !has && !forGood) return
    if (!this.isLost)
      changes.set(
        checkpointKey(this.token),
        encodeCheckpoint({ ...this.#checkpoint, endReason: reason }, this.#events.now()),
      )
    else if (has) changes.set(checkpointKey(this.token), undefined)
  }

  /** The row as of the current transaction's commit. */
  get #checkpoint(): SessionCheckpoint {
    const staged = this.transport === 'udp' ? undefined : this.#staged
    const done = staged?.part === 0 ? staged : undefined
    return {
      lastAppliedSeq: done?.seq ?? this.#lastAppliedSeq,
      resumeState: staged?.resumeState ?? this.#resumeState ?? empty,
      unacked: done ? [...this.#unacked, done] : this.#unacked,
      framePart: staged?.part ?? this.#framePart,
      partialReplies: done ? [] : (staged?.frames ?? this.#partialReplies),
      endReason: undefined,
    }
  }
}

function bytesOf(turn: UnackedTransaction): number {
  return turn.frames.reduce((sum, frame) => sum + frame.length, 0)
}
