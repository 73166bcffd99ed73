// The functions are pure: the caller passes the time, and the state is plain data.
import { addressLimitKey } from '../../wire/net/ip-address.ts'

/**
 * Wrong guesses before the first wait: of one address at one target (`pair`), of one address at all targets, and of all
 * addresses at one target.
 */
export const guessLimits = { pair: 10, address: 30, target: 100 } as const
/** The first wait; each further wait is twice as long, up to `maxWaitMs`. */
export const firstWaitMs = 60_000
export const maxWaitMs = 15 * 60_000
/** One wrong guess is forgiven after each period of this length without another wrong guess. */
export const forgetGuessAfterMs = 10 * 60_000
/**
 * An address with this many wrong guesses at a target also waits when all addresses together have made too many at that
 * target.
 */
const minGuessesForSharedWait = 2
/**
 * Maximum number of counts in memory, of which each guessing address uses at least two; the least recently changed is
 * evicted. An attacker needs some 2,000 addresses to evict counts before they expire. If a full table rejected new
 * addresses instead, an attacker could lock everybody out.
 */
export const maxGuessCounts = 4096
/**
 * After this many waits the wait no longer grows, so larger counts are not stored: 60 s doubled four times is over 15
 * minutes.
 */
const maxWaits = 5
/**
 * A guess is recognized as repeated among this many different guesses, because clients behind a NAT share an address.
 */
const maxMarks = 16
/** Only this many UTF-16 units of a target's name are significant. */
const maxTargetLength = 128

export interface WrongGuesses {
  readonly wrong: number
  /** Time of the last wrong guess, in milliseconds since 1970. */
  readonly at: number
  /** No guess is compared before this time in milliseconds since 1970; 0 for no wait. */
  readonly until: number
}
interface TrackedGuesses extends WrongGuesses {
  /**
   * Digests of the latest counted guesses of an address at a target, the newest last. Absent in counts of an address
   * over all targets, or of a target over all addresses.
   */
  readonly marks?: readonly string[]
  /**
   * The value of `at` before the last guess. It is restored when the guess is taken back, so that the guess does not
   * delay forgiveness.
   */
  readonly before?: number
}
export type GuessState = readonly (readonly [key: string, counted: WrongGuesses])[]

type Kind = keyof typeof guessLimits

/**
 * Guesses are counted before they are compared, and right ones are taken back: many connections in parallel get no more
 * guesses than one connection. While an address waits, nothing it sends may be compared, not even a right secret.
 * Otherwise a quick answer would reveal which guess is right, and the wait would be useless. The same wrong guess again
 * reveals nothing, so it counts once: clients with old passwords, or a sidecar with an old token, lock nobody out. One
 * address alone cannot make another address wait.
 */
export class GuessRule {
  readonly #counts: Map<string, TrackedGuesses>

  constructor(state: GuessState = []) {
    this.#counts = new Map(state.slice(-maxGuessCounts))
  }

  /** The counts to store, in the order of their last change. */
  get state(): GuessState {
    return Array.from(this.#counts, ([key, { wrong, at, until }]) => [key, { wrong, at, until }] as const)
  }

  get isEmpty(): boolean {
    return this.#counts.size === 0
  }

  /** Milliseconds for which this address must wait at the target, or 0. Counts nothing. */
  wait(address: string, target: string, now: number): number {
    const [pair, ofAddress, ofTarget] = keysOf(address, target).map(([, key]) => this.#at(key, now))
    const own = Math.max(waitOf(pair, now), waitOf(ofAddress, now))
    return (pair?.wrong ?? 0) < minGuessesForSharedWait ? own : Math.max(own, waitOf(ofTarget, now))
  }

  /**
   * Counts a guess and returns 0, or counts nothing and returns the milliseconds to wait. In the second case the caller
   * must not compare the guess. `mark`: identifies the guess; no other guess may share it.
   */
  countAttempt(address: string, target: string, mark: string, now: number): number {
    const wait = this.wait(address, target, now)
    const keys = keysOf(address, target)
    const marks = this.#at(keys[0][1], now)?.marks ?? []
    if (wait > 0 || marks.includes(mark)) return wait
    for (const [kind, key] of keys) this.#set(key, afterWrongGuess(this.#at(key, now), kind, now))
    const pair = this.#at(keys[0][1], now)
    if (pair) this.#set(keys[0][1], { ...pair, marks: [...marks, mark].slice(-maxMarks) })
    return 0
  }

  /**
   * Takes back the count of one right guess; earlier wrong guesses stay counted. Several parallel guesses with the same
   * secret were counted once, so only one is taken back.
   */
  takeBackAttempt(address: string, target: string, now: number): void {
    const keys = keysOf(address, target)
    const marks = this.#at(keys[0][1], now)?.marks ?? []
    if (marks.length === 0) return
    for (const [kind, key] of keys) {
      const counted = this.#at(key, now)
      if (counted)
        this.#set(key, {
          ...withoutLastGuess(counted, kind),
          ...(kind === 'pair' && { marks: marks.slice(0, -1) }),
        })
    }
  }

