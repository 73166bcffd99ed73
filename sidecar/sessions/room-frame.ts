// All recipients of a frame share one RoomFrame, so that each conversion of the frame is computed once.
import { decodeUtf8 } from '../../wire/util/utf8.ts'

export class RoomFrame {
  /**
   * The bytes of the frame as on the link, without a bare length field. A text is UTF-8. Callers must not change the
   * bytes.
   */
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

  /** Throws WireError for a text that is not UTF-8. */
  get frame(): Uint8Array | string {
    if (!this.isText) return this.bytes
    this.#text ??= decodeUtf8(this.bytes)
    return this.#text
  }
}
