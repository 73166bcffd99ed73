import type {
  Codec,
  Count,
  DecodedFields,
  FieldDependency,
  NestedCodec,
  Optional,
  PresenceBits,
  Reader,
  ValueOf,
  WireOnlyField,
  Writer,
} from '../codec.ts'
import { addPathStep, throwFieldError } from '../field-error.ts'
import type { RandomFunction } from '../random-values.ts'
import { type ByteLength, isByteLength } from './derived-fields.ts'

// biome-ignore lint/suspicious/noExplicitAny: a layout of anything; `unknown` would refuse Codec<never>
export type AnyCodec = Codec<any>
export type Layout = { readonly [name: string]: AnyCodec }

type Flat<T> = { [K in keyof T]: T[K] }
type HiddenOf<L> = { [K in keyof L]: L[K] extends WireOnlyField ? K : never }[keyof L]
type OptionalOf<L> = { [K in keyof L]: L[K] extends Optional<unknown> ? K : never }[keyof L]

/**
 * The value of a layout, without its hidden fields. Conditional fields are optional.
 * @example type Move = StructOf<typeof moveFields>
 */
export type StructOf<L> = Flat<
  { -readonly [K in Exclude<keyof L, HiddenOf<L> | OptionalOf<L>>]: ValueOf<L[K]> } & {
    -readonly [K in OptionalOf<L>]?: ValueOf<L[K]>
  }
>

/**
 * Fields in wire order. Throws an Error for an invalid layout (for example a count without its list).
 * @example const unit = struct({ id: LE.u16, x: u8, y: u8 })
 */
export function struct<const L extends Layout>(layout: L): Codec<StructOf<L>> {
  const fields = sequence(layout)
  return {
    doc: `{ ${fields.nested.map(({ step, codec }) => `${step.slice(1)}: ${codec.doc}`).join(', ')} }`,
    min: fields.min,
    max: fields.max,
    nested: fields.nested,
    read: (reader) => fields.read(reader, {}) as StructOf<L>,
    write: fields.write as (writer: Writer, value: StructOf<L>) => void,
    sample: (random) => fields.sample(random, {}) as StructOf<L>,
  }
}

/**
 * Caches the encoding of each object. Use it for immutable objects that are sent to many clients. Reading is not
 * cached.
 * @example terrain: cachedEncoding(list(tile, LE.u16))
 */
export function cachedEncoding<T extends object>(codec: Codec<T>): Codec<T> {
  const encoded = new WeakMap<T, Uint8Array>()
  return {
    ...codec,
    write(writer, value, whole) {
      const known = encoded.get(value)
      if (known) return writer.put(known)
      const from = writer.at
      codec.write(writer, value, whole)
      encoded.set(value, writer.bytes.slice(from, writer.at))
    },
  }
}

/** Fields that are read into, and written from, an object that may have other fields. */
export interface Sequence {
  readonly min: number
  readonly max: number
  readonly nested: readonly NestedCodec[]
  read(reader: Reader, into: DecodedFields): DecodedFields
  write(writer: Writer, from: DecodedFields): void
  sample(random: RandomFunction, into: DecodedFields): DecodedFields
}

export function sequence(layout: Layout): Sequence {
  checkLayout(layout)
  const nested = Object.entries(layout).map(([name, codec]) => ({ step: `.${name}`, codec }))
  return { nested, ...entryLoops(foldRanges(Object.entries(layout))) }
}

type Entry = readonly [name: string, codec: AnyCodec]

/**
 * The entries are kept as parallel arrays, because looking up `write` on codecs of many shapes costs more than most
 * writes.
 */
function entryLoops(entries: readonly Entry[]) {
  const names = entries.map(([name]) => name)
  const codecs = entries.map(([, codec]) => codec)
  const steps = entries.map(([name, codec]) => ('inline' in codec ? '' : `.${name}`))
  const hidden = codecs.map((codec) => 'hidden' in codec)
  const reads = codecs.map((codec) => codec.read)
  const writes = codecs.map((codec) => codec.write)
  const size = entries.length

  function read(reader: Reader, into: DecodedFields): DecodedFields {
    if (reader.trace) return readTraced(reader, into)
    let i = 0
    try {
      for (; i < size; i++) {
        const value = reads[i]!(reader, into)
        if (!hidden[i] && value !== undefined) into[names[i]!] = value
      }
    } catch (error) {
      throw addPathStep(error, steps[i]!)
    }
    return into
  }

  function write(writer: Writer, from: DecodedFields): void {
    if (typeof from !== 'object' || from === null) throwFieldError(`${String(from)} is not a struct`)
    let i = 0
    try {
      for (; i < size; i++) writes[i]!(writer, from[names[i]!], from)
    } catch (error) {
      throw addPathStep(error, steps[i]!)
    }
  }

  function readTraced(reader: Reader, into: DecodedFields): DecodedFields {
    for (let i = 0; i < size; i++) {
      const value = traceRead(reader, steps[i]!, () => codecs[i]!.read(reader, into))
      if (!hidden[i] && value !== undefined) into[names[i]!] = value
    }
    return into
  }

  function sample(random: RandomFunction, into: DecodedFields): DecodedFields {
    for (let i = 0; i < size; i++) {
      const value = codecs[i]!.sample(random, into)
      if (!hidden[i] && value !== undefined) into[names[i]!] = value
    }
    return into
  }

  const min = codecs.reduce((sum, codec) => sum + codec.min, 0)
  const max = codecs.reduce((sum, codec) => sum + codec.max, 0)
  return { min, max, read, write, sample }
}

