// One sidecar's WebSocket to a Room: its output, and the replies that the sidecar has not acknowledged. Independent of
// the platform: a socket only sends and closes.
import type { Frame } from '../games/game.ts'
import type { Clock } from '../wire/clock.ts'
import { encodeResync, type Hello, LinkWriter, PayloadReassembler, recordTypes, type Urgency } from '../wire/link.ts'
import { FlushCoalescer } from '../wire/window.ts'
import type { Line } from './line.ts'
import type { LineLink, LinkLine } from './link-line.ts'

/** Milliseconds for which casts and tick output are collected while the link is busy. */
const castMs = 2
/**
 * A sidecar with this many unread bytes is disconnected; it reconnects and resumes. They are all in the isolate's 128
 * MB, and not every platform reports them, so this counts bytes sent and not acknowledged.
 */
const unreadBytes = 48 * 1024 * 1024
/** Messages are counted together up to this many bytes. */
const countedBytes = 64 * 1024
/** Size limit of a frame that arrives in pieces. */
const wholeBytes = 32 * 1024 * 1024

/** `readyState` of an open WebSocket. */
const openState = 1

export interface LinkSocket {
  send(message: Uint8Array): void
  close(code: number, reason: string): void
  readonly readyState?: number
}

/** State of a socket for a later instance. */
export interface KnownLink {
  readonly hello: Hello
  /** The highest session number opened on it in the last instance; 0: none. */
  readonly opened: number
}

export interface LinkSettings {
  readonly clock: Clock
  /** [LINK-1] Identifies this instance of the Room: random, not 0. */
  readonly epoch: number
}

export class Link implements LineLink {
  readonly hello: Hello
  /** Its socket is older than this instance of the Room. */
  readonly survived: boolean
  /** The highest session number in this instance; `#openedBefore`: in the last. [LINK-2] They arrive in order. */
  opened = 0
  readonly #openedBefore: number
  /** It has resumed all its sessions with this instance. */
  resumed = false
  readonly lines = new Map<number, LinkLine>()
  readonly pieces = new PayloadReassembler(wholeBytes)
  /** The records of a message are being processed: their output is sent together at its end. */
  busy = false
  readonly writer: LinkWriter
  readonly #socket: LinkSocket
  readonly #window: FlushCoalescer
  #introduced = false
  readonly #kept: { readonly number: number; readonly line: LinkLine; readonly seq: number }[] = []
  readonly #finished: { readonly line: LinkLine; readonly seq: number }[] = []

  /** Bytes of unacknowledged messages, each up to a number. */
  readonly #sent: { number: number; bytes: number }[] = []
  #unreceivedBytes = 0

  constructor(socket: LinkSocket, known: KnownLink, survived: boolean, { clock, epoch }: LinkSettings) {
    this.#socket = socket
    this.hello = known.hello
    this.survived = survived
    this.#openedBefore = known.opened
    this.writer = new LinkWriter(true, (message) => this.#send(message))
    this.writer.epoch = epoch
    this.writer.revision = known.hello.revision ?? 0
    this.#window = new FlushCoalescer(clock, castMs, () => this.flush())
  }

  /** [LINK-5] The previous instance had the session on this socket before hibernating: its output has arrived. */
  had(session: number): boolean {
    return session <= this.#openedBefore
  }

  /** [LINK-2] Once is enough: it also answers messages that were in transit. */
  who(): void {
    if (this.#introduced) return
    this.#introduced = true
    this.writer.record(recordTypes.resync, 0, 0, encodeResync())
    this.writer.flush()
  }

  cast(lines: readonly Line[], frame: Frame, urgency: Urgency): void {
    this.writer.multicast(
      (lines as readonly LinkLine[]).map((line) => line.session),
      frame,
      urgency,
    )
    this.touched()
  }

  /** Output waits to be sent. */
  touched(): void {
    if (!this.busy) this.#window.schedule()
  }

  /** Turn `seq` of `line` is in the next message; it is kept until that is acknowledged. */
  finished(line: LinkLine, seq: number): void {
    this.#finished.push({ line, seq })
  }

  flush(): void {
    this.#window.onFlushed()
    this.writer.flush()
    for (const { line, seq } of this.#finished) this.#kept.push({ number: this.writer.number, line, seq })
    this.#finished.length = 0
  }

  /** [LINK-1] The sidecar has every message up to `number`. */
  received(number: number): void {
    let count = 0
    while (count < this.#kept.length && this.#kept[count]!.number <= number) {
      const { line, seq } = this.#kept[count++]!
      if (line.link === this) line.received(seq)
    }
    this.#kept.splice(0, count)
    while (this.#sent.length > 0 && this.#sent[0]!.number <= number)
      this.#unreceivedBytes -= this.#sent.shift()!.bytes
  }

  stop(): void {
    this.#window.stop()
    this.writer.discardPending()
  }

  /** The other end may have closed before the close event arrives. */
  #send(message: Uint8Array): void {
    if ((this.#socket.readyState ?? openState) !== openState) return
    this.#socket.send(message)
    this.#unreceivedBytes += message.length
    const last = this.#sent.at(-1)
    if (last && last.bytes < countedBytes) {
      last.bytes += message.length
      last.number = this.writer.number
    } else this.#sent.push({ number: this.writer.number, bytes: message.length })
    if (this.#unreceivedBytes > unreadBytes) this.#socket.close(1008, 'too slow')
  }
}
