// Frames that are JSON lists, joined: `[a]` and `[b]` leave as `[a,b]`. Those who are told the same share one list of
// what they have coming, so that it is joined once, however many they are.

/** A joined frame ends once it is this long, in UTF-16 units or bytes. */
const longest = 65_536

/**
 * What somebody has coming, as a list from the last frame back. `F`: a frame; `W`: what becomes of them all. Of the
 * frames that followed a list it remembers the last alone: a crowd is told one thing after another.
 */
export class Coming<F extends { readonly length: number }, W = F> {
  /** The last one. */
  readonly frame: F | undefined
  readonly before: Coming<F, W> | undefined
  /** Of all frames. */
  readonly length: number
  #next: Coming<F, W> | undefined
  #whole: W | undefined

  /** Without a frame: nothing is coming. All who shall share go on from one such. */
  constructor(frame?: F, before?: Coming<F, W>) {
    this.frame = frame
    this.before = before
    this.length = (before?.length ?? 0) + (frame?.length ?? 0)
  }

  /** This, and then `frame`: the same object for all to whom it is the same. */
  and(frame: F): Coming<F, W> {
    if (this.#next?.frame !== frame) this.#next = new Coming(frame, this)
    return this.#next
  }

  /** It is to be sent before anything is added. */
  get full(): boolean {
    return this.length >= longest
  }

  /** What `join` makes of the frames, in their order; made once. */
  whole(join: (frames: readonly F[]) => W): W {
    this.#whole ??= join(this.#frames())
    return this.#whole
  }

  #frames(): F[] {
    const frames: F[] = []
    for (let coming: Coming<F, W> | undefined = this; coming?.frame; coming = coming.before)
      frames.push(coming.frame)
    return frames.reverse()
  }
}

/** Of texts. One alone stays as it is. */
export function joinTexts(frames: readonly string[]): string {
  if (frames.length === 1) return frames[0]!
  return `[${frames.map((frame) => frame.slice(1, -1)).join(',')}]`
}

const [opening, comma, closing] = [0x5b, 0x2c, 0x5d] as const

/** Of UTF-8. One alone stays as it is. */
export function joinBytes(frames: readonly Uint8Array[]): Uint8Array {
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