/** Records the field in the trace, as a leaf unless it contains other fields. */
export function traceRead<T>(reader: Reader, step: string, read: () => T): T {
  const { steps, leaves } = reader.trace!
  const from = reader.at
  const before = leaves.length
  steps.push(step)
  let value: T
  try {
    value = read()
  } catch (error) {
    throw addPathStep(error, step)
  } finally {
    steps.pop()
  }
  if (step !== '' && leaves.length === before && value !== undefined) {
    leaves.push({ path: [...steps, step].join(''), from, to: reader.at, value })
  }
  return value
}

/**
 * Replaces the fields of each range with a byte length by one entry, so that the loop need not search for the range's
 * ends.
 */
function foldRanges(entries: readonly Entry[]): Entry[] {
  const folded: Entry[] = []
  for (let i = 0; i < entries.length; i++) {
    const entry = entries[i]!
    folded.push(entry)
    if (!isByteLength(entry[1])) continue
    const { first, last } = entry[1]
    const from = entries.findIndex(([name]) => name === first)
    const to = entries.findIndex(([name]) => name === last)
    folded.push(...foldRanges(entries.slice(i + 1, from)), [
      first,
      rangeCodec(entry[1], foldRanges(entries.slice(from, to + 1))),
    ])
    i = to
  }
  return folded
}

function rangeCodec(byteLength: ByteLength, entries: readonly Entry[]): Inline {
  const fields = inline({ ...entryLoops(entries), nested: [] })
  return {
    ...fields,
    read(reader, into) {
      const end = byteLength.beginRange(reader)
      fields.read(reader, into)
      return byteLength.endRange(reader, end)
    },
    write(writer, none, from) {
      const start = writer.at
      fields.write(writer, none, from)
      writer.trim()
      byteLength.fill(writer, start, from)
    },
  }
}

/** Several fields as one nameless field of the enclosing struct. */
interface Inline extends WireOnlyField {
  readonly inline: true
}

export function inline({ min, max, read, write, sample, nested }: Sequence): Inline {
  return {
    doc: 'fields',
    hidden: true,
    inline: true,
    min,
    max,
    nested,
    read: (reader, into) => read(reader, into) as never,
    write: (writer, _, from) => write(writer, from),
    sample: (random, into) => sample(random, into) as never,
  }
}

function checkLayout(layout: Layout): void {
  const names = Object.keys(layout)
  const before: string[] = []
  const pending = new Set<PendingDependency>()
  for (const [name, codec] of Object.entries(layout)) {
    // JavaScript would iterate over an integer key before all other keys, out of the order of the layout.
    if (/^\d+$/.test(name)) throw new Error(`a field cannot be called ${name}`)
    for (const need of codec.needs ?? []) checkDependency(need, name, before, pending)
    if (isByteLength(codec)) checkRange(names, name, codec)
    if (Object.entries(layout).some(([other, inner]) => other !== name && containsCodec(inner, codec))) {
      throw new Error(`${name} is also used inside another field: create a separate one for each use`)
    }
    if ('target' in codec || 'bits' in codec) pending.add(codec as unknown as PendingDependency)
    if (!('hidden' in codec)) before.push(name)
  }
  for (const codec of pending) checkTargets(layout, codec)
}

/** Whether the same count or length is used inside another field: there it would overwrite the stored value. */
function containsCodec(outer: AnyCodec, codec: AnyCodec): boolean {
  if (!('mark' in codec)) return false
  if ('mark' in outer && outer.mark === codec.mark) return true
  return (outer.nested ?? []).some((inner) => containsCodec(inner.codec, codec))
}

type PendingDependency = Count | PresenceBits

function checkDependency(
  need: FieldDependency,
  name: string,
  before: readonly string[],
  ahead: ReadonlySet<PendingDependency>,
): void {
  if (typeof need === 'string') {
    if (!before.includes(need)) throw new Error(`${name}: no field ${need} before it`)
  } else if (![...ahead].some((one) => one.mark === need.mark)) {
    const what = 'target' in need ? `count of ${need.target}` : 'bit'
    throw new Error(`${name}: its ${what} is not before it`)
  }
}

/** Checks that each count has its list, and each bit its field. */
function checkTargets(layout: Layout, codec: PendingDependency): void {
  const isUsedBy = (name: string) =>
    layout[name]?.needs?.some((need) => typeof need !== 'string' && need.mark === codec.mark)
  if ('target' in codec && !isUsedBy(codec.target))
    throw new Error(`count of ${codec.target}: no such list uses it`)
  const lacking = 'bits' in codec && codec.bits.find((name) => !isUsedBy(name))
  if (lacking) throw new Error(`presence bit of ${lacking}: no such field uses it`)
}

function checkRange(names: readonly string[], name: string, { first, last }: ByteLength): void {
  const [own, from, to] = [names.indexOf(name), names.indexOf(first), names.indexOf(last)]
  if (from <= own || to < from) throw new Error(`${name}: ${first} to ${last} is not a range of later fields`)
}
