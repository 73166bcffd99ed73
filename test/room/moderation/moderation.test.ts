import { beforeEach, describe, expect, it } from 'vitest'
import { Moderation } from '../../../durable-objects/room/moderation/moderation.ts'
import type { Records } from '../../../durable-objects/storage/records.ts'
import type { Game } from '../../../games/game.ts'
import { isRefusal } from '../../../games/refusal.ts'
import { tally } from '../../fixtures/tally-game/index.ts'
import { memoryRecords } from '../../memory-records.ts'
import { testContext } from '../../room-context.ts'
import { type HarnessClient, RoomHarness } from '../../room-harness.ts'

let stage: RoomHarness
beforeEach(async () => {
  stage = await RoomHarness.create(tally)
})

/** Milliseconds within which the room sends its delayed output. */
const flushMs = 5

const utf8 = (text: string) => new TextEncoder().encode(text)
const texts = ({ received }: HarnessClient) =>
  received.map((frame) => (typeof frame === 'string' ? frame : new TextDecoder().decode(frame)))

function counted(): Records & { writes: number } {
  const records = memoryRecords()
  const counting = {
    ...records,
    writes: 0,
    write(changes: Parameters<Records['write']>[0]) {
      counting.writes++
      records.write(changes)
    },
  }
  return counting
}

function say(client: HarnessClient, ...frames: string[]): void {
  for (const frame of frames) client.call.sendFrame(utf8(frame))
  stage.clock.settle()
}

function named(name: string, address = '192.0.2.77', transport: 'tcp' | 'udp' = 'tcp') {
  const client = stage.client(transport, address)
  say(client, `i${name}`)
  return client
}

const people = () => stage.moderation.sessions
const kick = (id: string) => {
  const kicked = stage.moderation.kick(id)
  stage.clock.pass(flushMs)
  return kicked
}
const ban = (wish: Parameters<RoomHarness['moderation']['ban']>[0]) => {
  const made = stage.moderation.ban(wish)
  stage.clock.pass(flushMs)
  return made
}
const log = (after = 0) => stage.roomLog.linesAfter(after)
const lines = () => log().map(({ kind, text }) => `${kind}: ${text}`)

describe('the list of people', () => {
  it('has everyone in the room with name, shortened address and join time', async () => {
    named('ann')
    stage.client('tcp', '2001:db8:7:1::5')
    const since = new Date(stage.clock.now()).toISOString()
    expect(people()).toEqual([
      { id: expect.any(String), name: 'ann', address: '192.0.2.x', transport: 'tcp', since },
      { id: expect.any(String), name: null, address: '2001:db8:7:x', transport: 'tcp', since },
    ])
  })

  it('keeps ids and times over a restart', async () => {
    named('ann')
    stage.clock.pass(5000)
    const before = people()
    stage.kill()
    stage.clock.pass(5000)
    expect(people()).toEqual(before)
  })

  it('has ids from which no session can be derived', async () => {
    const opened: string[] = []
    stage.beforeUpward = (message) => {
      opened.push(new TextDecoder('latin1').decode(message))
      return true
    }
    named('ann')
    expect(opened.join('')).not.toContain(people()[0]!.id)
  })

  it('limits names to one line of 100 characters, whatever the client sent', async () => {
    named(`an\n\u202en<b>${'🦊'.repeat(10_000)}`)
    const name = people()[0]!.name!
    expect([...name]).toHaveLength(100)
    expect(name.startsWith('an n<b>🦊')).toBe(true)
  })
})

