// Reading a datagram never throws: the messages before a bad one are returned.
import { latin1 } from '../../../wire/codec/fields/charsets.ts'
import { frameLength } from '../../../wire/net/framing.ts'
import type { PacketCodec } from '../../../wire/packets/packet-table.ts'
import { WireError } from '../../../wire/util/wire-error.ts'
import { datagramBytes, framing } from '../framing.ts'
import { type FromClient, type FromServer, fromClient, fromServer } from '../packets.ts'

/** [DM-1.4] */
export const messagesPerDatagram = 32

export interface DatagramMessages<P> {
  /** Messages with unknown commands are left out. */
  readonly messages: readonly P[]
  /** Why reading stopped early, for example `message 2: JOIN.name: 1 byte expected, 0 left`. */
  readonly error?: string
}

/** [DM-1.4] */
export function readFromClient(datagram: Uint8Array): DatagramMessages<FromClient> {
  return readMessages(fromClient, datagram, messagesPerDatagram, messageLength)
}

/** Also reads datagrams of the original server, which are sometimes empty. */
export function readFromServer(datagram: Uint8Array): DatagramMessages<FromServer> {
  return readMessages(fromServer, datagram, Infinity, originalLength)
}

function readMessages<P extends { readonly type: string }>(
  table: PacketCodec<P>,
  datagram: Uint8Array,
  max: number,
  lengthOf: (rest: Uint8Array) => number,
): DatagramMessages<P> {
  const messages: P[] = []
  let number = 1
  try {
    for (let at = 0; at < datagram.length; number++) {
      if (number > max) throw new WireError(`not read: the maximum is ${max} messages`)
      const rest = datagram.subarray(at)
      const length = lengthOf(rest)
      // [DM-1.5]
      if (Object.hasOwn(table.shapes, commandOf(rest))) messages.push(table.decode(rest.subarray(0, length)))
      at += length
    }
  } catch (error) {
    if (!(error instanceof WireError)) throw error
    return { messages, error: `message ${number}: ${error.message}` }
  }
  return { messages }
}

function commandOf(message: Uint8Array): string {
  return latin1.decode(message.subarray(0, 4))
}

/** The length of the first message in `rest`. Throws WireError if the message is incomplete. */
function messageLength(rest: Uint8Array): number {
  const length = frameLength(framing, rest)
  if (length === undefined) throw new WireError(`a header expected, ${rest.length} bytes left`)
  if (length > rest.length) throw new WireError(`${length} bytes expected, ${rest.length} left`)
  return length
}

/**
 * The original's DAMG is 1 byte longer than its length field states, so its terminator is at the position of the next
 * command [DM-1.8].
 */
function originalLength(rest: Uint8Array): number {
  const length = messageLength(rest)
  return length === 27 && rest[27] === 10 && commandOf(rest) === 'DAMG' ? 28 : length
}

/** [DM-1.1] A datagram that is being filled, up to 1,024 bytes. */
export class DatagramBuilder {
  readonly #bytes = new Uint8Array(datagramBytes)
  #size = 0

  get size(): number {
    return this.#size
  }

  /**
   * Returns false if the message does not fit into the remaining space. Throws RangeError if the message is too long
   * for any datagram.
   */
  add(message: Uint8Array): boolean {
    if (message.length > datagramBytes) throw new RangeError(`a message of ${message.length} bytes`)
    if (this.#size + message.length > datagramBytes) return false
    this.#bytes.set(message, this.#size)
    this.#size += message.length
    return true
  }

  /** Empties the datagram. Undefined if the datagram is empty. */
  take(): Uint8Array | undefined {
    if (!this.#size) return undefined
    const taken = this.#bytes.slice(0, this.#size)
    this.#size = 0
    return taken
  }
}
