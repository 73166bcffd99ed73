// `Framing` describes the length field, so this code does not depend on games.
import { WireError } from '../util/wire-error.ts'

export type Transport = 'tcp' | 'udp' | 'websocket'

/**
 * The length field of frames: a number of type `length` at offset `at`. That number plus `plus` is the size of the
 * frame in bytes, including its header. A frame has at most `max` bytes. With the length `none` the stream has no
 * frames: bytes that arrive together count as one frame, or several of at most `max` bytes.
 */
export interface Framing {
  readonly at: number
  readonly length: 'u8' | 'u16be' | 'u16le' | 'u32be' | 'u32le' | 'none'
  readonly plus: number
  readonly max: number
  /** Whether frames have their length field only on the stream, so that sessions send and receive them without it. */
  readonly bare?: boolean
}

/** A splitter releases its own buffer when the buffer is empty and larger than this many bytes. */
const maxReusedBytes = 4096
const noBytes = new Uint8Array(0)
const widths = { u8: 1, u16be: 2, u16le: 2, u32be: 4, u32le: 4, none: 0 } as const

/**
 * The length in bytes of the frame at `from`, or undefined while its header is incomplete at `to`.
 * Throws WireError for a length over `max` or shorter than its own header.
 */
export function frameLength(
  framing: Framing,
  bytes: Uint8Array,
  from = 0,
  to = bytes.length,
): number | undefined {
  if (framing.length === 'none') return to > from ? Math.min(to - from, framing.max) : undefined
  const header = framing.at + widths[framing.length]
  if (to - from < header) return undefined
  const length = readLength(framing, bytes, from) + framing.plus
  if (length > framing.max) throw new WireError(`frame of ${length} bytes is over ${framing.max}`)
  if (length < header) throw new WireError(`frame of ${length} bytes is shorter than its header`)
  return length
}

/** Adds the length field if the framing is `bare`, otherwise returns the frame unchanged. */
export function addLengthField(framing: Framing, frame: Uint8Array): Uint8Array {
  if (!framing.bare) return frame
  const whole = new Uint8Array(lengthOnStream(framing, frame))
  writeOnStream(framing, frame, whole, 0)
  return whole
}

export function lengthOnStream(framing: Framing, frame: Uint8Array): number {
  return framing.bare ? widths[framing.length] + frame.length : frame.length
}

/** Whether the length of a frame fits the length field that `writeOnStream` adds. */
export function fitsLengthField(framing: Framing, frame: Uint8Array): boolean {
  return !framing.bare || lengthOnStream(framing, frame) - framing.plus < 256 ** widths[framing.length]
}

/** Writes a frame as on the stream, and returns the position after it. */
export function writeOnStream(framing: Framing, frame: Uint8Array, stream: Uint8Array, at: number): number {
  const end = at + lengthOnStream(framing, frame)
  if (framing.bare) writeLength(framing, stream, at, end - at - framing.plus)
  stream.set(frame, end - frame.length)
  return end
}

/** Removes the length field if the framing is `bare`, otherwise returns the frame unchanged. */
export function stripLengthField(framing: Framing, frame: Uint8Array): Uint8Array {
  return framing.bare ? frame.subarray(widths[framing.length]) : frame
}

/**
 * Writes the length field byte by byte, because a DataView would have to be created for each frame. `from`: the start
 * of the frame.
 */
function writeLength({ at, length }: Framing, bytes: Uint8Array, from: number, value: number): void {
  const width = widths[length]
  if (value < 0 || value >= 256 ** width) throw new RangeError(`${value} does not fit into a ${length}`)
  const littleEndian = isLittleEndian(length)
  for (let i = 0; i < width; i++) bytes[from + at + i] = value >>> (8 * (littleEndian ? i : width - 1 - i))
}

function readLength({ at, length }: Framing, bytes: Uint8Array, from: number): number {
  const width = widths[length]
  const littleEndian = isLittleEndian(length)
  let value = 0
  for (let i = 0; i < width; i++) value = value * 256 + bytes[from + at + (littleEndian ? width - 1 - i : i)]!
  return value
}

function isLittleEndian(length: Framing['length']): boolean {
  return length === 'u16le' || length === 'u32le'
}

/** Buffers at most one incomplete frame. The buffer grows with the bytes received, whatever length the frame claims. */
export class FrameSplitter {
  readonly #framing: Framing
  /** The array with the unread bytes, which is the last chunk or `#own`. The unread bytes are from `#from` to `#to`. */
  #bytes: Uint8Array = noBytes
  #from = 0
  #to = 0
  #own: Uint8Array = noBytes

  constructor(framing: Framing) {
    this.#framing = framing
  }

  get bufferedBytes(): number {
    return this.#to - this.#from
  }

  /** Adds a chunk of the stream, whose bytes must not change until `next` has returned undefined. */
  add(chunk: Uint8Array): void {
    this.#retain()
    if (this.bufferedBytes) return this.#append(chunk)
    this.#bytes = chunk
    this.#from = 0
    this.#to = chunk.length
  }

  /**
   * The next complete frame: a view of the chunk, or a copy if it spans several chunks; undefined if more bytes are
   * needed. Throws WireError at an impossible length, and again at each later call.
   */
  next(): Uint8Array | undefined {
    const length = frameLength(this.#framing, this.#bytes, this.#from, this.#to)
    if (length === undefined || this.bufferedBytes < length) return void this.#retain()
    const bytes = this.#bytes
    const from = this.#from
    this.#from += length
    if (bytes === this.#own) return bytes.slice(from, from + length)
    // Buffer.subarray() would create another Buffer, which takes three times as long.
    return new Uint8Array(bytes.buffer, bytes.byteOffset + from, length)
  }

  *push(chunk: Uint8Array): Generator<Uint8Array> {
    this.add(chunk)
    for (let frame = this.next(); frame; frame = this.next()) yield frame
  }

  #append(chunk: Uint8Array): void {
    const wanted = this.bufferedBytes + chunk.length
    if (wanted > this.#own.length) {
      const bigger = new Uint8Array(Math.max(wanted, Math.min(this.#own.length * 2, this.#framing.max)))
      bigger.set(this.#own.subarray(0, this.bufferedBytes))
      this.#own = bigger
      this.#bytes = bigger
    }
    this.#own.set(chunk, this.bufferedBytes)
    this.#to = wanted
  }

  /**
   * Copies the unread bytes to the front of `#own`. After most reads there are none, because a read usually ends with a
   * frame.
   */
  #retain(): void {
    const unread = this.bufferedBytes
    if (unread === 0) {
      if (this.#own.length > maxReusedBytes) this.#own = noBytes
    } else if (this.#bytes === this.#own) {
      if (this.#from > 0) this.#own.copyWithin(0, this.#from, this.#to)
    } else this.#own = new Uint8Array(this.#bytes.subarray(this.#from, this.#to))
    this.#bytes = this.#own
    this.#from = 0
    this.#to = unread
  }
}
