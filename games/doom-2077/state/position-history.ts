// A player's positions in the last 300 ms: other clients draw the player at one of them and aim at it.
import type { Position } from '../map/position.ts'

/** Maximum age of a position that a client draws: the round trip and a slot. */
const maxAgeMs = 300
/** Positions closer in time than this are merged: no shot can aim between them. */
const mergeMs = 25

export class PositionHistory {
  /** Oldest first, current place last. */
  #positions: { place: Position; readonly at: number }[]

  constructor(place: Position, now: number) {
    this.#positions = [{ place, at: now }]
  }

  /** The player was set here, so earlier positions cannot be hit any more. */
  restart(place: Position, now: number): void {
    this.#positions = [{ place, at: now }]
  }

  add(place: Position, now: number): void {
    const last = this.#positions.at(-1)
    const before = this.#positions.at(-2)
    if (last && before && last.at - before.at < mergeMs) this.#positions.pop()
    this.#positions.push({ place, at: now })
    // Keeps one position from before the 300 ms: the player's position when the 300 ms began.
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
