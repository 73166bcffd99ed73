// When sessions have to be woken: those whose next command waits for its player's time. [CF-9.4]

/** Somebody who wants to be called at a time. */
export interface Waiter {
  goOn(now: number): void
}

export class Alarms {
  readonly #times = new Map<Waiter, number>()
  #next: number | undefined

  /** When, in the host's milliseconds, the first of them is due; undefined: nobody waits. */
  get next(): number | undefined {
    return this.#next
  }

  /** Sets the one alarm of the waiter, in the host's milliseconds; undefined: it has none any more. */
  set(waiter: Waiter, at: number | undefined): void {
    const before = this.#times.get(waiter)
    if (before === at) return
    if (at === undefined) this.#times.delete(waiter)
    else this.#times.set(waiter, at)
    if (at !== undefined && (this.#next === undefined || at < this.#next)) this.#next = at
    else if (before === this.#next) this.#next = least(this.#times.values())
  }

  /** Calls all who are due, in the order in which they came to wait. */
  wake(now: number): void {
    for (const [waiter, at] of [...this.#times]) {
      if (at > now) continue
      this.set(waiter, undefined)
      waiter.goOn(now)
    }
  }
}

function least(times: Iterable<number>): number | undefined {
  let first: number | undefined
  for (const at of times) if (first === undefined || at < first) first = at
  return first
}
