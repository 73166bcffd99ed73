import { describe, expect, test } from 'vitest'
import { Tuple } from '../../../../games/archipelago/import/pickle/values.ts'
import { alterMultidata } from '../sample-multiworlds.ts'
import { connectPacket, kindsOf, type TestClient, TestRoom } from '../test-client.ts'

const alice = { ...connectPacket, name: 'Alice', game: 'ChecksFinder' }

async function tiny(): Promise<{ room: TestRoom; alice: TestClient; bob: TestClient }> {
  const room = await TestRoom.createFrom('tiny-2p')
  const both = { room, alice: room.join('Alice', 'ChecksFinder'), bob: room.join('Bob', 'Yacht Dice') }
  both.alice.takePackets()
  return both
}

const version = (major: number, minor: number, build: number) => ({ major, minor, build, class: 'Version' })

function refusal(room: TestRoom, fields: object): unknown {
  const client = room.greet()
  client.send({ ...connectPacket, ...fields })
  const [first] = client.takePackets()
  client.disconnect()
  return first?.cmd === 'Connected' ? 'joined' : first?.errors
}

describe('frames', () => {
  test('[AP-1.1] packets of one frame take effect in order', async () => {
    const { alice } = await tiny()
    const set = (value: number) => ({ cmd: 'Set', key: 'k', operations: [{ operation: 'replace', value }] })
    alice.send(set(1), { cmd: 'Get', keys: ['k'] }, set(2), { cmd: 'Get', keys: ['k'] }, { cmd: 'Sync' })
    expect(alice.takePackets()).toEqual([
      { cmd: 'Retrieved', keys: { k: 1 } },
      { cmd: 'Retrieved', keys: { k: 2 } },
    ])
  })
})

