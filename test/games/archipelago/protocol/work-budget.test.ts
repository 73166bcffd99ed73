// The cost of one frame, counted in steps. A frame over the limit is rejected, and other clients do not wait for a
// costly frame.
import { describe, expect, test } from 'vitest'
import { enlargedUpload } from '../../../../bench/archipelago/multiworlds.ts'
import { protocolLimits } from '../../../../games/archipelago/protocol/limits.ts'
import { estimateReadSteps } from '../../../../games/archipelago/room/step-counter.ts'
import { type Packet, type TestClient, TestRoom } from '../test-client.ts'

const tagsOf = (client: number) => Array.from({ length: 64 }, (_, tag) => `tag ${tag} of client ${client}`)

function stepsOf(room: TestRoom, client: TestClient, ...packets: readonly object[]): number {
  client.send(...packets)
  return room.world.steps.total
}

function refusals(packets: readonly Packet[]): Packet[] {
  return packets.filter(({ cmd }) => cmd === 'InvalidPacket')
}

describe('a Bounce', () => {
  test('[AP-3.11] hashes each of its tags once, however many clients and tags of clients there are', async () => {
    const room = await TestRoom.createFrom('tiny-2p')
    for (let i = 0; i < 20; i++) room.join('Alice', 'ChecksFinder', { tags: tagsOf(i) })
    const bob = room.join('Bob', 'Yacht Dice')
    const bounce = {
      cmd: 'Bounce',
      tags: Array.from({ length: protocolLimits.bounceNames }, (_, i) => `${i}`),
    }
    const read = estimateReadSteps(JSON.stringify([bounce]))
    expect(stepsOf(room, bob, bounce)).toBeLessThanOrEqual(protocolLimits.bounceNames + 10 + read)
    expect(bob.takePackets()).toEqual([])
  })

  test('[AP-9.12] with too many names or characters for its receivers reaches nobody, and its sender gets an error', async () => {
    const room = await TestRoom.createFrom('tiny-2p')
    const alice = room.join('Alice', 'ChecksFinder', { tags: ['heavy'] })
    const bob = room.join('Bob', 'Yacht Dice')
    bob.takePackets()
    alice.takePackets()
    const half = Array(protocolLimits.bounceNames / 2).fill('heavy')
    const envelope = JSON.stringify({ cmd: 'Bounced', tags: ['heavy'], data: '' }).length
    const fits = 'x'.repeat(protocolLimits.bounceUnits - envelope)
    bob.send({ cmd: 'Bounce', tags: half, games: half })
    bob.send({ cmd: 'Bounce', tags: ['heavy'], data: fits })
    expect(alice.takePackets().map(({ cmd }) => cmd)).toEqual(['Bounced', 'Bounced'])
    expect(bob.takePackets()).toEqual([])
    bob.send({ cmd: 'Bounce', tags: half, games: half, slots: [1] })
    bob.send({ cmd: 'Bounce', tags: ['heavy'], data: `${fits}x` })
    expect(alice.takePackets()).toEqual([])
    expect(bob.takePackets()).toEqual([
      {
        cmd: 'InvalidPacket',
        type: 'arguments',
        text: 'Not sent: the Bounce has more than 1024 teams, games, slots and tags.',
        original_cmd: 'Bounce',
      },
      {
        cmd: 'InvalidPacket',
        type: 'arguments',
        text: 'Not sent: the Bounce has more than 65536 characters.',
        original_cmd: 'Bounce',
      },
    ])
  })

  test('[AP-3.11] reaches a client once, even if the client matches many tags, slots and games', async () => {
    const room = await TestRoom.createFrom('tiny-2p')
    const alice = room.join('Alice', 'ChecksFinder', { tags: tagsOf(1) })
    const bob = room.join('Bob', 'Yacht Dice')
    bob.takePackets()
    alice.takePackets()
    bob.send({ cmd: 'Bounce', tags: tagsOf(1), slots: [1, true, 1], games: ['ChecksFinder', 'Nothing'] })
    expect(alice.only('Bounced').slots).toEqual([1, true, 1])
    expect(bob.takePackets()).toEqual([])
    alice.send({ cmd: 'ConnectUpdate', tags: ['other'] })
    alice.takePackets()
    bob.takePackets()
    bob.send({ cmd: 'Bounce', tags: tagsOf(1) }, { cmd: 'Bounce', tags: ['other'] })
    expect(alice.only('Bounced').tags).toEqual(['other'])
  })

  test('[AP-9.9] costs steps for every client that it reaches', async () => {
    const room = await TestRoom.createFrom('tiny-2p')
    for (let i = 0; i < 20; i++) room.join('Alice', 'ChecksFinder', { tags: ['heavy'] })
    const bob = room.join('Bob', 'Yacht Dice')
    const bounce = { cmd: 'Bounce', tags: ['heavy'], data: 'x'.repeat(60_000) }
    const one = stepsOf(room, bob, bounce)
    expect(one).toBeGreaterThan((20 * 60_000) / 16)
    room.advance(60_000)
    bob.send(...Array(10).fill({ ...bounce, data: 'x'.repeat(50_000) }))
    room.advance(60_000)
    expect(refusals(bob.takePackets())).toEqual([])
  })
})

