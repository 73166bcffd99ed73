// Reads a pickle: only the operations in Archipelago's files, and only the classes it may name.

import { float } from '../../python/values.ts'
import { SeedFault } from '../fault.ts'
import { classNamed } from './classes.ts'
import { addMember, Machine, type PickleLimits, pickleLimits, setItem } from './machine.ts'
import {
  Collection,
  Enumeration,
  Instance,
  kindOf,
  Member,
  NamedTuple,
  type PickleValue,
  Tuple,
} from './values.ts'

type Operation = (machine: Machine) => void

const stop = 0x2e

/** By their codes, in Python's order and with its names. */
const operations: { readonly [code: number]: Operation } = {
  // MARK, POP, DUP
  40: (m) => m.mark(),
  48: (m) => void m.pop(),
  50: (m) => m.push(m.top()),
  // NONE, NEWTRUE, NEWFALSE
  78: (m) => m.push(null),
  136: (m) => m.push(true),
  137: (m) => m.push(false),
  // BININT, BININT1, BININT2, LONG1, LONG4
  74: (m) => m.push(m.i32()),
  75: (m) => m.push(m.u8()),
  77: (m) => m.push(m.u16()),
  138: (m) => m.push(m.int(m.u8())),
  139: (m) => m.push(m.int(m.u32())),
  // BINFLOAT
  71: (m) => push(m, 24, float(m.f64())),
  // BINUNICODE, SHORT_BINUNICODE, BINUNICODE8
  88: (m) => m.push(m.text(m.u32())),
  140: (m) => m.push(m.text(m.u8())),
  141: (m) => m.push(m.text(m.u64())),
  // BINBYTES, SHORT_BINBYTES
  66: (m) => m.push(m.bytes(m.u32())),
  67: (m) => m.push(m.bytes(m.u8())),
  // EMPTY_DICT, SETITEM, SETITEMS
  125: (m) => push(m, 128, new Map()),
  115: setOne,
  117: setMany,
  // EMPTY_LIST, APPEND, APPENDS
  93: (m) => push(m, 48, []),
  97: append,
  101: appendMany,
  // EMPTY_TUPLE, TUPLE, TUPLE1, TUPLE2, TUPLE3
  41: (m) => tuple(m, []),
  116: (m) => tuple(m, m.popMark()),
  133: (m) => tuple(m, popped(m, 1)),
  134: (m) => tuple(m, popped(m, 2)),
  135: (m) => tuple(m, popped(m, 3)),
  // EMPTY_SET, ADDITEMS, FROZENSET
  143: (m) => push(m, 128, new Set()),
  144: (m) => addMany(m, m.popMark()),
  145: (m) => push(m, 128, setOf(m, m.popMark())),
  // MEMOIZE, BINPUT, LONG_BINPUT, BINGET, LONG_BINGET
  148: (m) => m.memoize(),
  113: (m) => m.memoize(m.u8()),
  114: (m) => m.memoize(m.u32()),
  104: (m) => m.recall(m.u8()),
  106: (m) => m.recall(m.u32()),
  // GLOBAL, STACK_GLOBAL, NEWOBJ, REDUCE
  99: (m) => m.push(classNamed(m.line(), m.line())),
  147: stackGlobal,
  129: newObject,
  82: reduce,
  // PROTO, FRAME
  128: protocol,
  149: (m) => void m.u64(),
}

/** Indexed by code, for a fast lookup. */
const byCode: readonly (Operation | undefined)[] = Array.from({ length: 256 }, (_, code) => operations[code])

/** Throws SeedFault, naming the byte, unless the bytes are a complete pickle within `limits`. */
export function readPickle(bytes: Uint8Array, limits: PickleLimits = pickleLimits): PickleValue {
  const machine = new Machine(bytes, limits)
  let at = 0
  try {
    for (;;) {
      at = machine.at
      const code = machine.step()
      if (code === stop) return machine.result()
      const operation = byCode[code]
      if (!operation)
        throw new SeedFault(`the operation 0x${code.toString(16).padStart(2, '0')} is forbidden`)
      operation(machine)
    }
  } catch (error) {
    if (error instanceof SeedFault) throw new SeedFault(`pickle, byte ${at}: ${error.message}`)
    throw error
  }
}

function push(machine: Machine, bytes: number, value: PickleValue): void {
  machine.charge(bytes)
  machine.push(value)
}