describe('joining', () => {
  test('[AP-2.5] client versions below the minimum are rejected, and the minimum of an old seed is 0.1.6', async () => {
    const today = await TestRoom.createFrom('tiny-2p')
    const as = (room: TestRoom, fields: object, ...numbers: [number, number, number]) =>
      refusal(room, { ...fields, version: version(...numbers) })
    expect(as(today, alice, 0, 5, 0)).toBe('joined')
    expect(as(today, alice, 0, 4, 9)).toEqual(['IncompatibleVersion'])
    expect(as(today, alice, 1, 0, 0)).toBe('joined')
    const old = await TestRoom.createFrom('old-ap046-3p')
    const uno = { name: 'Uno', game: 'ChecksFinder' }
    expect(as(old, uno, 0, 1, 6)).toBe('joined')
    expect(as(old, uno, 0, 1, 5)).toEqual(['IncompatibleVersion'])
  })

  test('[AP-2.5] the seed can require a newer client version for a slot, and compatibility 0 requires exactly version 0.6.7', async () => {
    const exact = await TestRoom.createFrom('tiny-2p', { compatibility: 0 })
    expect(refusal(exact, { ...alice, version: version(0, 6, 6) })).toEqual(['IncompatibleVersion'])
    expect(refusal(exact, { ...alice, version: version(0, 6, 8) })).toEqual(['IncompatibleVersion'])
    expect(refusal(exact, alice)).toBe('joined')
    const strict = await TestRoom.create({
      file: {
        name: 'tiny-2p.archipelago',
        bytes: alterMultidata('tiny-2p', (root) => {
          const clients = (root.get('minimum_versions') as Map<string, Map<number, Tuple>>).get('clients')!
          clients.set(1, new Tuple([0, 6, 5]))
        }),
      },
    })
    expect(refusal(strict, { ...alice, version: version(0, 6, 4) })).toEqual(['IncompatibleVersion'])
    expect(refusal(strict, { ...alice, version: version(0, 6, 5) })).toBe('joined')
    expect(refusal(strict, { name: 'Bob', game: 'Yacht Dice', version: version(0, 6, 4) })).toBe('joined')
  })

  test('[AP-2.11] each client of a slot has its own index, tags and watched keys', async () => {
    const { room, alice: first, bob } = await tiny()
    const second = room.join('Alice', 'ChecksFinder', { items_handling: 1, tags: ['AP', 'DeathLink'] })
    first.takePackets()
    second.send({ cmd: 'SetNotify', keys: ['k'] })
    bob.send({ cmd: 'Bounce', tags: ['DeathLink'] })
    bob.send({ cmd: 'Set', key: 'k', operations: [{ operation: 'add', value: 1 }] })
    expect(kindsOf(second.takePackets())).toEqual(['Bounced', 'SetReply'])
    expect(first.takePackets()).toEqual([])
    bob.send({ cmd: 'LocationChecks', locations: [16_871_244_508] })
    const index = (client: TestClient) =>
      client.takePackets().find(({ cmd }) => cmd === 'ReceivedItems')?.index
    expect([index(first), index(second)]).toEqual([0, 0])
  })

  test('[AP-3.1] Connected omits slot_data if slot_data is false, and the server accepts at most 64 tags of up to 128 characters', async () => {
    const room = await TestRoom.createFrom('tiny-2p')
    const client = room.greet()
    const tags = ['x'.repeat(129), 'y'.repeat(128), ...Array.from({ length: 64 }, (_, i) => `tag ${i}`)]
    const connect = JSON.stringify([{ ...alice, slot_data: false, tags }])
    client.sendFrame(connect.replace('"tag 0"', `1${'0'.repeat(128)},"tag 0"`))
    const [connected, ...received] = client.takePackets()
    expect(connected).not.toHaveProperty('slot_data')
    const accepted = received.find(({ type }) => type === 'Join')!.tags as string[]
    expect(accepted).toEqual(['y'.repeat(128), ...Array.from({ length: 63 }, (_, i) => `tag ${i}`)])
    client.send(alice)
    expect(client.expect('Connected')).toHaveProperty('slot_data')
  })

  test('[AP-4.2] ConnectionRefused lists every reason at once', async () => {
    const room = await TestRoom.createFrom('links-6p')
    const errors = refusal(room, { name: 'Ann', game: 'Other', version: version(0, 4, 0), items_handling: 2 })
    expect(errors).toEqual(['InvalidGame', 'IncompatibleVersion', 'InvalidItemsHandling', 'InvalidPassword'])
    expect(refusal(room, { name: 'Nobody', game: 'Other', version: version(0, 4, 0) })).toEqual([
      'InvalidSlot',
      'InvalidPassword',
    ])
  })

  test('[AP-4.3] Connected contains the aliases and names of players, and the slot data exactly as in the seed', async () => {
    const { room, bob } = await tiny()
    bob.say('!alias Bobby')
    const client = room.greet()
    client.send(alice)
    const raw = client.frames[0]!
    expect(raw).toContain(`"slot_data":${room.world.seed.slotDataText(1)}`)
    const connected = client.expect('Connected')
    expect(connected.players).toEqual([
      { team: 0, slot: 1, alias: 'Alice', name: 'Alice', class: 'NetworkPlayer' },
      { team: 0, slot: 2, alias: 'Bobby (Bob)', name: 'Bob', class: 'NetworkPlayer' },
    ])
    expect(connected).toMatchObject({ team: 0, slot: 1, hint_points: 0, checked_locations: [] })
    const missing = connected.missing_locations as number[]
    expect(missing).toEqual(missing.toSorted((a, b) => a - b))
  })
})

