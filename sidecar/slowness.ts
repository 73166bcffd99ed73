// Detects clients that do not read their output. Used by the stream transports.

/** `bytes` may stay unread for `patience` milliseconds, `most` not at all. Limits the memory per client. */
export const unread = { bytes: 1 << 20, patience: 10_000, most: 16 << 20 } as const

export class Slowness {
  #since: number | undefined

  /** Whether to close a client with `bytes` unread at `now` (milliseconds). Call at least once a second. */
  tooMuch(bytes: number, now: number): boolean {
    if (bytes <= unread.bytes) this.#since = undefined
    else this.#since ??= now
    return bytes > unread.most || (this.#since !== undefined && now - this.#since >= unread.patience)
  }
}
