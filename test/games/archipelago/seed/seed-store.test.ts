// A seed that its room reads from the records. The seed has all data of the multidata, and reads each part on first
// use.
import { beforeAll, describe, expect, it } from 'vitest'
import type { PickleValue } from '../../../../games/archipelago/import/pickle/values.ts'
import { parseJson } from '../../../../games/archipelago/python/json.ts'
import type { Seed } from '../../../../games/archipelago/seed/seed.ts'
import { openSeed } from '../../../../games/archipelago/seed/seed-store.ts'
import type { RecordStore } from '../../../../games/game.ts'
import {
  alterMultidata,
  createRoomFrom,
  multidataNames,
  readDecodedFixture,
  readFixture,
  readFixtureMultidata,
} from '../sample-multiworlds.ts'

type Pair<T> = readonly [number, T]
interface Tagged {
  readonly locations: { readonly $dict: Pair<{ readonly $dict: Pair<{ readonly $tuple: number[] }>[] }>[] }
  readonly slot_data: { readonly $dict: Pair<unknown>[] }
  readonly spheres: { readonly $dict: Pair<{ readonly $set: number[] }>[] }[]
}

async function openFixture(name: string): Promise<Seed> {
  return openSeed((await createRoomFrom({ file: readFixtureMultidata(name) })).store)
}

function countReads(store: RecordStore): { store: RecordStore; read: string[] } {
  const read: string[] = []
  const get = (key: string) => {
    read.push(key)
    return store.get(key)
  }
  const { put, delete: remove, list } = store
  return { read, store: { get, put: put.bind(store), delete: remove.bind(store), list: list.bind(store) } }
}

describe.each(multidataNames)('the seed of %s', (name) => {
  let seed: Seed
  let tree: Tagged
  beforeAll(async () => {
    seed = await openFixture(name)
    tree = readDecodedFixture(name) as Tagged
  })

  it('has every location with its item, in ascending order', () => {
    for (const [slot, { $dict }] of tree.locations.$dict) {
      const locations = seed.locations(slot)
      expect([...locations.ids]).toEqual($dict.map(([id]) => id).sort((a, b) => a - b))
      for (const [id, place] of $dict) {
        const [item, receiver, flags] = place.$tuple
        expect(locations.get(id)).toEqual({ item, receiver, flags })
      }
    }
  })

  it('lists the locations of a slot’s items by finder, then by location', () => {
    const places = tree.locations.$dict.flatMap(([finder, { $dict }]) =>
      $dict.map(([location, { $tuple }]) => ({
        finder,
        location,
        item: $tuple[0],
        receiver: $tuple[1],
        flags: $tuple[2],
      })),
    )
    places.sort((a, b) => a.finder - b.finder || a.location - b.location)
    for (const slot of seed.slots.keys())
      expect(seed.placedItemsFor(slot)).toEqual(places.filter(({ receiver }) => receiver === slot))
  })

  it('has the sphere in which each location is first reachable', () => {
    for (const [sphere, { $dict }] of (tree.spheres ?? []).entries())
      for (const [slot, { $set }] of $dict)
        for (const location of $set) expect(seed.locations(slot).sphere(location)).toBe(sphere)
    const reached = (tree.spheres ?? []).flatMap(({ $dict }) => $dict.flatMap(([, { $set }]) => $set))
    const inSome = [...seed.slots.keys()].flatMap((slot) =>
      [...seed.locations(slot).ids].filter((id) => seed.locations(slot).sphere(id) >= 0),
    )
    expect(inSome).toHaveLength(reached.length)
    expect(seed.hasSpheres).toBe(reached.length > 0)
  })

  it('has slot data as JSON for each player', () => {
    expect(tree.slot_data.$dict.length).toBeGreaterThan(0)
    for (const [slot] of tree.slot_data.$dict) expect(parseJson(seed.slotDataText(slot))).toBeInstanceOf(Map)
  })

  it('has names for all items and locations of games with a data package, and no names for other games', () => {
    for (const { slot, game } of seed.slots.values()) {
      const names = seed.names(game)
      const packaged = seed.packagedGames.includes(game)
      for (const id of seed.locations(slot).ids) expect(names.locationName(id) !== undefined).toBe(packaged)
      for (const { item } of seed.placedItemsFor(slot))
        expect(names.itemName(item) !== undefined).toBe(packaged)
    }
  })
})

