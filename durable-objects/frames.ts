// The frames of a seat, one after the other: each has its turn when its rates, its line and the turn before allow.
import type { Clock } from '../wire/clock.ts'
import type { Seat } from './seat.ts'

export interface FramesSettings {
  readonly clock: Clock
  /** A turn of the seat; its body gives the number of the frame that it finished, if it did. `kept`: it is durable. */
  turn(seat: Seat, body: () => number | undefined, kept: () => void): void
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

  constructor(settings: FramesSettings) {
    this.#settings = settings
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
      const wait = this.#settings.held() || this.#settings.owes(seat) || seat.wait(this.#settings.clock.now())
      if (wait > 0) this.#waitFor(seat, wait)
      else this.#take(seat)
    }
    if (!seat.gone && !seat.busy && seat.queue.length === 0) this.#settings.emptied(seat)
  }

  #take(seat: Seat): void {
    const { seq, frame } = seat.queue[0]!
    const session = seat.session
    let rest: Promise<() => void> | undefined
    const receive = () => {
      rest = session!.receive(frame) || undefined
      if (!rest) return seq
      if (this.#settings.wrote()) throw new Error('a session wrote before its promise')
      return undefined
    }
    // Before anybody hears of it: whoever it ends may make the world start over, and all that waits is then taken anew.
    this.#settings.turn(seat, receive, () => {
      if (!rest) seat.dequeue()
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
  #takeRest(seat: Seat, session: Seat['session'], run: () => void): void {
    if (seat.gone || seat.session !== session) return
    seat.busy = false
    const { seq } = seat.queue[0]!
    const finish = () => {
      run()
      return seq
    }
    this.#settings.turn(seat, finish, () => seat.dequeue())
    this.pump(seat)
  }

  #waitFor(seat: Seat, ms: number): void {
    seat.busy = true
    seat.timer = this.#settings.clock.after(ms, () => {
      seat.busy = false
      this.pump(seat)
    })
  }
}
