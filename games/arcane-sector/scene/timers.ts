// A player's timer: one action a while later, called off when he is moved, leaves or dies.
import type { Player } from './player.ts'

interface Timer {
  readonly at: number
  readonly action: () => void
  readonly interrupted: () => void
}

export class Timers {
  readonly #now: () => number
  readonly #timers = new Map<Player, Timer>()

  /** `now`: the host's clock, in milliseconds. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** `action` at the first tick that is `ms` or more from now, or `interrupted` as soon as he is moved in any way. */
  after(player: Player, ms: number, action: () => void, interrupted: () => void): void {
    this.#timers.set(player, { at: this.#now() + ms, action, interrupted })
  }

  /** Whether anything is to happen to him yet. */
  has(player: Player): boolean {
    return this.#timers.has(player)
  }

  /** He was moved. */
  interrupt(player: Player): void {
    const timer = this.#timers.get(player)
    this.#timers.delete(player)
    timer?.interrupted()
  }

  /** He has left, or died: nothing of his happens any more. */
  drop(player: Player): void {
    this.#timers.delete(player)
  }

  tick(now: number): void {
    const due = [...this.#timers].filter(([, { at }]) => at <= now).sort(([, a], [, b]) => a.at - b.at)
    for (const [player, timer] of due) {
      // An action may have called this one off.
      if (this.#timers.get(player) !== timer) continue
      this.#timers.delete(player)
      timer.action()
    }
  }
}