describe('playing', () => {
  test('[AP-3.2] a ConnectUpdate that changes items_handling is answered with all items, and one that changes tags is announced', async () => {
    const { alice, bob } = await tiny()
    bob.send({ cmd: 'ConnectUpdate', items_handling: 7 })
    expect(bob.takePackets()).toEqual([])
    bob.send({ cmd: 'ConnectUpdate', items_handling: 5 })
    expect(bob.only('ReceivedItems').index).toBe(0)
    bob.send({ cmd: 'ConnectUpdate', items_handling: 'all' }, { cmd: 'ConnectUpdate', items_handling: 6 })
    expect(bob.takePackets()).toMatchObject([
      {
        cmd: 'InvalidPacket',
        text: "Invalid items_handling: unsupported operand type(s) for &: 'str' and 'int'",
      },
      { cmd: 'InvalidPacket', text: 'Invalid items_handling: Invalid flag combination' },
    ])
    bob.send({ cmd: 'ConnectUpdate', items_handling: 6, tags: ['Tracker'] })
    bob.only('InvalidPacket')
    alice.takePackets()
    bob.send({ cmd: 'ConnectUpdate', tags: ['DeathLink', 'AP'] })
    bob.send({ cmd: 'ConnectUpdate', tags: ['AP', 'DeathLink', 'AP'] })
    expect(alice.only('PrintJSON')).toMatchObject({ type: 'TagsChanged', slot: 2, tags: ['DeathLink', 'AP'] })
  })

  test('[AP-3.3] [AP-4.4] Sync is answered with all items from index 0, or not at all if there are no items', async () => {
    const { alice, bob } = await tiny()
    alice.send({ cmd: 'Sync' })
    expect(alice.takePackets()).toEqual([])
    bob.send({ cmd: 'LocationChecks', locations: [16_871_244_501] }, { cmd: 'Sync' })
    const lists = bob.takePackets().filter(({ cmd }) => cmd === 'ReceivedItems')
    expect(lists.map(({ index, items }) => [index, (items as unknown[]).length])).toEqual([
      [4, 1],
      [0, 5],
    ])
    expect(lists[1]!.items).toContainEqual({
      item: expect.any(Number),
      location: 16_871_244_501,
      player: 2,
      flags: expect.any(Number),
      class: 'NetworkItem',
    })
  })

  test('[AP-3.6] CreateHints with a value that is not an id creates no hint', async () => {
    const { alice } = await tiny()
    alice.send({ cmd: 'CreateHints', locations: [81_000, '81001'] })
    expect(alice.only('InvalidPacket').text).toBe('CreateHints: One or more of the locations do not exist.')
  })

  test('[AP-3.4] LocationChecks ignores unknown or repeated locations and values that are not numbers, and is refused to onlookers', async () => {
    const { room, alice } = await tiny()
    alice.sendFrame(
      '[{"cmd":"LocationChecks","locations":[81000.0, 81000, 81001, 81001, 5, "81002", true, null, 81003.5, 1e300]}]',
    )
    expect(room.world.checks.checked(1)).toEqual([81_000, 81_001])
    for (const tag of ['HintGame', 'Tracker', 'TextOnly']) {
      const onlooker = room.join('Alice', '', { tags: [tag] })
      onlooker.send({ cmd: 'LocationChecks', locations: [81_002] })
      expect(onlooker.only('InvalidPacket')).toMatchObject({ type: 'cmd', original_cmd: 'LocationChecks' })
    }
    expect(room.world.checks.checked(1)).toEqual([81_000, 81_001])
  })

  test('[AP-3.5] [AP-4.5] LocationScouts is answered with each requested location once, in order, with the receiver; an unknown id closes the connection', async () => {
    const { room, alice } = await tiny()
    const at = room.world.seed.locations(1)
    const asked = [81_005, 81_000]
    alice.send({ cmd: 'LocationScouts', locations: [...asked, 81_005] })
    expect(alice.only('LocationInfo').locations).toEqual(
      asked.map((location) => {
        const { item, receiver, flags } = at.get(location)!
        return { item, location, player: receiver, flags, class: 'NetworkItem' }
      }),
    )
    alice.send({ cmd: 'LocationScouts', locations: [81_005, '81000'] })
    expect(alice.only('InvalidPacket').text).toBe('Locations has to be a list of integers')
    alice.send({ cmd: 'LocationScouts', locations: [81_005, 5] })
    expect(alice.closeReason).toBe('LocationScouts: unknown location')
  })

  test('[AP-4.6] RoomUpdate contains only changes: the new checks, or after a release all checks', async () => {
    const [room, client] = await TestRoom.with(['Alice', 'ChecksFinder'], 'tiny-2p', {
      release_mode: 'enabled',
    })
    const updates = () => client.takePackets().filter(({ cmd }) => cmd === 'RoomUpdate')
    client.send({ cmd: 'LocationChecks', locations: [81_003, 81_001] })
    expect(updates()).toEqual([{ cmd: 'RoomUpdate', hint_points: 2, checked_locations: [81_001, 81_003] }])
    client.say('!alias Al')
    expect(updates().map((update) => Object.keys(update))).toEqual([['cmd', 'players']])
    client.say('!release')
    const [fresh, all] = updates()
    expect(fresh!.checked_locations).toHaveLength(23)
    expect(all).toEqual({ cmd: 'RoomUpdate', checked_locations: room.world.checks.checked(1) })
  })

  test('[AP-5.3] a release is announced, checks all missing locations, and then sends all checks, even if no location was missing', async () => {
    const [room, client] = await TestRoom.with(['Alice', 'ChecksFinder'], 'tiny-2p', {
      release_mode: 'enabled',
    })
    client.say('!release')
    const received = kindsOf(client.takePackets())
    expect(received.slice(0, 3)).toEqual(['PrintJSON Chat', 'PrintJSON Release', 'PrintJSON ItemSend'])
    expect(received.filter((kind) => kind === 'PrintJSON ItemSend')).toHaveLength(25)
    expect(received.slice(-2)).toEqual(['RoomUpdate', 'RoomUpdate'])
    expect(room.world.checks.missing(1)).toEqual([])
    client.say('!release')
    expect(kindsOf(client.takePackets())).toEqual(['PrintJSON Chat', 'PrintJSON Release', 'RoomUpdate'])
  })

  test('[AP-5.5] the modes of release and collect have the values 0, 1, 2, 6 and 7, and a change of a mode is sent to everybody', async () => {
    const { room, alice, bob } = await tiny()
    const bits = { disabled: 0, enabled: 1, goal: 2, auto: 6, 'auto-enabled': 7 }
    for (const [mode, bit] of Object.entries(bits)) {
      room.harness.host.actions.applyOptions({ release_mode: mode, collect_mode: mode })
      room.advance(10)
      const expected = { cmd: 'RoomUpdate', permissions: { release: bit, remaining: 2, collect: bit } }
      if (mode !== 'auto') expect([alice.takePackets(), bob.takePackets()].flat()).toContainEqual(expected)
      alice.takePackets()
      bob.takePackets()
      expect(room.world.permissions).toEqual(expected.permissions)
    }
    for (const mode of ['disabled', 'enabled', 'goal'] as const) {
      room.harness.host.actions.applyOptions({ remaining_mode: mode })
      expect(room.world.permissions.remaining).toBe(bits[mode])
    }
    expect(room.harness.host.actions.applyOptions({ remaining_mode: 'auto' })).toMatchObject({
      refused: { field: 'options.remaining_mode' },
    })
  })

  test("[AP-5.9] items have names of the receiver's game, locations have names of the finder's game, and both can have names of the game Archipelago", async () => {
    const { room } = await tiny()
    const { world } = room
    const [toBob] = world.seed.placedItemsFor(2).filter(({ finder }) => finder === 1)
    const { item, location } = toBob!
    expect(world.itemName(2, item)).not.toMatch(/Unknown/)
    expect(world.itemName(1, item)).toBe(`Unknown item (ID: ${item})`)
    expect(world.locationName(1, location)).toMatch(/^Tile/)
    expect(world.locationName(2, location)).toBe(`Unknown location (ID: ${location})`)
    expect([1, 2].map((slot) => [world.itemName(slot, -1), world.locationName(slot, -1)])).toEqual([
      ['Nothing', 'Cheat Console'],
      ['Nothing', 'Cheat Console'],
    ])
  })
})

