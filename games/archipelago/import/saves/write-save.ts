// Writes an .apsave file that the original server can load. The file has the same keys, classes and nesting as the
// original server's own files.
import { deflateSync, zlibSync } from 'fflate'
import { concatBytes } from '../../../../wire/util/concat-bytes.ts'
import type { HostOptions } from '../../options.ts'
import type { SlotProgress } from '../../play/held-progress.ts'
import { parseJson } from '../../python/json.ts'
import { PyTuple as NamedTuple, type PyValue, pyFloat, tupleFields } from '../../python/values.ts'
import type { Hint, Seed } from '../../seed/seed.ts'
import type { ReceivedItem } from '../../slots/received-items.ts'
import { clientStatusClass, hintClass, hintStatusClass, networkItemClass } from '../pickle/classes.ts'
import { minimumFileSize } from '../pickle/import-limits.ts'
import { EnumMember, NamedTupleInstance, type PickleValue, Tuple } from '../pickle/values.ts'
import { type WritableValue, writePickle } from '../pickle/writer.ts'
import { heldProgressField, type SaveState, saveFormatVersion } from './save-state.ts'

/** The file contains passwords, like a file of the original server. */
export function writeSave(seed: Pick<Seed, 'seedName' | 'connectNames'>, state: SaveState): Uint8Array {
  const save: readonly (readonly [string, WritableValue])[] = [
    ['version', saveFormatVersion],
    ['connect_names', mapEntries(seed.connectNames, ([name, slot]) => [name, teamSlot(slot)])],
    ['received_items', writeReceivedItems(state)],
    ['hints_used', writeBySlot(state.hintsUsed, (used) => used)],
    ['hints', writeBySlot(state.hints, (hints) => new Set(hints.map(writeHint)))],
    ['location_checks', writeBySlot(state.checks, (checks) => new Set(checks))],
    ['name_aliases', writeBySlot(state.aliases, (alias) => alias)],
    ['client_game_state', writeBySlot(state.statuses, writeStatus)],
    ['client_activity_timers', writeTimers(state.lastActivity)],
    ['client_connection_timers', writeTimers(state.lastConnection)],
    ['random_state', createRandomState(seed.seedName)],
    ['group_collected', mapEntries(state.groupCollected, ([group, members]) => [group, new Set(members)])],
    ['stored_data', new Map(Array.from(state.storage, ([key, text]) => [key, () => parseStored(text)]))],
    ['game_options', writeGameOptions(state.options)],
    // The original server ignores this key.
    ...(state.held.size > 0 ? [[heldProgressField, writeBySlot(state.held, writeHeld)] as const] : []),
  ]
  const pickle = writePickle(new Map<PickleValue, WritableValue>(save))
  const packed = zlibSync(pickle)
  // The limits of an import grow with the size of the compressed file, so a file that compresses very well could not be
  // imported.
  const stored = minimumFileSize(pickle.length)
  return packed.length >= stored ? packed : compressAfter(stored, pickle, packed)
}

/** The maximum size of a stored block in a zlib stream (RFC 1951, 3.2.4). */
const maxBlockBytes = 0xffff

/** Stores the first `stored` bytes of a pickle without compression. `packed`: the pickle as a zlib stream. */
function compressAfter(stored: number, pickle: Uint8Array, packed: Uint8Array): Uint8Array {
  const parts = [packed.subarray(0, 2)]
  for (let at = 0; at < stored; at += maxBlockBytes) {
    const block = pickle.subarray(at, Math.min(at + maxBlockBytes, stored))
    parts.push(
      Uint8Array.of(0, ...[block.length, ~block.length].flatMap((n) => [n & 0xff, (n >> 8) & 0xff])),
      block,
    )
  }
  return concatBytes([...parts, deflateSync(pickle.subarray(stored)), packed.subarray(-4)])
}

function mapEntries<K, V>(
  entries: Iterable<[K, V]>,
  entry: (from: [K, V]) => [PickleValue, PickleValue],
): Map<PickleValue, PickleValue> {
  return new Map(Array.from(entries, entry))
}