  applyWait(address: string, target: string, waitMs: number, now: number): void {
    const [[, key]] = keysOf(address, target)
    const { wrong, until } = this.#at(key, now) ?? { wrong: 0, until: 0 }
    this.#set(key, { wrong, at: now, until: Math.max(until, now + Math.min(waitMs, maxWaitMs)) })
  }

  forgetTarget(target: string): void {
    const [, , [, key]] = keysOf('', target)
    for (const counted of [...this.#counts.keys()])
      if (counted.slice(counted.indexOf(' ')) === key) this.#counts.delete(counted)
  }

  /** If the clock was set back, the count is changed to the new time, so that its wait ends. */
  #at(key: string, now: number): TrackedGuesses | undefined {
    const counted = this.#counts.get(key)
    if (!counted) return undefined
    const at = Math.min(counted.at, now)
    const until = Math.min(counted.until, now + maxWaitMs)
    if (at < counted.at || until < counted.until) this.#counts.set(key, { ...counted, at, until })
    const forgiven = Math.floor((now - at) / forgetGuessAfterMs)
    const wrong = Math.max(0, counted.wrong - forgiven)
    if (wrong > 0 || until > now) return { ...counted, wrong, at: at + forgiven * forgetGuessAfterMs, until }
    this.#counts.delete(key)
    return undefined
  }

  #set(key: string, counted: TrackedGuesses): void {
    this.#counts.delete(key)
    if (counted.wrong <= 0 && counted.until === 0) return
    this.#counts.set(key, counted)
    if (this.#counts.size > maxGuessCounts) this.#counts.delete(this.#counts.keys().next().value!)
  }
}

type Key = readonly [kind: Kind, key: string]

function keysOf(address: string, target: string): readonly [Key, Key, Key] {
  const from = addressLimitKey(address)
  const at = target.slice(0, maxTargetLength)
  return [
    ['pair', `${from} ${at}`],
    ['address', from],
    ['target', ` ${at}`],
  ]
}

function waitOf(counted: WrongGuesses | undefined, now: number): number {
  return Math.max(0, (counted?.until ?? 0) - now)
}

function afterWrongGuess(counted: WrongGuesses | undefined, kind: Kind, now: number): TrackedGuesses {
  const limit = guessLimits[kind]
  const wrong = (counted?.wrong ?? 0) + 1
  const last = { at: now, ...(counted && { before: counted.at }) }
  if (wrong % limit !== 0) return { wrong, ...last, until: counted?.until ?? 0 }
  const waits = wrong / limit
  const waitMs = Math.min(maxWaitMs, firstWaitMs * 2 ** (waits - 1))
  return { wrong: Math.min(wrong, maxWaits * limit), ...last, until: now + waitMs }
}

/** If the last guess reached the limit and so caused the wait, the wait ends too. */
function withoutLastGuess({ wrong, at, before = at, until }: TrackedGuesses, kind: Kind): WrongGuesses {
  return { wrong: wrong - 1, at: before, until: wrong % guessLimits[kind] === 0 ? 0 : until }
}
