// A growing buffer of bytes to send. Codecs use it; it knows no layout.

/** Larger buffers are not kept for the next packet. */
const maxReusedBytes = 65536

/**
 * Appends bytes.
 * @example const writer = new Writer(); u8.write(writer, 7, {}); writer.copy() // Uint8Array.of(7)
 */
export class Writer {
  bytes: Uint8Array
  /** The position of the next byte. The bytes before it are written. */
  at = 0
  /** The position after a space that is removed unless another field follows; -1: none. */
  afterOptionalSpace = -1
  #view: DataView | undefined
  #positions: Map<symbol, number> | undefined
  readonly #size: number

  constructor(size = 256) {
    this.#size = size
    this.bytes = new Uint8Array(size)
  }

  /** A view of the current buffer. `reserve` may replace the buffer. */
  get view(): DataView {
    this.#view ??= new DataView(this.bytes.buffer)
    return this.#view
  }

  /** Reserves `size` bytes and returns the position of the first. */
  reserve(size: number): number {
    const at = this.at
    if (at + size > this.bytes.length) this.#grow(at + size)
    this.at = at + size
    return at
  }

  byte(value: number): void {
    const at = this.reserve(1)
    this.bytes[at] = value
  }

  put(bytes: Uint8Array): void {
    const at = this.reserve(bytes.length)
    this.bytes.set(bytes, at)
  }

  /** Stores a position to return to. */
  storePosition(mark: symbol, at: number): void {
    this.#positions ??= new Map()
    this.#positions.set(mark, at)
  }

  /** 0 if nothing was stored. */
  storedPosition(mark: symbol): number {
    return this.#positions?.get(mark) ?? 0
  }

  /** Removes a trailing optional space. */
  trim(): void {
    if (this.afterOptionalSpace === this.at) this.at--
    this.afterOptionalSpace = -1
  }

  /** A copy of the written bytes. */
  copy(): Uint8Array {
    return this.bytes.slice(0, this.at)
  }

  /** Discards the written bytes. */
  reset(): void {
    this.at = 0
    this.afterOptionalSpace = -1
    this.#positions?.clear()
    if (this.bytes.length > maxReusedBytes) this.#resize(this.#size)
  }

  #grow(minSize: number): void {
    const old = this.bytes
    this.#resize(Math.max(old.length * 2, minSize))
    this.bytes.set(old)
  }

  #resize(size: number): void {
    this.bytes = new Uint8Array(size)
    this.#view = undefined
  }
}
