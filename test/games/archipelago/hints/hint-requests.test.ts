// The commands `!hint` and `!hint_location`: their hints, costs and replies, and the free hints of an admin.
import { describe, expect, it } from 'vitest'
import { requestHint, sendFreeHints } from '../../../../games/archipelago/hints/hint-requests.ts'
import { createHintRoom, type HintRoom } from './hint-room.ts'

/** The locations in Bob's world that contain Alice's items "Map Height", in the order in which `!hint` reveals them. */
const mapHeights = [16871244513, 16871244508, 16871244599, 16871244799, 16871244986]
const previouslyUsed = 'Hint was previously used, no points deducted.'
const rerun = 'There may be more hintables, you can rerun the command to find more.'

async function tiny(checks: number, options = {}) {
  const room = await createHintRoom('tiny-2p.archipelago', options)
  const [alice, bob] = [room.join(1), room.join(2)]
  room.world.checkLocations(1, room.world.checks.missing(1).slice(0, checks))
  room.takePackets(alice)
  room.takePackets(bob)
  return { room, alice, bob }
}

function locations(texts: readonly string[]): number[] {
  return texts.map((text) => Number(/ at (\d+) /.exec(text)![1]))
}

function stored({ world }: HintRoom, slot: number): number[] {
  return world.hints.hintsOf(slot).map(({ location }) => location)
}

