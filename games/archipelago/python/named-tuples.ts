// Which objects in packets represent one of the five named tuples. Used by the JSON reader.
import {
  type Dict,
  Float,
  type PyValue,
  pyInt,
  Tuple,
  type TupleKind,
  toIntOrBool,
  tupleFields,
} from './values.ts'

/** The values of omitted fields at the end of a tuple. */
const defaults: { readonly [field: string]: number | string } = {
  flags: 0,
  entrance: '',
  item_flags: 0,
  status: 0,
}

/**
 * [AP-1.4] The tuple that an object with a `class` represents: fields in order, unknown ones dropped. Undefined for
 * other objects and if a field is missing: then the object is kept, where the original would close the connection.
 */
export function toTuple(dict: Dict): Tuple | undefined {
  const kind = dict.get('class')
  if (typeof kind !== 'string' || !Object.hasOwn(tupleFields, kind)) return undefined
  if (kind === 'Version') return toVersionTuple(dict)
  const fields = tupleFields[kind as TupleKind].map((field) => dict.get(field) ?? defaultField(dict, field))
  return isComplete(fields) ? new Tuple(kind as TupleKind, fields) : undefined
}

function defaultField(dict: Dict, field: string): PyValue | undefined {
  if (dict.has(field)) return null
  return field === 'group_members' ? [] : defaults[field]
}

/**
 * .NET clients write `Major` instead of `major`, so the case of a version's fields is ignored. Its fields are converted
 * to ints.
 */
function toVersionTuple(dict: Dict): Tuple | undefined {
  const lower = new Map([...dict].map(([field, value]) => [field.toLowerCase(), value]))
  const fields = tupleFields.Version.map((field) => parseInteger(lower.get(field)))
  return isComplete(fields) ? new Tuple('Version', fields) : undefined
}

/** Reads a number or a text like Python's `int()`; undefined where that raises. */
function parseInteger(value: PyValue | undefined): number | bigint | undefined {
  if (typeof value === 'string') {
    const text = value.trim()
    return /^[+-]?[0-9]{1,15}$/.test(text) ? pyInt(Number(text)) : undefined
  }
  const number = value instanceof Float ? value.value : value
  if (typeof number === 'number') return Number.isFinite(number) ? pyInt(Math.trunc(number)) : undefined
  return toIntOrBool(value)
}

function isComplete(fields: readonly (PyValue | undefined)[]): fields is readonly PyValue[] {
  return !fields.includes(undefined)
}
