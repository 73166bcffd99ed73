// One message as WebSocket clients get it, framed and deflated once for all whom it is for. The same deflated bytes will
// do for many because each message is deflated by itself: `server_no_context_takeover` of RFC 7692.
import { constants, deflateRaw, deflateRawSync, type ZlibOptions } from 'node:zlib'
import { Sender } from 'ws'
import { joinBytes } from '../wire/joined.ts'
import type { RoomFrame } from './room-frame.ts'

declare module 'ws' {
  /** Exported by ws, and not by its types. */
  export const Sender: {
    frame(
      data: Uint8Array,
      options: { fin: boolean; rsv1: boolean; opcode: number; mask: boolean; readOnly: boolean },
    ): Uint8Array[]
  }
}

const opcodes = { text: 1, binary: 2 } as const
/** Smaller messages are not worth deflating. */
const leastBytes = 256
/** A larger one is deflated on another thread: it would hold up everybody. */
const mostBytes = 65_536
/** What a deflated message ends with, and is sent without (RFC 7692, 7.2.1). */
const tailBytes = 4
/** The least window that zlib has, in bits. */
const leastWindow = 9
/**
 * A window of 2 KiB: what servers of chatty JSON grant by habit, and enough for it; in so small a one a high level takes
 * little longer than a low one. What repeats itself all over gets no shorter in a wider one.
 */
export const usualWindow = 11
const level = 8
const memLevel = 5

/** What is written to a client's socket; a promise where it takes its time. */
export type Framed = Buffer | Promise<Buffer>

export class WebSocketMessage {
  readonly bytes: Uint8Array
  readonly #opcode: number
  #plain: Buffer | undefined
  /** By the window, in bits. */
  readonly #deflated = new Map<number, Framed>()

  constructor(bytes: Uint8Array, isText: boolean) {
    this.bytes = bytes
    this.#opcode = isText ? opcodes.text : opcodes.binary
  }

  get plain(): Buffer {
    this.#plain ??= this.#framed(this.bytes, false)
    return this.#plain
  }

  /** For a client that inflates with a window of so many bits, 9 at least. Plain where that is not longer. */
  deflated(windowBits: number): Framed {
    const { length } = this.bytes
    if (length < leastBytes) return this.plain
    const bits = Math.min(windowBits, Math.max(leastWindow, Math.ceil(Math.log2(length))))
    let framed = this.#deflated.get(bits)
    if (!framed) {
      framed =
        length > mostBytes
          ? this.#deflateElsewhere(bits)
          : this.#shorter(deflateRawSync(this.bytes, how(bits)))
      this.#deflated.set(bits, framed)
    }
    return framed
  }

  #deflateElsewhere(bits: number): Promise<Buffer> {
    return new Promise((resolve) =>
      // If there is no memory for it, it goes as it is.
      deflateRaw(this.bytes, how(bits), (error, deflated) =>
        resolve(error ? this.plain : this.#shorter(deflated)),
      ),
    )
  }

  #shorter(deflated: Buffer): Buffer {
    const body = deflated.subarray(0, -tailBytes)
    return body.length < this.bytes.length ? this.#framed(body, true) : this.plain
  }

  #framed(body: Uint8Array, rsv1: boolean): Buffer {
    return Buffer.concat(
      Sender.frame(body, { fin: true, rsv1, opcode: this.#opcode, mask: false, readOnly: true }),
    )
  }
}

/** A message of these frames; of several, JSON lists all, it is one list. */
export function messageOf(frames: readonly RoomFrame[]): WebSocketMessage {
  return new WebSocketMessage(joinBytes(frames.map(({ bytes }) => bytes)), frames[0]!.isText)
}

function how(windowBits: number): ZlibOptions {
  return { windowBits, level, memLevel, finishFlush: constants.Z_SYNC_FLUSH }
}
