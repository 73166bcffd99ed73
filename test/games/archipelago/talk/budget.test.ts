// What one frame may cost the room, counted in steps: whoever asks for more is refused, and nobody else waits for it.
import { describe, expect, test } from 'vitest'
import { readingSteps } from '../../../../games/archipelago/room/work.ts'
import { limits } from '../../../../games/archipelago/talk/limits.ts'
import { type Connection, Conversation, type Packet } from '../conversation.ts'

const tagsOf = (client: number) => Array.from({ length: 64 }, (_, tag) => `tag ${tag} of client ${client}`)

/** What a frame of these packets costs. */
function stepsOf(room: Conversation, client: Connection, ...packets: readonly object[]): number {
  client.send(...packets)
  return room.world.work.spent
}

function refusals(packets: readonly Packet[]): Packet[] {
  return packets.filter(({ cmd }) => cmd === 'InvalidPacket')
}

describe('a Bounce', () => {
  test('[AP-3.11] hashes each of its tags once, however many clients there are and tags they have', async () => {
    const room = await Conversation.of('tiny-2p')
    for (let i = 0; i < 20; i++) room.join('Alice', 'ChecksFinder', { tags: tagsOf(i) })
    const bob = room.join('Bob', 'Yacht Dice')
    const bounce = { cmd: 'Bounce', tags: Array.from({ length: limits.bounceNames }, (_, i) => i) }
    const read = readingSteps(JSON.stringify([bounce]))
    expect(stepsOf(room, bob, bounce)).toBeLessThanOrEqual(limits.bounceNames + 10 + read)
    expect(bob.take()).toEqual([])
  })

  test('[AP-9.12] of more names or characters than may be told to many goes to nobody, and its sender hears so', async () => {
    const room = await Conversation.of('tiny-2p')
    const alice = room.join('Alice', 'ChecksFinder', { tags: ['heavy'] })
    const bob = room.join('Bob', 'Yacht Dice')
    bob.take()
    alice.take()
    const half = Array.from({ length: limits.bounceNames / 2 }, () => 'heavy')
    const envelope = JSON.stringify({ cmd: 'Bounced', tags: ['heavy'], data: '' }).length
    const fits = 'x'.repeat(limits.bounceUnits - envelope)
    bob.send({ cmd: 'Bounce', tags: half, games: half })
    bob.send({ cmd: 'Bounce', tags: ['heavy'], data: fits })
    expect(alice.take().map(({ cmd }) => cmd)).toEqual(['Bounced', 'Bounced'])
    expect(bob.take()).toEqual([])
    bob.send({ cmd: 'Bounce', tags: half, games: half, slots: [1] })
    bob.send({ cmd: 'Bounce', tags: ['heavy'], data: `${fits}x` })
    expect(alice.take()).toEqual([])
    expect(bob.take()).toEqual([
      {
        cmd: 'InvalidPacket',
        type: 'arguments',
        text: 'More than 1024 games, slots and tags: nobody is told.',
        original_cmd: 'Bounce',
      },
      {
        cmd: 'InvalidPacket',
        type: 'arguments',
        text: 'More than 65536 characters: nobody is told.',
        original_cmd: 'Bounce',
      },
    ])
  })

  test('[AP-3.11] names a client by many tags, slots and games and reaches it once', async () => {
    const room = await Conversation.of('tiny-2p')
    const alice = room.join('Alice', 'ChecksFinder', { tags: [...tagsOf(1), 7] })
    const bob = room.join('Bob', 'Yacht Dice')
    bob.take()
    alice.take()
    bob.send({
      cmd: 'Bounce',
      tags: [...tagsOf(1), 7.0],
      slots: [1, true, '1'],
      games: ['ChecksFinder', 'Nothing'],
    })
    expect(alice.only('Bounced').slots).toEqual([1, true, '1'])
    expect(bob.take()).toEqual([])
    alice.send({ cmd: 'ConnectUpdate', tags: ['other'] })
    alice.take()
    bob.take()
    bob.send({ cmd: 'Bounce', tags: tagsOf(1) }, { cmd: 'Bounce', tags: ['other'] })
    expect(alice.only('Bounced').tags).toEqual(['other'])
  })

  test('[AP-9.9] is charged for everybody whom it reaches', async () => {
    const room = await Conversation.of('tiny-2p')
    for (let i = 0; i < 20; i++) room.join('Alice', 'ChecksFinder', { tags: ['heavy'] })
    const bob = room.join('Bob', 'Yacht Dice')
    const bounce = { cmd: 'Bounce', tags: ['heavy'], data: 'x'.repeat(60_000) }
    const one = stepsOf(room, bob, bounce)
    expect(one).toBeGreaterThan((20 * 60_000) / 16)
    room.pass(60_000)
    const many = Array.from({ length: 10 }, () => ({ ...bounce, data: bounce.data.slice(0, 50_000) }))
    expect(stepsOf(room, bob, ...many)).toBeLessThan(limits.frameSteps)
    expect(refusals(bob.take())).toEqual([])
  })
})

