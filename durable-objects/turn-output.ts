// What one turn says and to whom: held until the turn is committed, forgotten if it fails.
import type { Frame } from '../games/game.ts'
import type { Urgency } from '../wire/link.ts'
import { stepsToSend } from './allowances.ts'
import type { Caster, Line } from './line.ts'
import type { Seat } from './seat.ts'

type Output =
  | { readonly kind: 'frame'; readonly seat: Seat; readonly frame: Frame }
  | {
      readonly kind: 'cast'
      readonly seats: Set<Seat>
      readonly frame: Frame
      readonly urgency: Urgency
    }
  | { readonly kind: 'close'; readonly seat: Seat; readonly reason: string }

export class TurnOutput {
  readonly #said: Output[] = []

  /** The same frame to one after another is a cast to them: on its way it is there once. */
  frame(seat: Seat, frame: Frame): void {
    const last = this.#said.at(-1)
    if (last?.kind === 'frame' && last.frame === frame && last.seat !== seat) {
      this.#said.pop()
      this.cast(new Set([last.seat, seat]), frame)
    } else if (
      last?.kind === 'cast' &&
      last.frame === frame &&
      last.urgency === 'soon' &&
      !last.seats.has(seat)
    )
      last.seats.add(seat)
    else this.#said.push({ kind: 'frame', seat, frame })
  }

  /** The set is its own from then on. */
  cast(seats: Set<Seat>, frame: Frame, urgency: Urgency = 'soon'): void {
    this.#said.push({ kind: 'cast', seats, frame, urgency })
  }

  close(seat: Seat, reason: string): void {
    this.#said.push({ kind: 'close', seat, reason })
  }

  /** What it costs to send, in steps and in bytes. */
  get cost(): { readonly steps: number; readonly bytes: number } {
    let steps = 0
    let bytes = 0
    for (const output of this.#said) {
      if (output.kind === 'close') continue
      const receivers = output.kind === 'cast' ? output.seats.size : 1
      steps += stepsToSend(output.frame, receivers)
      bytes += output.frame.length * receivers
    }
    return { steps, bytes }
  }

  /** Whether anybody was spoken to but `replying`. */
  reachesBeyond(replying: Seat | undefined): boolean {
    return this.#said.some(
      (output) => output.kind === 'cast' || (output.kind === 'frame' && output.seat !== replying),
    )
  }

  /** What was said to `seat`, casts included. */
  repliesTo(seat: Seat): Frame[] {
    const replies: Frame[] = []
    for (const output of this.#said) {
      if (output.kind === 'frame' && output.seat === seat) replies.push(output.frame)
      else if (output.kind === 'cast' && output.seats.has(seat)) replies.push(output.frame)
    }
    return replies
  }

  /** Lets all go in the order in which it was said, but for the replies to `replying`, whose line has them. */
  release(replying: Seat | undefined, end: (seat: Seat, reason: string) => void): void {
    for (const output of this.#said) {
      if (output.kind === 'cast') cast(output.seats, replying, output.frame, output.urgency)
      else if (output.kind === 'close') end(output.seat, output.reason)
      else if (output.seat !== replying && !output.seat.gone) output.seat.line.push(output.frame)
    }
  }
}

/** Lines of one caster get the frame together. */
function cast(seats: Iterable<Seat>, replying: Seat | undefined, frame: Frame, urgency: Urgency): void {
  const together = new Map<Caster, Line[]>()
  for (const seat of seats) {
    if (seat.gone || seat === replying) continue
    const { line } = seat
    const lines = line.caster && together.get(line.caster)
    if (lines) lines.push(line)
    else if (line.caster) together.set(line.caster, [line])
    else line.push(frame, urgency)
  }
  for (const [caster, lines] of together) caster.cast(lines, frame, urgency)
}