describe('!hint', () => {
  it('[AP-6.2] creates one new hint per call, for the item in the earliest sphere, and sends earlier hints again for free', async () => {
    const { room, alice, bob } = await tiny(15)
    for (const [i, points] of [13, 11, 9, 7].entries()) {
      expect(requestHint(room.world, alice, 'item', 'Map Height')).toBe(rerun)
      const announced = room.hintsTo(alice)
      expect(locations(announced).toSorted()).toEqual(mapHeights.slice(0, i + 1).toSorted())
      expect(room.hintsTo(bob)).toEqual(announced)
      expect(room.world.hints.points(1)).toBe(points)
    }
    expect(requestHint(room.world, alice, 'item', 'Map Height')).toBeUndefined()
    expect(requestHint(room.world, alice, 'item', 'Map Height')).toBe(previouslyUsed)
    expect(room.world.hints.points(1)).toBe(5)
    expect(stored(room, 1)).toEqual(mapHeights)
    expect(stored(room, 2)).toEqual(mapHeights)
  })

  it('[AP-6.2] reports how many points are missing if no hint is affordable', async () => {
    const { room, alice } = await tiny(1)
    expect(requestHint(room.world, alice, 'item', 'Map Height')).toBe(
      "You can't afford the hint. You have 1 points and need at least 2.",
    )
    expect(room.takePackets(alice)).toEqual([])
    expect(stored(room, 1)).toEqual([])
  })

  it('[AP-6.2] reports that the points are used up, after the hints, if the last points are spent', async () => {
    const { room, alice } = await tiny(3)
    expect(requestHint(room.world, alice, 'item', 'Map Height')).toBe(
      'There may be more hintables, however, you cannot afford to pay for any more.  You have 1 and need at least 2.',
    )
    expect(locations(room.hintsTo(alice))).toEqual(mapHeights.slice(0, 1))
  })

  it('[AP-6.2] shows found items for free, and does not store them', async () => {
    const { room, alice } = await tiny(12, { hint_cost: 100 })
    expect(requestHint(room.world, alice, 'location', 'Tile 6')).toBeUndefined()
    expect(room.hintsTo(alice)).toEqual(['1: 80000 at 81005 in 1 (found)'])
    expect(stored(room, 1)).toEqual([])
    expect(room.world.hints.points(1)).toBe(12)
  })

  it('creates all hints at once if they are free, and still counts them as paid hints', async () => {
    const { room, alice } = await tiny(0, { hint_cost: 0 })
    expect(requestHint(room.world, alice, 'item', 'Map Height')).toBeUndefined()
    expect(room.hintsTo(alice)).toHaveLength(5)
    expect(room.world.hints.paidCount(1)).toBe(5)
    expect(room.world.hints.points(1)).toBe(0)
  })

  it('[AP-8.3] accepts a number as an id, any case, a near match, and the name of a group', async () => {
    for (const input of ['80001', 'map height', 'Map Heigh']) {
      const { room, alice } = await tiny(15)
      expect(requestHint(room.world, alice, 'item', input)).toBe(rerun)
      expect(locations(room.hintsTo(alice))).toEqual([mapHeights[0]])
    }
    const { room, alice } = await tiny(0, { hint_cost: 0 })
    expect(requestHint(room.world, alice, 'item', 'Everything')).toBeUndefined()
    expect(room.hintsTo(alice)).toHaveLength(25)
    expect(requestHint(room.world, alice, 'location', 'Everywhere')).toBeUndefined()
    expect(room.hintsTo(alice)).toHaveLength(25)
  })

  it('[AP-6.8] accepts every name of the game, because seeds do not contain the names that the game forbids', async () => {
    const { room, alice } = await tiny(0, { hint_cost: 0 })
    const { items, locations } = room.world.seed.names('ChecksFinder')
    for (const [kind, names] of [
      ['item', items],
      ['location', locations],
    ] as const)
      for (const name of names.keys())
        expect(requestHint(room.world, alice, kind, name) ?? 'Hint was previously used', name).toMatch(
          /^Hint was previously used|^Nothing found for recognized/,
        )
    expect(stored(room, 1)).toHaveLength(
      new Set([
        ...room.world.seed.placedItemsFor(1).map(({ finder, location }) => `${finder}/${location}`),
        ...[...room.world.seed.locations(1).ids].map((id) => `1/${id}`),
      ]).size,
    )
  })

  it('[AP-8.3] rejects input that resembles no name, and items and locations that the multiworld does not have', async () => {
    const { room, alice } = await tiny(15)
    const answer = (input: string, kind: 'item' | 'location' = 'item') =>
      requestHint(room.world, alice, kind, input)
    expect(answer('nothing like this', 'location')).toMatch(
      /^Didn't find something that closely matches 'nothing like this', did you mean 'Tile \d+'\? \(29% sure\)$/,
    )
    expect(answer('99999999')).toBe(
      'Nothing found for recognized item name "None". Item appears to not exist in this multiworld.',
    )
    expect(answer('99999999', 'location')).toBe(
      'Nothing found for recognized location name "None". Location appears to not exist in this multiworld.',
    )
    expect(room.takePackets(alice)).toEqual([])
  })

  it('checks the price before it reports that the multiworld does not have an item', async () => {
    const { room, bob } = await tiny(0)
    expect(requestHint(room.world, bob, 'item', 'Roll')).toBe(
      "You can't afford the hint. You have 0 points and need at least 9.",
    )
    room.world.setOption('hint_cost', 0)
    const { items } = room.world.seed.names('Yacht Dice')
    const placed = new Set(room.world.seed.placedItemsFor(2).map(({ item }) => item))
    const [name, id] = [...items].find(([, item]) => !placed.has(item))!
    for (const input of [name, `${id}`])
      expect(requestHint(room.world, bob, 'item', input)).toBe(
        `Nothing found for recognized item name "${name}". Item appears to not exist in this multiworld.`,
      )
  })

  it('requires an id in a game without names', async () => {
    const room = await createHintRoom('old-ap038-3p.archipelago', { hint_cost: 0 })
    const client = room.join(1)
    expect(requestHint(room.world, client, 'item', 'Map Height')).toBe(
      "Can't look up item/location for unknown game. Hint for ID instead.",
    )
    expect(sendFreeHints(room.world, 1, 'location', 'Tile 1')).toBe(
      "Can't look up location for unknown game. Hint for ID instead.",
    )
    const { item } = room.world.seed.placedItemsFor(1)[0]!
    expect(requestHint(room.world, client, 'item', `${item}`)).toBeUndefined()
    expect(room.hintsTo(client).length).toBeGreaterThan(0)
  })

  it("without arguments sends the slot's hints, with their current state, to all clients of this slot only", async () => {
    const { room, alice, bob } = await tiny(0, { hint_cost: 0 })
    const second = room.join(1)
    requestHint(room.world, alice, 'item', 'Map Height')
    for (const client of [alice, bob, second]) room.takePackets(client)
    room.world.checks.add(2, [mapHeights[3]!], undefined)
    expect(requestHint(room.world, alice, 'location', '')).toBe('A hint costs 0 points. You have 0 points.')
    const announced = room.hintsTo(alice)
    expect(announced).toHaveLength(5)
    expect(announced[0]).toBe(`1: 80001 at ${mapHeights[3]} in 2 (found)`)
    expect(room.hintsTo(second)).toEqual(announced)
    expect(room.takePackets(bob)).toEqual([])
  })
})

