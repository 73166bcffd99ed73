// Clients are written against a Python server, so fields are read as Python reads them.
import { isDict, type PyDict, type PyValue, toNumber, toWholeNumber } from '../python/values.ts'

/** The reaction to a faulty field, as in the original server: answer with InvalidPacket, or close the connection. */
export type FieldError = typeof invalidPacket | typeof closeConnection
export const invalidPacket = Symbol('InvalidPacket')
export const closeConnection = Symbol('close')

export interface Field<T> {
  /** The name of the type in PROTOCOL.md. */
  readonly kind: string
  readonly whenAbsent: FieldError | 'optional'
  read(value: PyValue): T | FieldError
}

export type Fields = { readonly [name: string]: Field<unknown> }
export type FieldValues<F extends Fields> = {
  readonly [N in keyof F]: F[N] extends Field<infer T> ? T : never
}

export function requiredField<T>(kind: FieldKind<T>, onMissing: FieldError = closeConnection): Field<T> {
  return { ...kind, whenAbsent: onMissing }
}

/** The value is undefined if the packet does not have the field. */
export function optionalField<T>(kind: FieldKind<T>): Field<T | undefined> {
  return { ...kind, whenAbsent: 'optional' }
}

export interface FieldKind<T> {
  readonly kind: string
  read(value: PyValue): T | FieldError
}

export const anyKind: FieldKind<PyValue> = { kind: 'any', read: (value) => value }

export const textOrNullKind: FieldKind<string | null> = {
  kind: 'str or null',
  read: (value) => (value === null || typeof value === 'string' ? value : invalidPacket),
}

/** A list of values that a Python set can contain. The values must not be lists or objects. */
export const hashablesKind: FieldKind<readonly PyValue[]> = {
  kind: 'list',
  read(value) {
    const items = iterate(value)
    return items?.every(isHashable) ? items : closeConnection
  },
}

export const textsKind: FieldKind<readonly string[]> = {
  kind: 'list of str',
  read: (value) =>
    Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : invalidPacket,
}

/** Reads 5.0 as 5 and true as 1. */
export const numbersKind: FieldKind<readonly number[]> = {
  kind: 'list of int',
  read(value) {
    if (!Array.isArray(value)) return invalidPacket
    const numbers = value.map((item) => Number(toNumber(item)))
    return numbers.every((number) => Number.isInteger(number)) ? numbers : invalidPacket
  },
}

export function choiceKind<const T extends string>(choices: readonly T[]): FieldKind<T> {
  return {
    kind: choices.join(', '),
    read: (value) => choices.find((choice) => choice === value) ?? invalidPacket,
  }
}

/** Reads 5.0 as 5. Values that cannot be ids are read as NaN, which is no location's id. */
export const idsKind: FieldKind<readonly number[]> = {
  kind: 'list of int',
  read(value) {
    const items = hashablesKind.read(value)
    return typeof items === 'symbol' ? items : items.map((item) => toWholeNumber(item) ?? Number.NaN)
  },
}

/**
 * [AP-3.5] An item that is not an int is answered with InvalidPacket. A value that Python cannot iterate over closes
 * the connection.
 */
export const intsKind: FieldKind<readonly number[]> = {
  kind: 'list of int',
  read(value) {
    const items = iterate(value)
    if (!items) return closeConnection
    if (!items.every((item) => typeof item === 'bigint' || Number.isInteger(item))) return invalidPacket
    // No location has an id above 2^53, and an unknown location closes the connection.
    return items.every((item) => typeof item === 'number') ? items : closeConnection
  },
}

export function intKind(wrong: FieldError): FieldKind<number> {
  return {
    kind: 'int',
    read: (value) =>
      typeof value === 'boolean' ? Number(value) : Number.isInteger(value) ? (value as number) : wrong,
  }
}

export function isHashable(value: PyValue): boolean {
  return !Array.isArray(value) && !isDict(value)
}

/** The values that a Python loop over `value` visits. Undefined if Python cannot iterate over it. */
function iterate(value: PyValue): readonly PyValue[] | undefined {
  if (Array.isArray(value)) return value
  if (typeof value === 'string') return [...value]
  return isDict(value) ? [...value.keys()] : undefined
}

/** [AP-3.13] Returns the first fault in the table's order. */
export function readFields<F extends Fields>(fields: F, packet: PyDict): FieldValues<F> | FieldError {
  const values: { [name: string]: unknown } = {}
  for (const [name, field] of Object.entries(fields)) {
    const value = packet.get(name)
    if (value === undefined) {
      if (field.whenAbsent !== 'optional') return field.whenAbsent
      continue
    }
    const read = field.read(value)
    if (read === invalidPacket || read === closeConnection) return read
    values[name] = read
  }
  return values as FieldValues<F>
}
