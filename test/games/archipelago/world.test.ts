import { describe, expect, test } from 'vitest'
import { gameRecords } from '../../../durable-objects/room/create/game-creation.ts'
import { captureSave } from '../../../games/archipelago/import/saves/world-save.ts'
import { archipelago } from '../../../games/archipelago/index.ts'
import type { GameFile } from '../../../games/game.ts'
import { memoryRecords } from '../../memory-records.ts'
import { createRoomInput, readFixture } from './sample-multiworlds.ts'
import { connectPacket, kindsOf, type Packet, type TestClient, TestRoom } from './test-client.ts'

function items(packet: Packet): { item: number; location: number; player: number; flags: number }[] {
  return packet.items as never
}

const joinLinks = (name: string, game: string, room: TestRoom, fields: object = {}) =>
  room.join(name, game, { password: 'hunter2', ...fields })

describe('items', () => {
  test('[AP-5.1] the index counts only the start items and found items that the client’s items_handling includes', async () => {
    const [, bob] = await TestRoom.with(['Bob', 'Yacht Dice'], 'tiny-2p')
    bob.send({ cmd: 'LocationChecks', locations: [16_871_244_501] })
    expect(bob.takePackets().find(({ cmd }) => cmd === 'ReceivedItems')).toMatchObject({ index: 4 })
    bob.send({ cmd: 'ConnectUpdate', items_handling: 3 })
    expect(bob.only('ReceivedItems')).toMatchObject({ index: 0, items: [{ location: 16_871_244_501 }] })
    bob.send({ cmd: 'ConnectUpdate', items_handling: 1 })
    expect(bob.takePackets()).toEqual([])
    bob.send({ cmd: 'ConnectUpdate', items_handling: 5 })
    expect(items(bob.only('ReceivedItems')).map(({ location }) => location)).toEqual([-2, -2, -2, -2])
    bob.send({ cmd: 'ConnectUpdate', items_handling: 0 }, { cmd: 'Sync' })
    expect(bob.takePackets()).toEqual([])
  })

  test('[AP-5.1] items found while the player was absent arrive with Connected', async () => {
    const room = await TestRoom.createFrom('tiny-2p')
    room.join('Alice', 'ChecksFinder').send({ cmd: 'LocationChecks', locations: [81_000, 81_001] })
    const bob = room.greet()
    bob.send({ ...connectPacket, name: 'Bob', game: 'Yacht Dice' })
    bob.expect('Connected')
    expect(items(bob.expect('ReceivedItems')).slice(4)).toMatchObject([
      { location: 81_001, player: 1 },
      { location: 81_000, player: 1 },
    ])
  })

  test('[AP-5.2] repeated checks get no reply, and new checks are sent to all clients of the slot', async () => {
    const [room, one] = await TestRoom.with(['Alice', 'ChecksFinder'], 'tiny-2p')
    const two = room.join('Alice', 'ChecksFinder')
    one.takePackets()
    one.send({ cmd: 'LocationChecks', locations: [81_000] })
    one.takePackets()
    two.takePackets()
    one.send({ cmd: 'LocationChecks', locations: [81_000, 5, '81001', 81_002.5] })
    expect(one.takePackets()).toEqual([])
    one.sendFrame('[{"cmd":"LocationChecks","locations":[81000, 81001.0]}]')
    for (const client of [one, two])
      expect(client.takePackets().at(-1)).toEqual({
        cmd: 'RoomUpdate',
        hint_points: 2,
        checked_locations: [81_001],
      })
  })

  test('[AP-5.8] an item for a group reaches each member once, and its text names the group', async () => {
    const room = await TestRoom.createFrom('links-6p')
    const ann = joinLinks('Ann', 'Timespinner', room)
    const ben = joinLinks('Ben', 'Timespinner', room, { items_handling: 1 })
    ann.takePackets()
    ann.send({ cmd: 'LocationChecks', locations: [1_337_122] })
    const [text, received] = ann.takePackets()
    expect(text).toMatchObject({ receiving: 7, item: { item: 1_337_123, player: 1 } })
    expect(received).toMatchObject({ items: [{ item: 1_337_123, location: 1_337_122, player: 1 }] })
    expect(ben.takePackets().at(-1)).toMatchObject({ index: 0, items: [{ item: 1_337_123 }] })
    expect(items(sync(ann)).filter(({ item }) => item === 1_337_123)).toHaveLength(1)
  })
})