describe('a kick', () => {
  it.each(['tcp', 'udp'] as const)('ends a session over %s and sends the reason', async (transport) => {
    const ann = named('ann', '192.0.2.77', transport)
    const bob = named('bob')
    const { id } = people()[0]!
    expect(kick(id)).toMatchObject({ id, name: 'ann' })
    expect(texts(ann).at(-1)).toBe('no: kicked')
    expect([ann.closedFor, bob.closedFor]).toEqual(['kicked by the host', undefined])
    expect(people().map(({ name }) => name)).toEqual(['bob'])
  })

  it('ends a session once: a second kick, or a kick of a leaving client, finds no session', async () => {
    const ann = named('ann')
    const { id } = people()[0]!
    ann.call.clientClosed('left')
    stage.clock.settle()
    expect([kick(id), kick('nobody')]).toEqual([undefined, undefined])
    named('bob')
    const bob = people()[0]!.id
    expect([kick(bob)?.name, kick(bob)]).toEqual(['bob', undefined])
  })

  it('drops the waiting frames of the session', async () => {
    const ann = named('ann')
    say(ann, 'w', '+5')
    kick(people()[0]!.id)
    stage.clock.pass(1000)
    expect((stage.host.view as { totals: object }).totals).toEqual({})
    expect(ann.closedFor).toBe('kicked by the host')
  })

  it.each(['tcp', 'udp'] as const)(
    'by %s is durable: after a crash the session is over, even if its sidecar has not received the kick',
    async (transport) => {
      const ann = named('ann', '192.0.2.77', transport)
      stage.clock.pass(5000)
      const { id } = people()[0]!
      stage.losesNext = () => true
      stage.moderation.kick(id)
      stage.kill()
      stage.losesNext = () => false
      stage.clock.pass(30_000)
      expect(people()).toEqual([])
      expect(ann.closedFor).toBe('kicked by the host')
      expect(lines()).toContain('act: The host kicked ann (192.0.2.x)')
    },
  )
})

describe('the room log', () => {
  it('lists joins, leaves, rejections and owner actions, with numbers', async () => {
    stage = await RoomHarness.create(tally, { options: { peers: 2 } })
    const cameAt = stage.clock.now()
    const ann = named('ann')
    named('bob', '2001:db8:7:1::5')
    stage.client('tcp', '198.51.100.9')
    say(ann, 'x')
    kick(people()[0]!.id)
    const { time, id } = log()[0]!
    expect(time).toBe(new Date(cameAt).toISOString())
    expect(id).toMatch(/^[\w-]{12}$/)
    expect(lines()).toEqual([
      'join: ann (192.0.2.x) joined by tcp',
      'join: bob (2001:db8:7:x) joined by tcp',
      'refusal: 198.51.100.x was rejected: full',
      'fault: Internal error (receive): the world was reopened from its last commit',
      'leave: ann (192.0.2.x) left: a fault of the room',
      'act: The host kicked bob (2001:db8:7:x)',
      'leave: bob (2001:db8:7:x) left: kicked by the host',
    ])
    expect(log(5).map(({ number }) => number)).toEqual([6, 7])
    expect([log(7), log(1e15)]).toEqual([[], []])
  })

  it('has no line for a client that sends nothing, and one for a client that breaks the protocol', async () => {
    stage.client().call.clientClosed('left')
    say(stage.client('tcp', '192.0.2.5'), 'e')
    expect(lines()).toEqual(['refusal: 192.0.2.x was rejected: e: not a command'])
  })

  it('keeps the last 1,000 lines of at most 300 characters each, also after a restart', async () => {
    for (let i = 1; i <= 2345; i++) {
      stage.roomLog.add('act', `${i} ${'x'.repeat(i % 400)}`)
      if (i % 7 === 0) stage.clock.pass(3000)
    }
    const before = log()
    expect(before.map(({ number }) => number)).toEqual(Array.from({ length: 1000 }, (_, i) => 1346 + i))
    for (const { number, text } of before) {
      expect(text.startsWith(`${number} x`) || text === `${number} `).toBe(true)
      expect(text.length).toBeLessThanOrEqual(300)
    }
    stage.kill()
    stage.client()
    expect(log()).toEqual(before)
  })

  it('loses at most the last two seconds, and never reuses a number that it has returned', async () => {
    stage.client()
    stage.roomLog.add('act', 'kept')
    stage.clock.pass(2000)
    stage.roomLog.add('act', 'lost')
    stage.kill()
    stage.client()
    expect(lines()).toEqual(['act: kept'])
    stage.roomLog.add('act', 'told')
    expect(log().at(-1)).toMatchObject({ number: 2, text: 'told' })
    stage.kill()
    stage.client()
    expect(log().at(-1)).toMatchObject({ number: 2, text: 'told' })
  })

  it('is written together with other records: joins cost no write of their own', async () => {
    const writes = async (join: boolean) => {
      const records = counted()
      stage = await RoomHarness.create(tally, { records, options: {} })
      for (let i = 0; i < 5; i++) {
        const client = stage.client()
        if (join) say(client, `iplayer ${i}`)
        say(client, '.')
        stage.clock.pass(3000)
      }
      return records.writes
    }
    expect(await writes(true)).toBe(await writes(false))
  })

  it('is not filled by clients that connect again and again', async () => {
    stage.status = 'closed'
    for (let i = 0; i < 500; i++) stage.client('tcp', '192.0.2.5')
    expect(lines()).toHaveLength(20)
    stage.clock.pass(10_000)
    stage.client('tcp', '192.0.2.5')
    expect(lines().at(-1)).toBe('refusal: 192.0.2.x was rejected: closed (and 480 more before)')
  })
})

