// How a field of a client's packet is read: what it may be, and what comes of one that is missing or is something else.
// Who uses it: the table in packets.ts. Clients are written against Python, so a field is what Python takes for it.
import { type Dict, isDict, type PyValue, wholeNumber } from '../python/values.ts'

/** The packet is answered with InvalidPacket, or the connection is closed, as the original does. */
export type Fault = typeof invalid | typeof closes
export const invalid = Symbol('InvalidPacket')
export const closes = Symbol('close')

export interface Field<T> {
  /** For the document. */
  readonly kind: string
  readonly absent: Fault | 'optional'
  read(value: PyValue): T | Fault
}

export type Fields = { readonly [name: string]: Field<unknown> }
export type ValuesOf<F extends Fields> = {
  readonly [N in keyof F]: F[N] extends Field<infer T> ? T : never
}

/** A kind that must be there. */
export function required<T>(kind: Kind<T>, absent: Fault = closes): Field<T> {
  return { ...kind, absent }
}

/** A kind that may be missing: then it is undefined. */
export function optional<T>(kind: Kind<T>): Field<T | undefined> {
  return { ...kind, absent: 'optional' }
}

export interface Kind<T> {
  readonly kind: string
  read(value: PyValue): T | Fault
}

export const any: Kind<PyValue> = { kind: 'any', read: (value) => value }

export function text(wrong: Fault): Kind<string> {
  return { kind: 'str', read: (value) => (typeof value === 'string' ? value : wrong) }
}

export const textOrNull: Kind<string | null> = {
  kind: 'str or null',
  read: (value) => (value === null || typeof value === 'string' ? value : invalid),
}

/** A list of anything; of a text Python takes the characters, of an object the keys. */
export function list(wrong: Fault): Kind<readonly PyValue[]> {
  return { kind: 'list', read: (value) => (Array.isArray(value) ? value : wrong) }
}

/** What Python makes a set of: no lists and no objects are in it. */
export const set: Kind<readonly PyValue[]> = {
  kind: 'list',
  read(value) {
    const items = iterated(value)
    return items?.every(isHashable) ? items : closes
  },
}

/** Ids of locations: 5.0 is 5; what can be no id is left out. */
export const ids: Kind<readonly number[]> = {
  kind: 'list of int',
  read(value) {
    const items = set.read(value)
    return typeof items === 'symbol' ? items : items.map(wholeNumber).filter((id) => id !== undefined)
  },
}

/** Ids of locations, each of which must be an int. */
export const ints: Kind<readonly number[]> = {
  kind: 'list of int',
  read(value) {
    const items = iterated(value)
    if (!items) return closes
    if (!items.every((item) => typeof item === 'bigint' || Number.isInteger(item))) return invalid
    // An int past 2^53 is nobody's location, and such are fatal.
    return items.every((item) => typeof item === 'number') ? items : closes
  },
}

export function int(wrong: Fault): Kind<number> {
  return {
    kind: 'int',
    read: (value) =>
      typeof value === 'boolean' ? Number(value) : Number.isInteger(value) ? (value as number) : wrong,
  }
}

export function isHashable(value: PyValue): boolean {
  return !Array.isArray(value) && !isDict(value)
}

/** Undefined: Python cannot go through it. */
function iterated(value: PyValue): readonly PyValue[] | undefined {
  if (Array.isArray(value)) return value
  if (typeof value === 'string') return [...value]
  return isDict(value) ? [...value.keys()] : undefined
}

/** [AP-3.13] Reads the fields of a packet in the table's order; the first fault is the packet's. */
export function readFields<F extends Fields>(fields: F, packet: Dict): ValuesOf<F> | Fault {
  const values: { [name: string]: unknown } = {}
  for (const [name, field] of Object.entries(fields)) {
    const value = packet.get(name)
    if (value === undefined) {
      if (field.absent !== 'optional') return field.absent
      continue
    }
    const read = field.read(value)
    if (read === invalid || read === closes) return read
    values[name] = read
  }
  return values as ValuesOf<F>
}
