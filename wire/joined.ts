// Frames that are JSON lists, joined: `[a]` and `[b]` leave as `[a,b]`.

/** A joined frame ends once it is this long, in UTF-16 units. */
const longest = 65_536

/** What one client has coming; frames that may not be joined are to be sent after what is held. */
export class JoinedFrames {
  #held: string[] = []
  #length = 0

  /** Holds a frame. `first`: what is held is to be sent soon; `full`: now. */
  add(frame: string): 'first' | 'more' | 'full' {
    this.#held.push(frame)
    this.#length += frame.length
    if (this.#length >= longest) return 'full'
    return this.#held.length === 1 ? 'first' : 'more'
  }

  /** What is held as one frame; undefined if nothing is. */
  take(): string | undefined {
    const held = this.#held
    if (held.length === 0) return undefined
    this.#held = []
    this.#length = 0
    return held.length === 1 ? held[0] : `[${held.map((frame) => frame.slice(1, -1)).join(',')}]`
  }
}