describe('a frame', () => {
  test('[AP-9.9] with 100 misspelt names costs a limited number of steps, and none of its commands is refused', async () => {
    const [room, alice] = await TestRoom.with(['Alice', 'ChecksFinder'], 'tiny-2p')
    const guesses = Array.from({ length: 100 }, (_, i) => ({
      cmd: 'Say',
      text: `!hint_location ${'a tile of the field, or what else '.repeat(3)}${i}`,
    }))
    const steps = stepsOf(room, alice, ...guesses)
    expect(steps).toBeLessThanOrEqual(protocolLimits.frameSteps)
    expect(refusals(alice.takePackets())).toEqual([])
  })

  test('[AP-9.9] that requests a hint by id costs a step for each item of the slot', async () => {
    const [room, alice] = await TestRoom.with(['Alice', 'ChecksFinder'], 'tiny-2p')
    const hint = (id: number) => stepsOf(room, alice, { cmd: 'Say', text: `!hint ${id}` })
    const location = stepsOf(room, alice, { cmd: 'Say', text: '!hint_location 7' })
    expect(hint(7) - location).toBeGreaterThanOrEqual(room.world.seed.placedItemsFor(1).length - 2)
  })

  test('[AP-9.9] that costs many steps runs completely in several parts, and the room serves other clients between the parts', async () => {
    const [room, alice] = await TestRoom.with(['Alice', 'ChecksFinder'], 'tiny-2p')
    const bob = room.join('Bob', 'Yacht Dice')
    const value = Array(20_000).fill(1)
    alice.send({ cmd: 'Set', key: 'list', operations: [{ operation: 'replace', value }] })
    room.advance(10_000)
    for (const client of [alice, bob]) client.takePackets()
    const more = { cmd: 'Set', key: 'list', operations: [{ operation: 'add', value: [2] }] }
    alice.send(...Array(100).fill(more), { cmd: 'Get', keys: ['list'] })
    expect(room.world.steps.total).toBeLessThan(protocolLimits.frameSteps + 20_000)
    bob.send({ cmd: 'Get', keys: ['list'] })
    const seen = (bob.only('Retrieved').keys as { list: number[] }).list.length
    expect(seen).toBeGreaterThan(20_000)
    expect(seen).toBeLessThan(20_100)
    expect(alice.takePackets()).toEqual([])
    room.advance(60_000)
    expect((alice.only('Retrieved').keys as { list: number[] }).list).toHaveLength(20_100)
  })

  test('[AP-9.9] runs exactly once, even if the room fails during any of its parts', async () => {
    const [room, ann] = await TestRoom.with(['Ann', 'Timespinner'], 'links-6p', {
      password: null,
      hint_cost: 0,
    })
    const locations = room.world.checks.missing(1)
    const count = { cmd: 'Set', key: 'count', operations: [{ operation: 'add', value: 1 }] }
    const operations = [{ operation: 'replace', value: 'x'.repeat(200_000) }]
    const text = { cmd: 'Set', key: 'text', operations }
    ann.takePackets()
    ann.call.sendFrame(
      JSON.stringify([
        count,
        text,
        { cmd: 'CreateHints', locations },
        count,
        ...Array(20).fill({ cmd: 'Get', keys: ['text'] }),
        count,
        { cmd: 'Get', keys: ['count'] },
      ]),
    )
    for (let second = 0; second < 200; second++) {
      if (second % 3 === 0) room.restart()
      room.advance(1000)
    }
    const answers = ann.takePackets().filter(({ cmd }) => cmd === 'Retrieved')
    expect(answers).toHaveLength(21)
    expect(answers.at(-1)!.keys).toEqual({ count: 3 })
    expect(room.world.hints.hintsOf(1).filter(({ finder }) => finder === 1)).toHaveLength(locations.length)
    expect(ann.closeReason).toBeUndefined()
  })

  test('[AP-9.9] whose replies get too long has its remaining packets refused, except checks', async () => {
    const [room, alice] = await TestRoom.with(['Alice', 'ChecksFinder'], 'tiny-2p')
    const value = 'x'.repeat(500_000)
    alice.send({ cmd: 'Set', key: 'text', operations: [{ operation: 'replace', value }] })
    room.advance(10_000)
    alice.takePackets()
    alice.send(...Array(12).fill({ cmd: 'Get', keys: ['text'] }), {
      cmd: 'LocationChecks',
      locations: [81_000],
    })
    room.advance(60_000)
    const received = alice.takePackets()
    expect(received.filter(({ cmd }) => cmd === 'Retrieved')).toHaveLength(9)
    expect(refusals(received)).toHaveLength(3)
    expect(refusals(received)[0]).toEqual({
      cmd: 'InvalidPacket',
      type: 'arguments',
      text: 'Too many replies to one frame: this packet was not executed. Send fewer packets per frame.',
      original_cmd: 'Get',
    })
    expect(room.world.checks.checked(1)).toEqual([81_000])
  })

  test('[AP-9.9] of checks is never rejected and costs almost no steps, because each location is checked only once', async () => {
    const [room, ann] = await TestRoom.with(['Ann', 'Timespinner'], 'links-6p', { password: null })
    const missing = room.world.checks.missing(1)
    const checks = missing.map((location) => ({ cmd: 'LocationChecks', locations: [location] }))
    const steps = stepsOf(room, ann, ...checks, { cmd: 'StatusUpdate', status: 30 })
    expect(room.world.checks.missing(1)).toEqual([])
    expect(room.world.slotStates.statusOf(1)).toBe(30)
    expect(steps).toBeLessThan(10_000)
  })

  test('[AP-9.9] of many checks runs in parts, and the room serves other clients between the parts', async () => {
    const room = await TestRoom.create({ options: { password: null }, file: enlargedUpload(2000) })
    room.open()
    const [first, second] = [1, 2].map((slot) => room.world.seed.slots.get(slot)!)
    const ann = room.join(first!.name, first!.game)
    const bob = room.join(second!.name, second!.game)
    const all = Array.from({ length: 20 }, () => room.join(first!.name, first!.game, { tags: ['TextOnly'] }))
    for (const one of all) one.takePackets()
    const check = (slot: number, most: number) =>
      JSON.stringify([{ cmd: 'LocationChecks', locations: room.world.checks.missing(slot).slice(0, most) }])
    ann.call.sendFrame(check(1, 2000))
    bob.call.sendFrame(check(2, 1))
    room.advance(1000)
    const received = all[0]!.takePackets().filter(({ type }) => type === 'ItemSend')
    const finders = received.map(({ item }) => (item as { player: number }).player)
    expect(finders).toHaveLength(2001)
    expect(finders.indexOf(2)).toBeLessThan(1000)
  })

  test('[AP-9.9] with a release costs the steps of its texts, but not of the effects of its checks', async () => {
    const [room, ann] = await TestRoom.with(['Ann', 'Timespinner'], 'links-6p', {
      password: null,
      release_mode: 'enabled',
    })
    expect(stepsOf(room, ann, { cmd: 'Say', text: '!release' })).toBeLessThan(1000)
    expect(ann.takePackets().filter(({ type }) => type === 'ItemSend').length).toBeGreaterThan(100)
  })

  test('[AP-9.9] that follows a costly frame waits until the budget has recovered, and is not lost', async () => {
    const [room, alice] = await TestRoom.with(['Alice', 'ChecksFinder'], 'tiny-2p')
    const text = 'x'.repeat(500_000)
    alice.send({ cmd: 'Set', key: 'text', operations: [{ operation: 'replace', value: text }] })
    room.advance(60_000)
    for (let i = 0; i < 3; i++) alice.send(...Array(200).fill({ cmd: 'Get', keys: ['text'] }))
    alice.takePackets()
    alice.send({ cmd: 'Get', keys: ['other'] })
    expect(alice.takePackets()).toEqual([])
    room.advance(10_000)
    await room.advanceInSteps(5, 1000)
    expect(alice.takePackets().at(-1)).toEqual({ cmd: 'Retrieved', keys: { other: null } })
  })
})

