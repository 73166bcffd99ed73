// Reserves disk space for a state folder with a file that is deleted when the disk is almost full. The worlds then keep
// running while the operator frees space.
import { randomFillSync } from 'node:crypto'
import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { describeInOneLine } from '../terminal/failure.ts'
import type { Output } from '../terminal/output.ts'

/** Maximum size of the reserve in bytes: enough for a few worlds for some hours. */
const maxReserveBytes = 8 * 1024 * 1024
/** A disk with fewer free bytes counts as full, because SQLite's next writes would not fit. */
const minFreeBytes = 1024 * 1024
const checkEveryMs = 250
const retryMs = 60_000
const blockBytes = 64 * 1024

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

export class DiskReserve {
  readonly #folder: string
  readonly #output: Output
  readonly #freeBytes: typeof freeBytes
  readonly #timer: NodeJS.Timeout
  #bytes = 0
  /** The time of the next attempt, in milliseconds of `performance.now()`. */
  #retryAt = 0
  #lastError = ''

  /** `free`: returns the free bytes on a folder's disk. */
  constructor(folder: string, output: Output, free = freeBytes) {
    this.#folder = folder
    this.#output = output
    this.#freeBytes = free
    this.#attempt(() => {
      // A process that was killed may have left its reserve file.
      rmSync(this.#file, { force: true })
      this.#allocate()
    })
    this.#timer = setInterval(() => this.#attempt(() => this.#check()), checkEveryMs)
    this.#timer.unref()
  }

  /** False if the disk is almost full or cannot be read. */
  get hasSpace(): boolean {
    try {
      return this.#free >= minFreeBytes
    } catch {
      return false // the timer's next check logs the error
    }
  }

  release(): void {
    clearInterval(this.#timer)
    this.#attempt(() => rmSync(this.#file, { force: true }))
  }

  #check(): void {
    const free = this.#free
    if (free < minFreeBytes && this.#bytes > 0) {
      rmSync(this.#file, { force: true })
      this.#output.err(
        `error: the disk of ${this.#folder} is full: released the reserve of ${this.#bytes} bytes. Free some space`,
      )
      this.#bytes = 0
    } else if (
      this.#bytes === 0 &&
      free > 2 * maxReserveBytes + minFreeBytes &&
      performance.now() >= this.#retryAt
    ) {
      this.#allocate()
      this.#output.err(`the disk of ${this.#folder} has space again`)
    }
  }

  #allocate(): void {
    this.#retryAt = performance.now() + retryMs
    const bytes = Math.min(maxReserveBytes, Math.floor(this.#free / 4))
    const block = new Uint8Array(blockBytes)
    const file = openSync(this.#file, 'w', 0o600)
    try {
      // The blocks are random, because a compressing file system would store zeros in almost no space.
      for (let left = bytes; left > 0; left -= blockBytes)
        writeSync(file, randomFillSync(block), 0, Math.min(left, blockBytes))
      this.#bytes = bytes
      this.#lastError = ''
      this.#retryAt = 0
    } catch (error) {
      rmSync(this.#file, { force: true })
      throw error
    } finally {
      closeSync(file)
    }
  }

  /** Logs an error only once, because the worlds can run without a reserve. */
  #attempt(act: () => void): void {
    try {
      act()
    } catch (error) {
      const message = `cannot reserve disk space: ${describeInOneLine(error)}`
      if (message !== this.#lastError) this.#output.err(message)
      this.#lastError = message
    }
  }

  get #free(): number {
    return this.#freeBytes(this.#folder)
  }

  get #file(): string {
    return join(this.#folder, 'reserve')
  }
}
