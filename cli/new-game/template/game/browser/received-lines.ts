// The lines that a browser has received, for the spectator view and the player.
import type { Line } from '../lines/line.ts'
import { maxLines } from '../lines/records.ts'

export class ReceivedLines {
  /** Oldest first, at most as many as the room keeps. */
  #lines: readonly Line[] = []

  get all(): readonly Line[] {
    return this.#lines
  }

  reset(): void {
    this.#lines = []
  }

  /** [SB-5.2] Returns false, without any effect, for a line that was received before. */
  add(line: Line): boolean {
    if (this.#lines.some(({ number }) => number === line.number)) return false
    this.#lines = [...this.#lines, line].slice(-maxLines)
    return true
  }
}
