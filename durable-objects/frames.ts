// The frames of a seat, one after the other: each has its turns when its rates, its line and the turn before allow. What
// turns cost is counted, so that one event does no more than a slice of the work that waits.
import type { Received } from '../games/game.ts'
import type { Clock } from '../wire/clock.ts'
import { Deadline } from './deadline.ts'
import type { Taken } from './line.ts'
import type { Seat } from './seat.ts'

/** Steps after which the event at hand ends, for others that wait at the sockets: 5 ms, and one part of a frame more. */
export const sliceSteps = 20_480

export interface FramesSettings {
  readonly clock: Clock
  /** A turn of the seat; its body gives how far it came with its frame. `kept`: it is durable. */
  turn(seat: Seat, body: () => Taken | undefined, kept: () => void): void
  /** Milliseconds until anything can be stored again; 0: it can. */
  held(): number
  /** Milliseconds until the seat has paid for its turns before this. */
  owes(seat: Seat): number
  /** Whether the turn at hand has put anything. */
  wrote(): boolean
  /** No frame of the seat waits any more. */
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

  /** Takes what may be taken. */
  pump(seat: Seat): void {
    // Nobody will receive the replies to who has left.
    while (
      !seat.gone &&
      !seat.busy &&
      seat.queue.length > 0 &&
      (seat.line.ready || seat.leaving !== undefined)
    ) {
      const now = this.#settings.clock.now()
      const owed = Math.max(this.#settings.held(), this.#settings.owes(seat), seat.waitToReply(now))
      if (owed === 0 && this.#isSpent) return this.#yield(seat)
      // A frame that has begun is let in already.
      const wait = owed || (seat.line.part > 0 ? 0 : seat.wait(now))
      if (wait > 0) this.#waitFor(seat, wait)
      else this.#take(seat)
    }
    if (!seat.gone && !seat.busy && seat.queue.length === 0) this.#settings.emptied(seat)
  }

  /** A turn of the seat has cost so much. */
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

  /** In a new event, for which the platform has handed over what arrived meanwhile. The seats that spent least of late come first, so that a flood makes only its own sender wait. */
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
    let rest: Promise<() => Received> | undefined
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

  /** The rest of a turn that had to wait. If the world started over meanwhile, the frame has begun its turn anew. */
  #takeRest(seat: Seat, session: Seat['session'], run: () => Received): void {
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
      // Else the frame would never end.
      if (taken && taken.part !== 0 && taken.part <= seat.line.part)
        throw new Error(`a frame went on from ${seat.line.part} to ${taken.part}`)
      return taken
    }
    // Before anybody hears of it: whoever it ends may make the world start over, and all that waits is then taken anew.
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