describe('a ban', () => {
  const hour = { seconds: 3600, reason: 'too loud' }

  it('of an address ends the sessions of the address, and rejects new ones until the ban expires', async () => {
    const [ann, bob] = [named('ann', '192.0.2.7'), named('bob', '192.0.2.8')]
    const now = stage.clock.now()
    expect(ban({ address: '192.0.2.7', ...hour })).toEqual({
      id: expect.any(String),
      address: '192.0.2.x',
      since: new Date(now).toISOString(),
      until: new Date(now + 3_600_000).toISOString(),
      reason: 'too loud',
    })
    expect([ann.closedFor, bob.closedFor]).toEqual(['banned by the host: too loud', undefined])
    expect(texts(stage.client('tcp', '192.0.2.7'))).toEqual(['no: banned'])
    stage.kill()
    stage.clock.pass(5000)
    expect(stage.client('tcp', '::ffff:192.0.2.7').closedFor).toBe('banned')
    stage.clock.pass(3_600_000)
    expect(stage.client('tcp', '192.0.2.7').closedFor).toBeUndefined()
    expect(stage.moderation.bans).toEqual([])
  })

  it('of an IPv6 address covers its /64', async () => {
    ban({ address: '2001:DB8:7:1::5', ...hour })
    expect(stage.client('tcp', '2001:db8:7:1:ffff::9').closedFor).toBe('banned')
    expect(stage.client('tcp', '2001:db8:7:2::5').closedFor).toBeUndefined()
  })

  it('of a session applies to the address of the session', async () => {
    const ann = named('ann', '192.0.2.7')
    expect(ban({ id: people()[0]!.id, ...hour })).toMatchObject({ address: '192.0.2.x' })
    expect(ann.closedFor).toBe('banned by the host: too loud')
    expect(stage.client('tcp', '192.0.2.7').closedFor).toBe('banned')
    expect(stage.client('tcp', '192.0.2.8').closedFor).toBeUndefined()
  })

  it('of a name applies as soon as the name is known, in any capitalization', async () => {
    const ann = named('Ånn Straße')
    ban({ name: 'A\u030aNN  STRASSE', ...hour })
    expect(ann.closedFor).toBe('banned by the host: too loud')
    const again = stage.client('tcp', '198.51.100.1')
    expect(again.closedFor).toBeUndefined()
    say(again, 'iånn strasse')
    expect(again.closedFor).toBe('banned by the host')
    expect(named('anne').closedFor).toBeUndefined()
  })

  it('that was added while a session was disconnected applies when it resumes', async () => {
    const ann = named('ann', '192.0.2.7')
    stage.cut()
    ban({ name: 'ANN', ...hour })
    stage.kill()
    stage.clock.pass(30_000)
    expect(ann.closedFor).toBe('banned by the host: too loud')
  })

  it('is refused for loopback addresses, networks, absent sessions, empty targets, and names that identify slots', async () => {
    for (const [wish, field] of [
      [{ address: '127.0.0.1' }, 'address'],
      [{ address: '::1' }, 'address'],
      [{ address: '192.0.2.0/24' }, 'address'],
      [{ address: 'example.org' }, 'address'],
      [{ id: 'nobody' }, 'id'],
      [{ name: '\u200b' }, 'name'],
    ] as const) {
      const answer = ban({ ...wish, ...hour })
      expect(isRefusal(answer) && answer.refused.field, JSON.stringify(wish)).toBe(field)
    }
    expect(stage.moderation.bans).toEqual([])
    stage = await RoomHarness.create({ ...tally, namesIdentifySlots: true })
    expect(ban({ name: 'player 3', ...hour })).toMatchObject({ refused: { field: 'name' } })
  })

  it('of the same target replaces the first', async () => {
    ban({ name: 'ann', ...hour })
    ban({ name: 'ANN', seconds: 60 })
    expect(stage.moderation.bans).toMatchObject([{ name: 'ANN', reason: '' }])
    stage.kill()
    stage.client()
    expect(stage.moderation.bans).toMatchObject([{ name: 'ANN' }])
  })

  it('is removed by id, address or name, or together with all other bans', async () => {
    for (const name of ['ann', 'bob', 'cyd', 'dan']) ban({ name, ...hour })
    ban({ address: '192.0.2.7', ...hour })
    const { moderation } = stage
    expect(
      moderation.liftBans({ id: moderation.bans.find((one) => 'name' in one && one.name === 'ann')!.id }),
    ).toBe(1)
    expect([moderation.liftBans({ name: 'BOB' }), moderation.liftBans({ name: 'bob' })]).toEqual([1, 0])
    expect([
      moderation.liftBans({ address: '192.0.2.7' }),
      moderation.liftBans({ address: '192.0.2.8' }),
    ]).toEqual([1, 0])
    stage.kill()
    expect(named('ann', '192.0.2.7').closedFor).toBeUndefined()
    expect([stage.moderation.liftBans(undefined), stage.moderation.liftBans(undefined)]).toEqual([2, 0])
    stage.kill()
    stage.client()
    expect(stage.moderation.bans).toEqual([])
  })

  it('above the limit of 1,000 replaces the ban that expires first, and expired bans leave no record', async () => {
    for (let i = 0; i < 1005; i++) ban({ name: `player ${i}`, seconds: 3600 + ((i * 7) % 1005) })
    expect(stage.moderation.bans).toHaveLength(1000)
    stage.kill()
    stage.client()
    expect(stage.moderation.bans).toHaveLength(1000)
    expect([...stage.records.list('ban/')]).toHaveLength(1000)
    stage.clock.pass(5_000_000)
    expect(stage.moderation.bans).toEqual([])
    ban({ name: 'one', ...hour })
    expect([...stage.records.list('ban/')]).toHaveLength(1)
  })
})

it('a room wakes even if its expired reports cannot be deleted', () => {
  const records = memoryRecords()
  const player = { id: 'a', name: 'ann', address: '192.0.2.1' }
  const report = { id: '1', at: 0, by: player, of: player, reason: '', lines: [] }
  records.write(new Map([['report/1', JSON.stringify(report)]]))
  records.write = () => {
    throw new Error('database or disk is full: SQLITE_FULL')
  }
  const context = testContext({ game: tally as Game, records })
  const moderation = new Moderation(context, { occupied: undefined })
  context.events.emit('worldOpened')
  expect(() => moderation.scheduleExpiry()).not.toThrow()
})