function popped(machine: Machine, count: number): PickleValue[] {
  const items = new Array<PickleValue>(count)
  for (let i = count - 1; i >= 0; i--) items[i] = machine.pop()
  return items
}

function tuple(machine: Machine, items: readonly PickleValue[]): void {
  push(machine, 40 + 8 * items.length, new Tuple(items))
}

function append(machine: Machine): void {
  const item = machine.pop()
  machine.charge(8)
  machine.list().push(item)
}

function appendMany(machine: Machine): void {
  const items = machine.popMark()
  const list = machine.list()
  machine.charge(8 * items.length)
  for (const item of items) list.push(item)
}

function setOne(machine: Machine): void {
  const value = machine.pop()
  const key = machine.pop()
  machine.charge(32)
  setItem(machine.dict(), key, value)
}

function setMany(machine: Machine): void {
  const items = machine.popMark()
  const dict = machine.dict()
  if (items.length % 2) throw new SeedFault('a key without a value')
  machine.charge(16 * items.length)
  for (let i = 0; i < items.length; i += 2) setItem(dict, items[i]!, items[i + 1]!)
}

function addMany(machine: Machine, members: readonly PickleValue[]): void {
  const set = machine.set()
  machine.charge(24 * members.length)
  for (const member of members) addMember(set, member)
}

function setOf(machine: Machine, members: Iterable<PickleValue>): Set<PickleValue> {
  const set = new Set<PickleValue>()
  for (const member of members) {
    machine.charge(24)
    addMember(set, member)
  }
  return set
}

function protocol(machine: Machine): void {
  const version = machine.u8()
  if (version > 5) throw new SeedFault(`protocol ${version} is not known`)
}

function stackGlobal(machine: Machine): void {
  const name = machine.pop()
  const module = machine.pop()
  if (typeof module !== 'string' || typeof name !== 'string') throw new SeedFault('a class without a name')
  machine.push(classNamed(module, name))
}

function newObject(machine: Machine): void {
  const { of, args } = call(machine)
  if (!(of instanceof NamedTuple)) throw new SeedFault(`${of.name} is not made so`)
  const { fields, defaults } = of
  const missing = fields.length - args.length
  if (missing < 0 || missing > defaults.length)
    throw new SeedFault(`${of.name} with ${args.length} fields instead of ${fields.length}`)
  const rest = missing ? defaults.slice(-missing) : []
  push(machine, 48 + 8 * fields.length, new Instance(of, [...args, ...rest]))
}

function reduce(machine: Machine): void {
  const { of, args } = call(machine)
  if (of instanceof NamedTuple) throw new SeedFault(`${of.name} is not made so`)
  if (of instanceof Enumeration) push(machine, 24, member(of, args))
  else push(machine, 128, collection(machine, of, args))
}

function call(machine: Machine) {
  const args = machine.pop()
  const of = machine.pop()
  if (!(args instanceof Tuple)) throw new SeedFault(`${kindOf(args)} as arguments`)
  if (!(of instanceof NamedTuple || of instanceof Enumeration || of instanceof Collection))
    throw new SeedFault(`a call of ${kindOf(of)}`)
  return { of, args: args.items }
}

function member(of: Enumeration, args: readonly PickleValue[]): Member {
  const [value] = args
  if (args.length !== 1 || typeof value !== 'number' || !of.values.includes(value))
    throw new SeedFault(`${of.name} has no such member`)
  return new Member(of, value)
}

/** `set(list)`, `frozenset(tuple)`, `Counter(dict)`: their form in older protocols. */
function collection(machine: Machine, of: Collection, args: readonly PickleValue[]): PickleValue {
  const [from] = args
  if (args.length > 1) throw new SeedFault(`${of.name} of ${args.length} things`)
  if (of.kind === 'counter') {
    if (from !== undefined && !(from instanceof Map)) throw new SeedFault(`${of.name} of ${kindOf(from)}`)
    machine.charge(32 * (from?.size ?? 0))
    return new Map(from)
  }
  if (from === undefined) return new Set()
  if (Array.isArray(from) || from instanceof Set) return setOf(machine, from)
  if (from instanceof Tuple) return setOf(machine, from.items)
  throw new SeedFault(`${of.name} of ${kindOf(from)}`)
}
