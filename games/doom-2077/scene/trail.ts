// A player's positions in the last 300 ms: the other clients draw them there, and shots aim at that.
import type { Place } from '../map/place.ts'

/** Maximum age of a position that a client draws: the round trip and a slot. */
const seenMs = 300
/** Positions closer in time than this are merged: no shot can aim between them. */
const apartMs = 25

export class Trail {
  /** Oldest first, current place last. */
  #places: { place: Place; readonly at: number }[]

  constructor(place: Place, now: number) {
    this.#places = [{ place, at: now }]
  }

  /** The player was set here, so earlier positions cannot be hit any more. */
  restart(place: Place, now: number): void {
    this.#places = [{ place, at: now }]
  }

  add(place: Place, now: number): void {
    const last = this.#places.at(-1)
    const before = this.#places.at(-2)
    if (last && before && last.at - before.at < apartMs) this.#places.pop()
    this.#places.push({ place, at: now })
    // Keeps one position from before the 300 ms: the player's place when they began.
    while (this.#places.length > 1 && now - this.#places[1]!.at > seenMs) this.#places.shift()
  }

  /** Up to four positions of the last 300 ms, newest first. */
  recent(now: number): readonly Place[] {
    const from = this.#places.findLastIndex(({ at }) => now - at > seenMs)
    const places = this.#places.slice(Math.max(0, from)).map(({ place }) => place)
    const step = Math.max(1, (places.length - 1) / 3)
    const picked: Place[] = []
    for (let index = places.length - 1; index > -0.5; index -= step) picked.push(places[Math.round(index)]!)
    return picked
  }
}
