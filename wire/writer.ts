// A growing run of bytes to be sent. Used by the codecs; it knows no layout.

/** More than this is not kept for the next packet. */
const kept = 65536

export class Writer {
  bytes: Uint8Array
  /** Where the next byte goes; the bytes before it are what was written. */
  at = 0
  /** Just past a space that is to stand only if something follows it; -1: none. */
  gap = -1
  #view: DataView | undefined
  #kept: Map<symbol, number> | undefined
  readonly #size: number

  constructor(size = 256) {
    this.#size = size
    this.bytes = new Uint8Array(size)
  }

  /** Of the present buffer: not to be kept past the next `room`. */
  get view(): DataView {
    this.#view ??= new DataView(this.bytes.buffer)
    return this.#view
  }

  /** Makes place for `size` bytes, steps over it and gives where it begins. */
  room(size: number): number {
    const at = this.at
    if (at + size > this.bytes.length) this.#grow(at + size)
    this.at = at + size
    return at
  }

  byte(value: number): void {
    const at = this.room(1)
    this.bytes[at] = value
  }

  put(bytes: Uint8Array): void {
    const at = this.room(bytes.length)
    this.bytes.set(bytes, at)
  }

  /** Keeps a place that will be come back to. */
  keep(mark: symbol, at: number): void {
    this.#kept ??= new Map()
    this.#kept.set(mark, at)
  }

  /** 0 for what was not kept. */
  kept(mark: symbol): number {
    return this.#kept?.get(mark) ?? 0
  }

  /** Takes back a space with nothing after it. */
  trim(): void {
    if (this.gap === this.at) this.at--
    this.gap = -1
  }

  /** What was written, as bytes of its own. */
  copy(): Uint8Array {
    return this.bytes.slice(0, this.at)
  }

  /** Forgets what was written. */
  reset(): void {
    this.at = 0
    this.gap = -1
    this.#kept?.clear()
    if (this.bytes.length > kept) this.#resize(this.#size)
  }

  #grow(wanted: number): void {
    const old = this.bytes
    this.#resize(Math.max(old.length * 2, wanted))
    this.bytes.set(old)
  }

  #resize(size: number): void {
    this.bytes = new Uint8Array(size)
    this.#view = undefined
  }
}