describe('a long packet', () => {
  const listOf = (length: number) => ({
    cmd: 'Set',
    key: 'list',
    operations: [{ operation: 'replace', value: Array.from({ length }, () => ({})) }],
  })

  test('[AP-9.11] costs steps for reading it, and more steps for syntax that only Python has and for long integers', () => {
    const steps = [
      '',
      '[{"a":1,"b":[2,3]}]',
      'x'.repeat(900_000),
      '[{,:'.repeat(800),
      '[1e5,{"a":1.0}]',
      '9'.repeat(4300),
    ]
    expect(steps.map(estimateReadSteps)).toEqual([
      1,
      1 + Math.floor(19 / 128 + (2 * 2 + 2 * 2 + 12 + 2 * 16) / 8),
      1 + Math.floor(900_000 / 128),
      1 + 3200 / 128 + (800 * (2 + 2 + 12 + 16)) / 8,
      1 + Math.floor(15 / 16 + (8 + 16 + 24 + 40) / 8),
      1 + Math.floor(4300 / 128 + (4300 - 15) / 16),
    ])
  })

  test('[AP-9.11] that would take too long is not read, and its sender gets an error and stays connected', async () => {
    const [, alice] = await TestRoom.with(['Alice', 'ChecksFinder'], 'tiny-2p')
    alice.takePackets()
    const unread = `[{"cmd":"Bounce","tags":[${'0,'.repeat(4 * protocolLimits.unreadSteps)}0]}]`
    alice.sendFrame(unread)
    expect(alice.takePackets()).toEqual([
      {
        cmd: 'InvalidPacket',
        type: 'arguments',
        text: 'The packet is too expensive to read and was not executed. Send less at once.',
        original_cmd: null,
      },
    ])
    expect(alice.closeReason).toBeUndefined()
  })

  test('[AP-9.11] waits for the long packets of all other clients, but short packets do not wait', async () => {
    const [room, alice] = await TestRoom.with(['Alice', 'ChecksFinder'], 'tiny-2p')
    const bob = room.join('Bob', 'Yacht Dice')
    for (const client of [alice, bob]) client.takePackets()
    const stored = async () => {
      await room.flushTasks()
      bob.send({ cmd: 'Get', keys: ['nothing'] })
      expect(bob.only('Retrieved').keys).toEqual({ nothing: null })
      alice.send({ cmd: 'Get', keys: ['list'] })
      await room.flushTasks()
    }
    for (let nth = 0; nth < 4; nth++) alice.send(listOf(20_000))
    alice.send({ ...listOf(10_000), key: 'other' })
    await stored()
    expect(alice.takePackets()).toEqual([])
    room.advance(10_000)
    await room.advanceInSteps(5, 1000)
    expect(alice.takePackets().map(({ cmd }) => cmd)).toEqual(['Retrieved'])
    bob.send({ cmd: 'Get', keys: ['other'] })
    expect((bob.only('Retrieved').keys as { other: number[] }).other).toHaveLength(10_000)
  })
})

