// The connection of a session on a sidecar's link: its output, and the checkpoint from which the session resumes after
// a crash. wire/LINK.md, LINK-3 to LINK-6.
import type { Frame } from '../../../games/game.ts'
import {
  type Hello,
  type LinkWriter,
  recordTypes,
  type SessionOpening,
} from '../../../wire/link/link-codec.ts'
import type { Timer } from '../../../wire/util/clock.ts'
import { encodeUtf8 } from '../../../wire/util/utf8.ts'
import type { StoredValue } from '../../storage/records.ts'
import type { RoomContext } from '../context/room-context.ts'
import type {
  ClientSession,
  Multicaster,
  SessionConnection,
  TransactionResult,
} from '../sessions/client-session.ts'
import type { ResumeStateMac, SessionMac } from '../sessions/resume-state-mac.ts'
import {
  checkpointAfter,
  checkpointKey,
  encodeCheckpoint,
  newCheckpoint,
  type SessionCheckpoint,
  type UnackedTransaction,
} from '../sessions/session-checkpoint.ts'
import type { WorldSource } from '../world/world-runtime.ts'

/**
 * [LINK-6] Maximum unacknowledged transactions of a session, which each checkpoint contains. A correct sidecar keeps at
 * most 64 frames (LINK-3), so it never has this many.
 */
const maxUnackedTransactions = 128
/** A number above all transaction numbers: as an acknowledgement it covers all transactions and the session's end. */
const everything = Number.POSITIVE_INFINITY

export interface SidecarConnectionOwner {
  readonly context: RoomContext
  readonly world: WorldSource
  readonly resumeStateMac: ResumeStateMac
  /** Called when the sidecar has received the session's end, or will not resume the session any more. */
  connectionOver(connection: SidecarConnection): void
}

export interface ConnectionChannel extends Multicaster {
  readonly hello: Hello
  /** The connections by session number. */
  readonly connections: { delete(number: number): boolean }
  readonly writer: LinkWriter
  scheduleFlush(): void
  /** Transaction `seq` of `connection` is in the next message, and is acknowledged when that message is. */
  trackReplies(connection: SidecarConnection, seq: number): void
}

/**
 * `attached`: the sidecar is connected. `away`: the link is lost, and `timer` runs until the session counts as `lost`.
 * `lost`: the session cannot be resumed any more.
 */
type LinkState =
  | { readonly name: 'attached'; readonly channel: ConnectionChannel }
  | { readonly name: 'away'; readonly timer: Timer | undefined }
  | { readonly name: 'lost' }

export class SidecarConnection implements SessionConnection {
  readonly token: string
  readonly address: string
  readonly transport: SessionOpening['transport']
  readonly compressed: boolean
  /** The hello of the sidecar process that opened the connection. */
  readonly sidecar: Hello
  session: ClientSession | undefined
  /** The session's number on its link. */
  number: number
  lastReceivedSeq = 0
  readonly #owner: SidecarConnectionOwner
  #link: LinkState
  #checkpoint = newCheckpoint()
  #unackedBytes = 0
  /** Created when the first resume state is sealed. */
  #mac: SessionMac | undefined

  constructor(
    channel: ConnectionChannel,
    number: number,
    { token, address, transport, compressed }: SessionOpening,
    owner: SidecarConnectionOwner,
  ) {
    this.#link = { name: 'attached', channel }
    this.number = number
    this.sidecar = channel.hello
    this.token = token
    this.address = address
    this.transport = transport
    this.compressed = compressed
    this.#owner = owner
  }

  get channel(): ConnectionChannel | undefined {
    return this.#link.name === 'attached' ? this.#link.channel : undefined
  }

  /** Why the session ended, if it did; kept until the sidecar has received the reason. */
  get endReason(): string | undefined {
    return this.#checkpoint.endReason
  }

  get resumeState(): Uint8Array | undefined {
    return this.#checkpoint.resumeState
  }

  get framePart(): number {
    return this.#checkpoint.framePart
  }

  /** [LINK-6] The replies of one transaction may exceed the window. The next one waits until they are acknowledged. */
  get isReady(): boolean {
    const { length } = this.#checkpoint.unacked
    if (length >= maxUnackedTransactions) return false
    return length === 0 || this.#unackedBytes < (this.session?.windowBytes ?? 0)
  }

  /** Undefined between two parts of a frame, because a multicast must not overtake the replies to the first part. */
  get multicaster(): ConnectionChannel | undefined {
    return this.framePart > 0 ? undefined : this.channel
  }

  // ---- Output ------------------------------------------------------------------------------------------------------

  send(frame: Frame): void {
    const { channel } = this
    if (!channel) return
    // While a frame is processed in parts, other output must not overtake the replies to the finished parts.
    if (this.framePart > 0) {
      this.#checkpoint.partialReplies.push(frame)
      this.session?.holdOutput(frame)
      return
    }
    channel.writer.frame(this.number, 0, frame)
    channel.scheduleFlush()
  }

