// One frame on its way from a room to clients: the same object to all whom it is for, so that what is made of it is made
// once.
import { decodeUtf8 } from '../wire/utf8.ts'

export class RoomFrame {
  /** As it travels (`offStream`); of a text, its UTF-8. Not to be changed. */
  readonly bytes: Uint8Array
  readonly isText: boolean
  #text: string | undefined

  constructor(bytes: Uint8Array, isText: boolean) {
    this.bytes = bytes
    this.isText = isText
  }

  get length(): number {
    return this.bytes.length
  }

  /** As a game wrote it. Throws WireError for a text that is not UTF-8. */
  get frame(): Uint8Array | string {
    if (!this.isText) return this.bytes
    this.#text ??= decodeUtf8(this.bytes)
    return this.#text
  }
}
