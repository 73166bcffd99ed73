// Disk space that a state folder reserves: a file, deleted when the disk is nearly full, so that worlds continue
// while someone frees space. Also tells whether there is space now.
import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Output } from './terminal/output.ts'

/** Reserved bytes: enough for some hours of a few worlds. On a small disk a quarter of the free space. */
const mostBytes = 8 * 1024 * 1024
/** A disk with less counts as full: SQLite's next writes would not fit. */
const leastBytes = 1024 * 1024
/** Milliseconds between checks. */
const everyMs = 250
const blockBytes = 64 * 1024

export class Reserve {
  readonly #folder: string
  readonly #output: Output
  readonly #timer: NodeJS.Timeout
  /** Size of the file in bytes; 0: there is none. */
  #bytes = 0
  #isFull = false

  constructor(folder: string, output: Output) {
    this.#folder = folder
    this.#output = output
    // A process that was killed left its own.
    rmSync(this.#file, { force: true })
    this.#keep()
    this.#timer = setInterval(() => this.#look(), everyMs)
    this.#timer.unref()
  }

  /** Whether anything can be stored now. */
  get hasSpace(): boolean {
    return this.#free >= leastBytes
  }

  release(): void {
    clearInterval(this.#timer)
    rmSync(this.#file, { force: true })
  }

  #look(): void {
    const { hasSpace } = this
    if (!hasSpace && this.#bytes > 0) {
      rmSync(this.#file, { force: true })
      this.#say(
        `error: the disk of ${this.#folder} is full: ${this.#bytes} bytes that were kept for this are free now. Free some more`,
      )
      this.#bytes = 0
      this.#isFull = true
    } else if (this.#isFull && this.#free > 2 * mostBytes + leastBytes) {
      this.#keep()
      this.#isFull = this.#bytes === 0
      if (!this.#isFull) this.#say(`the disk of ${this.#folder} has space again`)
    }
  }

  #keep(): void {
    const bytes = Math.min(mostBytes, Math.floor(this.#free / 4))
    const file = openSync(this.#file, 'w', 0o600)
    try {
      for (let left = bytes; left > 0; left -= blockBytes)
        writeSync(file, new Uint8Array(Math.min(left, blockBytes)))
      this.#bytes = bytes
    } catch (error) {
      rmSync(this.#file, { force: true })
      this.#say(`no space is kept for a full disk: ${(error as Error).message}`)
    } finally {
      closeSync(file)
    }
  }

  get #free(): number {
    const { bavail, bsize } = statfsSync(this.#folder)
    return bavail * bsize
  }

  get #file(): string {
    return join(this.#folder, 'reserve')
  }

  #say(line: string): void {
    this.#output.err(line)
  }
}
