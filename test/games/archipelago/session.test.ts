import { beforeEach, describe, expect, test } from 'vitest'
import { archipelago } from '../../../games/archipelago/index.ts'
import { fromServer } from '../../../games/archipelago/packets.ts'
import { protocolLimits } from '../../../games/archipelago/protocol/limits.ts'
import { connectPacket, kindsOf, type Packet, type TestClient, TestRoom, textOf } from './test-client.ts'

const alice = { ...connectPacket, name: 'Alice', game: 'ChecksFinder' }

/** The commands of the packets in each frame that the test has not read yet. */
function frames(connection: TestClient): string[][] {
  return connection.frames.splice(0).map((frame) => kindsOf(JSON.parse(frame)))
}

let room: TestRoom
beforeEach(async () => {
  room = await TestRoom.createFrom('tiny-2p')
})

describe('joining', () => {
  test("[AP-2.9] is answered with Connected and ReceivedItems in one frame, then the client's own Join, then the Tutorial", async () => {
    const bob = room.open()
    expect(frames(bob)).toEqual([['RoomInfo']])
    bob.send({ ...connectPacket, name: 'Bob', game: 'Yacht Dice' })
    expect(frames(bob)).toEqual([['Connected', 'ReceivedItems'], ['PrintJSON Join'], ['PrintJSON Tutorial']])
  })

  test('[AP-1.6] ends with a warning for a client without compression', async () => {
    const client = room.open(false)
    client.send(alice)
    expect(textOf(client.takePackets().at(-1)!)).toMatch(/^Warning: your client does not support compressed/)
  })

  test('[AP-4.1] begins with a RoomInfo with its fields in order, and the time in seconds', async () => {
    const info = room.open().expect('RoomInfo')
    const always = Object.keys(fromServer.rows.RoomInfo.fields).filter((field) => !field.endsWith('?'))
    expect(Object.keys(info)).toEqual(['cmd', ...always])
    expect(info.time).toBe(room.harness.clock.now() / 1000)
    expect(info.games).toEqual(['ChecksFinder', 'Yacht Dice', 'Archipelago'])
    expect(info.permissions).toEqual({ release: 6, remaining: 2, collect: 6 })
  })

  test('[AP-4.1] begins with the version that old clients expect if the seed admits old clients', async () => {
    const room = await TestRoom.createFrom('old-ap046-3p')
    const info = room.open().expect('RoomInfo')
    expect(info).toMatchObject({
      datapackage_version: 0,
      datapackage_versions: { ChecksFinder: 0 },
      permissions: { forfeit: 2, release: 2 },
    })
    expect(info.players).toHaveLength(3)
  })

  test.each([
    [{ name: 'alice' }, ['InvalidSlot']],
    [{ game: 'Other' }, ['InvalidGame']],
    [{ game: '' }, ['InvalidGame']],
    [{ version: { ...connectPacket.version, minor: 4, build: 9 } }, ['IncompatibleVersion']],
    [{ items_handling: 6 }, ['InvalidItemsHandling']],
    [{ items_handling: null }, ['InvalidItemsHandling']],
    [{ items_handling: 7.5 }, ['InvalidItemsHandling']],
    [{ game: 'Other', items_handling: 2 }, ['InvalidGame', 'InvalidItemsHandling']],
  ])('[AP-2.4] with %j is refused with %j, and can be retried', async (fields, errors) => {
    const client = room.greet()
    client.send({ ...alice, ...fields })
    expect(client.only('ConnectionRefused').errors).toEqual(errors)
    client.send(alice)
    client.expect('Connected')
  })

  test('[AP-2.6] as an onlooker needs no game, but checks and the goal from an onlooker are rejected', async () => {
    const tracker = room.join('Alice', '', { tags: ['Tracker'], game: null })
    tracker.send({ cmd: 'LocationChecks', locations: [81_000] })
    expect(tracker.only('InvalidPacket')).toMatchObject({ type: 'cmd', original_cmd: 'LocationChecks' })
    tracker.send({ cmd: 'StatusUpdate', status: 30 })
    expect(tracker.only('InvalidPacket')).toMatchObject({ type: 'cmd', original_cmd: 'StatusUpdate' })
  })

  test.each(['name', 'uuid', 'version', 'tags', 'items_handling'])(
    '[AP-2.3] without %s closes the connection without a packet',
    async (field) => {
      const client = room.greet()
      client.send({ ...alice, [field]: undefined })
      expect(client.closeReason).toMatch(/Connect/)
      expect(client.takePackets()).toEqual([])
    },
  )

  test('[AP-2.3] without password or game gets an InvalidPacket, and the connection stays open', async () => {
    const client = room.greet()
    client.send({ ...alice, password: undefined }, { ...alice, game: undefined })
    expect(kindsOf(client.takePackets())).toEqual(['InvalidPacket arguments', 'InvalidPacket arguments'])
    expect(client.closeReason).toBeUndefined()
  })

  test('[AP-2.3] with a version without a class closes the connection, but with the version keys of .NET clients is accepted', async () => {
    const plain = room.open()
    plain.send({ ...alice, version: { major: 0, minor: 6, build: 7 } })
    expect(plain.closeReason).toBeDefined()
    const net = room.greet()
    net.send({ ...alice, version: { Major: 0, Minor: 6, Build: 7, Revision: -1, class: 'Version' } })
    net.expect('Connected')
  })

  test('[AP-2.7] requires the room password from everybody until the host removes it', async () => {
    const room = await TestRoom.createFrom('links-6p')
    const ann = room.open()
    expect(ann.expect('RoomInfo').password).toBe(true)
    for (const password of [null, '', 'hunter', 'hunter22', 'Hunter2']) {
      ann.send({ ...connectPacket, name: 'Ann', game: 'Timespinner', password })
      expect(ann.only('ConnectionRefused').errors).toEqual(['InvalidPassword'])
    }
    ann.send({ ...connectPacket, name: 'Ann', game: 'Timespinner', password: 'hunter2' })
    ann.expect('Connected')
    expect(room.harness.host.actions.applyOptions({ password: null })).toBeUndefined()
    const ben = room.open()
    expect(ben.expect('RoomInfo').password).toBe(false)
    ben.send({ ...connectPacket, name: 'Ben', game: 'Timespinner' })
    ben.expect('Connected')
  })

  test('[AP-2.10] as a group is refused', async () => {
    const room = await TestRoom.createFrom('links-6p')
    const client = room.open()
    client.send({ ...connectPacket, name: 'TimeLink', game: 'Timespinner', password: 'hunter2' })
    expect(client.closeReason).toBe('a client cannot join a group')
  })

  test('[AP-2.2] has a timeout of one minute, which does not apply to clients that have joined', async () => {
    const [room, joined] = await TestRoom.with(['Alice', 'ChecksFinder'], 'tiny-2p')
    const silent = room.open()
    room.advance(59_000)
    expect(silent.closeReason).toBeUndefined()
    room.advance(2_000)
    expect(silent.closeReason).toBe('the client did not join in time')
    room.advance(3_600_000)
    expect(joined.closeReason).toBeUndefined()
  })

  test('[AP-2.7] is rate-limited, so that passwords cannot be guessed quickly', async () => {
    const client = room.greet()
    for (let i = 0; i < 31; i++) client.send({ ...alice, name: 'Nobody' })
    expect(client.takePackets()).toHaveLength(30)
    room.advance(1000)
    await room.flushTasks()
    expect(client.takePackets()).toHaveLength(1)
  })
})

