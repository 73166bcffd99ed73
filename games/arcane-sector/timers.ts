// What is to happen to a player a while later, if he is still there.
import type { Player } from './player.ts'

interface Timer {
  readonly player: Player
  readonly at: number
  readonly action: () => void
  readonly interrupted: (() => void) | undefined
}

export class Timers {
  readonly #now: () => number
  #timers: Timer[] = []

  /** `now`: the host's clock, in milliseconds. */
  constructor(now: () => number) {
    this.#now = now
  }

  /**
   * `action` at the first tick that is `ms` or more from now; never if he leaves. With `interrupted`, moving him in
   * any way calls that instead.
   */
  after(player: Player, ms: number, action: () => void, interrupted?: () => void): void {
    this.#timers.push({ player, at: this.#now() + ms, action, interrupted })
  }

  /** Whether anything is to happen to him yet. */
  has(player: Player): boolean {
    return this.#timers.some((timer) => timer.player === player)
  }

  /** He was moved. */
  interrupt(player: Player): void {
    for (const timer of this.#timers) {
      if (timer.player !== player || !timer.interrupted) continue
      this.#remove(timer)
      timer.interrupted()
    }
  }

  /** He has left, or died: nothing of his happens any more. */
  drop(player: Player): void {
    this.#timers = this.#timers.filter((timer) => timer.player !== player)
  }

  tick(now: number): void {
    // One by one: what one does may interrupt or drop the next.
    for (let due = this.#due(now); due; due = this.#due(now)) {
      this.#remove(due)
      due.action()
    }
  }

  /** The earliest of those that are due. */
  #due(now: number): Timer | undefined {
    let earliest: Timer | undefined
    for (const timer of this.#timers)
      if (timer.at <= now && (!earliest || timer.at < earliest.at)) earliest = timer
    return earliest
  }

  #remove(timer: Timer): void {
    this.#timers = this.#timers.filter((other) => other !== timer)
  }
}
