// A position in received bytes. Codecs use it; it knows no layout.
import { FieldError } from './field-error.ts'

/**
 * Reads bytes from the front to `end`.
 * @example const reader = new Reader(bytes); const id = u8.read(reader, {}); reader.finish()
 */
export class Reader {
  readonly bytes: Uint8Array
  /** The next byte to read, and the end (exclusive). */
  at = 0
  end: number
  /** Set while a packet is explained; records each field as it is read. */
  trace: Trace | undefined
  #view: DataView | undefined
  #values: Map<symbol, number> | undefined

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
    this.end = bytes.length
  }

  get view(): DataView {
    if (this.#view) return this.#view
    const { buffer, byteOffset, byteLength } = this.bytes
    this.#view = new DataView(buffer, byteOffset, byteLength)
    return this.#view
  }

  /** Stores a number that later fields need: a count, a length, bits. */
  storeValue(mark: symbol, n: number): void {
    this.#values ??= new Map()
    this.#values.set(mark, n)
  }

  /** 0 if nothing was stored. */
  storedValue(mark: symbol): number {
    return this.#values?.get(mark) ?? 0
  }

  get left(): number {
    return this.end - this.at
  }

  /** Skips `size` bytes and returns the position of the first. Throws WireError if fewer are left. */
  skip(size: number): number {
    const at = this.at
    if (size > this.end - at) this.failTooShort(size)
    this.at = at + size
    return at
  }

  failTooShort(size: number): never {
    throw new FieldError(`${formatByteCount(size)} expected, ${this.left} left`)
  }

  /** Throws WireError if bytes are left. */
  finish(): void {
    if (this.at !== this.end) throw new FieldError(`${formatByteCount(this.left)} left over`)
  }
}

/** The record of an explained packet: the leaves of a value, and the path to the current position. */
export interface Trace {
  readonly steps: string[]
  readonly leaves: Leaf[]
}

/** Bytes `from` to `to` are the field at `path`. */
export interface Leaf {
  readonly path: string
  readonly from: number
  readonly to: number
  readonly value: unknown
}

/** `1 byte`, `3 bytes`. */
export function formatByteCount(n: number): string {
  return n === 1 ? '1 byte' : `${n} bytes`
}