describe('[AP-2.12] wrong passwords', () => {
  const attacker = '192.0.2.1'
  const ann = { ...connectPacket, name: 'Ann', game: 'Timespinner' }

  /** Tries one password on a new connection from this address, and disconnects. Returns the reply. */
  function tryPassword(room: TestRoom, password: string | null): Packet[] {
    const client = room.greet(true, 'stage', attacker)
    client.send({ ...ann, password })
    const packets = client.takePackets()
    client.disconnect()
    return packets
  }
  const refused = { cmd: 'ConnectionRefused', errors: ['InvalidPassword'] }
  const tooManyGuesses = (seconds: number) => [
    {
      cmd: 'PrintJSON',
      data: [{ text: `Too many wrong passwords from your address. Try again in ${seconds} s.` }],
    },
    refused,
  ]

  test('from all connections of an address are limited to ten a minute; after ten, even the correct password is refused until the minute is over', async () => {
    const room = await TestRoom.createFrom('links-6p')
    // A login without a password does not count as a guess.
    for (let i = 0; i < 10; i++) expect(tryPassword(room, null)).toEqual([refused])
    for (let i = 0; i < 10; i++) expect(tryPassword(room, `guess ${i}`)).toEqual([refused])
    expect(tryPassword(room, 'guess')).toEqual(tooManyGuesses(60))
    expect(tryPassword(room, 'hunter2')).toEqual(tooManyGuesses(60))
    room.advance(60_000)
    expect(tryPassword(room, 'hunter2')[0]?.cmd).toBe('Connected')
  })

  test('[AP-13.1] for a slot with its own password do not block another slot', async () => {
    const room = await TestRoom.createFrom('links-6p', { slot_passwords: { 1: 'tiger' } })
    for (let i = 0; i < 11; i++) tryPassword(room, `guess ${i}`)
    expect(tryPassword(room, 'tiger')).toEqual(tooManyGuesses(60))
    const ben = room.greet(true, 'stage', attacker)
    ben.send({ ...connectPacket, name: 'Ben', game: 'Timespinner', password: 'hunter2' })
    ben.expect('Connected')
  })

  test('for the admin session are limited to ten a minute; after ten, even the correct password is refused until the minute is over', async () => {
    const room = await TestRoom.createFrom('links-6p', { server_password: 'adminpw' })
    const login = (password: string) => {
      const client = room.join('Ann', 'Timespinner', { password: 'hunter2' })
      client.say(`!admin login ${password}`)
      const [reply] = client.takePackets().filter(({ type }) => type === 'CommandResult')
      client.disconnect()
      return (reply!.data as { text: string }[])[0]!.text
    }
    for (let i = 0; i < 10; i++) expect(login(`guess ${i}`)).toBe('Password incorrect.')
    for (const password of ['guess', 'adminpw'])
      expect(login(password)).toBe('Too many wrong passwords from your address. Try again in 60 s.')
    room.advance(60_000)
    expect(login('adminpw')).toMatch(/^Login successful/)
    expect(JSON.stringify(room.harness.log)).not.toMatch(/guess|adminpw|hunter2/)
  })
})

