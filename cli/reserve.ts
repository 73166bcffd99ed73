// Space that a state folder keeps for the day when its disk is full: a file, which goes when nearly nothing is left, so that the
// worlds go on while somebody frees some; and whether there is any space now.
import { randomFillSync } from 'node:crypto'
import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { oneLine } from './terminal/failure.ts'
import type { Output } from './terminal/output.ts'

/** Reserved bytes: enough for some hours of a few worlds. On a small disk a quarter of the free space. */
const mostBytes = 8 * 1024 * 1024
/** A disk with less counts as full: SQLite's next writes would not fit. */
const leastBytes = 1024 * 1024
/** Milliseconds between checks. */
const everyMs = 250
/** Milliseconds until it is tried again to keep some, when that failed. */
const againMs = 60_000
const blockBytes = 64 * 1024

function freeOn(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

export class Reserve {
  readonly #folder: string
  readonly #output: Output
  readonly #freeOn: typeof freeOn
  readonly #timer: NodeJS.Timeout
  /** Size of the file in bytes; 0: there is none. */
  #bytes = 0
  /** By `performance.now`. */
  #notBefore = 0
  /** The last fault, which is told once. */
  #fault = ''

  /** `free`: bytes that are free where a folder is. */
  constructor(folder: string, output: Output, free = freeOn) {
    this.#folder = folder
    this.#output = output
    this.#freeOn = free
    // One that was lost left its own.
    rmSync(this.#file, { force: true })
    this.#try(() => this.#keep())
    this.#timer = setInterval(() => this.#try(() => this.#look()), everyMs)
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
    const free = this.#free
    if (free < leastBytes && this.#bytes > 0) {
      rmSync(this.#file, { force: true })
      this.#say(
        `error: the disk of ${this.#folder} is full: ${this.#bytes} bytes that were kept for this are free now. Free some more`,
      )
      this.#bytes = 0
    } else if (
      this.#bytes === 0 &&
      free > 2 * mostBytes + leastBytes &&
      performance.now() >= this.#notBefore
    ) {
      this.#keep()
      this.#say(`the disk of ${this.#folder} has space again`)
    }
  }

  #keep(): void {
    this.#notBefore = performance.now() + againMs
    const bytes = Math.min(mostBytes, Math.floor(this.#free / 4))
    const block = new Uint8Array(blockBytes)
    const file = openSync(this.#file, 'w', 0o600)
    try {
      // A disk that packs what it stores would keep next to nothing for zeros.
      for (let left = bytes; left > 0; left -= blockBytes)
        writeSync(file, randomFillSync(block), 0, Math.min(left, blockBytes))
      this.#bytes = bytes
      this.#fault = ''
      this.#notBefore = 0
    } catch (error) {
      rmSync(this.#file, { force: true })
      throw error
    } finally {
      closeSync(file)
    }
  }

  /** The worlds go on without a reserve: what is wrong with it is told, each fault once. */
  #try(act: () => void): void {
    try {
      act()
    } catch (error) {
      const fault = `no space is kept for a full disk: ${oneLine(error)}`
      if (fault !== this.#fault) this.#say(fault)
      this.#fault = fault
    }
  }

  get #free(): number {
    return this.#freeOn(this.#folder)
  }

  get #file(): string {
    return join(this.#folder, 'reserve')
  }

  #say(line: string): void {
    this.#output.err(line)
  }
}