function sync(client: TestClient): Packet {
  client.takePackets()
  client.send({ cmd: 'Sync' })
  return client.only('ReceivedItems')
}

describe('the goal', () => {
  test('[AP-5.6] sends the texts of goal, collect and release, then the status to its watchers', async () => {
    const [room, alice] = await TestRoom.with(['Alice', 'ChecksFinder'], 'tiny-2p')
    const bob = room.join('Bob', 'Yacht Dice')
    bob.send({ cmd: 'SetNotify', keys: ['_read_client_status_0_1'] })
    alice.send({ cmd: 'StatusUpdate', status: 30 })
    const received = kindsOf(bob.takePackets()).filter((kind) => kind !== 'PrintJSON ItemSend')
    expect(received.filter((kind) => kind.startsWith('PrintJSON'))).toEqual([
      'PrintJSON Goal',
      'PrintJSON Collect',
      'PrintJSON Release',
    ])
    expect(received.at(-1)).toBe('SetReply')
    alice.takePackets()
    alice.send({ cmd: 'StatusUpdate', status: 20 }, { cmd: 'StatusUpdate', status: 30 })
    expect(alice.takePackets()).toEqual([])
    alice.send({ cmd: 'Get', keys: ['_read_client_status_0_1'] })
    expect(alice.only('Retrieved').keys).toEqual({ _read_client_status_0_1: 30 })
  })

  test('[AP-5.7] groups have reached the goal from the start, and the game is completed when the last player reaches the goal', async () => {
    const room = await TestRoom.createFrom('links-6p')
    room.open()
    const slots = [...room.world.seed.slots.values()].filter(({ type }) => type === 1)
    const players = slots.map(({ name, game }) => joinLinks(name, game, room))
    const ends = players.map((player) => {
      player.send({ cmd: 'StatusUpdate', status: 30 })
      return player.takePackets().filter(({ data }) => /all of their games/.test(JSON.stringify(data ?? '')))
        .length
    })
    expect(ends).toEqual([0, 0, 0, 0, 0, 1])
    expect(room.harness.news.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
      ...['Ann', 'Ben', 'Cat', 'Dan', 'Eve', 'Fay'].map((name) => `goal: ${name} has reached the goal`),
      'end: All players have reached their goals',
    ])
    const [results] = room.harness.news.flatMap((event) => ('results' in event ? [event.results] : []))
    expect(results?.players.slice(0, 2)).toEqual([
      { player: 'Ann', goals: 1, checks: 0 },
      { player: 'Ben', goals: 1, checks: 0 },
    ])
  })

  test('[AP-5.4] a group collects when all its members have collected', async () => {
    const room = await TestRoom.createFrom('links-6p', { collect_mode: 'enabled' })
    const ann = joinLinks('Ann', 'Timespinner', room)
    const ben = joinLinks('Ben', 'Timespinner', room)
    const collects = (client: TestClient) =>
      client.takePackets().flatMap(({ type, slot }) => (type === 'Collect' ? [slot] : []))
    ann.say('!collect')
    expect(collects(ann)).toEqual([1])
    ben.say('!collect')
    expect(collects(ann)).toEqual([2, 7])
    const texts = room.harness.news.flatMap(({ kind, text }) => (kind === 'collect' ? [text] : []))
    expect(texts.slice(0, 2)).toEqual(['Ann has collected their items', 'Ben has collected their items'])
  })

  test('[AP-3.8] a status can be any JSON value, and is sent unchanged', async () => {
    const [, alice] = await TestRoom.with(['Alice', 'ChecksFinder'], 'tiny-2p')
    alice.send({ cmd: 'SetNotify', keys: ['_read_client_status_0_1'] })
    alice.sendFrame('[{"cmd":"StatusUpdate","status":{"a":1.0}}]')
    expect(alice.frames.splice(0)).toEqual([
      '[{"cmd":"SetReply","key":"_read_client_status_0_1","value":{"a":1.0}}]',
    ])
  })

  test('[AP-3.8] the status 30.0 is also the goal', async () => {
    const [, red] = await TestRoom.with(['RedRacer', 'Celeste 64'], 'race-3p')
    red.sendFrame('[{"cmd":"StatusUpdate","status":30.0}]')
    expect(kindsOf(red.takePackets())).toEqual(['PrintJSON Goal'])
  })

  test('[AP-5.7] the first client of a slot sets its status to connected, and when its last client leaves, the status becomes unknown', async () => {
    const [room, bob] = await TestRoom.with(['Bob', 'Yacht Dice'], 'tiny-2p')
    const key = '_read_client_status_0_1'
    bob.send({ cmd: 'SetNotify', keys: [key] })
    const one = room.join('Alice', 'ChecksFinder')
    const two = room.join('Alice', '', { tags: ['TextOnly'] })
    one.disconnect()
    two.disconnect()
    const values = bob.takePackets().flatMap(({ cmd, value }) => (cmd === 'SetReply' ? [value] : []))
    expect(values).toEqual([5, 0])
  })
})

