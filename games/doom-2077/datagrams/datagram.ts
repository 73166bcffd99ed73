// Datagrams: several messages one behind the other, in any mix. Reading one never throws: what stands before a bad
// message stands.
import { latin1 } from '../../../wire/charsets.ts'
import { WireError } from '../../../wire/error.ts'
import { frameLength } from '../../../wire/framing.ts'
import type { Packets } from '../../../wire/packets.ts'
import { datagramBytes, framing } from '../framing.ts'
import { type FromClient, type FromServer, fromClient, fromServer } from '../packets.ts'

/** Of a client's datagram no more are read [DM-1.4]. */
export const messagesPerDatagram = 32

export interface Reading<P> {
  /** In their order; those of unknown commands left out. */
  readonly messages: readonly P[]
  /** What ended the reading before the datagram did: `message 2: JOIN.name: 1 byte wanted, 0 left`. */
  readonly fault?: string
}

/** A client's datagram [DM-1.4]. */
export function readFromClient(datagram: Uint8Array): Reading<FromClient> {
  return read(fromClient, datagram, messagesPerDatagram, messageLength)
}

/** A server's datagram, ours or the original's; an empty one, which that sends now and then, has no messages. */
export function readFromServer(datagram: Uint8Array): Reading<FromServer> {
  return read(fromServer, datagram, Infinity, originalLength)
}

function read<P extends { readonly type: string }>(
  table: Packets<P>,
  datagram: Uint8Array,
  most: number,
  lengthOf: (rest: Uint8Array) => number,
): Reading<P> {
  const messages: P[] = []
  let number = 1
  try {
    for (let at = 0; at < datagram.length; number++) {
      if (number > most) throw new WireError(`one over ${most}`)
      const rest = datagram.subarray(at)
      const length = lengthOf(rest)
      // [DM-1.5]
      if (Object.hasOwn(table.shapes, commandOf(rest))) messages.push(table.decode(rest.subarray(0, length)))
      at += length
    }
  } catch (error) {
    if (!(error instanceof WireError)) throw error
    return { messages, fault: `message ${number}: ${error.message}` }
  }
  return { messages }
}

function commandOf(message: Uint8Array): string {
  return latin1.decode(message.subarray(0, 4))
}

/** Bytes of the message that `rest` begins with. Throws WireError if they are not all there. */
function messageLength(rest: Uint8Array): number {
  const length = frameLength(framing, rest)
  if (length === undefined) throw new WireError(`a header wanted, ${rest.length} bytes left`)
  if (length > rest.length) throw new WireError(`${length} bytes wanted, ${rest.length} left`)
  return length
}

/** The original's DAMG is one byte longer than it says: its terminator stands where the next command would [DM-1.8]. */
function originalLength(rest: Uint8Array): number {
  const length = messageLength(rest)
  return length === 27 && rest[27] === 10 && commandOf(rest) === 'DAMG' ? 28 : length
}

/** A datagram in the making: encoded messages, as they are added, up to 1,024 bytes [DM-1.1]. */
export class Datagram {
  readonly #bytes = new Uint8Array(datagramBytes)
  #size = 0

  /** Bytes added. */
  get size(): number {
    return this.#size
  }

  /** False if it has no room left for this one. Throws RangeError for a message that none would have room for. */
  add(message: Uint8Array): boolean {
    if (message.length > datagramBytes) throw new RangeError(`a message of ${message.length} bytes`)
    if (this.#size + message.length > datagramBytes) return false
    this.#bytes.set(message, this.#size)
    this.#size += message.length
    return true
  }

  /** What was added, as bytes of its own, or undefined if nothing was. It is then empty. */
  take(): Uint8Array | undefined {
    if (!this.#size) return undefined
    const taken = this.#bytes.slice(0, this.#size)
    this.#size = 0
    return taken
  }
}
