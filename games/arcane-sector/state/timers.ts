// A player has at most one delayed action.
import type { Player } from './player.ts'

interface Timer {
  readonly at: number
  readonly action: () => void
  readonly interrupted: () => void
}

export class Timers {
  readonly #now: () => number
  readonly #timers = new Map<Player, Timer>()

  /** `now`: returns `GameContext.now()`, in milliseconds. */
  constructor(now: () => number) {
    this.#now = now
  }

  /**
   * Runs `action` at the first tick after `ms`. If the player's position changes before that tick, runs `interrupted`
   * instead.
   */
  after(player: Player, ms: number, action: () => void, interrupted: () => void): void {
    this.#timers.set(player, { at: this.#now() + ms, action, interrupted })
  }

  has(player: Player): boolean {
    return this.#timers.has(player)
  }

  /** Call this when the player's position has changed. */
  interrupt(player: Player): void {
    const timer = this.#timers.get(player)
    this.#timers.delete(player)
    timer?.interrupted()
  }

  /** Call this when the player leaves or dies. Runs nothing. */
  drop(player: Player): void {
    this.#timers.delete(player)
  }

  tick(now: number): void {
    const due = [...this.#timers].filter(([, { at }]) => at <= now).sort(([, a], [, b]) => a.at - b.at)
    for (const [player, timer] of due) {
      // The action of another timer may have cancelled this one.
      if (this.#timers.get(player) !== timer) continue
      this.#timers.delete(player)
      timer.action()
    }
  }
}
