// Validates values against shapes and describes faults in words. Messages never quote the value, which may be secret.
import {
  type Amount,
  type ByNumber,
  type Fields,
  type FieldTable,
  isObject,
  type List,
  type Shape,
  type Text,
} from './shape.ts'

/**
 * The path to the invalid value (names and list indexes, outermost first), and what is valid there or what is wrong.
 */
export interface Fault {
  readonly path: readonly (string | number)[]
  /** Completes `it is …` and `… is wanted`. */
  readonly wanted?: string
  /** A sentence, used where no value would be valid. */
  readonly detail?: string
}

/** As an owner or client writes it, or with secrets already hashed. */
export type Written = 'given' | 'hashed'

/** Undefined: the value is valid. */
export function faultIn(shape: Shape, value: unknown, as: Written = 'given'): Fault | undefined {
  if (shape.type === 'list') return faultInList(shape, value, as)
  if (shape.type === 'by number') return faultByNumber(shape, value, as)
  if (shape.type === 'fields') return faultInFields(shape.fields, value, as)
  return takes(shape, value, as) ? undefined : { path: [], wanted: wantedOf(shape, as) }
}

function takes(shape: Exclude<Shape, List | ByNumber | Fields>, value: unknown, as: Written): boolean {
  switch (shape.type) {
    case 'boolean':
      return typeof value === 'boolean'
    case 'object':
      return isObject(value)
    case 'whole':
      return Number.isInteger(value) && isWithin(shape, value)
    case 'number':
      return isWithin(shape, value)
    case 'choice':
      return typeof value === 'string' && [...shape.choices, ...(shape.also ?? [])].includes(value)
    case 'text':
      return (shape.nullable === true && value === null) || isText(shape, value, as)
  }
}

function isWithin({ least, most }: Amount, value: unknown): boolean {
  return typeof value === 'number' && value >= least && value <= most
}

function isText({ least, most, pattern, hashed }: Text, value: unknown, as: Written): boolean {
  if (hashed && as === 'hashed') return isObject(value) && typeof value.hashed === 'string'
  // A character is one or two UTF-16 units: reject a text that is far too long before splitting it.
  if (typeof value !== 'string' || value.length > 2 * most || !value.isWellFormed()) return false
  const { length } = [...value]
  return length >= least && length <= most && (pattern?.test(value) ?? true)
}

function faultInList({ least, most, of, named }: List, value: unknown, as: Written): Fault | undefined {
  if (!Array.isArray(value) || value.length < least || value.length > most)
    return { path: [], wanted: `a list of ${least === 0 ? 'at most' : `${least} to`} ${most} ${named}` }
  for (const [i, item] of value.entries()) {
    const fault = within(i, faultIn(of, item, as))
    if (fault) return fault
  }
  return undefined
}

function faultByNumber({ keys, of, named }: ByNumber, value: unknown, as: Written): Fault | undefined {
  const { least, most } = keys
  if (!isObject(value)) return { path: [], wanted: `an object of ${named}, "${least}" to "${most}"` }
  for (const [key, text] of Object.entries(value)) {
    const at = key.slice(0, 20)
    if (!/^(0|[1-9]\d*)$/.test(key) || Number(key) < least || Number(key) > most)
      return { path: [at], detail: `${keys.named} is a whole number from ${least} to ${most}` }
    if (text === null) continue
    const fault = within(at, faultIn(of, text, as))
    if (fault?.wanted && as === 'given') return { ...fault, wanted: `${fault.wanted}, or null for none` }
    if (fault) return fault
  }
  return undefined
}

function faultInFields(fields: FieldTable, value: unknown, as: Written): Fault | undefined {
  if (!isObject(value)) return { path: [], wanted: 'an object' }
  for (const name of Object.keys(value))
    if (!Object.hasOwn(fields, name))
      return {
        path: [name.slice(0, 80)],
        detail: `there is no such field; there are ${Object.keys(fields).join(', ')}`,
      }
  for (const [name, field] of Object.entries(fields)) {
    if (field.optional && !Object.hasOwn(value, name)) continue
    const fault = within(name, faultIn(field, Object.hasOwn(value, name) ? value[name] : undefined, as))
    if (fault) return fault
  }
  return undefined
}

function within(at: string | number, fault: Fault | undefined): Fault | undefined {
  return fault && { ...fault, path: [at, ...fault.path] }
}

/** The path as written after the value's name: `[0].port`, `.7`. */
export function placeOf(path: Fault['path']): string {
  return path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('')
}

/** The valid values, to complete `it is …`; for a list or an object, what it consists of. */
export function wantedOf(shape: Shape, as: Written = 'given'): string {
  switch (shape.type) {
    case 'boolean':
      return 'true or false'
    case 'whole':
    case 'number':
      return amountOf(shape)
    case 'choice':
      return `one of ${shape.choices.join(', ')}`
    case 'text':
      if (shape.hashed && as === 'hashed') return 'hashed'
      return textOf(shape)
    case 'list':
      return `a list of ${shape.named}`
    case 'by number':
      return `an object of ${shape.named}`
    case 'fields':
    case 'object':
      return 'an object'
  }
}

/** `unit`: the unit or the rate, if the caller states one. */
export function amountOf({ type, least, most, zero }: Amount, unit = ''): string {
  const kind = type === 'whole' ? 'a whole number' : 'a number'
  return `${kind} from ${least} to ${most}${unit && ` ${unit}`}${zero ? `, 0 for ${zero}` : ''}`
}

function textOf({ least, most, wanted, nullable }: Text): string {
  return `${wanted ?? `text of ${least} to ${most} characters`}${nullable ? ', or null for none' : ''}`
}
