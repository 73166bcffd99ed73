// [DM-5.8] The time until the next start or end of a match, and the result of the last match.
import type { FromServer } from '../../packets.ts'

type TimeMessage = Extract<FromServer, { readonly type: 'GSTR' | 'GEND' }>

export interface ScoredPlayer {
  readonly name: string
  readonly kills: number
}

export class MatchClock {
  #next: { readonly of: 'start' | 'end'; readonly at: number } | undefined
  #waits = false
  /** Whether the match of the current score is over. */
  #isOver = false

  reset(): void {
    this.#next = undefined
    this.#waits = false
    this.#isOver = false
  }

  onMessage({ type, seconds }: TimeMessage, now: number): void {
    if (seconds === 0) this.#isOver = type === 'GEND'
    this.#waits = seconds < 0
    this.#next = seconds > 0 ? { of: type === 'GSTR' ? 'start' : 'end', at: now + seconds * 1000 } : undefined
  }

  /**
   * Sentences for the player. `scores`: most kills first. `isWaitShown`: whether the page already says that the match
   * waits for a second player.
   */
  describe(scores: readonly ScoredPlayer[], now: number, isWaitShown = false): readonly string[] {
    const time = isWaitShown && this.#waits ? undefined : this.#describeTime(now)
    return [...this.#describeResult(scores), ...(time === undefined ? [] : [time])]
  }

  #describeResult(scores: readonly ScoredPlayer[]): readonly string[] {
    const kills = scores[0]?.kills ?? 0
    if (!this.#isOver) return []
    if (kills === 0) return ['The last match had no kills.']
    const best = scores.filter((one) => one.kills === kills).map(({ name }) => name)
    return [`Most kills in the last match: ${best.join(', ')} (${kills}).`]
  }

  #describeTime(now: number): string | undefined {
    if (this.#waits) return 'A match starts with a second player.'
    if (!this.#next || now > this.#next.at) return undefined
    const seconds = Math.ceil((this.#next.at - now) / 1000)
    const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
    return this.#next.of === 'start' ? `The next match starts in ${time}.` : `${time} left.`
  }
}