describe('replies', () => {
  test('[AP-3.10] [AP-4.9] GetDataPackage returns the requested games, without groups, with the seed’s checksums', async () => {
    const { room, alice } = await tiny()
    const games = (fields: object) => {
      alice.send({ cmd: 'GetDataPackage', ...fields })
      return (alice.only('DataPackage').data as { games: { [game: string]: { [field: string]: unknown } } })
        .games
    }
    const all = games({})
    expect(Object.keys(all)).toEqual(room.world.seed.packagedGames)
    for (const [game, data] of Object.entries(all)) {
      expect(data.checksum).toBe(room.world.seed.checksums.get(game))
      expect(Object.keys(data).sort()).toEqual(['checksum', 'item_name_to_id', 'location_name_to_id'])
    }
    expect(Object.keys(games({ games: ['Yacht Dice', 'No Such Game', 5] }))).toEqual(['Yacht Dice'])
    expect(Object.keys(games({ exclusions: ['Yacht Dice'] }))).not.toContain('Yacht Dice')
    expect(games({ games: [] })).toEqual({})
  })

  test('[AP-4.10] Bounced keeps every field of the Bounce unchanged, including numbers, and adds its own fields', async () => {
    const { bob } = await tiny()
    bob.sendFrame('[{"x":[1.0,{"b":1e2}],"cmd":"Bounce","slots":[2],"data":{"time":1700000000.0},"tags":[]}]')
    expect(bob.frames.splice(0)).toEqual([
      '[{"x":[1.0,{"b":100.0}],"cmd":"Bounced","slots":[2],"data":{"time":1700000000.0},"tags":[]}]',
    ])
  })

  test('[AP-4.11] InvalidPacket states whether the command or its arguments are invalid', async () => {
    const { room, alice } = await tiny()
    const tracker = room.join('Alice', '', { tags: ['Tracker'] })
    alice.takePackets()
    alice.send({ cmd: 'Say', text: 5 }, { cmd: 7 })
    expect(alice.takePackets()).toEqual([
      { cmd: 'InvalidPacket', type: 'arguments', text: 'Say', original_cmd: 'Say' },
      {
        cmd: 'InvalidPacket',
        type: 'cmd',
        original_cmd: null,
        text: "Command should be str, got <class 'int'>",
      },
    ])
    tracker.send({ cmd: 'StatusUpdate', status: 30 })
    expect(tracker.only('InvalidPacket')).toEqual({
      cmd: 'InvalidPacket',
      type: 'cmd',
      text: "Trackers can't register Goal Complete",
      original_cmd: 'StatusUpdate',
    })
  })
})

