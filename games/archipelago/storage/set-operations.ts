// Applies a Set packet to the value of a key, with Python's semantics and within limits. Stores nothing.

import {
  add,
  and,
  ceiling,
  exclusiveOr,
  floor,
  maximum,
  minimum,
  modulo,
  multiply,
  type OperationBounds,
  or,
  power,
  shiftLeft,
  shiftRight,
  TooLargeError,
} from '../python/arithmetic.ts'
import { equalsOrBothNaN, PythonError, toHashKey, toSequenceIndex } from '../python/comparison.ts'
import { EncodedJson, type JsonWritable, parseJson, stringifyJson } from '../python/json.ts'
import { formatKey, isDict, type PyDict, PyFloat, type PyValue, toInt, typeName } from '../python/values.ts'
import {
  type ChargeSteps,
  JsonSizes,
  stepsForItems,
  stepsForScalar,
  stepsForText,
} from '../python/work-cost.ts'
import { estimateReadSteps } from '../room/step-counter.ts'

/** Clients can get but not set keys with this prefix. */
export const readOnlyPrefix = '_read_'

export interface StorageLimits {
  /** In UTF-16 units. */
  readonly key: number
  /** The JSON text of a value, in UTF-16 units. */
  readonly value: number
  /**
   * The records of all keys and values of a room together, in bytes, because a save of more bytes could not be
   * imported.
   */
  readonly room: number
  /**
   * Maximum cost of a Set, in steps of about 0.25 µs. The steps of each operation are charged before the operation
   * runs.
   */
  readonly work: number
}
/** [AP-7.8] */
export const storageLimits: StorageLimits = {
  key: 1024,
  value: 512 * 1024,
  room: 16 * 1024 * 1024,
  work: 40_960,
}

/** The value of a key, which is parsed on use. */
export class StorageValue {
  readonly text: string
  #value: PyValue | undefined
  #steps: number | undefined

  constructor(text: string, value?: PyValue) {
    this.text = text
    this.#value = value
  }

  /** The cost of parsing the text. */
  get steps(): number {
    this.#steps ??= estimateReadSteps(this.text)
    return this.#steps
  }

  get isParsed(): boolean {
    return this.#value !== undefined
  }

  get value(): PyValue {
    this.#value ??= parseJson(this.text, { length: this.text.length, depth: 200 })
    return this.#value
  }

  /** The objects of the parsed value can take a hundred times the memory of the text. */
  forget(): void {
    this.#value = undefined
  }
}

/**
 * [AP-7.4] The result of a Set. `invalid`: the packet is answered with InvalidPacket. `failed`: the connection must be
 * closed, as the original server does. `left`: a stored list or dict that was changed in place before the failure, and
 * must be stored. `too-large`: a limit is exceeded, and nothing changes. `steps`: the cost of the Set.
 */
export type SetResult = { readonly steps: number } & (
  | {
      readonly outcome: 'set'
      readonly stored: StorageValue
      readonly reply: ReadonlyMap<string, JsonWritable>
    }
  | { readonly outcome: 'invalid' }
  | { readonly outcome: 'failed'; readonly reason: string; readonly left?: StorageValue }
  | { readonly outcome: 'too-large'; readonly reason: string }
)

/**
 * [AP-7.2] `stored`: the value of the key. Without a stored value, the operations apply to `default`, or to 0. `reply`
 * has the fields of the SetReply. Operations may change lists and dicts of the packet in place, and the reply shows
 * this, as in the original. `stored` is never changed.
 */
export function applySet(
  stored: StorageValue | undefined,
  packet: PyDict,
  slot: number,
  limits: StorageLimits = storageLimits,
): SetResult {
  const key = packet.get('key')
  const operations = packet.get('operations')
  if (key === undefined) return { outcome: 'invalid', steps: 0 }
  if (typeof key !== 'string')
    return { outcome: 'failed', steps: 0, reason: `the key has type ${typeName(key)}` }
  if (key.startsWith(readOnlyPrefix) || !Array.isArray(operations)) return { outcome: 'invalid', steps: 0 }
  if (key.length > limits.key)
    return { outcome: 'too-large', steps: 0, reason: `a key of ${key.length} characters` }
  return new SetOperation(stored, packet, limits).apply(operations, slot)
}

/** `total`: the bytes of all records. `before` and `after`: the bytes of the replaced record and of its replacement. */
export function fitsInRoom(total: number, before: number, after: number, limits = storageLimits): boolean {
  return after <= before || total - before + after <= limits.room
}

class SetOperation implements OperationBounds {
  readonly limits: StorageLimits
  readonly sizes: JsonSizes
  readonly #stored: StorageValue | undefined
  readonly #packet: PyDict
  #value: PyValue = null
  #original: PyValue = null
  /** A copy of the stored list or dict with the changes that operations have made in place. */
  #leftover: PyValue | undefined
  #usedSteps = 0

