// Conversion of a decoded pickle to a multiworld. Data of old seeds is accepted, too. The error for rejected data names
// the invalid field.
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { readMultidata } from '../../../../../games/archipelago/import/multidata/read-multidata.ts'
import { hintClass, networkSlotClass } from '../../../../../games/archipelago/import/pickle/classes.ts'
import { inflatePickle } from '../../../../../games/archipelago/import/pickle/inflate.ts'
import { readPickle } from '../../../../../games/archipelago/import/pickle/reader.ts'
import { PickleMachine } from '../../../../../games/archipelago/import/pickle/stack-machine.ts'
import {
  NamedTupleInstance,
  type PickleValue,
  Tuple,
} from '../../../../../games/archipelago/import/pickle/values.ts'
import { writePickle } from '../../../../../games/archipelago/import/pickle/writer.ts'
import { SeedError } from '../../../../../games/archipelago/import/seed-error.ts'
import { defaultOptions } from '../../../../../games/archipelago/options.ts'
import { assertProperty } from '../../../../property.ts'
import { alterMultidata, readFixtureMultidata, wrapPickle } from '../../sample-multiworlds.ts'

type Dict = Map<PickleValue, PickleValue>

const dict = (value: PickleValue | undefined) => value as Dict
const set = (key: PickleValue, value: PickleValue) => (root: Dict) => void root.set(key, value)
const without = (key: string) => (root: Dict) => void root.delete(key)
const within = (key: PickleValue, change: (inner: Dict) => void) => (root: Dict) =>
  change(dict(root.get(key)))
const pairs = (...entries: [PickleValue, PickleValue][]): Dict => new Map(entries)
const tuple = (...items: PickleValue[]) => new Tuple(items)

