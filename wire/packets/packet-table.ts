// Packet tables: one row per packet. A game's packets.ts consists of two tables.

import {
  type Codec,
  type DecodedFields,
  encodeWith,
  Reader,
  type WireOnlyField,
  type Writer,
} from '../codec/codec.ts'
import { addPathStep, throwFieldError, toWireError } from '../codec/field-error.ts'
import { quoted } from '../codec/fields/charsets.ts'
import { constant, isByteLength, type LengthOverride } from '../codec/fields/derived-fields.ts'
import {
  type AnyCodec,
  inline,
  type Layout,
  type Sequence,
  type StructOf,
  sequence,
} from '../codec/fields/struct.ts'
import { type RandomFunction, randomItem } from '../codec/random-values.ts'
import type { PacketId, PacketShape } from './packet-shape.ts'

/** A row of a packet table; its fields are in wire order, and none may be named `type`. */
interface PacketRow extends LengthOverride {
  /** Id of the rule in PROTOCOL.md that describes this packet: `SR-3.9`. */
  readonly rule: string
  /** The purpose of the packet in one line. */
  readonly about: string
  /** Id on the wire. Default: the row's name. */
  readonly id?: PacketId
  readonly fields: Layout
}
export type PacketTable = { readonly [type: string]: PacketRow }

/**
 * The position of a row's fields in an envelope that has more than an id.
 * @example packets({ length: byteLengthOf(LE.u16, 'body'), id: u8, body }, table)
 */
export const body: WireOnlyField = {
  doc: 'body',
  hidden: true,
  min: 0,
  max: 0,
  read: () => undefined as never,
  write() {},
  sample: () => undefined as never,
}

/**
 * The fields around those of every packet. It is the codec of an id, or a layout with an `id` and the `body`. The other
 * fields of the layout become fields of the packet: `{ length: byteLengthOf(LE.u32, 'body'), id: chars(4), packetId:
 * LE.u64, body }`. The fields before the id must be of fixed size.
 */
export type Envelope = Codec<string> | Codec<number> | Layout

type Header<E> = E extends Codec<string> | Codec<number> ? unknown : StructOf<Omit<E, 'id' | 'body'>>
type Flat<T> = { [K in keyof T]: T[K] }
type Union<E, T extends PacketTable> = {
  [N in keyof T & string]: Flat<{ type: N } & Header<E> & StructOf<T[N]['fields']>>
}[keyof T & string]

/**
 * The packets of a table, discriminated by `type`.
 * @example type FromClient = PacketOf<typeof fromClient>
 */
export type PacketOf<P> = P extends PacketCodec<infer U> ? U : never

/**
 * The codec of a packet table.
 * @example fromServer.encode({ type: 'moved', unit: 7, x: 3, y: 4 })
 */
export interface PacketCodec<P extends { readonly type: string }> {
  /** The packet types, in table order. */
  readonly names: readonly P['type'][]
  readonly shapes: { readonly [T in P['type']]: PacketShape }
  /** Decodes all of `bytes` as one packet. Throws WireError: `Flds.players[3].nodes[0].x: 2 bytes expected, 1 left`. */
  decode(bytes: Uint8Array): P
  /** Encodes the packet in a new array. Throws WireError for a value that the packet's row cannot represent. */
  encode(packet: P): Uint8Array
  /** On an error the writer stays as it was. */
  encodeInto(writer: Writer, packet: P): void
  sample<T extends P['type']>(random: RandomFunction, type?: T): Extract<P, { type: T }>
  /** Reads all remaining bytes as one packet. Throws FieldError with the field's path. */
  read(reader: Reader): P
}

interface PacketKind {
  readonly shape: PacketShape
  readonly fields: Sequence
}

/**
 * Builds the codec of a table. Throws an Error for an invalid table: two rows with the same id, a count without its
 * list, a field named `type`.
 * @example
 * const fromClient = packets(u8, {
 * move: { rule: 'SR-3.9', about: 'Moves a unit.', id: 4, fields: { unit: LE.u16, x: u8, y: u8 } },
 * })
 */
