// How a field of a client's packet is read: its accepted values, and the result if it is missing or wrong. Used by the
// table in packets.ts. Clients are written against a Python server, so fields are read as Python would.
import { type Dict, isDict, type PyValue, wholeNumber } from '../python/values.ts'

/** Answer with InvalidPacket, or close the connection, as the original does. */
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

/** A required field. */
export function required<T>(kind: Kind<T>, absent: Fault = closes): Field<T> {
  return { ...kind, absent }
}

/** An optional field: undefined if missing. */
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

/** A list of anything. Only arrays are accepted. */
export function list(wrong: Fault): Kind<readonly PyValue[]> {
  return { kind: 'list', read: (value) => (Array.isArray(value) ? value : wrong) }
}

/** Values for a Python set: no lists and no objects. */
export const set: Kind<readonly PyValue[]> = {
  kind: 'list',
  read(value) {
    const items = iterated(value)
    return items?.every(isHashable) ? items : closes
  },
}

/** Location ids: 5.0 is 5; values that cannot be ids are skipped. */
export const ids: Kind<readonly number[]> = {
  kind: 'list of int',
  read(value) {
    const items = set.read(value)
    return typeof items === 'symbol' ? items : items.map(wholeNumber).filter((id) => id !== undefined)
  },
}

/** Location ids that must all be ints. */
export const ints: Kind<readonly number[]> = {
  kind: 'list of int',
  read(value) {
    const items = iterated(value)
    if (!items) return closes
    if (!items.every((item) => typeof item === 'bigint' || Number.isInteger(item))) return invalid
    // No location has an id above 2^53; the original closes the connection.
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

/** Undefined: Python cannot iterate over it. */
function iterated(value: PyValue): readonly PyValue[] | undefined {
  if (Array.isArray(value)) return value
  if (typeof value === 'string') return [...value]
  return isDict(value) ? [...value.keys()] : undefined
}

/** [AP-3.13] Reads the fields of a packet in the table's order and returns the first fault. */
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