describe('a frame', () => {
  test('[AP-9.9] of 100 names to be guessed costs a bounded number of steps, and does as many as it may', async () => {
    const room = await Conversation.of('tiny-2p')
    const alice = room.join('Alice', 'ChecksFinder')
    const guesses = Array.from({ length: 100 }, (_, i) => ({
      cmd: 'Say',
      text: `!hint_location ${'a tile of the field, or what else '.repeat(3)}${i}`,
    }))
    const steps = stepsOf(room, alice, ...guesses)
    expect(steps).toBeLessThanOrEqual(limits.frameSteps)
    expect(refusals(alice.take())).toEqual([])
  })

  test('[AP-9.9] whose steps are spent is refused packet by packet, and what was done before stays', async () => {
    const room = await Conversation.of('tiny-2p')
    const alice = room.join('Alice', 'ChecksFinder')
    const value = Array.from({ length: 200_000 }, () => 1)
    alice.send({ cmd: 'Set', key: 'list', operations: [{ operation: 'replace', value }] })
    room.pass(10_000)
    const more = {
      cmd: 'Set',
      key: 'list',
      operations: [{ operation: 'add', value: [2] }],
      want_reply: false,
    }
    const steps = stepsOf(
      room,
      alice,
      ...Array.from({ length: 100 }, () => more),
      { cmd: 'Get', keys: ['list'] },
      { cmd: 'LocationChecks', locations: [81_000] },
    )
    expect(steps).toBeLessThan(limits.frameSteps + 400_000)
    const told = alice.take()
    const done = 100 - (refusals(told).length - 1)
    expect(done).toBeGreaterThan(3)
    expect(done).toBeLessThan(30)
    expect(refusals(told)[0]).toEqual({
      cmd: 'InvalidPacket',
      type: 'arguments',
      text: 'Too much work for one frame: this was not done. Send less at once.',
      original_cmd: 'Set',
    })
    expect(refusals(told).at(-1)?.original_cmd).toBe('Get')
    room.pass(10_000)
    alice.take()
    alice.send({ cmd: 'Get', keys: ['list'] })
    expect((alice.only('Retrieved').keys as { list: number[] }).list).toHaveLength(200_000 + done)
  })

  test('[AP-9.9] of checks is never refused and costs nothing: a location is checked once', async () => {
    const room = await Conversation.of('links-6p', { password: null })
    const ann = room.join('Ann', 'Timespinner')
    const missing = room.world.checks.missing(1)
    const checks = missing.map((location) => ({ cmd: 'LocationChecks', locations: [location] }))
    const steps = stepsOf(room, ann, ...checks, { cmd: 'StatusUpdate', status: 30 })
    expect(room.world.checks.missing(1)).toEqual([])
    expect(room.world.statuses.of(1)).toBe(30)
    expect(steps).toBeLessThan(10_000)
  })

  test('[AP-9.9] of a release costs what is said of it, not what its checks bring about', async () => {
    const room = await Conversation.of('links-6p', { password: null, release_mode: 'enabled' })
    const ann = room.join('Ann', 'Timespinner')
    expect(stepsOf(room, ann, { cmd: 'Say', text: '!release' })).toBeLessThan(1000)
    expect(ann.take().filter(({ type }) => type === 'ItemSend').length).toBeGreaterThan(100)
  })

  test('[AP-9.9] that comes after a costly one waits until that is paid for, and is not lost', async () => {
    const room = await Conversation.of('tiny-2p')
    const alice = room.join('Alice', 'ChecksFinder')
    const text = 'x'.repeat(500_000)
    alice.send({ cmd: 'Set', key: 'text', operations: [{ operation: 'replace', value: text }] })
    room.pass(60_000)
    for (let i = 0; i < 3; i++)
      alice.send(...Array.from({ length: 200 }, () => ({ cmd: 'Get', keys: ['text'] })))
    alice.take()
    alice.send({ cmd: 'Get', keys: ['other'] })
    expect(alice.take()).toEqual([])
    room.pass(10_000)
    for (let i = 0; i < 5; i++) {
      await room.settled()
      room.pass(1000)
    }
    expect(alice.take().at(-1)).toEqual({ cmd: 'Retrieved', keys: { other: null } })
  })
})

