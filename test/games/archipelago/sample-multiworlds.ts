// The fixtures of this folder as bytes, as decoded values and as created rooms.
import { readFileSync } from 'node:fs'
import { deflateSync, gunzipSync } from 'node:zlib'
import { encodeRecordValue, TransactionStore } from '../../../durable-objects/storage/records.ts'
import { createRoom } from '../../../games/archipelago/create-room.ts'
import { inflatePickle } from '../../../games/archipelago/import/pickle/inflate.ts'
import { readPickle } from '../../../games/archipelago/import/pickle/reader.ts'
import {
  describeType,
  EnumMember,
  NamedTupleInstance,
  type PickleValue,
  Tuple,
} from '../../../games/archipelago/import/pickle/values.ts'
import { writePickle } from '../../../games/archipelago/import/pickle/writer.ts'
import { PyFloat } from '../../../games/archipelago/python/values.ts'
import type { GameContext, Options, RecordStore } from '../../../games/game.ts'
import { joinRecordChunks, uploadedFiles } from '../../create-game.ts'
import { memoryRecords } from '../../memory-records.ts'

export const multidataNames = [
  'tiny-2p',
  'links-6p',
  'race-3p',
  'big-120p',
  'old-ap046-3p',
  'old-ap038-3p',
] as const

export function readFixture(name: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(`fixtures/${name}`, import.meta.url)))
}

export function readFixtureMultidata(name: string): Uint8Array {
  return readFixture(`${name}.archipelago`)
}

/** The multidata as CPython decodes it, tagged as in the fixtures' README. */
export function readDecodedFixture(name: string): unknown {
  return sortSets(JSON.parse(gunzipSync(readFixture(`${name}.decoded.json.gz`)).toString('utf8')))
}

function sortSets(tree: unknown): unknown {
  if (Array.isArray(tree)) return tree.map(sortSets)
  if (typeof tree !== 'object' || tree === null) return tree
  const entries = Object.entries(tree).map(([key, value]) => [key, sortSets(value)] as const)
  const [[key, value] = []] = entries
  return key === '$set' ? taggedSet(value as unknown[]) : Object.fromEntries(entries)
}

function taggedSet(members: readonly unknown[]) {
  const texts = members.map((member) => JSON.stringify(member)).sort()
  return { $set: texts.map((text) => JSON.parse(text)) }
}

/** Converts values that JSON lacks to objects with a tag, as in the fixtures. */
export function toTagged(value: PickleValue): unknown {
  if (typeof value === 'bigint') return { $bigint: `${value}` }
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof PyFloat) return value.value
  if (Array.isArray(value)) return value.map(toTagged)
  if (value instanceof Tuple) return { $tuple: value.items.map(toTagged) }
  if (value instanceof Set) return taggedSet([...value].map(toTagged))
  if (value instanceof EnumMember) return { $enum: value.of.name, value: value.value }
  if (value instanceof NamedTupleInstance) {
    const fields = value.of.fields.map((name, i) => [name, toTagged(value.fields[i]!)])
    return { $class: value.of.name, ...Object.fromEntries(fields) }
  }
  if (!(value instanceof Map)) throw new TypeError(`${describeType(value)} in a fixture`)
  const entries = [...value].map(([key, inner]) => [toTagged(key), toTagged(inner)])
  return [...value.keys()].every((key) => typeof key === 'string')
    ? Object.fromEntries(entries)
    : { $dict: entries }
}

export function wrapPickle(pickle: Uint8Array): Uint8Array {
  const packed = deflateSync(pickle)
  const bytes = new Uint8Array(packed.length + 1)
  bytes[0] = 3
  bytes.set(packed, 1)
  return bytes
}

/** Room creation uses no services of its context. */
const host = {} as GameContext

export function createRoomInput(files: { readonly [field: string]: Uint8Array }, options: Options = {}) {
  return createRoom({ options, files: uploadedFiles(files) }, host)
}

export async function createRoomFrom(files: { readonly [field: string]: Uint8Array }, options: Options = {}) {
  const answer = await createRoomInput(files, options)
  if ('refused' in answer) throw new Error(`${answer.refused.field}: ${answer.refused.detail}`)
  const records = memoryRecords()
  records.write(
    new Map(Array.from(joinRecordChunks(answer), ([key, value]) => [key, encodeRecordValue(value)])),
  )
  const store: RecordStore = new TransactionStore(records, '', new Map())
  return { ...answer, store }
}

export function alterMultidata(
  name: string,
  change: (root: Map<PickleValue, PickleValue>) => void,
): Uint8Array {
  const root = readPickle(inflatePickle(readFixtureMultidata(name).subarray(1), 32 * 1024 * 1024, name))
  if (!(root instanceof Map)) throw new TypeError('a multidata is a dict')
  change(root)
  return wrapPickle(writePickle(root))
}

/** A multidata of `count` slots: the 120 slots of big-120p, repeated under other names. */
export function multidataWithSlots(count: number): Uint8Array {
  return alterMultidata('big-120p', (root) => {
    const own = 120
    const bySlot = ['slot_data', 'slot_info', 'locations', 'precollected_items', 'precollected_hints']
    for (const field of bySlot) {
      const table = root.get(field) as Map<PickleValue, PickleValue>
      for (let slot = own + 1; slot <= count; slot++) table.set(slot, table.get(((slot - 1) % own) + 1)!)
    }
    const slots = root.get('slot_info') as Map<PickleValue, NamedTupleInstance>
    const names = root.get('connect_names') as Map<PickleValue, PickleValue>
    for (let slot = own + 1; slot <= count; slot++) {
      const { of, fields } = slots.get(slot)!
      const name = `P${slot}_${String(fields[0]).slice(5)}`.slice(0, 16)
      slots.set(slot, new NamedTupleInstance(of, [name, ...fields.slice(1)]))
      names.set(name, new Tuple([0, slot]))
    }
  })
}