describe('many hints', () => {
  test('[AP-6.6] of one packet are sent once to the watchers of the hint list, even if the hints are created in parts', async () => {
    const [room, ann] = await TestRoom.with(['Ann', 'Timespinner'], 'links-6p', { password: null })
    const locations = room.world.checks.missing(1)
    ann.send({ cmd: 'SetNotify', keys: ['_read_hints_0_1'] })
    ann.takePackets()
    ann.send({ cmd: 'LocationScouts', locations, create_as_hint: 2 })
    const parts = room.harness.host.metrics.turns
    room.advance(60_000)
    expect(room.harness.host.metrics.turns).toBeGreaterThan(parts)
    const received = ann.takePackets()
    expect(received.filter(({ cmd }) => cmd === 'SetReply')).toHaveLength(1)
    const known = received.find(({ cmd }) => cmd === 'SetReply')!.value as unknown[]
    expect(known).toHaveLength(room.world.hints.hintsOf(1).length)
    expect(received.filter(({ type }) => type === 'Hint').length).toBeGreaterThan(100)
  })

  test('[AP-6.2] of a slot are listed up to a maximum of 1,000, followed by the number of omitted hints', async () => {
    const room = await TestRoom.create({ file: enlargedUpload(1100) })
    const one = room.join('P001_ChecksFinde', 'ChecksFinder')
    room.world.hints.create({ locations: room.world.checks.missing(1), player: 1, status: 0 })
    const count = room.world.hints.hintsOf(1).length
    expect(count).toBeGreaterThanOrEqual(1100)
    room.world.output.flush()
    room.advance(60_000)
    one.takePackets()
    one.say('!hint')
    room.advance(60_000)
    const received = one.takePackets()
    expect(received.filter(({ type }) => type === 'Hint')).toHaveLength(1000)
    expect(JSON.stringify(received)).toContain(`${count - 1000} more hints are not shown.`)
  })
})

