// Runs all events of a simulation, one after another in simulated time. The same seed results in the same events. The
// machine's clock has no influence.
import type { Clock, Timer } from '../../../wire/util/clock.ts'
import { violate } from './game-model.ts'

/** Number of rounds of the microtask queue between two events. Longer promise chains overlap with later events. */
const rounds = 12

/** Maximum number of events at the same time, to detect events that schedule each other forever. */
const maxEventsAtOnce = 50_000

interface Event {
  readonly at: number
  readonly order: number
  readonly run: () => void
  readonly owner: TimerOwner | undefined
  cancelled: boolean
}

/** An owner of timers, such as an instance of a Durable Object or a process. The timers end with their owner. */
export class TimerOwner {
  alive = true
  armed = 0
  /** The offset of its clock from the true time, in milliseconds. */
  skewMs: () => number = () => 0
}

export class Scheduler {
  readonly #began: number
  #now: number
  #order = 0
  #heap: Event[] = []
  #immediates: { readonly run: () => void; readonly owner: TimerOwner | undefined }[] = []
  #promised = false
  /** Number of remaining rounds of the microtask queue. */
  #round = 0
  count = 0

  /** `began`: start of the simulated time, in milliseconds since 1970. */
  constructor(began = Date.UTC(2030, 0, 1)) {
    this.#began = began
    this.#now = began
  }

  get now(): number {
    return this.#now
  }

  get elapsed(): number {
    return this.#now - this.#began
  }

  after(ms: number, run: () => void, owner?: TimerOwner): Timer {
    const event: Event = {
      at: this.#now + Math.max(0, ms),
      order: this.#order++,
      run,
      owner,
      cancelled: false,
    }
    this.#push(event)
    return {
      cancel() {
        event.cancelled = true
      },
    }
  }

  /** An event calls this if its promises continue after the event. */
  expectPromises(): void {
    this.#promised = true
  }

  /** Resolves with the result of `run`. */
  resolveAfter<T>(ms: number, run: () => T | Promise<T>, owner?: TimerOwner): Promise<T> {
    if (owner) owner.armed++
    return new Promise((resolve, reject) => {
      this.after(
        ms,
        () => {
          if (owner) owner.armed--
          this.expectPromises()
          try {
            resolve(run())
          } catch (error) {
            reject(error)
          }
        },
        owner,
      )
    })
  }

  clock(owner: TimerOwner): Clock {
    return {
      now: () => Math.floor(this.#now + owner.skewMs()),
      after: (ms, run) => {
        owner.armed++
        let over = false
        const end = () => {
          if (!over) owner.armed--
          over = true
        }
        const timer = this.after(
          ms,
          () => {
            end()
            // The caller may await the promise that `run` returns, which takes rounds of the microtask queue.
            this.expectPromises()
            run()
          },
          owner,
        )
        return {
          cancel() {
            end()
            timer.cancel()
          },
        }
      },
      soon: (run) => void this.#immediates.push({ run, owner }),
    }
  }

  async advance(ms: number): Promise<void> {
    const end = this.#now + ms
    while (this.#runPromises()) await null
    await null
    let atOnce = 0
    for (let next = this.#pop(end); next; next = this.#pop(end)) {
      atOnce = next.at > this.#now ? 0 : atOnce + 1
      if (atOnce > maxEventsAtOnce) violate('time advances', `${atOnce} events at ${this.elapsed} ms`)
      this.#now = Math.max(this.#now, next.at)
      this.count++
      next.run()
      while (this.#runPromises()) await null
      await null
    }
    this.#now = end
  }

  /**
   * Whether the last event's promises still have work. If so, runs the remaining rounds of the microtask queue, and
   * then immediate timers.
   */
  #runPromises(): boolean {
    if (this.#round > 0) {
      this.#round--
      if (this.#round > 0) return true
    }
    for (let next = this.#immediates.shift(); next; next = this.#immediates.shift())
      if (next.owner?.alive !== false) next.run()
    if (!this.#promised) return false
    this.#promised = false
    this.#round = rounds
    return true
  }

  #push(event: Event): void {
    const heap = this.#heap
    let at = heap.length
    heap.push(event)
    while (at > 0) {
      const above = (at - 1) >> 1
      if (!before(event, heap[above]!)) break
      heap[at] = heap[above]!
      at = above
    }
    heap[at] = event
  }

  /** Takes the next event that is due until `end`, skipping cancelled events. */
  #pop(end: number): Event | undefined {
    const heap = this.#heap
    while (heap.length > 0 && heap[0]!.at <= end) {
      const first = heap[0]!
      const last = heap.pop()!
      if (heap.length > 0) this.#sink(last)
      if (!first.cancelled && first.owner?.alive !== false) return first
    }
    return undefined
  }

  #sink(event: Event): void {
    const heap = this.#heap
    let at = 0
    for (;;) {
      let below = 2 * at + 1
      if (below >= heap.length) break
      if (below + 1 < heap.length && before(heap[below + 1]!, heap[below]!)) below++
      if (!before(heap[below]!, event)) break
      heap[at] = heap[below]!
      at = below
    }
    heap[at] = event
  }
}

function before(a: Event, b: Event): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order)
}
