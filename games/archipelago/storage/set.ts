// Applies one Set packet of the data storage to a key's value, in Python's semantics and within limits. Pure. Used by
// the data storage, which keeps the values, and the session, which sends the replies.

import {
  add,
  and,
  type Bounds,
  ceiling,
  exclusiveOr,
  floor,
  largest,
  modulo,
  multiply,
  or,
  power,
  shiftLeft,
  shiftRight,
  smallest,
  TooLarge,
} from '../python/arithmetic.ts'
import { Ready, stringify, type Writable } from '../python/json.ts'
import { asIndex, hashText, PythonError, same } from '../python/order.ts'
import { ownSteps, Sizes, type Spend, stepsFor, stepsForText } from '../python/size.ts'
import { asInt, type Dict, Float, isDict, keyText, type PyValue, typeName } from '../python/values.ts'
import { readingSteps } from '../room/work.ts'

/** Names with this prefix are facts of the room: clients can read but not set them. */
export const readOnlyPrefix = '_read_'

export interface StorageLimits {
  /** Of a key's name, in UTF-16 units. */
  readonly key: number
  /** Of one value's JSON text, in UTF-16 units. */
  readonly value: number
  /** Of all keys and values of a room together. */
  readonly room: number
  /** Steps of about 0.25 µs per Set. Everything it examines, copies, compares and writes counts before it is done. */
  readonly work: number
}
/** [AP-7.8] */
export const storageLimits: StorageLimits = {
  key: 1024,
  value: 512 * 1024,
  room: 16 * 1024 * 1024,
  work: 40_960,
}

/** A key's value and its JSON text, which is stored and sent in replies. */
export interface Stored {
  /** Parses the text on first use. */
  readonly value: PyValue
  readonly text: string
  /** The cost of `value` in steps; 0 once it is parsed. */
  readonly readingSteps: number
}

/**
 * [AP-7.4] The result of a Set. `invalid`: an InvalidPacket with the text `Set`. `failed`: the original closes the
 * connection; if an earlier operation changed the stored list or dict in place, `left` is the changed value and must be
 * stored. `too-large`: over our limits; nothing changed. `steps`: the cost.
 */
export type Applied = { readonly steps: number } & (
  | { readonly outcome: 'set'; readonly stored: Stored; readonly reply: ReadonlyMap<string, Writable> }
  | { readonly outcome: 'invalid' }
  | { readonly outcome: 'failed'; readonly reason: string; readonly left?: Stored }
  | { readonly outcome: 'too-large'; readonly reason: string }
)

/**
 * [AP-7.2] Applies the operations of a Set packet by the client of `slot` to the key's value (undefined: none yet; then
 * to `default`, else to 0). The reply is the SetReply: every field of the request, `original_value`, `slot`, `value`.
 * May change lists and dicts of the packet, and the reply shows that, as the original's does; `stored` is not changed.
 */
export function applySet(
  stored: Stored | undefined,
  packet: Dict,
  slot: number,
  limits: StorageLimits = storageLimits,
): Applied {
  const key = packet.get('key')
  const operations = packet.get('operations')
  if (key === undefined) return { outcome: 'invalid', steps: 0 }
  if (typeof key !== 'string')
    return { outcome: 'failed', steps: 0, reason: `a key of type ${typeName(key)}` }
  if (key.startsWith(readOnlyPrefix) || !Array.isArray(operations)) return { outcome: 'invalid', steps: 0 }
  if (key.length > limits.key)
    return { outcome: 'too-large', steps: 0, reason: `a key of ${key.length} characters` }
  return new Change(stored, packet, limits).apply(operations, slot)
}

/** Whether a room whose keys and values take `total` may replace an entry of size `before` with one of size `after`. */
export function fits(total: number, before: number, after: number, limits = storageLimits): boolean {
  return after <= before || total - before + after <= limits.room
}

/** A key's share of the room's budget. */
export function sizeOf(key: string, stored: Stored | undefined): number {
  return stored ? key.length + stored.text.length : 0
}

/** One Set in progress. */
class Change implements Bounds {
  readonly limits: StorageLimits
  readonly sizes: Sizes
  readonly #stored: Stored | undefined
  readonly #packet: Dict
  #value: PyValue = null
  #original: PyValue = null
  /** The stored list or dict after a change in place. */
  #left: PyValue | undefined
  #work = 0

