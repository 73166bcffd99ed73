// When a client that does not read what it is sent has had its chance. Used by the stream transports.

/** Bytes that may lie unread for `patience` milliseconds; over `most` there is none. No client holds more of the memory. */
export const unread = { bytes: 1 << 20, patience: 10_000, most: 16 << 20 } as const

export class Slowness {
  #since: number | undefined

  /** Is a client with `bytes` unread at `now` (milliseconds) to be closed? To be asked at least once a second. */
  tooMuch(bytes: number, now: number): boolean {
    if (bytes <= unread.bytes) this.#since = undefined
    else this.#since ??= now
    return bytes > unread.most || (this.#since !== undefined && now - this.#since >= unread.patience)
  }
}
