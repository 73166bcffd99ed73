// The bytes of a connection may be split in any way.

import { latin1, WireError } from '../../../wire/index.ts'
import { concatBytes } from '../../../wire/util/concat-bytes.ts'
import { type FromClient, fromClient } from '../packets.ts'

const magicBytes = 4

export class MessageReader {
  #bytes: Uint8Array

  /** `incomplete`: part of a message that arrived before a restart. */
  constructor(incomplete: Uint8Array = new Uint8Array(0)) {
    this.#bytes = incomplete
  }

  /** An incomplete message, or the bytes after the last message. */
  get unread(): Uint8Array {
    return this.#bytes
  }

  add(bytes: Uint8Array): void {
    this.#bytes = concatBytes([this.#bytes, bytes])
  }

  /** Undefined while the message is incomplete. Throws WireError for an unknown message. */
  next(): FromClient | undefined {
    if (this.#bytes.length < magicBytes) return undefined
    const type = latin1.decode(this.#bytes.subarray(0, magicBytes))
    const shape = Object.values(fromClient.shapes).find(({ id }) => id === type)
    if (!shape) throw new WireError(`unknown message ${JSON.stringify(type)}`)
    if (this.#bytes.length < shape.max) return undefined
    const message = fromClient.decode(this.#bytes.subarray(0, shape.max))
    this.#bytes = this.#bytes.subarray(shape.max)
    return message
  }

  takeRest(): Uint8Array {
    const rest = this.#bytes
    this.#bytes = new Uint8Array(0)
    return rest
  }
}
