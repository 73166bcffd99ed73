// GuessRule with a clock, kept where an instance after this one finds it.
import { blake2s } from '@noble/hashes/blake2.js'
import { isObject } from '../games/shared/shapes/shape.ts'
import type { Clock } from '../wire/clock.ts'
import { encodeUtf8 } from '../wire/utf8.ts'
import { Deadline } from './deadline.ts'
import { GuessRule, type GuessState, type WrongGuesses } from './guess-rule.ts'
import { base64url } from './secrets.ts'

/** Wrong guesses are written together, so long after the first. An instance that is lost forgets no more than this. */
const writeMs = 1000

/** Of these the latest outlive the instance. */
export const mostWritten = 1024

/** Where a text is kept, of some 100 kB at most. */
export interface GuessStore {
  read(): string | undefined
  write(state: string | undefined): void
  /** What could not be written; it is tried again with the next wrong guess. */
  failed(error: unknown): void
}

export interface GuessLimiterSettings {
  readonly clock: Clock
  /** Absent: what is counted ends with this instance. */
  readonly store?: GuessStore
}

export class GuessLimiter {
  readonly #clock: Clock
  readonly #store: GuessStore | undefined
  readonly #writing: Deadline
  /** Undefined: not read yet. */
  #rule: GuessRule | undefined
  #written: string | undefined
  /** Random, for this instance alone. */
  #key: Uint8Array | undefined

  constructor({ clock, store }: GuessLimiterSettings) {
    this.#clock = clock
    this.#store = store
    this.#writing = new Deadline(clock, () => this.#write())
  }

  /**
   * Counts a guess at a secret of `target`, before it is compared; the same one again counts once. 0: compare it, and call
   * `right` if it was right. Else so many milliseconds to wait, and it must not be compared.
   */
  begin(address: string, target: string, guess: string): number {
    const wait = this.#read().begin(address, target, this.markOf(guess), this.#clock.now())
    if (wait === 0 && this.#store) this.#writing.arm(writeMs)
    return wait
  }

  /** By what this instance knows a guess again. Who does not know its key cannot make two that are the same. */
  markOf(guess: string): string {
    this.#key ??= crypto.getRandomValues(new Uint8Array(32))
    return base64url(blake2s(encodeUtf8(guess), { key: this.#key, dkLen: 16 }))
  }

  /** The guess that was begun was right. Nothing is written for it. */
  right(address: string, target: string): void {
    const rule = this.#read()
    rule.right(address, target, this.#clock.now())
    // Comparing may take so long that the guess was written.
    if (this.#written === undefined && rule.isEmpty) this.#writing.cancel()
    else if (this.#store) this.#writing.arm(writeMs)
  }

  /** Milliseconds until the address may guess at the target. Counts nothing. */
  wait(address: string, target: string): number {
    return this.#read().wait(address, target, this.#clock.now())
  }

  /** As GuessRule has it. */
  hold(address: string, target: string, waitMs: number): void {
    this.#read().hold(address, target, waitMs, this.#clock.now())
  }

  /** There is nothing to be guessed any more, and its store is empty. */
  forget(): void {
    this.#writing.cancel()
    this.#rule = undefined
    this.#written = undefined
  }

  #read(): GuessRule {
    if (this.#rule) return this.#rule
    this.#written = this.#store?.read()
    this.#rule = new GuessRule(this.#written === undefined ? [] : stateOf(this.#written))
    return this.#rule
  }

  #write(): void {
    const state = this.#read().state.slice(-mostWritten)
    const text = state.length > 0 ? JSON.stringify(state) : undefined
    if (text === this.#written) return
    try {
      this.#store?.write(text)
      this.#written = text
    } catch (error) {
      this.#store?.failed(error)
    }
  }
}

/** What cannot be read counts as nothing: a damaged count must keep nobody out. */
function stateOf(text: string): GuessState {
  try {
    const state: unknown = JSON.parse(text)
    return Array.isArray(state) ? state.filter(isCount) : []
  } catch {
    // Counting starts over.
    return []
  }
}

function isCount(one: unknown): one is GuessState[number] {
  if (!Array.isArray(one) || typeof one[0] !== 'string' || !isObject(one[1])) return false
  const { wrong, at, until } = one[1] as Partial<WrongGuesses>
  return [wrong, at, until].every((number) => typeof number === 'number' && Number.isFinite(number))
}
