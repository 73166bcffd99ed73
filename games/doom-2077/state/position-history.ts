// Other clients draw the player at one of the positions of the last 300 ms and aim at it.
import type { Position } from '../map/position.ts'

/** Maximum age of a position in milliseconds: a round trip and a slot. */
const maxAgeMs = 300
/** Positions within this many milliseconds are merged. No shot can aim between two merged positions. */
const mergeMs = 25

export class PositionHistory {
  /** Positions, the oldest first. */
  #positions: { place: Position; readonly at: number }[]

  constructor(place: Position, now: number) {
    this.#positions = [{ place, at: now }]
  }

  /** Earlier positions cannot be hit after the server has set the player's position. */
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

  /** Returns up to four positions, the newest first. */
  recent(now: number): readonly Position[] {
    const from = this.#positions.findLastIndex(({ at }) => now - at > maxAgeMs)
    const places = this.#positions.slice(Math.max(0, from)).map(({ place }) => place)
    const step = Math.max(1, (places.length - 1) / 3)
    const picked: Position[] = []
    for (let index = places.length - 1; index > -0.5; index -= step) picked.push(places[Math.round(index)]!)
    return picked
  }
}