/** All slots are in team 0. */
function teamSlot(slot: number): Tuple {
  return new Tuple([0, slot])
}

function writeBySlot<V>(values: ReadonlyMap<number, V>, write: (value: V) => PickleValue) {
  return mapEntries(values, ([slot, value]) => [teamSlot(slot), write(value)])
}

/** An item that is in both lists is written once, as in the original's files. */
function writeReceivedItems({ received }: SaveState): Map<PickleValue, PickleValue> {
  return new Map(
    Array.from(received).flatMap(([slot, { all, fromOthers }]): [PickleValue, PickleValue][] => {
      const written = new Map(all.map((item) => [item, writeItem(item)]))
      return [
        [new Tuple([0, slot, true]), all.map((item) => written.get(item)!)],
        [new Tuple([0, slot, false]), fromOthers.map((item) => written.get(item) ?? writeItem(item))],
      ]
    }),
  )
}

function writeItem({ item, location, finder, flags }: ReceivedItem): NamedTupleInstance {
  return new NamedTupleInstance(networkItemClass, [item, location, finder, flags])
}

function writeHeld({ checks, goal }: SlotProgress): Tuple {
  return new Tuple([new Set(checks), goal])
}

function writeHint(hint: Hint): NamedTupleInstance {
  const { receiver, finder, location, item, found, entrance, flags, status } = hint
  const member = new EnumMember(hintStatusClass, status)
  return new NamedTupleInstance(hintClass, [receiver, finder, location, item, found, entrance, flags, member])
}

/** A value from a client that is not in ClientStatus is written unchanged. */
function writeStatus(text: string): PickleValue {
  const value = parseStored(text)
  const known = typeof value === 'number' && clientStatusClass.values.includes(value)
  return known ? new EnumMember(clientStatusClass, value) : value
}

function writeTimers(times: ReadonlyMap<number, number>): Tuple {
  return new Tuple(Array.from(times, ([slot, ms]) => new Tuple([teamSlot(slot), pyFloat(ms / 1000)])))
}

function parseStored(text: string): PickleValue {
  return toPickleValue(parseJson(text, { length: text.length, depth: 200 }))
}

/** A named tuple is written as an object with a `class`, because the original server cannot load all named tuples. */
function toPickleValue(value: PyValue): PickleValue {
  if (Array.isArray(value)) return value.map(toPickleValue)
  if (value instanceof Map) return mapEntries(value, ([key, inner]) => [key, toPickleValue(inner)])
  if (value instanceof NamedTuple)
    return new Map<PickleValue, PickleValue>([
      ...tupleFields[value.kind].map((name, i): [PickleValue, PickleValue] => [
        name,
        toPickleValue(value.fields[i]!),
      ]),
      ['class', value.kind],
    ])
  return value
}

/** The options in the order of the original server. */
const gameOptionNames = [
  'hint_cost',
  'location_check_points',
  'server_password',
  'password',
  'release_mode',
  'remaining_mode',
  'collect_mode',
  'countdown_mode',
  'item_cheat',
  'compatibility',
] as const satisfies readonly (keyof HostOptions)[]

function writeGameOptions(options: HostOptions): Map<PickleValue, PickleValue> {
  return new Map(gameOptionNames.map((name) => [name, options[name]]))
}

/**
 * A state of Python's random number generator, the Mersenne Twister, which the original server requires. The words have
 * no effect on the game.
 */
function createRandomState(seedName: string): Tuple {
  let word = 19_650_218
  for (const char of seedName) word = (Math.imul(word, 31) + char.codePointAt(0)!) >>> 0
  const words = [word]
  for (let i = 1; i < 624; i++) {
    word = (Math.imul(1_812_433_253, word ^ (word >>> 30)) + i) >>> 0
    words.push(word)
  }
  return new Tuple([3, new Tuple([...words, 624]), null])
}