describe('a seed', () => {
  it('has no locations, items or names for unknown slots', async () => {
    const seed = await openFixture('links-6p')
    expect(seed.locations(7).count).toBe(0)
    expect(seed.locations(99).get(1)).toBeUndefined()
    expect(seed.locations(1).get(1.5)).toBeUndefined()
    expect(seed.locations(1).sphere(99)).toBe(-1)
    expect(seed.placedItemsFor(99)).toEqual([])
    expect(seed.slotDataText(7)).toBe('{}')
    expect(seed.entranceOf(1, 1337000)).toBe('')
    expect(seed.minimumVersion(7)).toBeUndefined()
    expect(seed.names('Tetris').itemName(1)).toBeUndefined()
    expect(seed.dataPackage('Tetris')).toBeUndefined()
  })

  it('has groups and their members', async () => {
    const seed = await openFixture('links-6p')
    expect([1, 2, 3, 4, 5, 7].map((slot) => seed.groupsOf(slot))).toEqual([[7], [7], [8], [8], [], []])
    expect(seed.placedItemsFor(7).length).toBeGreaterThan(0)
    expect(seed.precollectedHints(5)).toHaveLength(26)
    expect(seed.precollectedHints(7)).toEqual([])
    expect(seed.precollectedItems(4)).toEqual([2515000, 2515001])
  })

  it('has data packages as the server sends them, Archipelago’s first, with unchanged checksums', async () => {
    const seed = await openFixture('tiny-2p')
    expect([...seed.checksums]).toEqual([
      ['Archipelago', 'ac9141e9ad0318df2fa27da5f20c50a842afeecb'],
      ['ChecksFinder', 'fa1495135d77947e94aeec67ace94286ba5892b2'],
      ['Yacht Dice', 'ef932cdf507713c47b8a5b1889a77cfee33356f8'],
    ])
    expect(seed.dataPackage('Archipelago')!.text).toBe(
      '{"item_name_to_id":{"Nothing":-1},"location_name_to_id":{"Cheat Console":-1,"Server":-2},' +
        '"checksum":"ac9141e9ad0318df2fa27da5f20c50a842afeecb"}',
    )
    expect(seed.dataPackage('ChecksFinder')!.text).toMatch(
      /^{"item_name_to_id":{"Map Width":80000,"Map Height":80001,"Map Bombs":80002},"location_name_to_id":{"Tile 1":81000,.*"checksum":"fa1495135d77947e94aeec67ace94286ba5892b2"}$/,
    )
  })

  it('of 0.3.8 has only the data package of the game Archipelago', async () => {
    const seed = await openFixture('old-ap038-3p')
    expect(seed.packagedGames).toEqual(['Archipelago'])
    expect(seed.names('Archipelago').locationName(-2)).toBe('Server')
  })

  it('maps names to ids and back, and has groups of names', async () => {
    const names = (await openFixture('tiny-2p')).names('ChecksFinder')
    expect(names.items.get('Map Bombs')).toBe(80002)
    expect(names.itemName(80002)).toBe('Map Bombs')
    expect(names.locations.get('Tile 25')).toBe(81024)
    expect(names.locationName(81024)).toBe('Tile 25')
    expect(names.itemGroups.get('Everything')).toEqual(['Map Bombs', 'Map Height', 'Map Width'])
    expect(names.locationGroups.get('Everywhere')).toHaveLength(25)
  })

  it.each(['Extra', '7'])(
    'has names even if the data package has unknown keys and an item named %s',
    async (item) => {
      const file = alterMultidata('tiny-2p', (root) => {
        const game = (root.get('datapackage') as Map<string, Map<string, PickleValue>>).get('ChecksFinder')!
        game.delete('checksum')
        game.set('new', null).set('deep', [[[[[]]]]])
        ;(game.get('item_name_to_id') as Map<string, number>).set(item, 7)
      })
      const names = openSeed((await createRoomFrom({ file })).store).names('ChecksFinder')
      expect(names.itemName(7)).toBe(item)
      expect(names.items.get('Map Bombs')).toBe(80002)
    },
  )

  it('admits old clients if it was generated before version 0.6.2', async () => {
    expect((await openFixture('old-ap046-3p')).admitsOldClients).toBe(true)
    expect((await openFixture('old-ap038-3p')).admitsOldClients).toBe(true)
    expect((await openFixture('tiny-2p')).admitsOldClients).toBe(false)
  })

  it('reads one record when it is opened, and other records only on the first use of what they contain', async () => {
    const { store, read } = countReads(
      (await createRoomFrom({ file: readFixtureMultidata('big-120p') })).store,
    )
    const seed = openSeed(store)
    expect(read).toEqual(['seed'])
    for (let i = 0; i < 2; i++) {
      seed.locations(5)
      seed.placedItemsFor(5)
      seed.names('VVVVVV')
      seed.dataPackage('VVVVVV')
      seed.locations(121)
    }
    const checksum = seed.checksums.get('VVVVVV')!
    expect(read).toEqual([
      'seed',
      'seed/locations/5',
      'seed/places/5',
      `package/${checksum}`,
      `package-groups/${checksum}`,
      `package/${checksum}`,
    ])
  })

  it('of mixed-8p keeps names in every alphabet', async () => {
    const seed = openSeed((await createRoomFrom({ file: readFixture('mixed-8p.zip') })).store)
    expect(seed.connectNames.get('時の旅人')).toBe(6)
    expect(seed.slots.get(5)?.name).toBe('Zoë Ninja')
  })
})