describe('frames', () => {
  test.each(['hello', 'null', '5', '[{"cmd":"Sync"}', '[1,2'])(
    '[AP-1.2] %s closes the connection',
    async (frame) => {
      const client = room.greet()
      client.sendFrame(frame)
      expect(client.closeReason).toBeDefined()
      expect(client.takePackets()).toEqual([])
    },
  )

  test('[AP-1.2] a binary frame closes the connection', async () => {
    const client = room.open()
    client.sendFrame(new Uint8Array([91, 93]))
    expect(client.closeReason).toBe('expected a text frame, got bytes')
  })

  test('[AP-3.12] an object without cmd is answered with an error after earlier replies, and closes the connection', async () => {
    const [, client] = await TestRoom.with(['Alice', 'ChecksFinder'], 'tiny-2p')
    client.send({ cmd: 'Get', keys: ['a'] }, { foo: 1 }, { cmd: 'Get', keys: ['b'] })
    expect(client.takePackets()).toEqual([
      { cmd: 'Retrieved', keys: { a: null } },
      {
        cmd: 'InvalidPacket',
        type: 'cmd',
        original_cmd: null,
        text: "Could not get command from {'foo': 1} at `cmd`",
      },
    ])
    expect(client.closeReason).toBeDefined()
  })

  test('[AP-3.13] packets before an invalid packet take effect and are stored', async () => {
    const [room, client] = await TestRoom.with(['Alice', 'ChecksFinder'], 'tiny-2p')
    client.send({ cmd: 'LocationChecks', locations: [81_000] }, { cmd: 'LocationChecks' })
    expect(client.closeReason).toMatch(/LocationChecks/)
    room.restart()
    const again = room.greet()
    again.send(alice)
    expect(again.expect('Connected').checked_locations).toEqual([81_000])
  })

  test('[AP-2.1] an unknown command is ignored; before joining, all commands except Connect and GetDataPackage are ignored', async () => {
    const client = room.greet()
    client.send({ cmd: 'Nonsense' }, { cmd: 'Sync' }, { cmd: 'Say', text: 'x' }, { cmd: 'LocationChecks' })
    expect(client.takePackets()).toEqual([])
    client.send({ cmd: 'GetDataPackage', games: ['Archipelago', 'No Such Game'] })
    expect(client.only('DataPackage').data).toMatchObject({
      games: { Archipelago: { item_name_to_id: { Nothing: -1 } } },
    })
    expect(client.closeReason).toBeUndefined()
  })

  test('[AP-1.5] the packets of one transaction are sent to a client in one frame', async () => {
    const [room, alice] = await TestRoom.with(['Alice', 'ChecksFinder'], 'tiny-2p')
    const bob = room.join('Bob', 'Yacht Dice')
    alice.frames.length = 0
    alice.send({ cmd: 'LocationChecks', locations: [81_000, 81_005] }, { cmd: 'Get', keys: ['x'] })
    expect(frames(alice)).toEqual([
      ['PrintJSON ItemSend', 'PrintJSON ItemSend', 'ReceivedItems', 'RoomUpdate', 'Retrieved'],
    ])
    expect(frames(bob)).toEqual([['PrintJSON ItemSend', 'PrintJSON ItemSend', 'ReceivedItems']])
  })

  test('[AP-1.5] a frame has at most 140 item texts', async () => {
    const [room, ann] = await TestRoom.with(['Ann', 'Timespinner'], 'links-6p', {
      release_mode: 'enabled',
      password: null,
    })
    const ben = room.join('Ben', 'Timespinner')
    ann.frames.length = 0
    ann.say('!release')
    const kinds = frames(ben)
    const sends = kinds.map((frame) => frame.filter((kind) => kind === 'PrintJSON ItemSend').length)
    expect(sends).toEqual([140, 40])
    expect(kinds[0]?.slice(0, 2)).toEqual(['PrintJSON Chat', 'PrintJSON Release'])
    expect(frames(ann).at(-1)?.slice(-2)).toEqual(['RoomUpdate', 'RoomUpdate'])
  })

  test('[AP-9.2] a client gets its whole list of items if a lost reply left a gap', async () => {
    const [room, ann] = await TestRoom.with(['Alice', 'ChecksFinder'], 'tiny-2p')
    const bob = room.join('Bob', 'Yacht Dice')
    let messages = 0
    room.harness.losesNext = () => ++messages === 2 // The lost message contains the effects of both checks.
    bob.call.sendFrame(JSON.stringify([{ cmd: 'LocationChecks', locations: [16_871_244_508] }]))
    ann.sendFrame(JSON.stringify([{ cmd: 'LocationChecks', locations: [81_005] }]))
    room.advance(1000)
    const lists = ann.takePackets().filter(({ cmd }) => cmd === 'ReceivedItems')
    expect(lists.map(({ index, items }) => [index, (items as Packet[]).length])).toEqual([
      [1, 1],
      [0, 2],
    ])
  })

  test.each([
    ['[AP-3.9] a Say', (i: number) => ({ cmd: 'Say', text: `${i}` }), (i: number) => `Alice: ${i}`],
    [
      '[AP-3.2] a ConnectUpdate with tags',
      (i: number) => ({ cmd: 'ConnectUpdate', tags: [`${i}`] }),
      (i: number) => `Alice (Team #1) has changed tags from ['${i - 1}'] to ['${i}'].`,
    ],
  ])('%s over the rate limit waits and is not lost', async (_, packet, shown) => {
    const [room, client] = await TestRoom.with(['Alice', 'ChecksFinder'], 'tiny-2p')
    for (let i = 0; i < 105; i++) client.call.sendFrame(JSON.stringify([packet(i)]))
    room.advance(2)
    expect(client.takePackets()).toHaveLength(100)
    room.advance(1000)
    await room.advanceInSteps(5, 100)
    expect(client.takePackets().map(textOf)).toEqual([100, 101, 102, 103, 104].map(shown))
  })
})