describe('durability', () => {
  test('[AP-9.2] [AP-10.14] after a restart, clients behind a sidecar get only the packets that they may have missed', async () => {
    const [room, alice] = await TestRoom.with(['Alice', 'ChecksFinder'], 'tiny-2p')
    const bob = room.join('Bob', 'Yacht Dice')
    bob.send({ cmd: 'SetNotify', keys: ['_read_client_status_0_1', 'k'] })
    bob.send({ cmd: 'Set', key: 'k', operations: [{ operation: 'replace', value: 7 }] })
    alice.send({ cmd: 'LocationChecks', locations: [81_000] })
    for (const client of [alice, bob]) client.takePackets()
    room.restart()
    expect(alice.closeReason).toBeUndefined()
    const packets = bob.takePackets()
    expect(kindsOf(packets)).toEqual(['ReceivedItems', 'RoomUpdate', 'SetReply', 'SetReply'])
    expect(packets[0]).toMatchObject({ index: 0, items: { length: 5 } })
    expect(packets[2]).toEqual({ cmd: 'SetReply', key: '_read_client_status_0_1', value: 5 })
    expect(packets[3]).toMatchObject({ key: 'k', value: 7 })
    alice.takePackets()
    alice.send({ cmd: 'LocationChecks', locations: [81_001] })
    expect(bob.takePackets()).toMatchObject([{ type: 'ItemSend' }, { cmd: 'ReceivedItems', index: 5 }])
  })

  test('[AP-9.2] a client that has missed nothing receives nothing after a restart', async () => {
    const [room, alice] = await TestRoom.with(['Alice', 'ChecksFinder'], 'tiny-2p')
    alice.send({ cmd: 'LocationChecks', locations: [81_005] })
    alice.takePackets()
    room.restart()
    expect(alice.takePackets()).toEqual([])
    alice.send({ cmd: 'Sync' })
    expect(alice.only('ReceivedItems')).toMatchObject({ items: [{ location: 81_005 }] })
  })

  test('[AP-9.2] the admin session and tags survive a restart', async () => {
    const room = await TestRoom.createFrom('race-3p')
    const red = room.join('RedRacer', 'Celeste 64', { tags: ['AP', 'DeathLink'] })
    red.say('!admin login racecontrol')
    red.takePackets()
    room.restart()
    red.takePackets()
    red.say('!admin hello')
    expect(kindsOf(red.takePackets())).toContain('PrintJSON ServerChat')
    const gold = room.join('GoldRacer', 'DLCQuest')
    gold.send({ cmd: 'Bounce', tags: ['DeathLink'] })
    expect(red.takePackets().at(-1)).toEqual({ cmd: 'Bounced', tags: ['DeathLink'] })
  })

  test('[AP-2.2] a client that has not joined keeps its timeout over a restart', async () => {
    const room = await TestRoom.createFrom('tiny-2p')
    const silent = room.open()
    room.advance(50_000)
    room.restart()
    expect(silent.closeReason).toBeUndefined()
    room.advance(10_000)
    expect(silent.closeReason).toBe('the client did not join in time')
  })

  test('[AP-9.1] checks and items are never lost on a lossy link', async () => {
    const [room, alice] = await TestRoom.with(['Alice', 'ChecksFinder'], 'tiny-2p')
    for (let location = 81_000; location < 81_025; location++) {
      alice.send({ cmd: 'LocationChecks', locations: [location] })
      if (location % 4 === 0) room.harness.cut()
      if (location % 6 === 0) room.restart()
      room.advance(2000)
    }
    const bob = room.open()
    room.advance(2000)
    bob.expect('RoomInfo')
    bob.send({ ...connectPacket, name: 'Alice', game: 'ChecksFinder', items_handling: 7 })
    expect(bob.expect('Connected').checked_locations).toHaveLength(25)
    const view = room.harness.host.view as { slots: { items: unknown[] }[] }
    // Alice and Bob together have four start items and one item from each location.
    expect(view.slots.reduce((sum, { items }) => sum + items.length, 0)).toBe(29)
  })

  test('[AP-9.1] a release is one transaction of few records', async () => {
    const room = await TestRoom.createFrom('links-6p', { release_mode: 'enabled' })
    const ann = joinLinks('Ann', 'Timespinner', room)
    const before = room.harness.records
    const written: number[] = []
    const write = before.write.bind(before)
    before.write = (changes) => {
      written.push([...changes.keys()].filter((key) => key.startsWith('game/')).length)
      write(changes)
    }
    ann.say('!release')
    expect(written).toHaveLength(1)
    expect(written[0]).toBeLessThan(30)
  })

  test('[AP-9.1] a join does not wait for storage: it is stored within 2 s, but an export contains it immediately', async () => {
    const room = await TestRoom.createFrom('tiny-2p')
    const joinedAt = room.harness.clock.now()
    room.join('Alice', 'ChecksFinder')
    const storedState = () => room.harness.records.get('game/slot/1')
    expect(storedState()).toBeUndefined()
    expect(room.world.slotStates.statusOf(1)).toBe(5)
    expect(captureSave(room.world).lastConnection.get(1)).toBe(joinedAt)
    room.advance(joinedAt + 1999 - room.harness.clock.now())
    expect(storedState()).toBeUndefined()
    room.advance(1)
    expect(storedState()).toBe(
      JSON.stringify({ status: '5', connected: room.world.slotStates.lastConnection(1) }),
    )
  })

  test('[AP-9.1] if a restart loses a join, the status connected is sent to its watchers again', async () => {
    const [room, bob] = await TestRoom.with(['Bob', 'Yacht Dice'], 'tiny-2p')
    bob.send({ cmd: 'SetNotify', keys: ['_read_client_status_0_1'] })
    room.advance(3000)
    const alice = room.join('Alice', 'ChecksFinder')
    bob.takePackets()
    room.restart()
    expect(alice.closeReason).toBeUndefined()
    expect(room.world.slotStates.statusOf(1)).toBe(5)
    expect(bob.takePackets()).toContainEqual({ cmd: 'SetReply', key: '_read_client_status_0_1', value: 5 })
    room.advance(2000)
    expect(room.harness.records.get('game/slot/1')).toContain('"status":"5"')
  })

  test('[AP-9.1] a room without recent joins has nothing to save, and does not stay awake to save', async () => {
    const [room, alice] = await TestRoom.with(['Alice', 'ChecksFinder'], 'tiny-2p')
    room.advance(70_000)
    const { harness } = room
    const before = harness.clock.armed
    alice.send({ cmd: 'Bounce', tags: ['AP'] })
    expect(alice.only('Bounced').tags).toEqual(['AP'])
    room.advance(100)
    expect(harness.clock.armed).toBe(before)
  })

  test("[AP-8.10] an admin can override the host's options, and the host can change them back", async () => {
    const [room, red] = await TestRoom.with(['RedRacer', 'Celeste 64'], 'race-3p')
    red.say('!admin login racecontrol')
    red.say('!admin /option hint_cost 20')
    expect(red.takePackets().at(-1)).toEqual({ cmd: 'RoomUpdate', hint_cost: 20 })
    room.restart()
    expect((room.harness.host.view as { options: object }).options).toMatchObject({ hint_cost: 20 })
    red.takePackets()
    room.harness.host.actions.applyOptions({ release_mode: 'enabled' })
    room.advance(10)
    expect(red.only('RoomUpdate')).toMatchObject({ permissions: { release: 1 } })
    room.harness.host.actions.applyOptions({ hint_cost: 30 })
    room.advance(10)
    expect(red.only('RoomUpdate')).toEqual({ cmd: 'RoomUpdate', hint_cost: 30 })
  })

  test('[AP-9.1] a countdown continues after a restart', async () => {
    const [room, alice] = await TestRoom.with(['Alice', 'ChecksFinder'], 'tiny-2p')
    alice.say('!countdown 5')
    const statuses = () =>
      alice.takePackets().flatMap(({ type, countdown }) => (type === 'Countdown' ? [countdown] : []))
    expect(statuses()).toEqual([5, 5])
    room.advance(1000)
    expect(statuses()).toEqual([4])
    room.harness.kill()
    room.advance(10_000)
    expect(statuses().at(-1)).toBe(0)
  })
})

