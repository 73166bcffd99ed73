// A player's timer: one delayed action, cancelled when the player is moved, leaves or dies.
import type { Player } from './player.ts'

interface Timer {
  readonly at: number
  readonly action: () => void
  readonly interrupted: () => void
}

export class Timers {
  readonly #now: () => number
  readonly #timers = new Map<Player, Timer>()

  /** `now`: GameContext time, in milliseconds. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Runs `action` at the first tick at least `ms` from now, or `interrupted` as soon as the player is moved. */
  after(player: Player, ms: number, action: () => void, interrupted: () => void): void {
    this.#timers.set(player, { at: this.#now() + ms, action, interrupted })
  }

  /** Whether the player has a timer. */
  has(player: Player): boolean {
    return this.#timers.has(player)
  }

  /** Cancels the timer because the player was moved. */
  interrupt(player: Player): void {
    const timer = this.#timers.get(player)
    this.#timers.delete(player)
    timer?.interrupted()
  }

  /** Cancels the timer silently because the player left or died. */
  drop(player: Player): void {
    this.#timers.delete(player)
  }

  tick(now: number): void {
    const due = [...this.#timers].filter(([, { at }]) => at <= now).sort(([, a], [, b]) => a.at - b.at)
    for (const [player, timer] of due) {
      // An action may have cancelled this timer.
      if (this.#timers.get(player) !== timer) continue
      this.#timers.delete(player)
      timer.action()
    }
  }
}
