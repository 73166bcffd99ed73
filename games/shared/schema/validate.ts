// Validates values against schemas and describes faults in words. Messages never quote the value, which may be secret.
import {
  isObject,
  type ListSchema,
  type NumberKeyedSchema,
  type NumberSchema,
  type ObjectFields,
  type ObjectSchema,
  type Schema,
  type TextSchema,
} from './schema.ts'

/**
 * The path to the invalid value (names and list indexes, outermost first), and what is valid there or what is wrong.
 */
export interface ValidationError {
  readonly path: readonly (string | number)[]
  /** Completes `must be …`. */
  readonly expected?: string
  /** A sentence, used where no value would be valid. */
  readonly detail?: string
}

/** Whether secrets are as the owner or client wrote them, or already hashed. */
export type SecretForm = 'plain' | 'hashed'

/** Undefined: the value is valid. */
export function validate(
  shape: Schema,
  value: unknown,
  as: SecretForm = 'plain',
): ValidationError | undefined {
  if (shape.type === 'list') return validateList(shape, value, as)
  if (shape.type === 'numbered') return validateNumberKeyed(shape, value, as)
  if (shape.type === 'object') return validateObject(shape.fields, value, as)
  return accepts(shape, value, as) ? undefined : { path: [], expected: describeExpected(shape, as) }
}

function accepts(
  shape: Exclude<Schema, ListSchema | NumberKeyedSchema | ObjectSchema>,
  value: unknown,
  as: SecretForm,
): boolean {
  switch (shape.type) {
    case 'boolean':
      return typeof value === 'boolean'
    case 'any object':
      return isObject(value)
    case 'integer':
      return Number.isInteger(value) && isWithin(shape, value)
    case 'number':
      return isWithin(shape, value)
    case 'choice':
      return typeof value === 'string' && [...shape.choices, ...(shape.also ?? [])].includes(value)
    case 'text':
      return (shape.nullable === true && value === null) || isText(shape, value, as)
  }
}

function isWithin({ min, max }: NumberSchema, value: unknown): boolean {
  return typeof value === 'number' && value >= min && value <= max
}

function isText({ min, max, pattern, hashed }: TextSchema, value: unknown, as: SecretForm): boolean {
  if (hashed && as === 'hashed') return isObject(value) && typeof value.hashed === 'string'
  // A character is one or two UTF-16 units: reject a text that is far too long before splitting it.
  if (typeof value !== 'string' || value.length > 2 * max || !value.isWellFormed()) return false
  const { length } = [...value]
  return length >= min && length <= max && (pattern?.test(value) ?? true)
}

function validateList(
  { min, max, of, noun }: ListSchema,
  value: unknown,
  as: SecretForm,
): ValidationError | undefined {
  if (!Array.isArray(value) || value.length < min || value.length > max)
    return { path: [], expected: `a list of ${min === 0 ? 'at most' : `${min} to`} ${max} ${noun}` }
  for (const [i, item] of value.entries()) {
    const fault = prefixPath(i, validate(of, item, as))
    if (fault) return fault
  }
  return undefined
}

function validateNumberKeyed(
  { keys, of, noun }: NumberKeyedSchema,
  value: unknown,
  as: SecretForm,
): ValidationError | undefined {
  const { min, max } = keys
  if (!isObject(value)) return { path: [], expected: `an object of ${noun}, "${min}" to "${max}"` }
  for (const [key, text] of Object.entries(value)) {
    const at = key.slice(0, 20)
    if (!/^(0|[1-9]\d*)$/.test(key) || Number(key) < min || Number(key) > max)
      return { path: [at], detail: `${keys.noun} is a whole number from ${min} to ${max}` }
    if (text === null) continue
    const fault = prefixPath(at, validate(of, text, as))
    if (fault?.expected && as === 'plain')
      return { ...fault, expected: `${fault.expected}, or null for none` }
    if (fault) return fault
  }
  return undefined
}

function validateObject(fields: ObjectFields, value: unknown, as: SecretForm): ValidationError | undefined {
  if (!isObject(value)) return { path: [], expected: 'an object' }
  for (const name of Object.keys(value))
    if (!Object.hasOwn(fields, name))
      return {
        path: [name.slice(0, 80)],
        detail: `unknown field; known fields: ${Object.keys(fields).join(', ')}`,
      }
  for (const [name, field] of Object.entries(fields)) {
    if (field.optional && !Object.hasOwn(value, name)) continue
    const fault = prefixPath(name, validate(field, Object.hasOwn(value, name) ? value[name] : undefined, as))
    if (fault) return fault
  }
  return undefined
}

function prefixPath(at: string | number, fault: ValidationError | undefined): ValidationError | undefined {
  return fault && { ...fault, path: [at, ...fault.path] }
}

/** The path as written after the value's name: `[0].port`, `.7`. */
export function formatPath(path: ValidationError['path']): string {
  return path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('')
}

/** The valid values, to complete `it is …`; for a list or an object, what it consists of. */
export function describeExpected(shape: Schema, as: SecretForm = 'plain'): string {
  switch (shape.type) {
    case 'boolean':
      return 'true or false'
    case 'integer':
    case 'number':
      return describeNumber(shape)
    case 'choice':
      return `one of ${shape.choices.join(', ')}`
    case 'text':
      if (shape.hashed && as === 'hashed') return 'hashed'
      return describeText(shape)
    case 'list':
      return `a list of ${shape.noun}`
    case 'numbered':
      return `an object of ${shape.noun}`
    case 'object':
    case 'any object':
      return 'an object'
  }
}

/** `unit`: the unit or the rate, if the caller states one. */
export function describeNumber({ type, min, max, zero }: NumberSchema, unit = ''): string {
  const kind = type === 'integer' ? 'a whole number' : 'a number'
  return `${kind} from ${min} to ${max}${unit && ` ${unit}`}${zero ? `, 0 for ${zero}` : ''}`
}

function describeText({ min, max, expected, nullable }: TextSchema): string {
  return `${expected ?? `text of ${min} to ${max} characters`}${nullable ? ', or null for none' : ''}`
}