describe('the order of hints', () => {
  it("[AP-6.3] prefers other players' worlds within a sphere", async () => {
    const room = await createHintRoom('links-6p.archipelago', { hint_cost: 1 })
    const { world } = room
    const ann = room.join(1)
    world.checkLocations(1, world.checks.missing(1).slice(0, 170))
    const spheres: [sphere: number, local: boolean][] = []
    for (;;) {
      const before = stored(room, 1).length
      requestHint(world, ann, 'item', 'Everything')
      const fresh = world.hints.hintsOf(1).slice(before)
      if (fresh.length === 0) break
      expect(fresh).toHaveLength(1)
      const [{ finder, receiver, location }] = fresh as [(typeof fresh)[0]]
      spheres.push([world.seed.locations(finder).sphere(location), finder === receiver])
    }
    expect(spheres.length).toBeGreaterThan(100)
    expect(spheres).toEqual(spheres.toSorted((a, b) => a[0] - b[0] || Number(a[1]) - Number(b[1])))
  })

  it('[AP-6.3] [AP-10.15] is shuffled among equivalent hints, and the same each time the same seed is opened', async () => {
    const order = async () => {
      const room = await createHintRoom('old-ap038-3p.archipelago', {
        hint_cost: 1,
        location_check_points: 100,
      })
      const client = room.join(1)
      room.world.checkLocations(1, room.world.checks.missing(1).slice(0, 20))
      const places = room.world.seed.placedItemsFor(1).filter(({ finder }) => finder !== 1)
      const byItem = [...Map.groupBy(places, ({ item }) => item)].sort(([, a], [, b]) => b.length - a.length)
      const [[item]] = byItem as [(typeof byItem)[0]]
      const start = room.world.hints.hintsOf(1).length
      for (let i = 0; i < 8; i++) requestHint(room.world, client, 'item', `${item}`)
      return room.world.hints
        .hintsOf(1)
        .slice(start)
        .map(({ finder, location }) => `${finder}/${location}`)
    }
    const first = await order()
    expect(first.length).toBeGreaterThan(3)
    expect(await order()).toEqual(first)
    expect(first).not.toEqual(first.toSorted())
  })
})

describe('a member of an item link', () => {
  it('[AP-5.8] can request hints for the items of its group, and the other member gets the hint too', async () => {
    const room = await createHintRoom('links-6p.archipelago')
    const [ann, ben] = [room.join(1), room.join(2)]
    room.world.checkLocations(1, room.world.checks.missing(1).slice(0, 40))
    room.takePackets(ann)
    room.takePackets(ben)
    const before = room.world.hints.points(1)
    expect(requestHint(room.world, ann, 'item', 'Umbra Orb')).toBeUndefined()
    for (const client of [ann, ben])
      expect(room.hintsTo(client)).toEqual(['7: 1337139 at 81017 in 6 (priority)'])
    expect(room.world.hints.points(1)).toBe(before - 9)
    expect(room.world.hints.points(2)).toBe(0)
    for (const slot of [1, 2, 6]) expect(stored(room, slot)).toContain(81017)
  })
})

describe('an admin', () => {
  it('creates hints for all copies of an item, free of charge', async () => {
    const room = await createHintRoom('links-6p.archipelago')
    const [ann, ben] = [room.join(1), room.join(2)]
    expect(sendFreeHints(room.world, 2, 'item', 'Antidote')).toBeUndefined()
    const announced = room.hintsTo(ben)
    expect(announced.length).toBeGreaterThan(5)
    expect(announced[0]).toBe('2: 1337065 at 1337112 in 2 (priority)')
    expect(room.hintsTo(ann)[0]).toBe('2: 1337065 at 1337003 in 1 (priority)')
    expect(room.world.hints.paidCount(2)).toBe(0)
    expect(sendFreeHints(room.world, 2, 'item', '1337065')).toBeUndefined()
    expect(room.hintsTo(ben)).toEqual(announced)
  })

  it('receives an error for input that resembles no name, and for items that the multiworld does not have', async () => {
    const { world } = await createHintRoom('links-6p.archipelago')
    expect(sendFreeHints(world, 2, 'item', '42')).toBe('No hints found.')
    expect(sendFreeHints(world, 2, 'location', '42')).toBe('No hints found.')
    expect(sendFreeHints(world, 2, 'location', '%%%%%%%%')).toMatch(
      /^Didn't find something that closely matches/,
    )
  })

  it('sends the hint for a found location, and does not store the hint', async () => {
    const room = await createHintRoom('links-6p.archipelago')
    const ben = room.join(2)
    room.world.checkLocations(2, [1337000])
    room.takePackets(ben)
    const before = stored(room, 2)
    expect(sendFreeHints(room.world, 2, 'location', 'Tutorial: Yo Momma 1')).toBeUndefined()
    expect(room.hintsTo(ben)).toEqual(['2: 1337135 at 1337000 in 2 (found)'])
    expect(stored(room, 2)).toEqual(before)
  })
})
