// A player's positions in the last 300 ms. Other clients draw the player at one of these positions and aim at it.
import type { Position } from '../map/position.ts'

/** Maximum age in milliseconds of a position that a client draws: a round trip and a slot. */
const maxAgeMs = 300
/** Positions that are closer in time than this many milliseconds are merged, because no shot can aim between them. */
const mergeMs = 25

export class PositionHistory {
  /** Positions from the oldest to the current one. */
  #positions: { place: Position; readonly at: number }[]

  constructor(place: Position, now: number) {
    this.#positions = [{ place, at: now }]
  }

  /** Forgets earlier positions, which cannot be hit after the server has set the player's position. */
  restart(place: Position, now: number): void {
    this.#positions = [{ place, at: now }]
  }

  add(place: Position, now: number): void {
    const last = this.#positions.at(-1)
    const before = this.#positions.at(-2)
    if (last && before && last.at - before.at < mergeMs) this.#positions.pop()
    this.#positions.push({ place, at: now })
    // Keeps one older position, because the player was still there when the 300 ms began.
    while (this.#positions.length > 1 && now - this.#positions[1]!.at > maxAgeMs) this.#positions.shift()
  }

  /** Up to four positions of the last 300 ms, newest first. */
  recent(now: number): readonly Position[] {
    const from = this.#positions.findLastIndex(({ at }) => now - at > maxAgeMs)
    const places = this.#positions.slice(Math.max(0, from)).map(({ place }) => place)
    const step = Math.max(1, (places.length - 1) / 3)
    const picked: Position[] = []
    for (let index = places.length - 1; index > -0.5; index -= step) picked.push(places[Math.round(index)]!)
    return picked
  }
}
