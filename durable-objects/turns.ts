// Turns are the transactions of a world: everything in it happens in one. A turn's writes are committed together, and
// its output is sent afterwards; if the turn fails, both are dropped.
import type { Frame, GameEvent } from '../games/game.ts'
import { isStorageFull } from '../wire/no-space.ts'
import { TurnFigures } from './figures.ts'
import type { Taken } from './line.ts'
import type { Seat } from './seat.ts'
import type { Records, Stored } from './store.ts'
import { TurnOutput } from './turn-output.ts'

export interface TurnsSettings {
  /** Adds the turn's events to its changes; the returned function is called once these are written. */
  tell?(news: readonly GameEvent[], changes: Map<string, Stored | undefined>): () => void
  readonly records: Records
  /** Milliseconds. */
  now(): number
  /** A turn closed this session. */
  end(seat: Seat, reason: string): void
  /** The cost of a turn of this session, in steps. */
  cost(seat: Seat, steps: { readonly spent: number; readonly sent: number }): void
  /** A turn is over and its output is sent. `what`: its kind; `seat`: its session. */
  done(what: string, seat: Seat | undefined): void
  /** A turn threw this and was rolled back. `seat`: its session. */
  failed(seat: Seat | undefined, what: string, error: unknown): void
}

export class Turns {
  /** Writes of the current turn, by full keys; undefined deletes. */
  readonly changes = new Map<string, Stored | undefined>()
  /** Events of the current turn. */
  readonly news: GameEvent[] = []
  readonly figures = new TurnFigures()
  readonly #settings: TurnsSettings
  #output: TurnOutput | undefined
  #silent = true
  #spent = 0

  constructor(settings: TurnsSettings) {
    this.#settings = settings
  }

  /** Nothing has been sent except replies, and nothing has changed that other sessions would have been sent. */
  get silent(): boolean {
    return this.#silent
  }

  /**
   * If the body returns how far it got with `seat`'s frame, it has processed that frame or a part, and its output to
   * that session is the reply. False: the turn failed. `kept` is called after the commit, before any output is sent.
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
      if (seat && !isStorageFull(error)) this.#settings.cost(seat, { spent: this.#spent, sent: 0 })
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

  /** During a turn the output waits for its end; otherwise it is sent at once. */
  say(say: (output: TurnOutput) => void): void {
    if (this.#output) return say(this.#output)
    const output = new TurnOutput()
    say(output)
    this.#release(output)
  }

  /** Adds to the cost of the current turn. */
  spend(steps: number): void {
    this.#spent += steps
  }

  #commit(replying: Seat | undefined): void {
    // A session that has not resumed gets no output, and would miss this change.
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