  committed(result: TransactionResult): void {
    const { sent, ...next } = checkpointAfter(this.#checkpoint, result)
    const isKept = sent && this.transport !== 'udp'
    this.#checkpoint = isKept ? { ...next, unacked: [...next.unacked, sent] } : next
    if (sent) this.session?.releaseOutput()
    if (isKept) this.#unackedBytes += bytesOf(sent)
    if (sent && this.channel) this.#send(this.channel, sent)
  }

  setAddressValidated(): void {
    if (this.transport !== 'udp') return
    this.channel?.writer.record(recordTypes.addressValidated, this.number)
    this.channel?.scheduleFlush()
  }

  disconnect(reason: string): void {
    const { channel } = this
    const { partialReplies } = this.#checkpoint
    this.#checkpoint = {
      ...this.#checkpoint,
      endReason: reason,
      partialReplies: channel ? [] : partialReplies,
    }
    this.session?.releaseOutput()
    if (this.#link.name === 'lost') return this.#owner.connectionOver(this)
    if (!channel) return
    for (const frame of partialReplies) channel.writer.frame(this.number, 0, frame)
    channel.writer.record(recordTypes.close, this.number, 0, encodeUtf8(reason))
    channel.trackReplies(this, everything)
    channel.scheduleFlush()
  }

  #send(channel: ConnectionChannel, { seq, frames, resumeState }: UnackedTransaction): void {
    const { writer } = channel
    const acked = this.transport !== 'udp'
    if (resumeState) writer.record(recordTypes.resumeState, this.number, 0, this.#seal(resumeState))
    for (let i = 0; i < frames.length; i++)
      writer.frame(this.number, acked ? seq : 0, frames[i]!, acked && i === frames.length - 1)
    if (acked && frames.length === 0) writer.record(recordTypes.ack, this.number, seq)
    if (acked) channel.trackReplies(this, seq)
    channel.scheduleFlush()
  }

  #seal(resumeState: Uint8Array): Uint8Array {
    this.#mac ??= this.#owner.resumeStateMac.forSession(this.token)
    return this.#mac.seal(resumeState)
  }

  // ---- Acknowledgement and resumption ------------------------------------------------------------------------------

  /** Call when the sidecar has received the replies up to `seq`, or (`everything`) also the session's end. */
  acknowledged(seq: number): void {
    const wasReady = this.isReady
    this.#setUnacked(this.#checkpoint.unacked.filter((transaction) => transaction.seq > seq))
    if (!wasReady) this.#processQueue()
    if (seq === everything) this.#owner.connectionOver(this)
  }

  attach(channel: ConnectionChannel, number: number): void {
    this.detach(undefined)
    this.#link = { name: 'attached', channel }
    this.number = number
  }

  /** `timer` runs until the session counts as lost. */
  detach(timer: Timer | undefined): void {
    if (this.#link.name === 'attached') this.#link.channel.connections.delete(this.number)
    if (this.#link.name === 'away') this.#link.timer?.cancel()
    this.#link = { name: 'away', timer }
  }

  /** [LINK-8] Marks the session as lost, because it was not resumed in time. */
  lose(): void {
    this.#link = { name: 'lost' }
  }

  /** [LINK-5] Resends the replies of the unacknowledged transactions from `from` on. */
  resend(from: number): void {
    const wasReady = this.isReady
    this.#setUnacked(this.#checkpoint.unacked.filter(({ seq }) => seq >= from))
    if (this.channel) for (const kept of this.#checkpoint.unacked) this.#send(this.channel, kept)
    if (!wasReady) this.#processQueue()
  }

  /** Every transaction before `from` is done; in a session of datagrams (`from` is 0) the greeting is done too. */
  resumeFromState(resumeState: Uint8Array, from: number): void {
    this.lastReceivedSeq = Math.max(0, from - 1)
    this.#checkpoint = { ...newCheckpoint(), resumeState, lastAppliedSeq: this.lastReceivedSeq }
  }

  resumeFromCheckpoint(checkpoint: SessionCheckpoint): void {
    this.#checkpoint = checkpoint
    this.#setUnacked(checkpoint.unacked)
    this.lastReceivedSeq = checkpoint.lastAppliedSeq
  }

  #setUnacked(unacked: readonly UnackedTransaction[]): void {
    this.#checkpoint = { ...this.#checkpoint, unacked }
    this.#unackedBytes = unacked.reduce((sum, transaction) => sum + bytesOf(transaction), 0)
  }

  #processQueue(): void {
    if (this.session && this.isReady) this.#owner.world.open()?.inbound.processQueue(this.session)
  }

  // ---- The row -----------------------------------------------------------------------------------------------------

  get hasRow(): boolean {
    return this.#owner.context.records.get(checkpointKey(this.token)) !== undefined
  }

  addCheckpoint(changes: Map<string, StoredValue | undefined>, result?: TransactionResult): void {
    if (this.transport === 'udp') return
    // [LINK-5] A transaction without a durable effect leaves no row: the sidecar's resume state is enough.
    if (changes.size === 0) return
    const checkpoint = this.#checkpointAfter(result)
    if (checkpoint.unacked.length === 0 && checkpoint.framePart === 0) return
    changes.set(checkpointKey(this.token), encodeCheckpoint(checkpoint, this.#owner.context.now))
  }

  addEnd(changes: Map<string, StoredValue | undefined>, reason: string, forGood = false): void {
    if (this.transport === 'udp' && !forGood) return
    const key = checkpointKey(this.token)
    // [LINK-5] A session without durable effects leaves no record of its end: its frames may be applied again.
    if (changes.size === 0 && !this.hasRow && !forGood) return
    if (this.#link.name !== 'lost')
      changes.set(key, encodeCheckpoint({ ...this.#checkpoint, endReason: reason }, this.#owner.context.now))
    else if (this.hasRow) changes.set(key, undefined)
  }

  #checkpointAfter(result: TransactionResult | undefined): SessionCheckpoint {
    if (!result) return this.#checkpoint
    const { sent, ...next } = checkpointAfter(this.#checkpoint, result)
    return sent ? { ...next, unacked: [...next.unacked, sent] } : next
  }
}

function bytesOf({ frames }: UnackedTransaction): number {
  return frames.reduce((sum, frame) => sum + frame.length, 0)
}
