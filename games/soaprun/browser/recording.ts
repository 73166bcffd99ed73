// Keeps the received messages of the last ten minutes in memory, to replay the field. A message with 62 walking players
// and 64 units has 1.3 kB, and five arrive per second.
import { WatchedField } from './watched-field.ts'

/** The limits of a recording in milliseconds and bytes. The limit that is reached first applies. */
const maxRecordingMs = 600_000
export const maxRecordingBytes = 4 * 1024 * 1024

type Frames = readonly (string | Uint8Array)[]
interface RecordedMessage {
  readonly at: number
  readonly frames: Frames
  readonly bytes: number
}

export class Recording {
  bytes = 0
  /** The state of the field before the oldest kept message. */
  #before = new WatchedField()
  #messages: RecordedMessage[] = []

  /** Called when the next message is a new snapshot. */
  startOver(): void {
    this.#before = new WatchedField()
    this.#messages = []
    this.bytes = 0
  }

  add(frames: Frames, at: number): void {
    const bytes = frames.reduce((sum, { length }) => sum + length, 0)
    this.#messages.push({ at, frames, bytes })
    this.bytes += bytes
    let dropped = 0
    // Applies the messages that it drops to `#before`, to keep their changes of tiles.
    for (const oldest of this.#messages) {
      if (this.bytes <= maxRecordingBytes && at - oldest.at <= maxRecordingMs) break
      this.#before.onFrames(oldest.frames, oldest.at)
      this.bytes -= oldest.bytes
      dropped++
    }
    this.#messages.splice(0, dropped)
  }

  /** Undefined if there is no message. */
  get since(): number | undefined {
    return this.#messages[0]?.at
  }

  get until(): number {
    return this.#messages.at(-1)?.at ?? 0
  }

  from(at: number): Replay {
    return new Replay(this.#before.copy(), this.#messages.slice(), at)
  }
}

export class Replay {
  readonly field: WatchedField
  readonly #heard: readonly RecordedMessage[]
  #next = 0

  constructor(field: WatchedField, heard: readonly RecordedMessage[], at: number) {
    this.field = field
    this.#heard = heard
    this.to(at)
  }

  /** Returns false at the end of the recording. */
  to(at: number): boolean {
    for (let next = this.#heard[this.#next]; next && next.at <= at; next = this.#heard[this.#next]) {
      this.field.onFrames(next.frames, next.at)
      this.#next++
    }
    this.field.advance(at)
    return this.#next < this.#heard.length
  }
}
