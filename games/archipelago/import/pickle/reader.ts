// Reads a pickle. Supports only the operations that Archipelago's files contain, and only the allowed classes.

import { decodeUtf8 } from '../../../../wire/util/utf8.ts'
import { pyFloat } from '../../python/values.ts'
import { SeedError } from '../seed-error.ts'
import { findClass } from './classes.ts'
import { addSetMember, type PickleLimits, PickleMachine, pickleLimits, setDictItem } from './stack-machine.ts'
import {
  CollectionType,
  describeType,
  Enumeration,
  EnumMember,
  NamedTuple,
  NamedTupleInstance,
  type PickleValue,
  Tuple,
} from './values.ts'

type Operation = (machine: PickleMachine) => void

const stopCode = 0x2e

/** The comments have Python's names for the codes that follow, in the same order. */
const operations: { readonly [code: number]: Operation } = {
  // MARK, POP and DUP.
  40: (m) => m.mark(),
  48: (m) => void m.pop(),
  50: (m) => m.push(m.top()),
  // NONE, NEWTRUE and NEWFALSE.
  78: (m) => m.push(null),
  136: (m) => m.push(true),
  137: (m) => m.push(false),
  // BININT, BININT1, BININT2, LONG1 and LONG4.
  74: (m) => m.push(m.i32()),
  75: (m) => m.push(m.u8()),
  77: (m) => m.push(m.u16()),
  138: (m) => m.push(m.int(m.u8())),
  139: (m) => m.push(m.int(m.u32())),
  // BINFLOAT.
  71: (m) => pushCharged(m, 24, pyFloat(m.f64())),
  // BINUNICODE, SHORT_BINUNICODE and BINUNICODE8.
  88: (m) => m.push(m.text(m.u32())),
  140: (m) => m.push(m.text(m.u8())),
  141: (m) => m.push(m.text(m.u64())),
  // BINBYTES and SHORT_BINBYTES.
  66: (m) => m.push(m.bytes(m.u32())),
  67: (m) => m.push(m.bytes(m.u8())),
  // EMPTY_DICT, SETITEM and SETITEMS.
  125: (m) => pushCharged(m, 128, new Map()),
  115: setItemOnTop,
  117: setItems,
  // EMPTY_LIST, APPEND and APPENDS.
  93: (m) => pushCharged(m, 48, []),
  97: appendItem,
  101: appendItems,
  // EMPTY_TUPLE, TUPLE, TUPLE1, TUPLE2 and TUPLE3.
  41: (m) => pushTuple(m, []),
  116: (m) => pushTuple(m, m.popMark()),
  133: (m) => pushTuple(m, popItems(m, 1)),
  134: (m) => pushTuple(m, popItems(m, 2)),
  135: (m) => pushTuple(m, popItems(m, 3)),
  // EMPTY_SET, ADDITEMS and FROZENSET.
  143: (m) => pushCharged(m, 128, new Set()),
  144: (m) => addMembers(m, m.popMark()),
  145: (m) => pushCharged(m, 128, createSet(m, m.popMark())),
  // MEMOIZE, BINPUT, LONG_BINPUT, BINGET and LONG_BINGET.
  148: (m) => m.memoize(),
  113: (m) => m.memoize(m.u8()),
  114: (m) => m.memoize(m.u32()),
  104: (m) => m.pushMemo(m.u8()),
  106: (m) => m.pushMemo(m.u32()),
  // GLOBAL, STACK_GLOBAL, NEWOBJ and REDUCE.
  99: (m) => m.push(findClass(m.line(), m.line())),
  147: pushGlobal,
  129: newObject,
  82: reduceCall,
  // PROTO and FRAME.
  128: readProtocol,
  149: (m) => void m.u64(),
}

/** An array, for a fast lookup. */
const byCode: readonly (Operation | undefined)[] = Array.from({ length: 256 }, (_, code) => operations[code])

/**
 * Throws SeedError, which names the position of the invalid byte, if the bytes are not a complete pickle within the
 * limits.
 */
export function readPickle(
  bytes: Uint8Array,
  limits: PickleLimits = pickleLimits,
  decode = decodeUtf8,
): PickleValue {
  const machine = new PickleMachine(bytes, limits, decode)
  let at = 0
  try {
    for (;;) {
      at = machine.offset
      const code = machine.nextOperation()
      if (code === stopCode) return machine.result()
      const operation = byCode[code]
      if (!operation)
        throw new SeedError(`the operation 0x${code.toString(16).padStart(2, '0')} is forbidden`)
      operation(machine)
    }
  } catch (error) {
    if (error instanceof SeedError) throw new SeedError(`pickle, byte ${at}: ${error.message}`)
    throw error
  }
}