describe('a multidata', () => {
  it('has slots, names, versions and options', () => {
    const links = readMultidata(readFixtureMultidata('links-6p'))
    expect(links).toMatchObject({
      seedName: '73794604597967117326',
      generatorVersion: { major: 0, minor: 6, build: 7 },
      tags: ['AP'],
      raceMode: 0,
      hasSpheres: true,
    })
    expect(links.slots.get(1)).toEqual({ slot: 1, name: 'Ann', game: 'Timespinner', type: 1, members: [] })
    expect(links.slots.get(8)).toEqual({ slot: 8, name: 'SixLink', game: 'VVVVVV', type: 2, members: [3, 4] })
    expect(links.connectNames.get('TimeLink')).toBe(7)
    expect(links.minimumVersions.get(5)).toEqual({ major: 0, minor: 4, build: 4 })
    expect(links.precollectedItems.get(5)).toEqual([82003, 82003])
    expect(links.hostOptions).toEqual({
      ...defaultOptions,
      hint_cost: 5,
      location_check_points: 2,
      release_mode: 'goal',
      collect_mode: 'goal',
      remaining_mode: 'enabled',
      countdown_mode: 'auto',
      password: 'hunter2',
      server_password: 'adminpw',
      item_cheat: true,
      compatibility: 2,
      auto_shutdown: 0,
    })
  })

  it('has its hints, including the hints of groups', () => {
    const { precollectedHints } = readMultidata(readFixtureMultidata('links-6p'))
    const all = [...precollectedHints.values()].flat()
    expect(all).toHaveLength(67)
    expect(all).toContainEqual({
      receiver: 6,
      finder: 1,
      location: 1337002,
      item: 80002,
      found: false,
      entrance: '',
      flags: 1,
      status: 30,
    })
  })

  it('of a race is marked as a race, and has the option item_cheat off', () => {
    const race = readMultidata(readFixtureMultidata('race-3p'))
    expect(race.raceMode).toBe(1)
    expect(race.hostOptions).toMatchObject({ item_cheat: false, release_mode: 'disabled', hint_cost: 50 })
  })

  it('of 0.4.6 has hints without a status and data packages with a version', () => {
    const old = readMultidata(readFixtureMultidata('old-ap046-3p'))
    expect(old.generatorVersion).toEqual({ major: 0, minor: 4, build: 6 })
    expect(old.precollectedHints.get(2)).toMatchObject([{ receiver: 2, finder: 3, status: 0 }])
    expect(old.dataPackages.map(({ game }) => game).join(' ')).toBe(
      'Archipelago ChecksFinder VVVVVV Timespinner',
    )
    expect(old.dataPackages[1]!.text).toMatch(
      /"version":4,"checksum":"3304daaf09db798234cc0d3a5277da872f3733fe"}$/,
    )
    expect(old.raceMode).toBe(0)
    expect(old.hostOptions.countdown_mode).toBe('auto')
  })

  it('of 0.3.8 has no data packages, no spheres, and `forfeit_mode`', () => {
    const old = readMultidata(readFixtureMultidata('old-ap038-3p'))
    expect(old.dataPackages.map(({ game }) => game)).toEqual(['Archipelago'])
    expect(old.hasSpheres).toBe(false)
    expect(old.hostOptions.release_mode).toBe('goal')
    const older = alterMultidata('old-ap038-3p', (root) => {
      const options = dict(root.get('server_options'))
      options.delete('release_mode')
      options.set('forfeit_mode', 'auto-enabled')
    })
    expect(readMultidata(older).hostOptions.release_mode).toBe('auto-enabled')
  })

  it.each([false, 0, '', null])('gives the room no password if its password is %j', (password) => {
    const options = pairs(['password', password])
    const { hostOptions } = readMultidata(alterMultidata('tiny-2p', set('server_options', options)))
    expect(hostOptions.password).toBeNull()
  })

  it('may contain the spellings of options that the original accepts, such as YAML booleans', () => {
    const options = pairs(
      ['password', 1234],
      ['release_mode', 'autoenabled'],
      ['collect_mode', 'auto_enabled'],
      ['remaining_mode', 'auto'],
      ['countdown_mode', 'yes'],
      ['item_cheat', 0],
      ['hint_cost', true],
      ['port', 'any'],
    )
    expect(
      readMultidata(alterMultidata('tiny-2p', set('server_options', options))).hostOptions,
    ).toMatchObject({
      password: '1234',
      release_mode: 'auto-enabled',
      collect_mode: 'auto_enabled',
      remaining_mode: 'goal',
      countdown_mode: 'enabled',
      item_cheat: false,
      hint_cost: 1,
      location_check_points: 1,
    })
  })

  it('keeps slot data as Python writes it', () => {
    const data = pairs(['big', 2n ** 64n], ['half', 0.5], [3, tuple(1, 2)], [1, 'a'])
    const { slotData } = readMultidata(alterMultidata('tiny-2p', set('slot_data', pairs([1, data]))))
    expect(slotData).toEqual(new Map([[1, '{"big":18446744073709551616,"half":0.5,"3":[1,2],"1":"a"}']]))
  })

  it('is accepted if it has unknown keys', () => {
    const root = alterMultidata('tiny-2p', set('new_in_0_6_8', [tuple(1n << 70n)]))
    expect(readMultidata(root).seedName).toBe('17129425608278888784')
  })
})

