// What was heard of a field in the last ten minutes, to be seen again. It lies in the memory of the page, in the bytes in
// which it came, and is bounded: 62 runners and 64 units on their way are 1.3 kB five times a second.
import { WatchedField } from './field.ts'

/** Milliseconds, and bytes: whichever is less is kept. */
export const longest = 600_000
export const mostBytes = 4 * 1024 * 1024

type Frames = readonly (string | Uint8Array)[]
interface Heard {
  readonly at: number
  readonly frames: Frames
  readonly bytes: number
}

export class Recording {
  /** The bytes that it takes. */
  bytes = 0
  /** As everything was when the oldest message came that is kept. */
  #before = new WatchedField()
  #heard: Heard[] = []

  /** Everything is told anew: what was before cannot be gone on from. */
  begun(): void {
    this.#before = new WatchedField()
    this.#heard = []
    this.bytes = 0
  }

  heard(frames: Frames, at: number): void {
    const bytes = frames.reduce((sum, { length }) => sum + length, 0)
    this.#heard.push({ at, frames, bytes })
    this.bytes += bytes
    let dropped = 0
    // What the world was told as a whole is no weight that dropping it would take away: of that the ground stays.
    for (const oldest of this.#heard) {
      if (this.bytes <= mostBytes && at - oldest.at <= longest) break
      this.#before.heard(oldest.frames, oldest.at)
      this.bytes -= oldest.bytes
      dropped++
    }
    this.#heard.splice(0, dropped)
  }

  /** Since when it tells; undefined: nothing yet. */
  get since(): number | undefined {
    return this.#heard[0]?.at
  }

  /** Until when. */
  get until(): number {
    return this.#heard.at(-1)?.at ?? 0
  }

  /** As it was at this time, and from there on as it went. */
  from(at: number): Replay {
    return new Replay(this.#before.copy(), this.#heard.slice(), at)
  }
}

export class Replay {
  readonly field: WatchedField
  readonly #heard: readonly Heard[]
  #next = 0

  constructor(field: WatchedField, heard: readonly Heard[], at: number) {
    this.field = field
    this.#heard = heard
    this.to(at)
  }

  /** On to this time. False: that is all there is. */
  to(at: number): boolean {
    for (let next = this.#heard[this.#next]; next && next.at <= at; next = this.#heard[this.#next]) {
      this.field.heard(next.frames, next.at)
      this.#next++
    }
    this.field.advance(at)
    return this.#next < this.#heard.length
  }
}
