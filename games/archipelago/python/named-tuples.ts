import {
  type PyDict,
  PyFloat,
  PyTuple,
  type PyValue,
  pyInt,
  type TupleKind,
  toInt,
  tupleFields,
} from './values.ts'

/** The default values of fields at the end of a tuple, which may be omitted. */
const defaults: { readonly [field: string]: () => PyValue } = { flags: () => 0, group_members: () => [] }

/**
 * [AP-1.4] Unknown fields are dropped. Undefined for an object without the `class` of a tuple, or if a field is
 * missing. The caller then keeps the object, while the original server closes the connection if a field is missing.
 */
export function parseNamedTuple(dict: PyDict): PyTuple | undefined {
  const kind = dict.get('class')
  if (typeof kind !== 'string' || kind === 'Hint' || !Object.hasOwn(tupleFields, kind)) return undefined
  if (kind === 'Version') return toVersionTuple(dict)
  const fields = tupleFields[kind as TupleKind].map((field) =>
    dict.has(field) ? dict.get(field) : defaults[field]?.(),
  )
  return isComplete(fields) ? new PyTuple(kind as TupleKind, fields) : undefined
}

/** .NET clients write `Major` instead of `major`. */
function toVersionTuple(dict: PyDict): PyTuple | undefined {
  const lower = new Map([...dict].map(([field, value]) => [field.toLowerCase(), value]))
  const fields = tupleFields.Version.map((field) => parseInteger(lower.get(field)))
  return isComplete(fields) ? new PyTuple('Version', fields) : undefined
}

/** Converts a value like Python's `int()`. Undefined if Python would raise an exception. */
function parseInteger(value: PyValue | undefined): number | bigint | undefined {
  if (typeof value === 'string') {
    const text = value.trim()
    return /^[+-]?[0-9]{1,15}$/.test(text) ? pyInt(Number(text)) : undefined
  }
  const number = value instanceof PyFloat ? value.value : value
  if (typeof number === 'number') return Number.isFinite(number) ? pyInt(Math.trunc(number)) : undefined
  return toInt(value)
}

function isComplete(fields: readonly (PyValue | undefined)[]): fields is readonly PyValue[] {
  return !fields.includes(undefined)
}
