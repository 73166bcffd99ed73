// Saves of the original are read, our saves are written so that the original can read them, and saves of another
// multiworld are rejected.
import { inflateSync } from 'node:zlib'
import fc from 'fast-check'
import { zlibSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { readMultidata } from '../../../../../games/archipelago/import/multidata/read-multidata.ts'
import {
  clientStatusClass,
  hintClass,
  networkItemClass,
} from '../../../../../games/archipelago/import/pickle/classes.ts'
import { inflatePickle } from '../../../../../games/archipelago/import/pickle/inflate.ts'
import { readPickle } from '../../../../../games/archipelago/import/pickle/reader.ts'
import { decodeWithSurrogates } from '../../../../../games/archipelago/import/pickle/surrogates.ts'
import {
  EnumMember,
  NamedTupleInstance,
  type PickleValue,
  Tuple,
} from '../../../../../games/archipelago/import/pickle/values.ts'
import { writePickle } from '../../../../../games/archipelago/import/pickle/writer.ts'
import { maxFileBytes } from '../../../../../games/archipelago/import/read-whole-file.ts'
import { readSave } from '../../../../../games/archipelago/import/saves/read-save.ts'
import {
  consumeSaveRecord,
  createSaveRecord,
  type SaveState,
} from '../../../../../games/archipelago/import/saves/save-state.ts'
import { writeSave } from '../../../../../games/archipelago/import/saves/write-save.ts'
import { SeedError } from '../../../../../games/archipelago/import/seed-error.ts'
import { protocolLimits } from '../../../../../games/archipelago/protocol/limits.ts'
import { PyFloat, type PyValue } from '../../../../../games/archipelago/python/values.ts'
import { DataStorage } from '../../../../../games/archipelago/storage/data-storage.ts'
import { MemoryStore } from '../../../../memory-store.ts'
import { assertProperty } from '../../../../property.ts'
import { createRoomFrom, readFixture, readFixtureMultidata, toTagged } from '../../sample-multiworlds.ts'

type Dict = Map<PickleValue, PickleValue>

const unpacked = (file: Uint8Array) =>
  readPickle(inflatePickle(file, 1 << 24, 'it'), undefined, decodeWithSurrogates) as Dict
const seedOf = (name: string) => readMultidata(readFixtureMultidata(name))
const stateOf = (name: string) => readSave(readFixture(`${name}.apsave`), seedOf(name))
const saveOf = (root: Dict) => zlibSync(writePickle(root))

function readChangedSave(name: string, change: (root: Dict) => void): () => SaveState {
  const root = unpacked(readFixture(`${name}.apsave`))
  change(root)
  return () => readSave(saveOf(root), seedOf(name))
}

describe('a save of the original', () => {
  it('is read completely', () => {
    const state = stateOf('tiny-2p')
    expect(state.received.get(1)!.all).toHaveLength(23)
    expect(state.received.get(1)!.all[0]).toEqual({ item: 80000, location: 81005, finder: 1, flags: 1 })
    expect(state.received.get(1)!.fromOthers.every(({ finder }) => finder === 2)).toBe(true)
    expect(Object.fromEntries(state.hintsUsed)).toEqual({ 1: 1, 2: 0 })
    const hintStatuses = state.hints.get(1)!.map(({ status }) => status)
    expect(hintStatuses.sort()).toEqual([0, 30, 40, 40])
    expect(state.checks.get(1)).toHaveLength(23)
    expect(state.aliases).toEqual(new Map([[1, 'Savey']]))
    expect(Object.fromEntries(state.statuses)).toEqual({ 1: '0', 2: '30' })
    expect(state.lastActivity.get(1)).toBe(1795167687272)
    expect(state.storage).toEqual(new Map([['saved', '{"a":[1,2.5,"x",null,true]}']]))
    expect(state.options).toMatchObject({ release_mode: 'auto', password: null, item_cheat: true })
  })

  it('has the passwords of its room, and the status of groups', () => {
    const state = stateOf('links-6p')
    expect(state.options).toMatchObject({ password: 'hunter2', server_password: 'adminpw', hint_cost: 5 })
    expect(state.statuses.get(7)).toBe('30')
  })

  it('is accepted with an empty set of hints for a slot that does not exist', () => {
    const state = readChangedSave('tiny-2p', (root) =>
      dictOf(root, 'hints').set(new Tuple([0, 99]), new Set()),
    )()
    expect(state).toEqual(stateOf('tiny-2p'))
  })

  it.each(['tiny-2p', 'links-6p'])('of %s is unchanged after reading, writing and reading again', (name) => {
    const state = stateOf(name)
    const written = writeSave(seedOf(name), state)
    expect(readSave(written, seedOf(name))).toEqual(state)
    const [ours, theirs] = [unpacked(written), unpacked(readFixture(`${name}.apsave`))]
    expect([...ours.keys()]).toEqual([...theirs.keys()])
    for (const key of theirs.keys()) {
      if (/timers$|random_state/.test(key as string)) continue
      expect({ [key as string]: comparable(ours.get(key)!) }).toEqual({
        [key as string]: comparable(theirs.get(key)!),
      })
    }
  })
})

/**
 * Dicts are sorted by their keys, enumeration members are numbers as in Python, and empty lists and sets are removed.
 */
function comparable(value: PickleValue): unknown {
  if (value instanceof EnumMember) return value.value
  if (!(value instanceof Map)) return toTagged(value)
  const isEmpty = (inner: PickleValue) =>
    (Array.isArray(inner) && inner.length === 0) || (inner instanceof Set && inner.size === 0)
  const entries = [...value].filter(([, inner]) => !isEmpty(inner))
  return new Map(entries.map(([key, inner]) => [JSON.stringify(toTagged(key)), comparable(inner)]))
}

describe('a save that a room exports', () => {
  const hint = {
    ...{ receiver: 1, finder: 2, location: 16871244501, item: 80000, found: false },
    ...{ entrance: 'Gate', flags: 1, status: 30 },
  }
  const state: SaveState = {
    received: new Map([[1, { all: [{ item: 80000, location: -1, finder: 0, flags: 1 }], fromOthers: [] }]]),
    hintsUsed: new Map([[2, 3]]),
    hints: new Map([[1, [hint]]]),
    checks: new Map([
      [1, [81000, 81001]],
      [2, []],
    ]),
    aliases: new Map([[2, '旅人']]),
    statuses: new Map([
      [1, '20'],
      [2, `"away${'!'.repeat(protocolLimits.statusUnits - 6)}"`],
    ]),
    lastActivity: new Map([[1, 1795167687000]]),
    lastConnection: new Map(),
    groupCollected: new Map(),
    storage: new Map([
      ['counter', '18446744073709551617'],
      ['one', '1.0'],
      ['who', '{"team":0,"slot":1,"alias":"a","name":"b","class":"NetworkPlayer"}'],
      ['10', '{"10":[NaN,1e-07],"2":null}'],
      ['\ud83d', '"\\ud83d"'],
      ['\ude00', '"旅\\ude00人😀"'],
      ['deep', '['.repeat(190) + ']'.repeat(190)],
      ['long', `"${'x'.repeat(500_000)}"`],
      ['longer', `"${'x'.repeat(500_000)}"`],
      ['longest', `"${'x'.repeat(500_000)}"`],
    ]),
    held: new Map([
      [1, { checks: [81002], goal: false }],
      [2, { checks: [], goal: true }],
    ]),
    options: { ...seedOf('tiny-2p').hostOptions, password: 'secret', item_cheat: false },
  }
  const written = writeSave(seedOf('tiny-2p'), state)

  it('[AP-9.4] has the classes and the structure that the original expects', () => {
    const root = unpacked(written)
    const key = (slot: number) =>
      [...dictOf(root, 'hints').keys()].find((key) => (key as Tuple).items[1] === slot)!
    expect([...dictOf(root, 'connect_names').values()]).toEqual([new Tuple([0, 1]), new Tuple([0, 2])])
    expect(dictOf(root, 'hints').get(key(1))).toBeInstanceOf(Set)
    expect([...(dictOf(root, 'hints').get(key(1)) as Set<NamedTupleInstance>)][0]!.of).toBe(hintClass)
    expect([...dictOf(root, 'received_items')]).toEqual([
      [new Tuple([0, 1, true]), [new NamedTupleInstance(networkItemClass, [80000, -1, 0, 1])]],
      [new Tuple([0, 1, false]), []],
    ])
    expect([...dictOf(root, 'client_game_state').values()]).toEqual([
      new EnumMember(clientStatusClass, 20),
      `away${'!'.repeat(protocolLimits.statusUnits - 6)}`,
    ])
    expect(root.get('client_activity_timers')).toEqual(
      new Tuple([new Tuple([new Tuple([0, 1]), new PyFloat(1795167687)])]),
    )
    expect([...dictOf(root, 'game_options').keys()]).not.toContain('auto_shutdown')
    const [version, words, gauss] = (root.get('random_state') as Tuple).items
    expect([version, gauss]).toEqual([3, null])
    expect((words as Tuple).items).toHaveLength(625)
    expect((words as Tuple).items[624]).toBe(624)
  })

  it('[AP-9.4] contains an item that is in both lists of a slot only once, so that half a million found items can be imported', () => {
    const all = Array.from({ length: 300 }, (_, item) => ({ item, location: -1, finder: 0, flags: 1 }))
    const shared = { ...state, received: new Map([[1, { all, fromOthers: all.slice(1) }]]) }
    const file = writeSave(seedOf('tiny-2p'), shared)
    const [found, fromOthers] = [...dictOf(unpacked(file), 'received_items').values()] as PickleValue[][]
    expect(fromOthers!.every((item, i) => item === found![i + 1])).toBe(true)
    expect(readSave(file, seedOf('tiny-2p'))).toEqual(shared)
  })

  it('is unchanged after writing and reading', () => {
    expect(readSave(written, seedOf('tiny-2p'))).toEqual(state)
  })

  it.each([
    ['that compresses well', 'x'],
    ['that takes three bytes for each character', '旅'],
  ])('[AP-7.8] [AP-9.4] can be imported if the data storage is full of text %s', (_, character) => {
    const storage = new DataStorage(new MemoryStore())
    const operation = new Map<string, PyValue>([
      ['operation', 'replace'],
      ['value', character.repeat(524_280)],
    ])
    const set = (key: string) =>
      storage.applySetPacket(
        new Map<string, PyValue>([
          ['key', key],
          ['operations', [operation]],
        ]),
        1,
      )
    while (set(`${storage.count}`).outcome === 'set');
    const full = { ...state, storage: new Map(storage.entries()) }
    const file = writeSave(seedOf('tiny-2p'), full)
    expect(file.length).toBeLessThan(maxFileBytes)
    expect(inflateSync(file).length).toBeGreaterThan(15_000_000)
    expect(readSave(file, seedOf('tiny-2p'))).toEqual(full)
  })

  it('[AP-7.8] is rejected if its data storage has more bytes than a room accepts', () => {
    const over = { ...state, storage: new Map([['旅'.repeat(5_600_000), '0']]) }
    const file = writeSave(seedOf('tiny-2p'), over)
    expect(() => readSave(file, seedOf('tiny-2p'))).toThrow('stored_data: over 16777216 bytes as JSON')
  })

  it('stays in the records until the world loads it, and is loaded only once', async () => {
    const { store } = await createRoomFrom({ file: readFixtureMultidata('tiny-2p') })
    expect(consumeSaveRecord(store)).toBeUndefined()
    store.put(...createSaveRecord(state))
    expect(consumeSaveRecord(store)).toEqual(state)
    expect(consumeSaveRecord(store)).toBeUndefined()
  })
})

function dictOf(root: Dict, key: string): Dict {
  return root.get(key) as Dict
}

describe('a save is rejected', () => {
  const at = (key: string, slot: number, value: PickleValue) => (root: Dict) =>
    void dictOf(root, key).set(new Tuple([0, slot]), value)

  const received =
    (...item: [item: number, location: number, player: number, flags: number]) =>
    (root: Dict) => {
      const items = [new NamedTupleInstance(networkItemClass, item)]
      root.set('received_items', new Map([[new Tuple([0, 2, true]), items]]))
    }

  it.each(
    Object.entries<(root: Dict) => void>({
      'unsupported save version 3; expected 2': (root) => void root.set('version', 3),
      'connect_names: the save belongs to another multiworld: it has Ann, Bob instead of Alice, Bob': (
        root,
      ) =>
        void root.set(
          'connect_names',
          new Map([
            ['Ann', new Tuple([0, 1])],
            ['Bob', new Tuple([0, 2])],
          ]),
        ),
      'the save belongs to another multiworld: it has Bob instead of Alice, Bob': (root) =>
        void dictOf(root, 'connect_names').delete('Alice'),
      'slot 1 has no location 5': at('location_checks', 1, new Set([5])),
      'the save belongs to another multiworld: item 7 is not at 81000 of slot 1': received(7, 81000, 1, 0),
      'received_items.(0, 2, a bool).0.player: no slot 9': received(7, 5, 9, 0),
      'received_items.(0, 2, a bool).0.flags: 2147483648 is out of range': received(7, -1, 0, 2 ** 31),
      'client_activity_timers.0.1: 1e+300 is not a time': (root) =>
        void root.set(
          'client_activity_timers',
          new Tuple([new Tuple([new Tuple([0, 1]), new PyFloat(1e300)])]),
        ),
      'no slot 9': at('hints_used', 9, 1),
      'packetboat_held.(0, 1).0.0: the save belongs to another multiworld: slot 1 has no location 5': (
        root,
      ) => void root.set('packetboat_held', new Map([[new Tuple([0, 1]), new Tuple([new Set([5]), true])]])),
      'hints_used.the key (1, 1).0: 1 is out of range; expected 0 to 0': (root) =>
        void dictOf(root, 'hints_used').set(new Tuple([1, 1]), 1),
      'stored_data.the key 5: expected a str': (root) => void root.set('stored_data', new Map([[5, 5]])),
      'stored_data: over 100000 keys': (root) =>
        void root.set('stored_data', new Map(Array.from({ length: 100_001 }, (_, i) => [`${i}`, 0]))),
      'stored_data.deep: nested over 199 levels deep': (root) => {
        let deep: PickleValue = []
        for (let i = 0; i < 200; i++) deep = [deep]
        root.set('stored_data', new Map([['deep', deep]]))
      },
      'game_options: compatibility must be': (root) =>
        void dictOf(root, 'game_options').set('compatibility', 9),
      'location_checks is missing': (root) => void root.delete('location_checks'),
    }),
  )('with the reason %s', (detail, change) => {
    expect(readChangedSave('tiny-2p', change)).toThrow(SeedError)
    expect(readChangedSave('tiny-2p', change)).toThrow(detail)
  })

  it('with a SeedError or accepted after any mutation', () => {
    const pickle = inflatePickle(readFixture('tiny-2p.apsave'), 1 << 24, 'it')
    const seed = seedOf('tiny-2p')
    const change = fc.tuple(fc.nat(pickle.length - 1), fc.nat(255))
    assertProperty(
      fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
        const bytes = pickle.slice()
        for (const [at, byte] of changes) bytes[at] = byte
        try {
          expect(readSave(zlibSync(bytes), seed).checks.size).toBeGreaterThan(0)
        } catch (error) {
          expect(error).toBeInstanceOf(SeedError)
        }
      }),
      { numRuns: 500 },
    )
  })
})
