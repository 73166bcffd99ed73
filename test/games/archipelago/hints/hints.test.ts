import { beforeEach, describe, expect, it } from 'vitest'
import type { CreateHintsRequest, HintRegistry } from '../../../../games/archipelago/hints/hints.ts'
import { stringifyJson } from '../../../../games/archipelago/python/json.ts'
import { pyFloat } from '../../../../games/archipelago/python/values.ts'
import type { Client } from '../../../../games/archipelago/room/clients.ts'
import type { Hint } from '../../../../games/archipelago/seed/seed.ts'
import { createHintRoom, type HintRoom } from './hint-room.ts'

const tiny = (options = {}) => createHintRoom('tiny-2p.archipelago', options)
const links = (options = {}) => createHintRoom('links-6p.archipelago', options)

/** The location of an item for Alice in her own world. */
const own = 81005
/** The location of an item for Bob in Alice's world. */
const bobs = 81000
/** The location of an item for Alice in Bob's world. */
const atBobs = 16871244508
/** The location of an item for a group in Ann's world. */
const groups = 1337010
/** The location of a trap in Ann's world. */
const trap = { finder: 1, location: 1337012 }

function hintsOf({ world }: HintRoom, slot: number): string[] {
  return world.hints.hintsOf(slot).map(({ finder, location, status }) => `${finder}/${location} ${status}`)
}

const asJson = (value: Parameters<typeof stringifyJson>[0]) => JSON.parse(stringifyJson(value))

/** Creates all hints of a request or none, as the session does for the packet CreateHints. */
function create(
  { hints }: { readonly hints: HintRegistry },
  client: Client,
  request: CreateHintsRequest,
): string | undefined {
  const refusal = hints.createRefusal(client, request)
  if (refusal === undefined) hints.create(request)
  return refusal
}

let room: HintRoom
beforeEach(async () => {
  room = await tiny()
})

describe('a hint', () => {
  it('[AP-6.5] is sent to receiver and finder: first the list of hints, then the points, then the text', async () => {
    const [alice, bob] = [room.join(1, [1]), room.join(2)]
    create(room.world, alice, { locations: [bobs], player: 1, status: 0 })
    const hint = {
      receiving_player: 2,
      finding_player: 1,
      location: bobs,
      item: 16871244205,
      found: false,
      entrance: '',
      item_flags: 2,
      status: 0,
      class: 'Hint',
    }
    const text = {
      data: [
        { text: '[Hint]: ' },
        { text: '2', type: 'player_id' },
        { text: "'s " },
        { text: '16871244205', player: 2, flags: 2, type: 'item_id' },
        { text: ' is at ' },
        { text: '81000', player: 1, type: 'location_id' },
        { text: ' in ' },
        { text: '1', type: 'player_id' },
        { text: "'s World" },
        { text: '. ' },
        { text: '(unspecified)', hint_status: 0, type: 'hint_status' },
      ],
      type: 'Hint',
      receiving: 2,
      item: { item: 16871244205, location: bobs, player: 1, flags: 2, class: 'NetworkItem' },
      found: false,
    }
    expect(JSON.stringify(room.takePackets(alice))).toBe(
      JSON.stringify([{ key: '_read_hints_0_1', value: [hint] }, { hint_points: 0 }, text]),
    )
    expect(room.takePackets(bob)).toEqual([{ hint_points: 0 }, text])
  })

  it('has the entrance as a separate part of its text, if the seed names an entrance', async () => {
    const alice = room.join(1)
    const hint: Hint = { ...room.world.hints.hintFor(placeOf(room, 1, own)), entrance: 'Old Gate' }
    room.world.hints.send([hint])
    const [, text] = room.takePackets(alice)
    expect((text!.data as unknown[]).slice(7, 10)).toEqual([
      { text: '1', type: 'player_id' },
      { text: "'s World at " },
      { text: 'Old Gate', type: 'entrance_name' },
    ])
  })

  it("in the receiver's own world is sent first, and found hints are sent before unfound ones", async () => {
    const alice = room.join(1)
    room.world.checkLocations(1, [81006])
    room.takePackets(alice)
    const at = (finder: number, location: number) => room.world.hints.hintFor(placeOf(room, finder, location))
    room.world.hints.send([at(2, atBobs), at(1, own), at(1, 81006)])
    expect(room.hintsTo(alice)).toEqual([
      '1: 80002 at 81006 in 1 (found)',
      '1: 80000 at 81005 in 1 (priority)',
      '1: 80001 at 16871244508 in 2 (priority)',
    ])
  })
})

function placeOf({ world }: HintRoom, finder: number, location: number) {
  return { finder, location, ...world.seed.locations(finder).get(location)! }
}

