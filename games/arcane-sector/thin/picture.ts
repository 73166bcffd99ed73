// [AS-17.1] The picture of a thin client: whole at first and from time to time, and else the rows that have changed.

import { WireError } from '../../../wire/index.ts'
import {
  type Dialect,
  type FromThin,
  fromThin,
  thinMessageBytes,
  thinScreen,
  toThin,
} from '../packets/thin.ts'

const rowBytes = thinScreen.width * 4
const pictureBytes = rowBytes * thinScreen.height
/** Of so many pictures one is whole. */
const wholeEvery = 21

/** At the renderer: what the client has, and so what it has to be told. */
export class ThinPicture {
  /** As the client has it. */
  readonly #shown = new Uint8Array(pictureBytes)
  #told = 0

  /** The next message for a picture of 428 x 240 pixels of four bytes each. */
  next(picture: Uint8Array | Uint8ClampedArray): Uint8Array {
    if (picture.length !== pictureBytes) throw new RangeError(`a picture of ${picture.length} bytes`)
    return this.#told++ % wholeEvery === 0 ? this.#whole(picture) : this.#changes(picture)
  }

  /** Likewise; undefined: it is the picture that the client has. */
  changed(picture: Uint8Array | Uint8ClampedArray): Uint8Array | undefined {
    return this.#told > 0 && !this.#differs(picture, 0, pictureBytes) ? undefined : this.next(picture)
  }

  /** The lowest bit of its first byte tells it from all other messages. */
  #whole(picture: Uint8Array | Uint8ClampedArray): Uint8Array {
    this.#shown.set(picture)
    this.#shown[0] = picture[0]! & 0xfe
    return this.#shown.slice()
  }

  #changes(picture: Uint8Array | Uint8ClampedArray): Uint8Array {
    const rows: { row: number; pixels: Uint8Array }[] = []
    for (let row = 0; row < thinScreen.height; row++) {
      const from = row * rowBytes
      if (!this.#differs(picture, from, from + rowBytes)) continue
      const pixels = new Uint8Array(picture.subarray(from, from + rowBytes))
      this.#shown.set(pixels, from)
      rows.push({ row, pixels })
    }
    // Both dialects have the same.
    return toThin[2019].encode({ type: 'diff', rows })
  }

  #differs(picture: Uint8Array | Uint8ClampedArray, from: number, to: number): boolean {
    for (let at = from; at < to; at++) if (picture[at] !== this.#shown[at]) return true
    return false
  }
}

/** A message of the renderer's, at the client. `picture` is drawn on; a cursor is given back. Throws WireError. */
export function showThin(
  message: Uint8Array,
  picture: Uint8Array | Uint8ClampedArray,
  dialect: Dialect = 2019,
) {
  if (message.length > 0 && (message[0]! & 1) === 0) {
    if (message.length !== pictureBytes)
      throw new WireError(`a key frame has ${pictureBytes} bytes, not ${message.length}`)
    picture.set(message)
    return undefined
  }
  const told = toThin[dialect].decode(message)
  if (told.type !== 'diff') return told
  for (const { row, pixels } of told.rows) picture.set(pixels, row * rowBytes)
  return undefined
}

/** [AS-17.3] What a thin client did; undefined: something that nobody knows. Throws WireError for what breaks a rule. */
export function doneByThin(message: Uint8Array): FromThin | undefined {
  if (message.length > thinMessageBytes)
    throw new WireError(`a message of ${message.length} bytes is over ${thinMessageBytes}`)
  if (message.length === 0) throw new WireError('a message without its first byte')
  const isKnown = Object.values(fromThin.shapes).some(({ id }) => id === message[0])
  return isKnown ? within(fromThin.decode(message)) : undefined
}

/** A mouse that was dragged beyond the picture is at its edge. */
function within(done: FromThin): FromThin {
  if (!('x' in done)) return done
  const { width, height } = thinScreen
  return { ...done, x: Math.min(done.x, width - 1), y: Math.min(done.y, height - 1) }
}