  constructor(stored: Stored | undefined, packet: Dict, limits: StorageLimits) {
    this.limits = limits
    this.sizes = new Sizes(this.spend)
    this.#stored = stored
    this.#packet = packet
  }

  get room(): number {
    return this.limits.value
  }

  apply(operations: readonly PyValue[], slot: number): Applied {
    try {
      this.#begin()
      for (const operation of operations) this.#operate(operation)
      const stored = this.#measured(this.#value)
      return { outcome: 'set', steps: this.#steps(stored), stored, reply: this.#reply(stored, slot) }
    } catch (error) {
      if (error instanceof TooLarge) return { outcome: 'too-large', steps: this.#work, reason: error.message }
      if (!(error instanceof PythonError)) throw error
      return this.#failed(error.message)
    }
  }

  #begin(): void {
    if (this.#stored) {
      this.spend(this.#stored.readingSteps)
      this.#value = this.#stored.value
      if (isContainer(this.#value)) this.sizes.know(this.#value, this.#stored.text.length)
    } else {
      const fallback = this.#packet.get('default')
      this.#value = fallback === undefined ? 0 : fallback
    }
    this.#original = this.#value
  }

  #operate(operation: PyValue): void {
    if (!isDict(operation)) throw new PythonError('TypeError', `an operation of type ${typeName(operation)}`)
    const name = operation.get('operation')
    const operate = typeof name === 'string' ? verbs.get(name) : undefined
    if (!operate) throw new PythonError('KeyError', `no such operation`)
    const operand = operation.get('value')
    if (operand === undefined) throw new PythonError('KeyError', 'value')
    this.spend(1 + ownSteps(this.#value) + ownSteps(operand))
    this.#value = operate(this.#value, operand, this)
  }

  /** Counts the steps before the work is done. */
  readonly spend: Spend = (steps) => {
    this.#work += steps
    if (this.#work > this.limits.work)
      throw new TooLarge(`more work than ${this.limits.work} steps for one Set`)
  }

  /**
   * Returns the container to change in place: the packet's own (so that the reply shows the change), or a copy of the
   * stored one (whose changes persist even if a later operation fails).
   */
  own<C extends PyValue[] | Dict>(container: C): C {
    this.sizes.forget(container)
    if (container === this.#stored?.value) {
      this.#left = this.#copy(container)
      return this.#left as C
    }
    if (container === this.#original) this.#original = this.#copy(container)
    return container
  }

  #copy(container: PyValue[] | Dict): PyValue[] | Dict {
    if (Array.isArray(container)) {
      this.spend(stepsFor(container.length))
      return [...container]
    }
    this.spend(container.size)
    return new Map(container)
  }

  #measured(value: PyValue): Stored {
    if (this.#stored && value === this.#stored.value) return this.#stored
    const { value: most } = this.limits
    const size = this.sizes.of(value)
    if (size > most) throw new TooLarge(`a value of ${size} characters, at most ${most}`)
    this.spend(stepsForText(size))
    const text = stringify(value)
    const steps = readingSteps(text)
    // Reading the value after a restart takes this many steps at once.
    if (steps > this.limits.work)
      throw new TooLarge(`a value of ${steps} steps to read, at most ${this.limits.work}`)
    return { value, text, readingSteps: 0 }
  }

  #reply(stored: Stored, slot: number): ReadonlyMap<string, Writable> {
    const original = this.#original === this.#stored?.value ? new Ready(this.#stored.text) : this.#original
    return new Map<string, Writable>(this.#packet)
      .set('cmd', 'SetReply')
      .set('original_value', original)
      .set('slot', slot)
      .set('value', new Ready(stored.text))
  }

  #failed(reason: string): Applied {
    if (this.#left === undefined) return { outcome: 'failed', steps: this.#work, reason }
    try {
      const left = this.#measured(this.#left)
      return { outcome: 'failed', steps: this.#steps(left), reason, left }
    } catch (error) {
      if (error instanceof TooLarge) return { outcome: 'too-large', steps: this.#work, reason }
      throw error
    }
  }

  #steps({ text }: Stored): number {
    return this.#work + stepsForText(text.length)
  }
}

function isContainer(value: PyValue): value is PyValue[] | Dict {
  return Array.isArray(value) || isDict(value)
}

type Verb = (value: PyValue, operand: PyValue, change: Change) => PyValue

const verbs: ReadonlyMap<string, Verb> = new Map<string, Verb>([
  ['replace', (_, operand) => operand],
  ['default', (value) => value],
  ['add', add],
  ['mul', multiply],
  ['pow', power],
  ['mod', modulo],
  ['floor', floor],
  ['ceil', ceiling],
  ['max', largest],
  ['min', smallest],
  ['xor', exclusiveOr],
  ['or', or],
  ['and', and],
  ['left_shift', shiftLeft],
  ['right_shift', shiftRight],
  ['remove', remove],
  ['pop', pop],
  ['update', update],
])

/** Removes the first element that is equal; without one, changes nothing. */
function remove(value: PyValue, operand: PyValue, change: Change): PyValue {
  if (!Array.isArray(value)) throw new PythonError('AttributeError', `a ${typeName(value)} has no remove`)
  const index = value.findIndex((item) => {
    change.spend(1)
    return same(item, operand, change.spend)
  })
  if (index < 0) return value
  return without(value, index, change)
}

function without(value: PyValue[], index: number, change: Change): PyValue[] {
  const list = change.own(value)
  // The items behind it move in blocks.
  change.spend(1 + stepsForText(list.length))
  list.splice(index, 1)
  return list
}

/**
 * Removes from a list by index (-1 is the last) or from a dict by key. Past the end, or for an unknown key: no change.
 */
function pop(value: PyValue, operand: PyValue, change: Change): PyValue {
  if (Array.isArray(value)) return popIndex(value, operand, change)
  if (!isDict(value)) throw new PythonError('AttributeError', `a ${typeName(value)} has no pop`)
  hashText(operand)
  if (typeof operand !== 'string' || !value.has(operand)) return value
  const dict = change.own(value)
  dict.delete(operand)
  return dict
}

function popIndex(value: PyValue[], operand: PyValue, change: Change): PyValue {
  const whole = asInt(operand)
  if (whole === undefined) throw new PythonError('TypeError', `an index of type ${typeName(operand)}`)
  if (whole >= value.length) return value
  const index = asIndex(operand)!
  if (index < -value.length) throw new PythonError('IndexError', 'pop index out of range')
  return without(value, index, change)
}

/** Adds the missing items to a list (an item given twice is added twice); merges a dict or pairs into a dict. */
function update(value: PyValue, operand: PyValue, change: Change): PyValue {
  if (Array.isArray(value)) return extend(value, operand, change)
  if (!isDict(value)) throw new PythonError('AttributeError', `a ${typeName(value)} has no update`)
  const dict = change.own(value)
  change.spend(stepsFor(change.sizes.of(operand)))
  if (isDict(operand)) for (const [key, item] of operand) dict.set(key, item)
  else for (const entry of iterate(operand)) dict.set(...pair(entry))
  return dict
}

function extend(value: PyValue[], operand: PyValue, change: Change): PyValue {
  // Each item is converted to a text for the lookup.
  change.spend(2 * value.length + stepsFor(change.sizes.of(value)) + stepsFor(2 * change.sizes.of(operand)))
  const known = new Set(value.map(hashText))
  const entries = iterate(operand).filter((entry) => !known.has(hashText(entry)))
  const list = change.own(value)
  for (const entry of entries) list.push(entry)
  return list
}

/** The items that a Python loop over the value visits: a text's characters, a dict's keys. */
function iterate(value: PyValue): PyValue[] {
  if (Array.isArray(value)) return value
  if (typeof value === 'string') return [...value]
  if (isDict(value)) return [...value.keys()]
  throw new PythonError('TypeError', `'${typeName(value)}' object is not iterable`)
}

/** A key that is not a text is converted at once, as in JSON; the original does so when it writes. */
function pair(entry: PyValue): [string, PyValue] {
  const [key, item, ...more] = iterate(entry)
  if (key === undefined || item === undefined || more.length > 0) {
    throw new PythonError('ValueError', 'dictionary update sequence element is no pair')
  }
  if (typeof key === 'object' && key !== null && !(key instanceof Float)) {
    throw new PythonError('TypeError', `a dict key of type ${typeName(key)}`)
  }
  return [keyText(key), item]
}
