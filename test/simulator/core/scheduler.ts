// Everything that happens in a simulation happens here, one event after the other, at a time of its own: the same
// seed, the same events. Nothing waits for the machine.
import type { Clock, Timer } from '../../../wire/util/clock.ts'
import { InvariantError } from './game-model.ts'

/** Promises that go on are given so many rounds before the next event; what takes more goes on beside it. */
const rounds = 12

/** So many events are not meant for one moment: what wakes itself at once, again and again, never ends. */
const mostAtOnce = 50_000

interface Event {
  readonly at: number
  readonly order: number
  readonly run: () => void
  readonly owner: TimerOwner | undefined
  cancelled: boolean
}

/** Whose timers end when it does: an instance of an object, a process. */
export class TimerOwner {
  alive = true
  /** Timers that are armed. */
  armed = 0
  /** What its clock shows beside the true time, in milliseconds. */
  skewMs: () => number = () => 0
}

export class Scheduler {
  readonly #began: number
  #now: number
  #order = 0
  #heap: Event[] = []
  #soon: { readonly run: () => void; readonly owner: TimerOwner | undefined }[] = []
  #promised = false
  /** Rounds that are left. */
  #round = 0
  /** Events run so far. */
  count = 0

  /** `began`: milliseconds since 1970. */
  constructor(began = Date.UTC(2030, 0, 1)) {
    this.#began = began
    this.#now = began
  }

  get now(): number {
    return this.#now
  }

  /** Milliseconds since the beginning. */
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

  /** What this event resolves or calls goes on by promises. */
  expectPromises(): void {
    this.#promised = true
  }

  /** Resolves with what `run` gives, after `ms`. */
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

  /** Time as an owner has it. */
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
            // Who waits for it may wait by a promise.
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
      soon: (run) => void this.#soon.push({ run, owner }),
    }
  }

  /** Lets `ms` go by. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms
    while (this.#goesOn()) await null
    await null
    let atOnce = 0
    for (let next = this.#pop(end); next; next = this.#pop(end)) {
      atOnce = next.at > this.#now ? 0 : atOnce + 1
      if (atOnce > mostAtOnce)
        throw new InvariantError('time goes on', `${atOnce} events at ${this.elapsed} ms`)
      this.#now = Math.max(this.#now, next.at)
      this.count++
      next.run()
      while (this.#goesOn()) await null
      await null
    }
    this.#now = end
  }

  /** Whether promises go on with what was just done: they have their rounds, and then what was to be done soon is. */
  #goesOn(): boolean {
    if (this.#round > 0) {
      this.#round--
      if (this.#round > 0) return true
    }
    for (let next = this.#soon.shift(); next; next = this.#soon.shift())
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

  /** The next event that is due by `end` and still wanted. */
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