describe('the data storage', () => {
  test('[AP-7.1] [AP-4.12] Retrieved has the additional fields of the Get; a key that is not a text closes the connection', async () => {
    const { alice } = await tiny()
    alice.send({ mine: [1], cmd: 'Get', keys: ['a', 'a', 'b'], to: null })
    expect(alice.only('Retrieved')).toEqual({
      mine: [1],
      cmd: 'Retrieved',
      keys: { a: null, b: null },
      to: null,
    })
    alice.send({ cmd: 'Get' })
    expect(alice.only('InvalidPacket').text).toBe('Retrieve')
    alice.send({ cmd: 'Get', keys: ['a', 5] })
    expect(alice.closeReason).toBe('Get: a key is not text')
    expect(alice.takePackets()).toEqual([])
  })

  test('[AP-7.7] a group has no slot data', async () => {
    const [, ann] = await TestRoom.with(['Ann', 'Timespinner'], 'links-6p', { password: null })
    ann.send({ cmd: 'Get', keys: ['_read_slot_data_7'] })
    expect(ann.only('Retrieved').keys).toEqual({ _read_slot_data_7: null })
  })

  test('[AP-7.7] room data is read-only; watchers are notified of changed hints and statuses', async () => {
    const { room, alice, bob } = await tiny()
    const keys = [
      '_read_hints_0_2',
      '_read_client_status_0_2',
      '_read_slot_data_1',
      '_read_item_name_groups_Yacht Dice',
      '_read_location_name_groups_ChecksFinder',
      '_read_race_mode',
      '_read_nothing',
      '_read_hints_0_9',
      '_read_hints_0_02',
      '_read_slot_data_x',
      '_read_slot_data_9',
      '_read_item_name_groups_Tetris',
    ]
    alice.send({ cmd: 'Get', keys }, { cmd: 'SetNotify', keys })
    const names = (game: string) => room.world.seed.names(game)
    const values = alice.only('Retrieved').keys as { readonly [key: string]: unknown }
    expect(values).toEqual({
      [keys[0]!]: [],
      [keys[1]!]: 5,
      [keys[2]!]: JSON.parse(room.world.seed.slotDataText(1)),
      [keys[3]!]: Object.fromEntries(names('Yacht Dice').itemGroups),
      [keys[4]!]: Object.fromEntries(names('ChecksFinder').locationGroups),
      [keys[5]!]: 0,
      ...Object.fromEntries(keys.slice(6).map((key) => [key, null])),
    })
    bob.send({ cmd: 'StatusUpdate', status: 20 })
    expect(alice.takePackets()).toEqual([{ cmd: 'SetReply', key: '_read_client_status_0_2', value: 20 }])
    bob.send({ cmd: 'CreateHints', locations: [16_871_244_501] })
    const [reply] = alice.takePackets()
    expect(reply).toMatchObject({ cmd: 'SetReply', key: '_read_hints_0_2' })
    expect(Object.keys(reply!)).toEqual(['cmd', 'key', 'value'])
    alice.send({ cmd: 'Set', key: '_read_race_mode', operations: [{ operation: 'replace', value: 1 }] })
    expect(alice.only('InvalidPacket')).toMatchObject({ original_cmd: 'Set' })
  })
})