describe('connection limits', () => {
  test('[AP-9.7] a frame of over 1 MiB closes the connection, but a frame of exactly 1 MiB does not', async () => {
    const [head, tail] = ['[{"cmd":"Bounce","data":"', '"}]']
    const packet = (length: number) => head + 'x'.repeat(length - head.length - tail.length) + tail
    const client = room.join('Alice', 'ChecksFinder')
    client.sendFrame(packet(protocolLimits.frameBytes))
    expect(client.closeReason).toBeUndefined()
    client.sendFrame(packet(protocolLimits.frameBytes + 1))
    expect(client.closeReason).toBeDefined()
  })

  test('[AP-9.7] frames over the rate limit wait, and none is lost', async () => {
    const [room, client] = await TestRoom.with(['Alice', 'ChecksFinder'], 'tiny-2p')
    client.takePackets()
    const frames = 6020
    for (let i = 0; i < frames; i++) {
      client.call.sendFrame('[{"cmd":"Get","keys":[]}]')
      // Waits for acknowledgements like a sidecar, which sends at most 64 unacknowledged frames.
      if (i % 64 === 63) room.harness.clock.settle()
    }
    room.harness.clock.settle()
    const answered = client.takePackets().length
    expect(answered).toBeGreaterThan(0)
    expect(answered).toBeLessThanOrEqual(6000)
    await room.advanceInSteps(30, 10)
    expect(answered + client.takePackets().length).toBe(frames)
  })

  test('[AP-9.7] a room accepts 4,096 connections, and 256 from one address', () => {
    expect(archipelago.limits({})).toMatchObject({
      maxSessions: 4096,
      maxSessionsPerAddress: 256,
      bytesPerSecond: 4 * 2 ** 20,
    })
  })
})

