// Limits guesses of passwords and tokens by `GuessRule`, and stores the counts so that they outlive this instance
// of the object.
import { blake2s } from '@noble/hashes/blake2.js'
import { isObject } from '../../games/shared/schema/schema.ts'
import type { Clock } from '../../wire/util/clock.ts'
import { parseJsonOrUndefined } from '../../wire/util/json.ts'
import { encodeUtf8 } from '../../wire/util/utf8.ts'
import { OneShotTimer } from '../platform/clock.ts'
import { base64url } from '../platform/secrets.ts'
import { GuessRule, type GuessState, type WrongGuesses } from './guess-rule.ts'

/**
 * Milliseconds for which wrong guesses are collected before they are stored. If the instance is lost, the guesses
 * that are not stored yet are lost, too.
 */
const writeMs = 1000

/** Above this limit, only the latest counts are stored. */
const maxStoredCounts = 1024

export interface GuessStore {
  read(): string | undefined
  write(state: string | undefined): void
  /** Reports that the counts could not be written; the write is retried at the next wrong guess. */
  failed(error: unknown): void
}

export class GuessLimiter {
  readonly #clock: Clock
  readonly #store: GuessStore | undefined
  readonly #writeTimer: OneShotTimer
  #rule: GuessRule | undefined
  #written: string | undefined
  /** The key with which `markOf` digests guesses, random for each instance. */
  #key: Uint8Array | undefined

  /** Without a `store`, the counts end with this instance. */
  constructor({ clock, store }: { readonly clock: Clock; readonly store?: GuessStore }) {
    this.#clock = clock
    this.#store = store
    this.#writeTimer = new OneShotTimer(clock, () => this.#write())
  }

  /**
   * Counts a guess at a secret of `target` before it is compared; a repeated guess counts once. If `countAttempt`
   * returns 0, compare the guess, and call `takeBackAttempt` if it was right. Otherwise it returns the milliseconds to
   * wait: do not compare the guess.
   */
  countAttempt(address: string, target: string, guess: string): number {
    const wait = this.#read().countAttempt(address, target, this.markOf(guess), this.#clock.now())
    if (wait === 0 && this.#store) this.#writeTimer.start(writeMs)
    return wait
  }

  /** Identifies a guess within this instance. Nobody can construct a collision without the key of the digest. */
  markOf(guess: string): string {
    this.#key ??= crypto.getRandomValues(new Uint8Array(32))
    return base64url(blake2s(encodeUtf8(guess), { key: this.#key, dkLen: 16 }))
  }

  takeBackAttempt(address: string, target: string): void {
    const rule = this.#read()
    rule.takeBackAttempt(address, target, this.#clock.now())
    // During a long comparison the count of the guess may have been stored, so the corrected count is stored too.
    if (this.#written === undefined && rule.isEmpty) this.#writeTimer.cancel()
    else if (this.#store) this.#writeTimer.start(writeMs)
  }

  /** Milliseconds for which this address must wait before a guess is compared. Counts nothing. */
  wait(address: string, target: string): number {
    return this.#read().wait(address, target, this.#clock.now())
  }

  applyWait(address: string, target: string, waitMs: number): void {
    this.#read().applyWait(address, target, waitMs, this.#clock.now())
  }

  /** Forgets the counts of this target, but not the counts of an address over all targets. */
  forgetTarget(target: string): void {
    this.#read().forgetTarget(target)
    if (this.#store) this.#writeTimer.start(writeMs)
  }

  reset(): void {
    this.#writeTimer.cancel()
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
    const state = this.#read().state.slice(-maxStoredCounts)
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

/** Reads the stored counts; unreadable ones are ignored, because a damaged count must not lock anyone out. */
function stateOf(text: string): GuessState {
  const state = parseJsonOrUndefined(text)
  return Array.isArray(state) ? state.filter(isCount) : []
}

function isCount(one: unknown): one is GuessState[number] {
  if (!Array.isArray(one) || typeof one[0] !== 'string' || !isObject(one[1])) return false
  const { wrong, at, until } = one[1] as Partial<WrongGuesses>
  return [wrong, at, until].every((number) => typeof number === 'number' && Number.isFinite(number))
}
