// Schedules the inbound frames of each session (`Seat`) in order, as its rates, its line and its previous turn allow.
// Counts the cost of turns, so that one event does only a slice of the waiting work.
import type { ReceiveResult } from '../games/game.ts'
import type { Clock } from '../wire/clock.ts'
import { Deadline } from './deadline.ts'
import type { Taken } from './line.ts'
import type { Seat } from './seat.ts'

/** Steps after which the current event yields to other sockets: 5 ms, and at most one more part of a frame. */
export const sliceSteps = 20_480

export interface FramesSettings {
  readonly clock: Clock
  /** Runs a turn; its body returns how far it got with the frame. `kept` is called once it is durable. */
  turn(seat: Seat, body: () => Taken | undefined, kept: () => void): void
  /** Milliseconds until storage accepts writes again; 0: now. */
  held(): number
  /** Milliseconds until the session has paid for earlier turns. */
  owes(seat: Seat): number
  /** Whether the current turn has written. */
  wrote(): boolean
  /** The session's queue is empty. */
  emptied(seat: Seat): void
}

export class Frames {
  readonly #settings: FramesSettings
  /** Steps of this event. */
  #spent = 0
  /** Those that could have a turn, in another event. */
  readonly #yielded = new Set<Seat>()
  readonly #nextSlice: Deadline

  constructor(settings: FramesSettings) {
    this.#settings = settings
    this.#nextSlice = new Deadline(settings.clock, () => this.#goOn())
  }

  /** Runs what may run now. */
  pump(seat: Seat): void {
    // Nobody will receive replies for a session that has left.
    while (
      !seat.gone &&
      !seat.busy &&
      seat.queue.length > 0 &&
      (seat.line.ready || seat.leaving !== undefined)
    ) {
      const now = this.#settings.clock.now()
      const owed = Math.max(this.#settings.held(), this.#settings.owes(seat), seat.waitToReply(now))
      if (owed === 0 && this.#isSpent) return this.#yield(seat)
      // A frame that has started is past the rate limit.
      const wait = owed || (seat.line.part > 0 ? 0 : seat.wait(now))
      if (wait > 0) this.#waitFor(seat, wait)
      else this.#take(seat)
    }
    if (!seat.gone && !seat.busy && seat.queue.length === 0) this.#settings.emptied(seat)
  }

  /** Charges a turn of the session. */
  spent(seat: Seat, steps: number): void {
    const { clock } = this.#settings
    // No clock says when an event is over: on the platform it stands still within one, on a machine of one's own it goes on.
    if (this.#spent === 0 && steps > 0)
      clock.soon(() => {
        this.#spent = 0
      })
    this.#spent += steps
    seat.spend(steps, clock.now())
  }

  /** Takes no more. */
  stop(): void {
    this.#nextSlice.cancel()
    this.#yielded.clear()
  }

  /** This event has done its slice. */
  get #isSpent(): boolean {
    return this.#spent >= sliceSteps
  }

  #yield(seat: Seat): void {
    this.#yielded.add(seat)
    this.#nextSlice.arm(0)
  }

  /** Continues in a new event. The sessions that spent least of late go first: a flood delays only its sender. */
  #goOn(): void {
    const now = this.#settings.clock.now()
    const waiting = [...this.#yielded].sort((a, b) => a.lately(now) - b.lately(now))
    for (const seat of waiting) {
      if (this.#isSpent) break
      this.#yielded.delete(seat)
      this.pump(seat)
    }
    if (this.#yielded.size > 0) this.#nextSlice.arm(0)
  }

  #take(seat: Seat): void {
    const { seq, frame } = seat.queue[0]!
    const session = seat.session
    let rest: Promise<() => ReceiveResult> | undefined
    this.#turn(seat, () => {
      const answer = session!.receive(frame, seat.line.part)
      if (!(answer instanceof Promise)) return { seq, part: answer ?? 0 }
      rest = answer
      if (this.#settings.wrote()) throw new Error('a session wrote before its promise')
      return undefined
    })
    if (!rest) return
    if (seat.session === session) seat.busy = true
    rest.then(
      (run) => this.#takeRest(seat, session, run),
      (error: unknown) =>
        this.#takeRest(seat, session, () => {
          throw error
        }),
    )
  }

  /** Finishes an asynchronous turn. If the world was reopened meanwhile, the frame has started a new turn. */
  #takeRest(seat: Seat, session: Seat['session'], run: () => ReceiveResult): void {
    if (seat.gone || seat.session !== session) return
    seat.busy = false
    const { seq } = seat.queue[0]!
    this.#turn(seat, () => ({ seq, part: run() ?? 0 }))
    this.pump(seat)
  }

  #turn(seat: Seat, body: () => Taken | undefined): void {
    let taken: Taken | undefined
    const take = () => {
      taken = body()
      // Otherwise the frame would never end.
      if (taken && taken.part !== 0 && taken.part <= seat.line.part)
        throw new Error(`a frame went on from ${seat.line.part} to ${taken.part}`)
      return taken
    }
    // Dequeue before output is released: a session that ends then may reopen the world, which processes all queues
    // anew.
    this.#settings.turn(seat, take, () => {
      if (taken?.part === 0) seat.dequeue()
    })
  }

  #waitFor(seat: Seat, ms: number): void {
    seat.busy = true
    seat.timer = this.#settings.clock.after(ms, () => {
      seat.busy = false
      this.pump(seat)
    })
  }
}