describe('a new hint', () => {
  it('[AP-6.7] has the status avoid for traps and priority for all other items by default', async () => {
    const room = await links()
    expect(room.world.hints.hintFor(placeOf(room, trap.finder, trap.location))).toMatchObject({ status: 20 })
    expect(room.world.hints.hintFor(placeOf(room, trap.finder, trap.location), 0)).toMatchObject({
      status: 0,
    })
    expect(room.world.hints.hintFor(placeOf(room, 1, groups))).toMatchObject({ status: 30, receiver: 7 })
  })

  it('for a checked location is found, whatever status the client requests', async () => {
    room.world.checkLocations(1, [own])
    expect(room.world.hints.hintFor(placeOf(room, 1, own), 30)).toMatchObject({ found: true, status: 40 })
  })
})

describe('item links', () => {
  it('[AP-6.5] store and send a hint for a group to each member, and the hint names the group', async () => {
    const room = await links()
    const [ann, ben, cat] = [room.join(1), room.join(2), room.join(3)]
    expect(create(room.world, ann, { locations: [groups], player: 1, status: 30 })).toBeUndefined()
    for (const member of [ann, ben])
      expect(room.hintsTo(member)).toEqual(['7: 1337057 at 1337010 in 1 (priority)'])
    expect(room.takePackets(cat)).toEqual([])
    expect(hintsOf(room, 1).at(-1)).toBe(`1/${groups} 30`)
    expect(hintsOf(room, 2).at(-1)).toBe(`1/${groups} 30`)
    expect(asJson(room.world.hints.readValue(7))).toEqual([])
  })

  it('[AP-3.7] let only members of a group change the status of a hint for the group', async () => {
    const room = await links()
    const [ann, ben, cat] = [room.join(1, [1]), room.join(2, [2]), room.join(3)]
    create(room.world, ann, { locations: [groups], player: 1, status: 30 })
    for (const client of [ann, ben, cat]) room.takePackets(client)
    const change = { player: 1, location: groups, status: 10 }
    expect(room.world.hints.update(cat, change)).toBe('UpdateHint: No Permission')
    expect(room.world.hints.update(ben, change)).toBeUndefined()
    expect(hintsOf(room, 1).at(-1)).toBe(`1/${groups} 10`)
    expect(hintsOf(room, 2).at(-1)).toBe(`1/${groups} 10`)
    for (const client of [ann, ben]) expect(room.takePackets(client)).toHaveLength(1)
  })
})

describe('CreateHints', () => {
  type Request = { locations: number[]; player?: number; status?: number | null }
  const unknownElsewhere =
    "CreateHints: One or more of the locations do not exist for the specified off-world player. Please refrain from hinting other slot's locations that you don't know contain your items."
  const neither = 'CreateHints: Can only create hints for own items or own locations.'
  const unspecified = 'CreateHints: Must use "unspecified"/None status for items from other players.'
  const outcomes: [what: string, Request, refusal: string | undefined][] = [
    ['own items in its own world', { locations: [own], status: 30 }, undefined],
    ["other players' items in its own world", { locations: [bobs] }, undefined],
    ['own items elsewhere', { locations: [atBobs], player: 2, status: 10 }, undefined],
    ['no locations', { locations: [] }, 'CreateHints: No locations specified.'],
    ["a status for another player's item", { locations: [81001], status: 30 }, unspecified],
    ["another player's item in another world", { locations: [16871244501], player: 2 }, neither],
    ['a location that another world lacks', { locations: [123456789], player: 2 }, unknownElsewhere],
    ['an unknown player', { locations: [own], player: 99 }, unknownElsewhere],
    [
      'a location that its own world lacks',
      { locations: [123456789] },
      'CreateHints: One or more of the locations do not exist.',
    ],
    ['an unknown status', { locations: [own], status: 99 }, 'Unknown Status: 99 is not a valid HintStatus'],
    ['the status null', { locations: [own], status: null }, 'Unknown Status: None is not a valid HintStatus'],
  ]
  it.each(outcomes)(
    '[AP-3.6] [AP-10.11] creates a hint or is refused: %s',
    async (_, { locations, player = 1, status = 0 }, refusal) => {
      const alice = room.join(1)
      expect(create(room.world, alice, { locations, player, status })).toBe(refusal)
      expect(hintsOf(room, 1)).toHaveLength(refusal ? 0 : 1)
      expect(room.takePackets(alice)).toHaveLength(refusal ? 0 : 2)
    },
  )

  it('[AP-3.6] creates no hints if any hint is rejected', async () => {
    const alice = room.join(1)
    create(room.world, alice, { locations: [own, 81001], player: 1, status: 30 })
    expect(hintsOf(room, 1)).toEqual([])
    expect(room.takePackets(alice)).toEqual([])
  })

  it('[AP-3.6] leaves an existing hint unchanged, and notifies nobody again', async () => {
    const alice = room.join(1, [1])
    create(room.world, alice, { locations: [own], player: 1, status: 30 })
    room.takePackets(alice)
    expect(create(room.world, alice, { locations: [own], player: 1, status: 20 })).toBeUndefined()
    expect(hintsOf(room, 1)).toEqual([`1/${own} 30`])
    expect(room.takePackets(alice)).toEqual([])
  })

  it('stores a hint for an item that is already found', async () => {
    const alice = room.join(1)
    room.world.checkLocations(1, [own])
    create(room.world, alice, { locations: [own], player: 1, status: 30 })
    expect(hintsOf(room, 1)).toEqual([`1/${own} 40`])
  })

  it('costs no hint points', async () => {
    create(room.world, room.join(1), { locations: [own], player: 1, status: 0 })
    expect(room.world.hints.points(1)).toBe(0)
    expect(room.world.hints.paidCount(1)).toBe(0)
  })
})