describe('receivers', () => {
  test('[AP-4.7] NoText clients, and PopTracker before 0.5.1, receive all packets except texts', async () => {
    const [room, bob] = await TestRoom.with(['Bob', 'Yacht Dice'], 'tiny-2p')
    const mute = room.join('Alice', 'ChecksFinder', { tags: ['AP', 'NoText'] })
    const old = { ...connectPacket.version, minor: 5, build: 0 }
    const pop = room.join('Alice', '', { tags: ['PopTracker', 'Tracker'], version: old })
    const newer = { ...old, build: 1 }
    const pop2 = room.join('Alice', '', { tags: ['PopTracker', 'Tracker'], version: newer })
    for (const one of [mute, pop, pop2]) one.takePackets()
    bob.send({ cmd: 'LocationChecks', locations: [16_871_244_508] })
    expect(kindsOf(mute.takePackets())).toEqual(['ReceivedItems'])
    expect(kindsOf(pop.takePackets())).toEqual(['ReceivedItems'])
    expect(kindsOf(pop2.takePackets())).toEqual(['PrintJSON ItemSend', 'ReceivedItems'])
  })

  test('[AP-2.8] [AP-10.13] null as items_handling identifies a client before 0.3.8, which receives items from others', async () => {
    const room = await TestRoom.createFrom('old-ap046-3p')
    const uno = { ...connectPacket, name: 'Uno', game: 'ChecksFinder', items_handling: null }
    const newer = room.open()
    newer.send({ ...uno, version: { ...connectPacket.version, minor: 3, build: 8 } })
    expect(newer.takePackets().at(-1)).toEqual({ cmd: 'ConnectionRefused', errors: ['InvalidItemsHandling'] })
    const older = room.join('Uno', 'ChecksFinder', {
      items_handling: null,
      version: { ...connectPacket.version, minor: 3, build: 7 },
    })
    older.send({ cmd: 'LocationChecks', locations: [81_000] })
    expect(kindsOf(older.takePackets())).toEqual(['PrintJSON ItemSend', 'RoomUpdate'])
    room.join('Tres', 'Timespinner').send({ cmd: 'LocationChecks', locations: [1_337_003] })
    const [received] = older.takePackets().filter(({ cmd }) => cmd === 'ReceivedItems')
    expect(received).toMatchObject({ index: 0, items: [{ item: 80_002, player: 3 }] })
  })

  test('[AP-4.8] clients before 0.3.5 receive plain texts as Print, and items as PrintJSON', async () => {
    const room = await TestRoom.createFrom('old-ap046-3p')
    const version = { ...connectPacket.version, minor: 3, build: 4 }
    const uno = room.join('Uno', 'ChecksFinder', { version })
    uno.say('hello')
    expect(uno.takePackets()).toEqual([{ cmd: 'Print', text: 'Uno: hello' }])
    uno.send({ cmd: 'LocationChecks', locations: [81_000] })
    expect(kindsOf(uno.takePackets())).toEqual(['PrintJSON ItemSend', 'ReceivedItems', 'RoomUpdate'])
  })

  test('[AP-3.11] Bounce reaches clients that match any of games, slots and tags', async () => {
    const a = room.join('Alice', 'ChecksFinder', { tags: ['AP', 'DeathLink'] })
    const b = room.join('Bob', 'Yacht Dice')
    a.takePackets()
    a.send({ cmd: 'Bounce', tags: ['DeathLink'] })
    expect(a.takePackets()).toEqual([{ cmd: 'Bounced', tags: ['DeathLink'] }])
    expect(b.takePackets()).toEqual([])
    a.send({ cmd: 'Bounce', games: ['Yacht Dice'], x: 1 }, { cmd: 'Bounce', slots: [2] }, { cmd: 'Bounce' })
    expect(a.takePackets()).toEqual([])
    expect(b.takePackets()).toEqual([
      { cmd: 'Bounced', games: ['Yacht Dice'], x: 1 },
      { cmd: 'Bounced', slots: [2] },
    ])
  })

  test('[AP-3.11] a Bounce’s operator combines its lists as in 0.6.8; a faulty list or operator is answered with InvalidPacket', async () => {
    const a = room.join('Alice', 'ChecksFinder', { tags: ['AP', 'DeathLink'] })
    const tracker = room.join('Alice', 'ChecksFinder', { tags: ['Tracker'] })
    const b = room.join('Bob', 'Yacht Dice', { tags: ['Tracker'] })
    const everybody = { a, tracker, b }
    const reached = (fields: object) => {
      for (const client of Object.values(everybody)) client.takePackets()
      b.send({ cmd: 'Bounce', ...fields })
      const packets = Object.entries(everybody).map(([name, client]) => [name, client.takePackets()] as const)
      const invalid = packets.some(([, got]) => got.some(({ cmd }) => cmd === 'InvalidPacket'))
      const names = packets
        .filter(([, got]) => got.some(({ cmd }) => cmd === 'Bounced'))
        .map(([name]) => name)
      return invalid ? 'invalid' : names.join(' ')
    }
    const slotAndTag = { slots: [1], tags: ['Tracker'] }
    for (const [fields, expected] of [
      [{ ...slotAndTag }, 'a tracker b'],
      [{ ...slotAndTag, operator: 'legacy', teams: [0] }, 'a tracker b'],
      [{ ...slotAndTag, teams: [1] }, ''],
      [{ ...slotAndTag, teams: [] }, ''],
      [{ operator: 'legacy' }, ''],
      [{ ...slotAndTag, operator: 'and' }, 'tracker'],
      [{ ...slotAndTag, operator: 'and', games: ['Yacht Dice'] }, ''],
      [{ tags: ['Tracker'], operator: 'and', games: ['Yacht Dice'], slots: [] }, 'b'],
      [{ operator: 'and' }, 'a tracker b'],
      [{ operator: 'and', teams: [1] }, ''],
      [{ tags: ['DeathLink'], operator: 'or' }, 'a tracker b'],
      [{ tags: ['DeathLink'], operator: 'or', teams: [1] }, 'a'],
      ...[{ operator: 'xor' }, { operator: null }, { operator: [] }].map(
        (fields) => [{ ...slotAndTag, ...fields }, 'invalid'] as const,
      ),
      ...['teams', 'games', 'slots', 'tags'].flatMap((list) =>
        [null, 'Tracker', { Tracker: 1 }, [null], [[]], [0.5]].map(
          (value) => [{ ...slotAndTag, [list]: value }, 'invalid'] as const,
        ),
      ),
      [{ slots: ['1'] }, 'invalid'],
      [{ tags: [1] }, 'invalid'],
    ] as const)
      expect([fields, reached(fields)]).toEqual([fields, expected])
  })

  test('[AP-1.3] a frame may be nested at most 15 levels deep, because clients of 0.6.8 read no deeper frames', () => {
    const a = room.join('Alice', 'ChecksFinder')
    const b = room.join('Bob', 'Yacht Dice')
    const bounce = (depth: number) =>
      `[{"cmd":"Bounce","slots":[1],"data":${'['.repeat(depth - 2)}1${']'.repeat(depth - 2)}}]`
    a.takePackets()
    b.sendFrame(bounce(15))
    expect(a.takePackets()).toHaveLength(1)
    b.sendFrame(bounce(16))
    expect(b.closeReason).toBeDefined()
    expect(a.takePackets().filter(({ cmd }) => cmd === 'Bounced')).toEqual([])
  })

  test('[AP-4.13] [AP-7.5] SetReply, with the fields of the Set, reaches watchers once, and the sender if requested', async () => {
    const [room, a] = await TestRoom.with(['Alice', 'ChecksFinder'], 'tiny-2p')
    const b = room.join('Bob', 'Yacht Dice')
    a.takePackets()
    const set = { cmd: 'Set', key: 'k', default: 1, operations: [{ operation: 'add', value: 2 }], uuid: 'u' }
    b.send({ cmd: 'SetNotify', keys: ['k', 'other'] })
    a.send(set)
    b.send({ ...set, want_reply: true })
    expect(a.takePackets()).toEqual([])
    const [first, second, none] = b.takePackets()
    expect(first).toEqual({ ...set, cmd: 'SetReply', original_value: 1, slot: 1, value: 3 })
    expect(second).toMatchObject({ original_value: 3, slot: 2, value: 5, uuid: 'u', want_reply: true })
    expect(none).toBeUndefined()
  })

  test.each([['AP'], ['NoText']])(
    '[AP-7.8] a value over the limit of the data storage is not stored; its sender with the tag %s gets an error and stays connected',
    async (tag) => {
      const a = room.join('Alice', 'ChecksFinder', { tags: [tag] })
      const value = 'x'.repeat(600_000)
      a.send({ cmd: 'Set', key: 'k', operations: [{ operation: 'replace', value }], want_reply: true })
      const refused = a.only('InvalidPacket')
      expect(refused).toMatchObject({ type: 'arguments', original_cmd: 'Set' })
      expect(refused.text).toMatch(/^Not stored: a value of 600002 characters/)
      a.send({ cmd: 'Get', keys: ['k'] })
      expect(a.only('Retrieved').keys).toEqual({ k: null })
    },
  )
})
