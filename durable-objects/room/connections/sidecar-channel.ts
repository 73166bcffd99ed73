// One sidecar's WebSocket to a Room: its output, and the replies that the sidecar has not acknowledged.
import type { Frame } from '../../../games/game.ts'
import { FlushCoalescer } from '../../../wire/link/flush-coalescer.ts'
import {
  encodeResync,
  type Hello,
  LinkWriter,
  PayloadReassembler,
  recordTypes,
  type Urgency,
} from '../../../wire/link/link-codec.ts'
import { socketStates } from '../../platform/platform.ts'
import type { RoomContext } from '../context/room-context.ts'
import type { SessionConnection } from '../sessions/client-session.ts'
import type { ConnectionChannel, SidecarConnection } from './sidecar-connection.ts'

/** Multicasts and tick output are sent this many milliseconds after the last flush, at the earliest. */
const multicastDelayMs = 2
/**
 * A sidecar with more unacknowledged bytes is disconnected. It reconnects and resumes its sessions. Bytes that it has
 * not read fill the isolate's memory (128 MB). Not every platform reports unread bytes, so the Room counts
 * unacknowledged bytes instead.
 */
const maxUnackedBytes = 48 * 1024 * 1024
/**
 * The highest message number of a link, because numbers are sent in 32 bits. After this message the sidecar reconnects,
 * and the numbers start at 1. A link with 500 messages a second reaches it after 99 days.
 */
const lastMessageNumber = 2 ** 32 - 1
/** Consecutive messages share an entry of `#sentMessages` until the entry has this many bytes. */
const countGranularityBytes = 64 * 1024

export interface SidecarSocket {
  send(message: Uint8Array): void
  close(code: number, reason: string): void
  readonly readyState?: number
}

/** Stored in the socket's attachment for a later instance. */
export interface StoredChannel {
  readonly hello: Hello
  /** The highest session number that was opened on the socket in the instance that stored this, or 0. */
  readonly highestSession: number
}

export class SidecarChannel implements ConnectionChannel {
  readonly hello: Hello
  /** Whether the link's socket is older than this instance of the Room. */
  readonly isAdopted: boolean
  /** [LINK-2] The highest session number so far: sessions open in ascending order. */
  highestSession = 0
  readonly #highestSessionBefore: number
  hasResumed = false
  readonly connections = new Map<number, SidecarConnection>()
  readonly pieces = new PayloadReassembler()
  /** Whether a message's records are being processed. Their output is sent together afterwards. */
  isProcessing = false
  readonly writer: LinkWriter
  readonly #socket: SidecarSocket
  readonly #coalescer: FlushCoalescer
  #hasRequestedResync = false
  readonly #unacked: {
    readonly number: number
    readonly connection: SidecarConnection
    readonly seq: number
  }[] = []
  readonly #pendingReplies: { readonly connection: SidecarConnection; readonly seq: number }[] = []

  /** Sizes of unacknowledged messages; each entry covers the messages after the previous entry's, up to `number`. */
  readonly #sentMessages: { number: number; bytes: number }[] = []
  #unackedBytes = 0

  constructor(
    socket: SidecarSocket,
    known: StoredChannel,
    isAdopted: boolean,
    { clock, epoch }: Pick<RoomContext, 'clock' | 'epoch'>,
  ) {
    this.#socket = socket
    this.hello = known.hello
    this.isAdopted = isAdopted
    this.#highestSessionBefore = known.highestSession
    this.writer = new LinkWriter(true, (message) => this.#send(message))
    this.writer.epoch = epoch
    this.writer.revision = known.hello.revision ?? 0
    this.#coalescer = new FlushCoalescer(clock, multicastDelayMs, () => this.flush())
  }

  /**
   * [LINK-5] Whether the session was on this socket before the room hibernated: the sidecar then has all output until
   * then.
   */
  hadSession(session: number): boolean {
    return session <= this.#highestSessionBefore
  }

  /** [LINK-2] Sends at most one resync, which also answers the messages that were in transit when it was sent. */
  requestResync(): void {
    if (this.#hasRequestedResync) return
    this.#hasRequestedResync = true
    this.writer.record(recordTypes.resync, 0, 0, encodeResync())
    this.writer.flush()
  }

  multicast(connections: readonly SessionConnection[], frame: Frame, urgency: Urgency): void {
    this.writer.multicast(
      (connections as readonly SidecarConnection[]).map(({ number }) => number),
      frame,
      urgency,
    )
    this.scheduleFlush()
  }

  scheduleFlush(): void {
    if (!this.isProcessing) this.#coalescer.schedule()
  }

  trackReplies(connection: SidecarConnection, seq: number): void {
    this.#pendingReplies.push({ connection, seq })
  }

  flush(): void {
    this.#coalescer.onFlushed()
    this.writer.flush()
    for (const { connection, seq } of this.#pendingReplies)
      this.#unacked.push({ number: this.writer.number, connection, seq })
    this.#pendingReplies.length = 0
  }

  /** [LINK-1] Acknowledges every message up to `number`. */
  acknowledged(number: number): void {
    let count = 0
    while (count < this.#unacked.length && this.#unacked[count]!.number <= number) {
      const { connection, seq } = this.#unacked[count++]!
      if (connection.channel === this) connection.acknowledged(seq)
    }
    this.#unacked.splice(0, count)
    while (this.#sentMessages.length > 0 && this.#sentMessages[0]!.number <= number)
      this.#unackedBytes -= this.#sentMessages.shift()!.bytes
  }

  stop(): void {
    this.#coalescer.stop()
    this.writer.discardPending()
  }

  /** Sends nothing if the other end has closed the socket, which may happen before the close event arrives. */
  #send(message: Uint8Array): void {
    if ((this.#socket.readyState ?? socketStates.open) !== socketStates.open) return
    this.#socket.send(message)
    this.#unackedBytes += message.length
    const last = this.#sentMessages.at(-1)
    if (last && last.bytes < countGranularityBytes) {
      last.bytes += message.length
      last.number = this.writer.number
    } else this.#sentMessages.push({ number: this.writer.number, bytes: message.length })
    if (this.#unackedBytes > maxUnackedBytes) this.#socket.close(1008, 'too slow')
    else if (this.writer.number >= lastMessageNumber) this.#socket.close(1000, 'too many messages')
  }
}