describe('UpdateHint', () => {
  async function createHintedRoom() {
    const [alice, bob] = [room.join(1, [1]), room.join(2, [1, 2])]
    create(room.world, alice, { locations: [bobs], player: 1, status: 0 })
    for (const client of [alice, bob]) room.takePackets(client)
    return { room, alice, bob }
  }
  const change = (status: unknown) => ({ player: 1, location: bobs, status: status as number })

  it('[AP-6.4] from the receiver changes the hint in both lists without moving it, and notifies the watchers of the lists', async () => {
    const { room, alice, bob } = await createHintedRoom()
    create(room.world, alice, { locations: [own], player: 1, status: 0 })
    room.takePackets(alice)
    room.takePackets(bob)
    expect(room.world.hints.update(bob, change(10))).toBeUndefined()
    expect(hintsOf(room, 1)).toEqual([`1/${bobs} 10`, `1/${own} 0`])
    expect(hintsOf(room, 2)).toEqual([`1/${bobs} 10`])
    expect(room.takePackets(alice).map(({ key }) => key)).toEqual(['_read_hints_0_1'])
    expect(room.takePackets(bob).map(({ key }) => key)).toEqual(['_read_hints_0_1', '_read_hints_0_2'])
  })

  it.each([
    ['an unknown status', 77, 'UpdateHint: Invalid Status'],
    ['true, which equals 1', true, 'UpdateHint: Invalid Status'],
    ['found', 40, 'UpdateHint: Cannot manually update status to "HINT_FOUND"'],
    ['text', 'x', 'UpdateHint'],
    ['a float', pyFloat(10), 'UpdateHint'],
  ])('rejects %s', async (_, status, refusal) => {
    const { room, bob } = await createHintedRoom()
    expect(room.world.hints.update(bob, change(status))).toBe(refusal)
    expect(hintsOf(room, 2)).toEqual([`1/${bobs} 0`])
  })

  it('from the finder is rejected, even if its status is invalid', async () => {
    const { room, alice } = await createHintedRoom()
    expect(room.world.hints.update(alice, change(77))).toBe('UpdateHint: No Permission')
  })

  it('changes nothing for the status null, the current status, or a hint that does not exist', async () => {
    const { room, bob } = await createHintedRoom()
    expect(room.world.hints.update(bob, change(null))).toBeUndefined()
    expect(room.world.hints.update(bob, change(0))).toBeUndefined()
    expect(room.world.hints.update(bob, { player: 1, location: 424242, status: 10 })).toBeUndefined()
    expect(room.world.hints.update(bob, { player: 4e9, location: 1, status: 10 })).toBeUndefined()
    expect(room.takePackets(bob)).toEqual([])
  })

  it('does not change a found hint', async () => {
    const { room, bob } = await createHintedRoom()
    room.world.checkLocations(1, [bobs])
    room.takePackets(bob)
    expect(room.world.hints.update(bob, change(20))).toBeUndefined()
    expect(hintsOf(room, 2)).toEqual([`1/${bobs} 40`])
    expect(room.takePackets(bob)).toEqual([])
  })
})

describe('LocationScouts', () => {
  it('[AP-3.5] sends known hints again if create_as_hint is 1, sends only new hints if it is 2, and never changes found hints', async () => {
    const alice = room.join(1)
    room.world.checkLocations(1, [bobs])
    room.takePackets(alice)
    room.world.hints.hintScouted(alice, [bobs], 'all')
    room.world.hints.hintScouted(alice, [bobs], 'all')
    room.world.hints.hintScouted(alice, [bobs, own], 'new')
    expect(room.hintsTo(alice)).toEqual([
      `2: 16871244205 at ${bobs} in 1 (found)`,
      `2: 16871244205 at ${bobs} in 1 (found)`,
      `1: 80000 at ${own} in 1 (unspecified)`,
    ])
    expect(hintsOf(room, 1)).toEqual([`1/${bobs} 40`, `1/${own} 0`])
    expect(hintsOf(room, 2)).toEqual([`1/${bobs} 40`])
    expect(room.world.hints.paidCount(1)).toBe(0)
  })
})

