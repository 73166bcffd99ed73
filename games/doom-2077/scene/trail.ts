// Where a player was in the last 300 ms: others' clients show him there, and shots are aimed at what they show.
import type { Place } from '../map/place.ts'

/** What a client shows of others is at most this old: the ways there and back, and a slot. */
const seenMs = 300
/** Places nearer to each other in time are kept as one: no shot can be aimed between them. */
const apartMs = 25

export class Trail {
  /** The oldest first, the present place last. */
  #places: { place: Place; readonly at: number }[]

  constructor(place: Place, now: number) {
    this.#places = [{ place, at: now }]
  }

  /** He was set here: nobody can hit him where he was before. */
  restart(place: Place, now: number): void {
    this.#places = [{ place, at: now }]
  }

  add(place: Place, now: number): void {
    const last = this.#places.at(-1)
    const before = this.#places.at(-2)
    if (last && before && last.at - before.at < apartMs) this.#places.pop()
    this.#places.push({ place, at: now })
    // The last place from before these 300 ms stays: there he was when they began.
    while (this.#places.length > 1 && now - this.#places[1]!.at > seenMs) this.#places.shift()
  }

  /** Up to four places of the last 300 ms, the newest first. */
  recent(now: number): readonly Place[] {
    const from = this.#places.findLastIndex(({ at }) => now - at > seenMs)
    const places = this.#places.slice(Math.max(0, from)).map(({ place }) => place)
    const step = Math.max(1, (places.length - 1) / 3)
    const picked: Place[] = []
    for (let index = places.length - 1; index > -0.5; index -= step) picked.push(places[Math.round(index)]!)
    return picked
  }
}
