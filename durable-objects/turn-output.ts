// A turn's output: held until the turn is committed, dropped if it fails.
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

  /** Sending the same frame to several sessions in a row makes a cast, which is transmitted once. */
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

  /** Takes ownership of the set. */
  cast(seats: Set<Seat>, frame: Frame, urgency: Urgency = 'soon'): void {
    this.#said.push({ kind: 'cast', seats, frame, urgency })
  }

  close(seat: Seat, reason: string): void {
    this.#said.push({ kind: 'close', seat, reason })
  }

  /** Cost of sending, in steps and in bytes. */
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

  /** Whether there is output to sessions other than `replying`. */
  reachesBeyond(replying: Seat | undefined): boolean {
    return this.#said.some(
      (output) => output.kind === 'cast' || (output.kind === 'frame' && output.seat !== replying),
    )
  }

  /** Output to `seat`, casts included. */
  repliesTo(seat: Seat): Frame[] {
    const replies: Frame[] = []
    for (const output of this.#said) {
      if (output.kind === 'frame' && output.seat === seat) replies.push(output.frame)
      else if (output.kind === 'cast' && output.seats.has(seat)) replies.push(output.frame)
    }
    return replies
  }

  /** Sends all in order, except the replies to `replying`, which its line holds. */
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
