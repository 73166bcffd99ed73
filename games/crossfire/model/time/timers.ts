// If the next command of a session must wait until the player can act, the session sets a timer. [CF-9.4]

export interface TimerListener {
  onTimer(now: number): void
}

export class Timers {
  readonly #dueAt = new Map<TimerListener, number>()
  #next: number | undefined

  /** Time of the next timer in milliseconds of the game's clock; undefined if no timer is set. */
  get next(): number | undefined {
    return this.#next
  }

  /** Sets the listener's only timer. `at`: in milliseconds of the game's clock; undefined removes the timer. */
  set(waiter: TimerListener, at: number | undefined): void {
    const before = this.#dueAt.get(waiter)
    if (before === at) return
    if (at === undefined) this.#dueAt.delete(waiter)
    else this.#dueAt.set(waiter, at)
    if (at !== undefined && (this.#next === undefined || at < this.#next)) this.#next = at
    else if (before === this.#next) this.#next = minOf(this.#dueAt.values())
  }

  /** Fires the timers that are due, in the order in which they were added. */
  fireDue(now: number): void {
    for (const [waiter, at] of [...this.#dueAt]) {
      // Skip this timer if an earlier timer of this loop has removed or moved it.
      if (at > now || this.#dueAt.get(waiter) !== at) continue
      this.set(waiter, undefined)
      waiter.onTimer(now)
    }
  }
}

function minOf(times: Iterable<number>): number | undefined {
  let first: number | undefined
  for (const at of times) if (first === undefined || at < first) first = at
  return first
}
