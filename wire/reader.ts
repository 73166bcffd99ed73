// A place in some bytes that have arrived. Used by the codecs; it knows no layout.
import { FieldError } from './field-error.ts'

export class Reader {
  readonly bytes: Uint8Array
  /** Next byte to read, and the first that is not to be read. */
  at = 0
  end: number
  /** Set by `explain`: what each field was, as it is read. */
  trace: Trace | undefined
  #view: DataView | undefined
  #kept: Map<symbol, number> | undefined

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

  /** Keeps a number that fields further on are read by: a count, a length, bits. */
  keep(mark: symbol, n: number): void {
    this.#kept ??= new Map()
    this.#kept.set(mark, n)
  }

  /** 0 for what was not kept. */
  kept(mark: symbol): number {
    return this.#kept?.get(mark) ?? 0
  }

  get left(): number {
    return this.end - this.at
  }

  /** Steps over `size` bytes and gives where they begin. Throws WireError when fewer are left. */
  take(size: number): number {
    const at = this.at
    if (size > this.end - at) this.short(size)
    this.at = at + size
    return at
  }

  short(size: number): never {
    throw new FieldError(`${byteCount(size)} wanted, ${this.left} left`)
  }

  /** Throws WireError when anything is left. */
  finish(): void {
    if (this.at !== this.end) throw new FieldError(`${byteCount(this.left)} left over`)
  }
}

/** What `explain` gathers: the leaves of a value, and the steps down to where reading is. */
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

export function byteCount(n: number): string {
  return n === 1 ? '1 byte' : `${n} bytes`
}