describe('a save', () => {
  async function imported(name: string, save: Uint8Array) {
    const answer = await createRoomInput({ file: readFixture(`${name}.archipelago`), save })
    if ('refused' in answer) throw new Error(answer.refused.detail)
    const records = memoryRecords()
    records.writeAll(gameRecords(answer))
    return TestRoom.create({ records, options: answer.options, version: archipelago.version })
  }

  test('[AP-9.4] continues the game after its import', async () => {
    const room = await imported('tiny-2p', readFixture('tiny-2p.apsave'))
    const slots = (room.harness.host.view as { slots: { checks: number; items: unknown[] }[] }).slots
    expect(slots.some(({ checks }) => checks > 0)).toBe(true)
    expect(slots.some(({ items }) => items.length > 4)).toBe(true)
    expect(room.harness.records.get('game/save')).toBeUndefined()
  })

  test('[AP-9.4] that this room exported restores the same game', async () => {
    const room = await imported('links-6p', readFixture('links-6p.apsave'))
    const ann = joinLinks('Ann', 'Timespinner', room)
    ann.say('!alias Annie')
    ann.send({ cmd: 'Set', key: 'k', operations: [{ operation: 'replace', value: [1, 'x'] }] })
    ann.send({ cmd: 'LocationChecks', locations: [1_337_000, 1_337_122] })
    ann.disconnect()
    const save = room.harness.host.views.files.find(({ name }) => name === 'save.apsave') as GameFile
    expect(save.secret).toBe(true)
    const again = await imported('links-6p', save.body() as Uint8Array)
    expect(again.harness.host.view).toEqual(room.harness.host.view)
    const ben = joinLinks('Ben', 'Timespinner', again)
    ben.send({ cmd: 'Get', keys: ['k'] })
    expect(ben.only('Retrieved').keys).toEqual({ k: [1, 'x'] })
  })

  test('[AP-9.8] can, like the multidata, be downloaded only with the host’s token', async () => {
    const room = await TestRoom.createFrom('tiny-2p')
    const secret = room.harness.host.views.files.map(({ name, secret }) => [
      name.replace(/\d+/, 'N'),
      secret ?? false,
    ])
    expect(secret).toEqual([
      ['AP_N.archipelago', true],
      ['save.apsave', true],
    ])
  })
})

test('[AP-9.8] the public view reveals nothing secret', async () => {
  const room = await TestRoom.createFrom('links-6p')
  const view = room.harness.host.view
  expect(JSON.stringify(view)).not.toMatch(/hunter2|adminpw/)
  expect(view).toMatchObject({
    checksDone: 0,
    checksTotal: 556,
    options: { password: true, server_password: true, hint_cost: 5 },
    slots: { length: 8 },
  })
})