export function packets<const E extends Envelope, const T extends PacketTable>(
  envelope: E,
  table: T,
): PacketCodec<Union<E, T>> {
  const layout = envelopeLayout(envelope)
  const kinds = kindsOf(layout, table)
  const rowOf = createRowFinder(layout, kinds)

  function read(reader: Reader): DecodedFields {
    const { shape, fields } = rowOf(reader)
    try {
      const packet = fields.read(reader, { type: shape.type })
      reader.finish()
      return packet
    } catch (error) {
      throw addPathStep(error, shape.type)
    }
  }

  function write(writer: Writer, packet: DecodedFields): void {
    const type = packet.type as string
    const kind = kinds.get(type) ?? throwFieldError(`no packet ${String(type)}`)
    try {
      kind.fields.write(writer, packet)
    } catch (error) {
      throw addPathStep(error, type)
    }
  }

  const names = [...kinds.keys()]
  const shapes = Object.fromEntries([...kinds].map(([type, { shape }]) => [type, shape]))
  return {
    names,
    shapes,
    decode(bytes: Uint8Array) {
      try {
        return read(new Reader(bytes))
      } catch (error) {
        throw toWireError(error)
      }
    },
    encode: (packet: DecodedFields) => encodeWith((writer) => write(writer, packet)),
    encodeInto(writer: Writer, packet: DecodedFields) {
      const from = writer.at
      try {
        write(writer, packet)
        writer.trim()
      } catch (error) {
        writer.at = from
        writer.afterOptionalSpace = -1
        throw toWireError(error)
      }
    },
    sample: (random: RandomFunction, type = randomItem(random, names)) =>
      kinds.get(type)!.fields.sample(random, { type }),
    read,
  } as unknown as PacketCodec<Union<E, T>>
}

function envelopeLayout(envelope: Envelope): Layout {
  const layout =
    typeof envelope.read === 'function' ? { id: envelope as AnyCodec, body } : (envelope as Layout)
  if (!layout.id || layout.body !== body) throw new Error('an envelope needs an id and the body')
  return layout
}

function kindsOf(layout: Layout, table: PacketTable): Map<string, PacketKind> {
  const kinds = new Map<string, PacketKind>()
  for (const [type, row] of Object.entries(table)) {
    try {
      kinds.set(type, kindOf(layout, type, row))
    } catch (error) {
      throw new Error(`${type}: ${(error as Error).message}`, { cause: error })
    }
  }
  return kinds
}

function kindOf(envelope: Layout, type: string, row: PacketRow): PacketKind {
  const { id = type, rule, about, fields } = row
  const clash = ['type', ...Object.keys(envelope)].find((name) => name in fields)
  if (clash) throw new Error(`a field cannot be called ${clash}`)
  const own = sequence(fields)
  const hasOverride = row.writtenLength !== undefined || row.acceptedLength !== undefined
  if (hasOverride && own.min !== own.max)
    throw new Error('writtenLength and acceptedLength need a packet of fixed size')
  const layout = Object.entries(envelope).map(([name, codec]): [string, AnyCodec] => {
    if (name === 'id') return [name, constant(codec, id)]
    if (name === 'body') return [name, inline(own)]
    return [name, isByteLength(codec) ? codec.withOverride(row) : codec]
  })
  const whole = sequence(Object.fromEntries(layout))
  const { min, max } = whole
  return { fields: whole, shape: { type, id, rule, about, min, max, nested: own.nested } }
}

/** Finds a packet's row by its id, which the row then reads a second time, as a constant. */
function createRowFinder(
  envelope: Layout,
  kinds: ReadonlyMap<string, PacketKind>,
): (reader: Reader) => PacketKind {
  const byId = new Map<PacketId, PacketKind>()
  for (const [type, kind] of kinds) {
    const other = byId.get(kind.shape.id)
    if (other) throw new Error(`${type} and ${other.shape.type} have the same id`)
    byId.set(kind.shape.id, kind)
  }
  const { id: codec } = envelope
  const before = Object.values(envelope).slice(0, Object.keys(envelope).indexOf('id'))
  if (before.some(({ min, max }) => min !== max))
    throw new Error('the fields before the id must have a fixed size')
  const skip = before.reduce((sum, { min }) => sum + min, 0)
  return (reader) => {
    const { at } = reader
    reader.skip(skip)
    const id = readId(reader, codec!)
    reader.at = at
    return byId.get(id) ?? throwFieldError(`no packet ${typeof id === 'string' ? quoted(id) : String(id)}`)
  }
}

function readId(reader: Reader, codec: AnyCodec): PacketId {
  try {
    return codec.read(reader, {})
  } catch (error) {
    throw addPathStep(error, '.id')
  }
}
