// The lines that a browser has received. The spectator view and the browser client use this class.
import type { Line } from '../lines/line.ts'
import { maxLines } from '../lines/records.ts'

export class ReceivedLines {
  /** The newest received lines, with the oldest first: at most as many as the room stores. */
  #lines: readonly Line[] = []

  get all(): readonly Line[] {
    return this.#lines
  }

  reset(): void {
    this.#lines = []
  }

  /** [SB-5.2] Adds a line. Returns false, without any effect, if the line was already received. */
  add(line: Line): boolean {
    if (this.#lines.some(({ number }) => number === line.number)) return false
    this.#lines = [...this.#lines, line].slice(-maxLines)
    return true
  }
}