function pushCharged(machine: PickleMachine, bytes: number, value: PickleValue): void {
  machine.chargeBytes(bytes)
  machine.push(value)
}

function popItems(machine: PickleMachine, count: number): PickleValue[] {
  const items = new Array<PickleValue>(count)
  for (let i = count - 1; i >= 0; i--) items[i] = machine.pop()
  return items
}

function pushTuple(machine: PickleMachine, items: readonly PickleValue[]): void {
  pushCharged(machine, 40 + 8 * items.length, new Tuple(items))
}

function appendItem(machine: PickleMachine): void {
  const item = machine.pop()
  machine.chargeBytes(8)
  machine.list().push(item)
}

function appendItems(machine: PickleMachine): void {
  const items = machine.popMark()
  const list = machine.list()
  machine.chargeBytes(8 * items.length)
  for (const item of items) list.push(item)
}

function setItemOnTop(machine: PickleMachine): void {
  const value = machine.pop()
  const key = machine.pop()
  machine.chargeBytes(32)
  setDictItem(machine.dict(), key, value)
}

function setItems(machine: PickleMachine): void {
  const items = machine.popMark()
  const dict = machine.dict()
  if (items.length % 2) throw new SeedError('a key without a value')
  machine.chargeBytes(16 * items.length)
  for (let i = 0; i < items.length; i += 2) setDictItem(dict, items[i]!, items[i + 1]!)
}

function addMembers(machine: PickleMachine, members: readonly PickleValue[]): void {
  const set = machine.set()
  machine.chargeBytes(24 * members.length)
  for (const member of members) addSetMember(set, member)
}

function createSet(machine: PickleMachine, members: Iterable<PickleValue>): Set<PickleValue> {
  const set = new Set<PickleValue>()
  for (const member of members) {
    machine.chargeBytes(24)
    addSetMember(set, member)
  }
  return set
}

function readProtocol(machine: PickleMachine): void {
  const version = machine.u8()
  if (version > 5) throw new SeedError(`unsupported pickle protocol ${version}`)
}

function pushGlobal(machine: PickleMachine): void {
  const name = machine.pop()
  const module = machine.pop()
  if (typeof module !== 'string' || typeof name !== 'string') throw new SeedError('a class without a name')
  machine.push(findClass(module, name))
}

function newObject(machine: PickleMachine): void {
  const { of, args } = popCall(machine)
  if (!(of instanceof NamedTuple)) throw new SeedError(`${of.name} cannot be created by this operation`)
  const { fields, defaults } = of
  const missing = fields.length - args.length
  if (missing < 0 || missing > defaults.length)
    throw new SeedError(`${of.name} with ${args.length} fields instead of ${fields.length}`)
  const rest = missing ? defaults.slice(-missing) : []
  pushCharged(machine, 48 + 8 * fields.length, new NamedTupleInstance(of, [...args, ...rest]))
}

function reduceCall(machine: PickleMachine): void {
  const { of, args } = popCall(machine)
  if (of instanceof NamedTuple) throw new SeedError(`${of.name} cannot be created by this operation`)
  if (of instanceof Enumeration) pushCharged(machine, 24, createMember(of, args))
  else pushCharged(machine, 128, createCollection(machine, of, args))
}

function popCall(machine: PickleMachine) {
  const args = machine.pop()
  const of = machine.pop()
  if (!(args instanceof Tuple))
    throw new SeedError(`expected a tuple of arguments, got ${describeType(args)}`)
  if (!(of instanceof NamedTuple || of instanceof Enumeration || of instanceof CollectionType))
    throw new SeedError(`${describeType(of)} cannot be called`)
  return { of, args: args.items }
}

function createMember(of: Enumeration, args: readonly PickleValue[]): EnumMember {
  const [value] = args
  if (args.length !== 1 || typeof value !== 'number' || !of.values.includes(value))
    throw new SeedError(`${of.name} has no member with this value`)
  return new EnumMember(of, value)
}

/** Older pickle protocols store collections as calls such as `set(list)`, `frozenset(tuple)` or `Counter(dict)`. */
function createCollection(
  machine: PickleMachine,
  of: CollectionType,
  args: readonly PickleValue[],
): PickleValue {
  const [from] = args
  if (args.length > 1) throw new SeedError(`${of.name} with ${args.length} arguments`)
  if (of.kind === 'counter') {
    if (from !== undefined && !(from instanceof Map))
      throw new SeedError(`${of.name} cannot be created from ${describeType(from)}`)
    machine.chargeBytes(32 * (from?.size ?? 0))
    return new Map(from)
  }
  if (from === undefined) return new Set()
  if (Array.isArray(from) || from instanceof Set) return createSet(machine, from)
  if (from instanceof Tuple) return createSet(machine, from.items)
  throw new SeedError(`${of.name} cannot be created from ${describeType(from)}`)
}