describe('a check', () => {
  it('[AP-6.6] marks hints for its location as found in every list, and notifies the watchers of these lists once', async () => {
    const [alice, bob] = [room.join(1, [1]), room.join(2, [2])]
    room.world.hints.hintScouted(alice, [bobs, own], 'all')
    room.takePackets(alice)
    room.takePackets(bob)
    room.world.checkLocations(1, [own, 81001])
    expect(hintsOf(room, 1)).toEqual([`1/${bobs} 0`, `1/${own} 40`])
    expect(room.takePackets(alice).at(-1)).toMatchObject({ key: '_read_hints_0_1' })
    expect(room.takePackets(bob)).toEqual([])
    room.world.checkLocations(1, [bobs])
    expect(hintsOf(room, 2)).toEqual([`1/${bobs} 40`])
    expect(room.takePackets(bob)).toMatchObject([
      { key: '_read_hints_0_2', value: [{ found: true, status: 40 }] },
    ])
    room.world.hints.markFound(1, [bobs])
    expect(room.takePackets(bob)).toEqual([])
  })
})

describe('stored hints', () => {
  it('start with the hints of the seed, and are unchanged after a restart', async () => {
    const room = await links()
    const ann = room.join(1)
    expect([1, 2, 3, 4, 5, 6, 7, 8].map((slot) => room.world.hints.hintsOf(slot).length)).toEqual([
      13, 11, 1, 0, 26, 16, 0, 0,
    ])
    expect([...room.store.list('hints')]).toEqual([])
    room.world.hints.hintScouted(ann, [groups, trap.location], 'all')
    room.world.hints.pay(1, 3)
    room.world.checkLocations(1, [1337002])
    const again = room.reopen().hints
    expect(again.state()).toEqual(room.world.hints.state())
    expect(again.hintsOf(1)).toHaveLength(15)
    expect(again.hintsOf(1).filter(({ found }) => found)).toMatchObject([{ location: 1337002 }])
    expect(again.paidCount(1)).toBe(3)
    expect(again.hintsOf(5)).toHaveLength(26)
  })

  it('are in records of at most 64 hints, and one changed hint rewrites one record', async () => {
    const room = await links()
    const ann = room.join(1)
    const locations = room.world.checks.missing(1)
    room.world.hints.hintScouted(ann, locations, 'all')
    const rows = () => new Map([...room.store.list('hints/1/')].map(([key, row]) => [key, row as unknown[]]))
    const before = rows()
    expect([...before.values()].map((row) => row.length)).toEqual([64, 64, 53])
    room.world.checkLocations(1, [locations[179]!])
    const after = rows()
    const changed = [...after.keys()].filter(
      (key) => JSON.stringify(after.get(key)) !== JSON.stringify(before.get(key)),
    )
    expect(changed).toEqual(['hints/1/2'])
    expect(room.reopen().hints.hintsOf(1)).toEqual(room.world.hints.hintsOf(1))
  })

  it('of a save replace the hints of the seed', async () => {
    const hint: Hint = { ...(await links()).world.hints.hintsOf(1)[0]!, status: 10 }
    const save = { hints: new Map([[1, [hint]]]).set(2, []), hintsUsed: new Map([[1, 2]]) }
    const room = await createHintRoom('links-6p.archipelago', {}, save)
    for (const { hints } of [room.world, room.reopen()]) {
      expect(hints.hintsOf(1)).toEqual([hint])
      expect(hints.hintsOf(2)).toEqual([])
      expect(hints.hintsOf(5)).toHaveLength(26)
      expect(hints.paidCount(1)).toBe(2)
    }
  })
})

describe('hint points', () => {
  it("[AP-6.1] needed for a hint are hint_cost percent of the slot's locations, rounded down but at least 1, or 0 at 0 percent", async () => {
    expect((await tiny({ hint_cost: 10 })).world.hints.cost(1)).toBe(2)
    expect((await tiny({ hint_cost: 10 })).world.hints.cost(2)).toBe(9)
    expect((await tiny({ hint_cost: 1 })).world.hints.cost(1)).toBe(1)
    expect((await tiny({ hint_cost: 0 })).world.hints.cost(1)).toBe(0)
  })

  it('[AP-6.1] are earned by checks and spent on hints, at the current price', async () => {
    const { world } = await tiny({ hint_cost: 20, location_check_points: 3 })
    world.checkLocations(1, [81000, 81001, 81002, 81003])
    expect(world.hints.points(1)).toBe(12)
    world.hints.pay(1, 2)
    expect(world.hints.points(1)).toBe(2)
    world.setOption('hint_cost', 40)
    expect(world.hints.points(1)).toBe(-8)
  })
})
