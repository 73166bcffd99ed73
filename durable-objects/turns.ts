// Turns: everything that happens in a world happens in one. Its writes are committed together, and only then does its
// output leave; if it fails, neither ever was.
import type { Frame, News } from '../games/game.ts'
import { isNoSpace } from '../wire/no-space.ts'
import { TurnFigures } from './figures.ts'
import type { Taken } from './line.ts'
import type { Seat } from './seat.ts'
import type { Records, Stored } from './store.ts'
import { TurnOutput } from './turn-output.ts'

export interface TurnsSettings {
  /** Adds the turn's news to its changes; what it returns is called when these are written. */
  tell?(news: readonly News[], changes: Map<string, Stored | undefined>): () => void
  readonly records: Records
  /** Milliseconds. */
  now(): number
  /** It was said to end a session. */
  end(seat: Seat, reason: string): void
  /** What a turn of the seat has cost, in steps. */
  cost(seat: Seat, steps: { readonly spent: number; readonly sent: number }): void
  /** A turn is over and its output has left. `what` it was, as it was begun; `seat`: whose. */
  done(what: string, seat: Seat | undefined): void
  /** A turn threw this, and never was. `seat`: whose it was. */
  failed(seat: Seat | undefined, what: string, error: unknown): void
}

export class Turns {
  /** What the turn at hand puts, by whole keys; undefined deletes. */
  readonly changes = new Map<string, Stored | undefined>()
  /** What the turn at hand has that others want to hear of. */
  readonly news: News[] = []
  readonly figures = new TurnFigures()
  readonly #settings: TurnsSettings
  #output: TurnOutput | undefined
  #silent = true
  #spent = 0

  constructor(settings: TurnsSettings) {
    this.#settings = settings
  }

  /** Nothing has been said yet but replies, and nothing has changed of which others would have been told. */
  get silent(): boolean {
    return this.#silent
  }

  /**
   * A body that returns how far it has come with `seat`'s frame has taken that frame or a part of it: what it sent to the
   * seat is a reply. False: the turn failed. `kept` is called when it is committed, before anything of it is said.
   */
  run(
    seat: Seat | undefined,
    what: string,
    body: () => Taken | undefined | void,
    kept: () => void = () => {},
  ): boolean {
    const output = new TurnOutput()
    this.#output = output
    this.#spent = 0
    this.news.length = 0
    const began = this.#settings.now()
    let replying: Seat | undefined
    let note: Uint8Array | undefined
    let replies: readonly Frame[] = []
    try {
      const taken = body() ?? undefined
      if (seat && taken) {
        replying = seat
        note = seat.freshNote
        replies = output.repliesTo(seat)
        seat.line.finish(taken, replies, note)
      }
      this.#commit(replying)
    } catch (error) {
      this.changes.clear()
      this.#output = undefined
      replying?.line.discard()
      // Work that ends in an error was done all the same. A full disk is nobody's fault, and the turn will be run again.
      if (seat && !isNoSpace(error)) this.#settings.cost(seat, { spent: this.#spent, sent: 0 })
      this.#settings.failed(seat, what, error)
      return false
    }
    this.#output = undefined
    this.#count(output, seat)
    if (note) replying?.remember(note)
    replying?.replied(bytesOf(replies), this.#settings.now())
    kept()
    this.#release(output, replying)
    this.figures.turnMs += this.#settings.now() - began
    this.#settings.done(what, seat)
    return true
  }

  #count(output: TurnOutput, seat: Seat | undefined): void {
    const { steps, bytes } = output.cost
    if (seat) this.#settings.cost(seat, { spent: this.#spent, sent: steps })
    this.figures.turns++
    this.figures.steps += this.#spent + steps
    this.figures.outputBytes += bytes
  }

  /** In a turn it waits for the turn's end; outside of one it goes at once. */
  say(say: (output: TurnOutput) => void): void {
    if (this.#output) return say(this.#output)
    const output = new TurnOutput()
    say(output)
    this.#release(output)
  }

  /** The turn at hand costs so much more. */
  spend(steps: number): void {
    this.#spent += steps
  }

  #commit(replying: Seat | undefined): void {
    // Who is not in his seat yet is not spoken to, and would never hear of it.
    if (this.changes.size > 0) this.#silent = false
    replying?.line.record(this.changes)
    const told = this.news.length > 0 ? this.#settings.tell?.(this.news.splice(0), this.changes) : undefined
    if (this.changes.size === 0) return
    this.#settings.records.write(this.changes)
    this.figures.commits++
    this.changes.clear()
    told?.()
  }

  #release(output: TurnOutput, replying?: Seat): void {
    this.#silent &&= !output.reachesBeyond(replying)
    replying?.line.release()
    output.release(replying, (seat, reason) => this.#settings.end(seat, reason))
  }
}

function bytesOf(frames: readonly Frame[]): number {
  return frames.reduce((sum, frame) => sum + frame.length, 0)
}
