// A message to WebSocket clients, which is framed and deflated once for all recipients. The recipients can share the
// deflated bytes, because each message is deflated independently of earlier ones (`server_no_context_takeover` of RFC
// 7692).
import { constants, deflateRaw, deflateRawSync, type ZlibOptions } from 'node:zlib'
import { Sender } from 'ws'
import { joinJsonBytes } from '../../../wire/link/json-batch.ts'
import type { RoomFrame } from '../../sessions/room-frame.ts'

declare module 'ws' {
  /** The library ws exports this class, but its type definitions do not. */
  export const Sender: {
    frame(
      data: Uint8Array,
      options: { fin: boolean; rsv1: boolean; opcode: number; mask: boolean; readOnly: boolean },
    ): Uint8Array[]
  }
}

const opcodes = { text: 1, binary: 2 } as const
const minDeflateBytes = 256
/** Larger messages are deflated on another thread, so that they do not block the event loop. */
const maxSyncDeflateBytes = 65_536
/** The last bytes of a deflated message, which are not sent (RFC 7692, 7.2.1). */
const tailBytes = 4
/** The smallest window that zlib supports, in bits. */
const minWindowBits = 9
/**
 * The deflate window is 2 KiB, which is common and sufficient for short JSON messages. In such a small window a high
 * compression level takes little longer than a low one. A wider window does not make repetitive messages shorter.
 */
export const defaultWindowBits = 11
const level = 8
const memLevel = 5

/** A deflated message, or a promise while another thread deflates it. */
export type DeflatedMessage = Buffer | Promise<Buffer>

export class WebSocketMessage {
  readonly bytes: Uint8Array
  readonly #opcode: number
  #plain: Buffer | undefined
  /** Deflated forms of the message, by the bits of the inflate window. */
  readonly #deflated = new Map<number, DeflatedMessage>()

  constructor(bytes: Uint8Array, isText: boolean) {
    this.bytes = bytes
    this.#opcode = isText ? opcodes.text : opcodes.binary
  }

  get plain(): Buffer {
    this.#plain ??= this.#frame(this.bytes, false)
    return this.#plain
  }

  /** `windowBits`: at least 9. Returns the plain form of a short message, or if deflating does not make it shorter. */
  deflated(windowBits: number): DeflatedMessage {
    const { length } = this.bytes
    if (length < minDeflateBytes) return this.plain
    const bits = Math.min(windowBits, Math.max(minWindowBits, Math.ceil(Math.log2(length))))
    let framed = this.#deflated.get(bits)
    if (!framed) {
      framed =
        length > maxSyncDeflateBytes
          ? this.#deflateOnThread(bits)
          : this.#shorter(deflateRawSync(this.bytes, deflateOptions(bits)))
      this.#deflated.set(bits, framed)
    }
    return framed
  }

  #deflateOnThread(bits: number): Promise<Buffer> {
    return new Promise((resolve) =>
      // If deflate fails for lack of memory, the message is sent uncompressed.
      deflateRaw(this.bytes, deflateOptions(bits), (error, deflated) =>
        resolve(error ? this.plain : this.#shorter(deflated)),
      ),
    )
  }

  #shorter(deflated: Buffer): Buffer {
    const body = deflated.subarray(0, -tailBytes)
    return body.length < this.bytes.length ? this.#frame(body, true) : this.plain
  }

  #frame(body: Uint8Array, rsv1: boolean): Buffer {
    return Buffer.concat(
      Sender.frame(body, { fin: true, rsv1, opcode: this.#opcode, mask: false, readOnly: true }),
    )
  }
}

/** If there are several frames, they must be JSON lists, and are joined into one list. */
export function joinFrames(frames: readonly RoomFrame[]): WebSocketMessage {
  return new WebSocketMessage(joinJsonBytes(frames.map(({ bytes }) => bytes)), frames[0]!.isText)
}

function deflateOptions(windowBits: number): ZlibOptions {
  return { windowBits, level, memLevel, finishFlush: constants.Z_SYNC_FLUSH }
}
