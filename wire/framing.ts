// How a byte stream becomes frames: a few numbers a game, so that whoever cuts the stream knows no game.
import { WireError } from './error.ts'

/** What carries a client's bytes. */
export type Transport = 'tcp' | 'udp' | 'websocket'

/** A frame is `length at offset `at`` + `plus` bytes long, header included; over `max` bytes it is refused. */
export interface Framing {
  readonly at: number
  readonly length: 'u8' | 'u16be' | 'u16le' | 'u32be' | 'u32le'
  readonly plus: number
  readonly max: number
  /** The frame begins with its length field, and travels without it everywhere but on the stream itself. */
  readonly bare?: boolean
}

const widths = { u8: 1, u16be: 2, u16le: 2, u32be: 4, u32le: 4 } as const

/**
 * The length in bytes of the frame that `bytes` begins with, or undefined while its header is incomplete.
 * Throws WireError for a length over `max` or shorter than its own header.
 */
export function frameLength(framing: Framing, bytes: Uint8Array): number | undefined {
  const header = framing.at + widths[framing.length]
  if (bytes.length < header) return undefined
  const length = readLength(framing, bytes) + framing.plus
  if (length > framing.max) throw new WireError(`frame of ${length} bytes is over ${framing.max}`)
  if (length < header) throw new WireError(`frame of ${length} bytes is shorter than its header`)
  return length
}

/** A frame as it goes onto the stream: with its length field in front if the framing is `bare`, else as it is. */
export function onStream(framing: Framing, frame: Uint8Array): Uint8Array {
  if (!framing.bare) return frame
  const whole = new Uint8Array(lengthOnStream(framing, frame))
  writeOnStream(framing, frame, whole, 0)
  return whole
}

/** Bytes that a frame takes on the stream. */
export function lengthOnStream(framing: Framing, frame: Uint8Array): number {
  return framing.bare ? widths[framing.length] + frame.length : frame.length
}

/** Puts a frame into what is to be written to the stream, from `at` on. Where the next one begins. */
export function writeOnStream(framing: Framing, frame: Uint8Array, stream: Uint8Array, at: number): number {
  const end = at + lengthOnStream(framing, frame)
  if (framing.bare) writeLength(framing, stream, at, end - at - framing.plus)
  stream.set(frame, end - frame.length)
  return end
}

/** A frame as it travels on from the stream: without its length field if the framing is `bare`. */
export function offStream(framing: Framing, frame: Uint8Array): Uint8Array {
  return framing.bare ? frame.subarray(widths[framing.length]) : frame
}

/** Byte by byte, for a view would be made of every frame. `from`: where the frame begins. */
function writeLength({ at, length }: Framing, bytes: Uint8Array, from: number, value: number): void {
  const width = widths[length]
  if (value < 0 || value >= 256 ** width) throw new RangeError(`a ${length} cannot say ${value}`)
  const little = isLittle(length)
  for (let i = 0; i < width; i++) bytes[from + at + i] = value >>> (8 * (little ? i : width - 1 - i))
}

function readLength({ at, length }: Framing, bytes: Uint8Array): number {
  const width = widths[length]
  const little = isLittle(length)
  let value = 0
  for (let i = 0; i < width; i++) value = value * 256 + bytes[at + (little ? width - 1 - i : i)]!
  return value
}

function isLittle(length: Framing['length']): boolean {
  return length === 'u16le' || length === 'u32le'
}

/** Cuts one stream. Holds at most one unfinished frame; its buffer grows with what has arrived, never with what a length claims. */
export class Splitter {
  readonly #framing: Framing
  #rest: Uint8Array = new Uint8Array(0)
  #held = 0

  constructor(framing: Framing) {
    this.#framing = framing
  }

  /** Bytes of an unfinished frame. */
  get held(): number {
    return this.#held
  }

  /**
   * The whole frames that `chunk` completes, each a view (copy it to keep it past the next call).
   * Throws WireError, after giving those before it, at the first impossible length.
   */
  *push(chunk: Uint8Array): Generator<Uint8Array> {
    let bytes = this.#held ? this.#append(chunk) : chunk
    try {
      for (;;) {
        const length = frameLength(this.#framing, bytes)
        if (length === undefined || bytes.length < length) break
        const frame = bytes.subarray(0, length)
        bytes = bytes.subarray(length)
        yield frame
      }
    } finally {
      // Also when whoever takes the frames stops half-way.
      this.#keep(bytes)
    }
  }

  #append(chunk: Uint8Array): Uint8Array {
    const wanted = this.#held + chunk.length
    if (wanted > this.#rest.length) {
      const bigger = new Uint8Array(Math.max(wanted, Math.min(this.#rest.length * 2, this.#framing.max)))
      bigger.set(this.#rest.subarray(0, this.#held))
      this.#rest = bigger
    }
    this.#rest.set(chunk, this.#held)
    return this.#rest.subarray(0, wanted)
  }

  #keep(bytes: Uint8Array): void {
    const { buffer, byteOffset, length } = bytes
    // A Buffer's own slice() would not copy. Most reads end with a frame, and leave nothing to keep.
    if (buffer !== this.#rest.buffer) {
      if (length > 0) this.#rest = new Uint8Array(bytes)
    } else if (byteOffset) this.#rest.copyWithin(0, byteOffset, byteOffset + length)
    this.#held = length
    if (!this.#held && this.#rest.length > 4096) this.#rest = new Uint8Array(0)
  }
}