describe('a long packet', () => {
  const listOf = (length: number) => ({
    cmd: 'Set',
    key: 'list',
    operations: [{ operation: 'replace', value: Array.from({ length }, () => 1) }],
  })

  test('[AP-9.11] costs a step to begin with, one for 16 characters and two for each thing in it', () => {
    const steps = ['', '[{"a":1,"b":[2,3]}]', '"[,ä"', 'x'.repeat(900_000), '[{,:'.repeat(1000)]
    expect(steps.map(readingSteps)).toEqual([1, 2 + 2 * 7, 1 + 2 * 2, 1 + 56_250, 1 + 250 + 2 * 4000])
  })

  test('[AP-9.11] that would take too long to read is not, and its sender hears so and stays', async () => {
    const room = await Conversation.of('tiny-2p')
    const alice = room.join('Alice', 'ChecksFinder')
    alice.take()
    const unread = `[{"cmd":"Bounce","tags":[${'0,'.repeat(limits.frameSteps / 2)}0]}]`.slice(
      0,
      limits.frameBytes,
    )
    alice.sendFrame(unread)
    expect(alice.take()).toEqual([
      {
        cmd: 'InvalidPacket',
        type: 'arguments',
        text: 'Too much for one frame: it was not read. Send less at once.',
        original_cmd: null,
      },
    ])
    expect(alice.closedFor).toBeUndefined()
  })

  test('[AP-9.11] waits for those of others, whoever they are, while short ones pass', async () => {
    const room = await Conversation.of('tiny-2p')
    const alice = room.join('Alice', 'ChecksFinder')
    const bob = room.join('Bob', 'Yacht Dice')
    for (const client of [alice, bob]) client.take()
    const stored = async () => {
      await room.settled()
      bob.send({ cmd: 'Get', keys: ['nothing'] })
      expect(bob.only('Retrieved').keys).toEqual({ nothing: null })
      alice.send({ cmd: 'Get', keys: ['list'] })
      await room.settled()
    }
    alice.send(listOf(100_000))
    alice.send({ ...listOf(50_000), key: 'other' })
    await stored()
    expect(alice.take()).toEqual([])
    room.pass(10_000)
    for (let i = 0; i < 5; i++) {
      await room.settled()
      room.pass(1000)
    }
    expect(alice.take().map(({ cmd }) => cmd)).toEqual(['Retrieved'])
    bob.send({ cmd: 'Get', keys: ['other'] })
    expect((bob.only('Retrieved').keys as { other: number[] }).other).toHaveLength(50_000)
  })
})