describe('the limits of packets', () => {
  const invalid = (original_cmd: string, text: string) => ({
    cmd: 'InvalidPacket',
    type: 'arguments',
    text,
    original_cmd,
  })

  test.each([
    ['[AP-3.9]', { cmd: 'Say', text: 'x'.repeat(4097) }, 'Not sent: the text has more than 4096 characters.'],
    [
      '[AP-3.8]',
      { cmd: 'StatusUpdate', status: 'x'.repeat(1023) },
      'The status has more than 1024 characters.',
    ],
    ['[AP-7.1]', { cmd: 'Get', keys: Array(16_385).fill('k') }, 'The Get has more than 16384 keys.'],
  ])(
    '%s an oversized packet reaches nobody; its sender gets an error and stays connected',
    async (_, packet, text) => {
      const room = await TestRoom.createFrom('tiny-2p')
      const [alice, bob] = [room.join('Alice', 'ChecksFinder'), room.join('Bob', 'Yacht Dice')]
      for (const client of [alice, bob]) client.takePackets()
      alice.send(packet)
      expect(alice.takePackets()).toEqual([invalid(packet.cmd, text)])
      expect(bob.takePackets()).toEqual([])
      expect(alice.closeReason).toBeUndefined()
    },
  )

  test('[AP-3.8] [AP-3.9] a packet at its limit is accepted', async () => {
    const room = await TestRoom.createFrom('tiny-2p')
    const [alice, bob] = [room.join('Alice', 'ChecksFinder'), room.join('Bob', 'Yacht Dice')]
    bob.takePackets()
    alice.say('x'.repeat(4096))
    expect(bob.only('PrintJSON').message).toHaveLength(4096)
    alice.send({ cmd: 'StatusUpdate', status: 'x'.repeat(1022) })
    expect(room.world.slotStates.statusOf(1)).toHaveLength(1022)
  })

  test('[AP-7.1] the reply to a Get is not assembled if its values are too long', async () => {
    const [room, alice] = await TestRoom.with(['Alice', 'ChecksFinder'], 'tiny-2p')
    const keys = Array.from({ length: 9 }, (_, n) => `k${n}`)
    for (const key of keys) {
      const value = 'x'.repeat(500_000)
      alice.send({ cmd: 'Set', key, operations: [{ operation: 'replace', value }] })
      room.advance(10_000)
    }
    alice.takePackets()
    alice.send({ cmd: 'Get', keys })
    expect(alice.takePackets()).toEqual([invalid('Get', 'The values have more than 4194304 characters.')])
    expect(room.world.steps.total).toBeLessThan(100)
    alice.send({ cmd: 'Get', keys: [...keys.slice(1), ...keys.slice(1)] })
    room.advance(10_000)
    expect(Object.keys(alice.only('Retrieved').keys as object)).toEqual(keys.slice(1))
  })

  test('[AP-7.8] a value that is too long for the watchers of its key is not stored', async () => {
    const [room, alice] = await TestRoom.with(['Alice', 'ChecksFinder'], 'tiny-2p')
    for (let n = 0; n < 20; n++) room.join('Bob', 'Yacht Dice').send({ cmd: 'SetNotify', keys: ['k'] })
    const set = (length: number) => {
      const value = 'x'.repeat(length)
      alice.takePackets()
      alice.send({ cmd: 'Set', key: 'k', operations: [{ operation: 'replace', value }] })
      room.advance(10_000)
      return alice.takePackets()
    }
    const text = 'Not stored: the value is too large to be sent to every client that watches this key.'
    expect(set(430_000)).toEqual([invalid('Set', text)])
    expect(room.world.readStorage('k')).toBeUndefined()
    expect(set(410_000)).toEqual([])
    expect(set(20_000)).toEqual([invalid('Set', text)])
    expect(set(9_000)).toEqual([])
  })

  test('[AP-9.12] a Bounce that is too long for the number of its receivers reaches nobody', async () => {
    const [room, bob] = await TestRoom.with(['Bob', 'Yacht Dice'], 'tiny-2p')
    const alices = Array.from({ length: 140 }, () => room.join('Alice', 'ChecksFinder', { tags: ['heavy'] }))
    const bounce = (units: number) => {
      bob.takePackets()
      bob.send({ cmd: 'Bounce', tags: ['heavy'], data: 'x'.repeat(units) })
      room.advance(60_000)
      return bob.takePackets()
    }
    const text = 'Not sent: the copies for 140 clients have more than 8388608 characters.'
    expect(bounce(60_000)).toEqual([invalid('Bounce', text)])
    for (const alice of alices) alice.takePackets()
    expect(bounce(59_000)).toEqual([])
    expect(alices.every((alice) => alice.takePackets().some(({ cmd }) => cmd === 'Bounced'))).toBe(true)
  })
})
