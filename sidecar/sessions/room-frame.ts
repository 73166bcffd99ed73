// One frame from a room to its clients. All recipients share the object, so that its conversions are computed once.
import { decodeUtf8 } from '../../wire/util/utf8.ts'

export class RoomFrame {
  /** As on the link, without a bare length field; UTF-8 for a text. Must not be changed. */
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

  /** As the game wrote it. Throws WireError for a text that is not UTF-8. */
  get frame(): Uint8Array | string {
    if (!this.isText) return this.bytes
    this.#text ??= decodeUtf8(this.bytes)
    return this.#text
  }
}
