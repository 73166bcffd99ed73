// One sidecar's one WebSocket to a Room: what waits to be sent on it, and which replies its sidecar has yet to receive.
// Knows no platform: a socket is something that sends and closes.
import type { Frame } from '../games/game.ts'
import type { Clock } from '../wire/clock.ts'
import { encodeWho, type Hello, LinkWriter, Pieces, types, type Urgency } from '../wire/link.ts'
import { Window } from '../wire/window.ts'
import type { Line } from './line.ts'
import type { LineLink, LinkLine } from './link-line.ts'

/** Milliseconds for which casts and the output of ticks wait for more when the link is busy. */
const castMs = 2
/**
 * A sidecar that leaves so much unread is cut off: it redials, and resumes. All of it lies in the 128 MB that the isolate
 * has, and not every platform tells how much it is: what was sent and not received is counted here.
 */
const unreadBytes = 48 * 1024 * 1024
/** Messages are counted together up to so many bytes. */
const countedBytes = 64 * 1024
/** Most that a link's frame in pieces may come to. */
const wholeBytes = 32 * 1024 * 1024

/** `readyState` of a WebSocket that is open. */
const openState = 1

export interface LinkSocket {
  send(message: Uint8Array): void
  close(code: number, reason: string): void
  readonly readyState?: number
}

/** What is remembered of a socket, for when this instance is gone and the socket is not. */
export interface KnownLink {
  readonly hello: Hello
  /** The highest number of the sessions that were opened on it in the last instance; 0: none was. */
  readonly opened: number
}

export interface LinkSettings {
  readonly clock: Clock
  /** [LINK-1] This instance of the Room: random, not 0. */
  readonly epoch: number
}

export class Link implements LineLink {
  readonly hello: Hello
  /** Its socket was there before this instance of the Room. */
  readonly survived: boolean
  /** Of the sessions that this instance was told of on it, and the one before it. [LINK-2] They come in order. */
  opened = 0
  readonly #openedBefore: number
  /** It has spoken to this instance, and said of all its sessions that they go on. */
  resumed = false
  readonly lines = new Map<number, LinkLine>()
  readonly pieces = new Pieces(wholeBytes)
  /** A message's records are being taken: what they cause leaves together at its end. */
  busy = false
  readonly writer: LinkWriter
  readonly #socket: LinkSocket
  readonly #window: Window
  #introduced = false
  readonly #kept: { readonly number: number; readonly line: LinkLine; readonly seq: number }[] = []
  readonly #finished: { readonly line: LinkLine; readonly seq: number }[] = []

  /** Messages up to each number that were not received yet. */
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
    this.#window = new Window(clock, castMs, () => this.flush())
  }

  /** [LINK-5] The instance before this one had the session on this socket, and slept: what it said has arrived. */
  had(session: number): boolean {
    return session <= this.#openedBefore
  }

  /** [LINK-2] Once is enough: what was under way in the meantime is answered by it, too. */
  who(): void {
    if (this.#introduced) return
    this.#introduced = true
    this.writer.record(types.who, 0, 0, encodeWho())
    this.writer.flush()
  }

  cast(lines: readonly Line[], frame: Frame, urgency: Urgency): void {
    this.writer.cast(
      (lines as readonly LinkLine[]).map((line) => line.session),
      frame,
      urgency,
    )
    this.touched()
  }

  /** Something waits to be sent. */
  touched(): void {
    if (!this.busy) this.#window.touch()
  }

  /** The turn `seq` of `line` is in what is sent next; it stays kept until that is received. */
  finished(line: LinkLine, seq: number): void {
    this.#finished.push({ line, seq })
  }

  flush(): void {
    this.#window.flushed()
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
    this.writer.discard()
  }

  /** The other end may have closed without our having heard of it. */
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
