// Writes an .apsave that the original server can continue: the same keys, classes and nesting as its own.
import { zlibSync } from 'fflate'
import type { HostOptions } from '../../options.ts'
import { parse } from '../../python/json.ts'
import { float, Tuple as NamedTuple, type PyValue, tupleFields } from '../../python/values.ts'
import type { Hint, Seed } from '../../seed/seed.ts'
import type { ReceivedItem } from '../../slots/items.ts'
import { clientStatuses, hint as hintClass, hintStatuses, networkItem } from '../pickle/classes.ts'
import { Instance, Member, type PickleValue, Tuple } from '../pickle/values.ts'
import { writePickle } from '../pickle/writer.ts'
import { type SaveState, saveVersion } from './save.ts'

/** The bytes of the file. Contains passwords, like the original's. */
export function writeSave(seed: Pick<Seed, 'seedName' | 'connectNames'>, state: SaveState): Uint8Array {
  const save: readonly (readonly [string, PickleValue])[] = [
    ['version', saveVersion],
    ['connect_names', mapped(seed.connectNames, ([name, slot]) => [name, teamSlot(slot)])],
    ['received_items', receivedItems(state)],
    ['hints_used', bySlot(state.hintsUsed, (used) => used)],
    ['hints', bySlot(state.hints, (hints) => new Set(hints.map(hint)))],
    ['location_checks', bySlot(state.checks, (checks) => new Set(checks))],
    ['name_aliases', bySlot(state.aliases, (alias) => alias)],
    ['client_game_state', bySlot(state.statuses, status)],
    ['client_activity_timers', timers(state.lastActivity)],
    ['client_connection_timers', timers(state.lastConnection)],
    ['random_state', randomState(seed.seedName)],
    ['group_collected', mapped(state.groupCollected, ([group, members]) => [group, new Set(members)])],
    ['stored_data', mapped(state.storage, ([key, text]) => [key, stored(text)])],
    ['game_options', gameOptions(state.options)],
  ]
  return zlibSync(writePickle(new Map(save)))
}

function mapped<K, V>(
  entries: Iterable<[K, V]>,
  entry: (from: [K, V]) => [PickleValue, PickleValue],
): Map<PickleValue, PickleValue> {
  return new Map(Array.from(entries, entry))
}

/** All slots are in team 0. */
function teamSlot(slot: number): Tuple {
  return new Tuple([0, slot])
}

function bySlot<V>(values: ReadonlyMap<number, V>, write: (value: V) => PickleValue) {
  return mapped(values, ([slot, value]) => [teamSlot(slot), write(value)])
}

function receivedItems({ received }: SaveState): Map<PickleValue, PickleValue> {
  return new Map(
    Array.from(received).flatMap(([slot, { all, fromOthers }]): [PickleValue, PickleValue][] => [
      [new Tuple([0, slot, true]), all.map(item)],
      [new Tuple([0, slot, false]), fromOthers.map(item)],
    ]),
  )
}

function item({ item, location, finder, flags }: ReceivedItem): Instance {
  return new Instance(networkItem, [item, location, finder, flags])
}

function hint(hint: Hint): Instance {
  const { receiver, finder, location, item, found, entrance, flags, status } = hint
  const fields = [receiver, finder, location, item, found, entrance, flags, new Member(hintStatuses, status)]
  return new Instance(hintClass, fields)
}

/** A status that the enumeration has becomes its member; any other value from a client is written as stored. */
function status(text: string): PickleValue {
  const value = stored(text)
  const known = typeof value === 'number' && clientStatuses.values.includes(value)
  return known ? new Member(clientStatuses, value) : value
}

function timers(times: ReadonlyMap<number, number>): Tuple {
  return new Tuple(Array.from(times, ([slot, ms]) => new Tuple([teamSlot(slot), float(ms / 1000)])))
}

function stored(text: string): PickleValue {
  return plain(parse(text, { length: text.length, depth: 200 }))
}

/** An object with a `class` stays an object: the original's loader does not know all of those tuples. */
function plain(value: PyValue): PickleValue {
  if (Array.isArray(value)) return value.map(plain)
  if (value instanceof Map) return mapped(value, ([key, inner]) => [key, plain(inner)])
  if (value instanceof NamedTuple)
    return new Map<PickleValue, PickleValue>([
      ...tupleFields[value.kind].map((name, i): [PickleValue, PickleValue] => [
        name,
        plain(value.fields[i]!),
      ]),
      ['class', value.kind],
    ])
  return value
}

/** In the original's order; it has no others. */
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

function gameOptions(options: HostOptions): Map<PickleValue, PickleValue> {
  return new Map(gameOptionNames.map((name) => [name, options[name]]))
}

/**
 * A state of Python's random generator (a Mersenne Twister), which the original requires: `(3, 624 words and an index,
 * None)`. The game does not depend on its value, so it is derived from the seed's name.
 */
function randomState(seedName: string): Tuple {
  let word = 19_650_218
  for (const char of seedName) word = (Math.imul(word, 31) + char.codePointAt(0)!) >>> 0
  const words = [word]
  for (let i = 1; i < 624; i++) {
    word = (Math.imul(1_812_433_253, word ^ (word >>> 30)) + i) >>> 0
    words.push(word)
  }
  return new Tuple([3, new Tuple([...words, 624]), null])
}