describe('a multidata is rejected', () => {
  const hintOf = (...fields: PickleValue[]) =>
    pairs([1, new Set([new NamedTupleInstance(hintClass, fields)])])
  const slotOf = (type: number, members: PickleValue) =>
    pairs([1, new NamedTupleInstance(networkSlotClass, ['A', 'ChecksFinder', type, members])])

  it.each(
    Object.entries<(root: Dict) => void>({
      'minimum_versions.server: the seed requires server version 0.7.0 or newer; this server has 0.6.7':
        within('minimum_versions', set('server', tuple(0, 7, 0))),
      'slot_info is missing': without('slot_info'),
      'locations is missing': without('locations'),
      'seed_name is missing': without('seed_name'),
      'seed_name: ': set('seed_name', '../../etc'),
      'slot_info: expected a dict, got a list': set('slot_info', []),
      'slot_info.1: expected a NetUtils.NetworkSlot, got a str': set('slot_info', pairs([1, 'Ann'])),
      'slot_info.the key 0: 0 is out of range; expected 1 to 4294967295': set('slot_info', pairs([0, 'Ann'])),
      'slot_info: the seed has no player': set('slot_info', slotOf(2, [])),
      'slot_info: the member 9 of slot 1': set('slot_info', slotOf(1, [9])),
      'slot_info: slot 1 has members': set('slot_info', slotOf(1, [1])),
      'connect_names.Ann.0: 1 is out of range; expected 0 to 0': set(
        'connect_names',
        pairs(['Ann', tuple(1, 1)]),
      ),
      'connect_names.Ann.1: no slot 9': set('connect_names', pairs(['Ann', tuple(0, 9)])),
      'locations.the key 9: not the number of a player': within('locations', set(9, new Map())),
      'locations.1.81000.1: no slot 3': within('locations', within(1, set(81000, tuple(1, 3, 0)))),
      'locations.1.81000: expected 3 values, got 2': within('locations', within(1, set(81000, tuple(1, 1)))),
      'locations.1.81000.0: 9007199254740992 is out of range': within(
        'locations',
        within(1, set(81000, tuple(2n ** 53n, 1, 0))),
      ),
      // An item cannot use the highest bit of its flags, which marks items from other worlds in our records.
      'locations.1.81000.2: 2147483648 is out of range; expected 0 to 2147483647': within(
        'locations',
        within(1, set(81000, tuple(1, 1, 2 ** 31))),
      ),
      'locations.1.the key here: expected an int, got a str': within(
        'locations',
        within(1, set('here', tuple(1, 1, 0))),
      ),
      'locations.1.81000.0: expected an int, got a float': within(
        'locations',
        within(1, set(81000, tuple(1.5, 1, 0))),
      ),
      'precollected_hints.1.0.found: expected a bool, got an int': set(
        'precollected_hints',
        hintOf(1, 1, 1, 1, 0),
      ),
      'precollected_hints.1.0.status: 5 is not a hint status': set(
        'precollected_hints',
        hintOf(1, 1, 1, 1, true, '', 0, 5),
      ),
      'server_options: hint_cost must be a whole number from 0': within(
        'server_options',
        set('hint_cost', -1),
      ),
      'server_options.release_mode: expected a str': within('server_options', set('release_mode', 1)),
      'slot_data.1: JSON cannot represent bytes': within('slot_data', set(1, new Uint8Array(1))),
      'datapackage.ChecksFinder.checksum: expected a str, got an int': within(
        'datapackage',
        within('ChecksFinder', set('checksum', 5)),
      ),
      // Clients cache packages by checksum, so this seed would change the names of a game in other rooms as well.
      'datapackage.ChecksFinder.checksum: expected 48fe38c2c6732674536d04f86e8994e7286bfa92': within(
        'datapackage',
        within('ChecksFinder', within('item_name_to_id', set('Bomb', 80_000))),
      ),
      'datapackage.ChecksFinder.item_name_to_id.Sword: expected an int, got a str': within(
        'datapackage',
        within('ChecksFinder', set('item_name_to_id', pairs(['Sword', 'x']))),
      ),
    }),
  )('with the reason %s', (detail, change) => {
    const file = alterMultidata('tiny-2p', change)
    expect(() => readMultidata(file)).toThrow(SeedError)
    expect(() => readMultidata(file)).toThrow(detail)
  })

  it('when it is empty, of a newer format, or not a dict', () => {
    expect(() => readMultidata(new Uint8Array())).toThrow('the file is empty')
    expect(() => readMultidata(Uint8Array.of(4, 0x78, 0x9c))).toThrow(
      'unsupported multidata format 4; the highest supported one is 3',
    )
    expect(() => readMultidata(wrapPickle(Uint8Array.of(0x4e, 0x2e)))).toThrow('expected a dict, got None')
  })

  it('when few bytes expand to too many locations', () => {
    const many = pairs(...Array.from({ length: 20_000 }, (_, i): [number, Tuple] => [i, tuple(1, 1, 0)]))
    const slots = Array.from({ length: 200 }, (_, i): [number, NamedTupleInstance] => [
      i + 1,
      new NamedTupleInstance(networkSlotClass, [`P${i}`, 'ChecksFinder', 1, []]),
    ])
    const root = tinyRoot()
    root.set('slot_info', pairs(...slots))
    root.delete('locations')
    // The pickle of `locations` is written by hand: every slot refers to the locations of the first slot, which are the
    // memo entry after the only class and the slots.
    const [setItems, mark, memoize, binGet, binInt1] = [0x75, 0x28, 0x94, 0x68, 0x4b]
    const bytes = [
      ...writePickle(root).subarray(0, -1),
      ...[mark, ...unframed('locations'), ...unframed(new Map()), mark],
      ...[binInt1, 1, ...unframed(many), memoize],
      ...slots.slice(1).flatMap(([slot]) => [binInt1, slot, binGet, 1 + slots.length]),
      ...[setItems, setItems, 0x2e],
    ]
    const file = wrapPickle(Uint8Array.from(bytes))
    expect(file.length).toBeLessThan(200_000)
    expect(() => readMultidata(file)).toThrow('locations: over 1000000 locations')
  })

  it('[AP-9.6] when a small file needs too many steps, unpacks to too many bytes or values, or needs too much JSON', () => {
    const stepping = Uint8Array.from([
      0x80,
      4,
      ...new Uint8Array(700_000).map((_, at) => (at % 2 ? 0x30 : 0x4e)),
      0x2e,
    ])
    // In JSON, each U+0001 takes six characters.
    const text = '\x01'.repeat(600_000)
    const many = Array(600_000).fill('AP')
    const cases: readonly [file: Uint8Array, why: RegExp][] = [
      [wrapPickle(stepping), /over \d+ operations/],
      [wrapPickle(new Uint8Array(20_000_000).fill(0x4e)), /over 3 MiB/],
      [alterMultidata('tiny-2p', set('slot_data', pairs([1, text]))), /too much text for/],
      [alterMultidata('tiny-2p', set('tags', many)), /too many values|operations|unpacked/],
    ]
    for (const [file, why] of cases) {
      expect(file.length).toBeLessThan(35_000)
      const steps = vi.spyOn(PickleMachine.prototype, 'nextOperation')
      expect(() => readMultidata(file)).toThrow(why)
      expect(steps.mock.calls.length).toBeLessThanOrEqual(262_145 + 16 * file.length)
      steps.mockRestore()
    }
  })

  it('if it is truncated, and is read or rejected with a SeedError after any other mutation', () => {
    const pickle = inflatePickle(readFixtureMultidata('tiny-2p').subarray(1), 1 << 20, 'it')
    const change = fc.tuple(fc.nat(pickle.length - 1), fc.nat(255))
    assertProperty(
      fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
        const changed = pickle.slice()
        for (const [at, byte] of changes) changed[at] = byte
        expectSeedOrError(wrapPickle(changed))
      }),
      { numRuns: 300 },
    )
    const file = readFixtureMultidata('tiny-2p')
    for (let end = 0; end < file.length; end += 101)
      expect(() => readMultidata(file.subarray(0, end))).toThrow(SeedError)
  })
})

function expectSeedOrError(file: Uint8Array): void {
  try {
    expect(readMultidata(file).slots.size).toBeGreaterThan(0)
  } catch (error) {
    expect(error).toBeInstanceOf(SeedError)
  }
}

/** A pickle without its first bytes (the protocol) and its last byte (the stop). */
function unframed(value: PickleValue): Uint8Array {
  return writePickle(value).subarray(2, -1)
}

function tinyRoot(): Dict {
  return readPickle(inflatePickle(readFixtureMultidata('tiny-2p').subarray(1), 1 << 20, 'it')) as Dict
}