  constructor(stored: StorageValue | undefined, packet: PyDict, limits: StorageLimits) {
    this.limits = limits
    this.sizes = new JsonSizes(this.spend)
    this.#stored = stored
    this.#packet = packet
  }

  get maxSize(): number {
    return this.limits.value
  }

  apply(operations: readonly PyValue[], slot: number): SetResult {
    try {
      this.#readOriginal()
      for (const operation of operations) this.#operate(operation)
      const stored = this.#toStorageValue(this.#value)
      return { outcome: 'set', steps: this.#totalSteps(stored), stored, reply: this.#reply(stored, slot) }
    } catch (error) {
      if (error instanceof TooLargeError)
        return { outcome: 'too-large', steps: this.#usedSteps, reason: error.message }
      if (!(error instanceof PythonError)) throw error
      return this.#failed(error.message)
    }
  }

  #readOriginal(): void {
    if (this.#stored) {
      if (!this.#stored.isParsed) this.spend(this.#stored.steps)
      this.#value = this.#stored.value
      if (isContainer(this.#value)) this.sizes.set(this.#value, this.#stored.text.length)
    } else {
      const fallback = this.#packet.get('default')
      this.#value = fallback === undefined ? 0 : fallback
    }
    this.#original = this.#value
  }

  #operate(operation: PyValue): void {
    if (!isDict(operation)) throw new PythonError('TypeError', `an operation has type ${typeName(operation)}`)
    const name = operation.get('operation')
    const operate = typeof name === 'string' ? operations.get(name) : undefined
    if (!operate) throw new PythonError('KeyError', 'unknown operation')
    const operand = operation.get('value')
    if (operand === undefined) throw new PythonError('KeyError', 'value')
    this.spend(1 + stepsForScalar(this.#value) + stepsForScalar(operand))
    this.#value = operate(this.#value, operand, this)
  }

  /** Throws TooLargeError over the limit. */
  readonly spend: ChargeSteps = (steps) => {
    this.#usedSteps += steps
    if (this.#usedSteps > this.limits.work)
      throw new TooLargeError(`the Set takes more than ${this.limits.work} steps`)
  }

  /**
   * Returns a list or dict of the packet without copying it, so that the reply shows the change. Copies a stored list
   * or dict, and the copy is stored even if a later operation fails.
   */
  copyForChange<C extends PyValue[] | PyDict>(container: C): C {
    this.sizes.forget(container)
    if (container === this.#stored?.value) {
      this.#leftover = this.#copy(container)
      return this.#leftover as C
    }
    if (container === this.#original) this.#original = this.#copy(container)
    return container
  }

  #copy(container: PyValue[] | PyDict): PyValue[] | PyDict {
    if (Array.isArray(container)) {
      this.spend(stepsForItems(container.length))
      return [...container]
    }
    this.spend(container.size)
    return new Map(container)
  }

  #toStorageValue(value: PyValue): StorageValue {
    if (this.#stored && value === this.#stored.value) return this.#stored
    const { value: most } = this.limits
    const size = this.sizes.sizeOf(value)
    if (size > most) throw new TooLargeError(`a value of ${size} characters; the limit is ${most}`)
    this.spend(stepsForText(size))
    const stored = new StorageValue(stringifyJson(value), value)
    // After a restart the whole value is read at once, so its reading cost is limited.
    if (stored.steps > this.limits.work)
      throw new TooLargeError(
        `a value that takes ${stored.steps} steps to read; the limit is ${this.limits.work}`,
      )
    return stored
  }

  #reply(stored: StorageValue, slot: number): ReadonlyMap<string, JsonWritable> {
    const original =
      this.#original === this.#stored?.value ? new EncodedJson(this.#stored.text) : this.#original
    return new Map<string, JsonWritable>(this.#packet)
      .set('cmd', 'SetReply')
      .set('original_value', original)
      .set('slot', slot)
      .set('value', new EncodedJson(stored.text))
  }

  #failed(reason: string): SetResult {
    if (this.#leftover === undefined) return { outcome: 'failed', steps: this.#usedSteps, reason }
    try {
      const left = this.#toStorageValue(this.#leftover)
      return { outcome: 'failed', steps: this.#totalSteps(left), reason, left }
    } catch (error) {
      if (error instanceof TooLargeError) return { outcome: 'too-large', steps: this.#usedSteps, reason }
      throw error
    }
  }

  #totalSteps({ text }: StorageValue): number {
    return this.#usedSteps + stepsForText(text.length)
  }
}

function isContainer(value: PyValue): value is PyValue[] | PyDict {
  return Array.isArray(value) || isDict(value)
}

type Operation = (value: PyValue, operand: PyValue, change: SetOperation) => PyValue

const operations: ReadonlyMap<string, Operation> = new Map<string, Operation>([
  ['replace', (_, operand) => operand],
  ['default', (value) => value],
  ['add', add],
  ['mul', multiply],
  ['pow', power],
  ['mod', modulo],
  ['floor', floor],
  ['ceil', ceiling],
  ['max', maximum],
  ['min', minimum],
  ['xor', exclusiveOr],
  ['or', or],
  ['and', and],
  ['left_shift', shiftLeft],
  ['right_shift', shiftRight],
  ['remove', removeItem],
  ['pop', popItem],
  ['update', updateItems],
])

/** Removes the first equal item of a list. Changes nothing if no item is equal. */
function removeItem(value: PyValue, operand: PyValue, change: SetOperation): PyValue {
  if (!Array.isArray(value))
    throw new PythonError('AttributeError', `remove is not defined for type ${typeName(value)}`)
  const index = value.findIndex((item) => {
    change.spend(1)
    return equalsOrBothNaN(item, operand, change.spend)
  })
  if (index < 0) return value
  return withoutIndex(value, index, change)
}

function withoutIndex(value: PyValue[], index: number, change: SetOperation): PyValue[] {
  const list = change.copyForChange(value)
  // The engine moves the items after the removed one in blocks, which is as fast as copying text.
  change.spend(1 + stepsForText(list.length))
  list.splice(index, 1)
  return list
}

/**
 * Removes an item from a list by index (-1 is the last item), or from a dict by key. Changes nothing if the index is
 * past the end or the key is unknown.
 */
function popItem(value: PyValue, operand: PyValue, change: SetOperation): PyValue {
  if (Array.isArray(value)) return popIndex(value, operand, change)
  if (!isDict(value))
    throw new PythonError('AttributeError', `pop is not defined for type ${typeName(value)}`)
  toHashKey(operand)
  if (typeof operand !== 'string' || !value.has(operand)) return value
  const dict = change.copyForChange(value)
  dict.delete(operand)
  return dict
}

function popIndex(value: PyValue[], operand: PyValue, change: SetOperation): PyValue {
  const whole = toInt(operand)
  if (whole === undefined)
    throw new PythonError('TypeError', `the index of pop has type ${typeName(operand)}`)
  if (whole >= value.length) return value
  const index = toSequenceIndex(operand)!
  if (index < -value.length) throw new PythonError('IndexError', 'pop index out of range')
  return withoutIndex(value, index, change)
}

/**
 * If `value` is a list, adds the items of `operand` that it lacks. An item that `operand` has twice is added twice. If
 * `value` is a dict, merges a dict or a list of pairs into it.
 */
function updateItems(value: PyValue, operand: PyValue, change: SetOperation): PyValue {
  if (Array.isArray(value)) return extendList(value, operand, change)
  if (!isDict(value))
    throw new PythonError('AttributeError', `update is not defined for type ${typeName(value)}`)
  const dict = change.copyForChange(value)
  change.spend(stepsForItems(change.sizes.sizeOf(operand)))
  if (isDict(operand)) for (const [key, item] of operand) dict.set(key, item)
  else for (const entry of iterate(operand)) dict.set(...toPair(entry))
  return dict
}

function extendList(value: PyValue[], operand: PyValue, change: SetOperation): PyValue {
  // Each item is converted to a text to look it up.
  change.spend(
    2 * value.length +
      stepsForItems(change.sizes.sizeOf(value)) +
      stepsForItems(2 * change.sizes.sizeOf(operand)),
  )
  const known = new Set(value.map(toHashKey))
  const entries = iterate(operand).filter((entry) => !known.has(toHashKey(entry)))
  const list = change.copyForChange(value)
  for (const entry of entries) list.push(entry)
  return list
}

/** The values that a Python loop visits: the characters of a text, the keys of a dict, or the items of a list. */
function iterate(value: PyValue): PyValue[] {
  if (Array.isArray(value)) return value
  if (typeof value === 'string') return [...value]
  if (isDict(value)) return [...value.keys()]
  throw new PythonError('TypeError', `'${typeName(value)}' object is not iterable`)
}

/**
 * A key that is not a text is converted to a text at once, while the original server converts it when it writes JSON.
 */
function toPair(entry: PyValue): [string, PyValue] {
  const [key, item, ...more] = iterate(entry)
  if (key === undefined || item === undefined || more.length > 0) {
    throw new PythonError('ValueError', 'an element to update the dict with is not a pair')
  }
  if (typeof key === 'object' && key !== null && !(key instanceof PyFloat)) {
    throw new PythonError('TypeError', `a dict key of type ${typeName(key)}`)
  }
  return [formatKey(key), item]
}
