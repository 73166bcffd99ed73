// Joins frames that are JSON lists: `[a]` and `[b]` become `[a,b]`.

/** No frame is added to a list that is at least this long, in UTF-16 units or bytes. */
const maxBatchLength = 65_536

/**
 * A client's pending frames, as a linked list that starts with the last frame. `F`: the type of a frame. `W`: the type
 * of the joined frames. Clients with the same pending frames share one list, so that the frames are joined once for all
 * of them. Each list remembers only its newest continuation, because clients usually get the same frames in the same
 * order.
 */
export class PendingBatch<F extends { readonly length: number }, W = F> {
  /** The last frame of the list; undefined in an empty list. */
  readonly frame: F | undefined
  readonly previous: PendingBatch<F, W> | undefined
  readonly length: number
  #next: PendingBatch<F, W> | undefined
  #joined: W | undefined

  /** Without a frame, creates an empty list. To share lists, clients must start from the same empty list. */
  constructor(frame?: F, previous?: PendingBatch<F, W>) {
    this.frame = frame
    this.previous = previous
    this.length = (previous?.length ?? 0) + (frame?.length ?? 0)
  }

  /** Returns the list with the frame added, as the same object for all callers that add the same frame. */
  append(frame: F): PendingBatch<F, W> {
    if (this.#next?.frame !== frame) this.#next = new PendingBatch(frame, this)
    return this.#next
  }

  get isFull(): boolean {
    return this.length >= maxBatchLength
  }

  /** The frames as joined by `join`, which is called once, with the frames in order. */
  joined(join: (frames: readonly F[]) => W): W {
    this.#joined ??= join(this.#frames())
    return this.#joined
  }

  #frames(): F[] {
    const frames: F[] = []
    for (let batch: PendingBatch<F, W> | undefined = this; batch?.frame; batch = batch.previous)
      frames.push(batch.frame)
    return frames.reverse()
  }
}

/** Joins lists into one list; returns a single text unchanged. */
export function joinJsonTexts(frames: readonly string[]): string {
  if (frames.length === 1) return frames[0]!
  return `[${frames.map((frame) => frame.slice(1, -1)).join(',')}]`
}

const [opening, comma, closing] = [0x5b, 0x2c, 0x5d] as const

/** Joins lists into one list; returns a single frame unchanged. */
export function joinJsonBytes(frames: readonly Uint8Array[]): Uint8Array {
  if (frames.length === 1) return frames[0]!
  const length = frames.reduce((sum, frame) => sum + frame.length - 1, 1)
  const whole = new Uint8Array(length)
  let at = 0
  for (const frame of frames) {
    whole[at] = at === 0 ? opening : comma
    whole.set(frame.subarray(1, -1), at + 1)
    at += frame.length - 1
  }
  whole[at] = closing
  return whole
}
