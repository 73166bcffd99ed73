// Transactions inside workerd. A transaction is committed before its reply is sent, takes effect completely or not at
// all, and a fault in one session affects no other session.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { WireError } from '../../../../wire/util/wire-error.ts'
import { clearFaults, failAt, faults } from '../../../workers/fixtures/faulty-game.ts'
import { Client, SidecarEnd } from '../gateways/link-clients.ts'
import { resetStorage, TimedRoom } from '../timed-room.ts'

let errors: { event: string; what?: string }[] = []
beforeEach(() => {
  errors = []
  vi.spyOn(console, 'error').mockImplementation((line: string) => errors.push(JSON.parse(line)))
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(async () => {
  vi.restoreAllMocks()
  await resetStorage()
})

const players = async (room: TimedRoom) => (await room.state()).players

describe('a transaction', () => {
  it('is in the records before its reply is sent', async () => {
    const room = await TimedRoom.create()
    const ann = await Client.connected(room, 'ann')
    for (let i = 1; i <= 5; i++) {
      expect(await ann.ask('+')).toBe(`+${i} ${i}`)
      expect((await room.records()).get('game/total/ann')).toBe(String(i))
    }
  })

  it('that cannot be written is not answered: its session ends, and the other sessions continue from the stored state', async () => {
    const room = await TimedRoom.create()
    const [ann, bob] = [await Client.connected(room, 'ann'), await Client.connected(room, 'bob')]
    await ann.ask('+')
    await room.inside(({ storage }) => {
      storage.sql.exec(
        "CREATE TRIGGER full BEFORE INSERT ON record WHEN new.key LIKE 'write-log/%' BEGIN SELECT RAISE(FAIL, 'full'); END",
      )
    })
    ann.send('+')
    expect(await ann.closed).toMatchObject({ reason: 'a fault of the room' })
    expect(ann.waiting).toBe(0)
    expect(await bob.next()).toBe('R0')
    await room.inside(({ storage }) => void storage.sql.exec('DROP TRIGGER full'))
    expect(await bob.ask('+')).toBe('+1 1')
    expect(await room.view()).toMatchObject({ totals: { ann: 1, bob: 1 } })
  })

  it('that throws writes and sends nothing; its session ends, and all other sessions resume', async () => {
    const room = await TimedRoom.create()
    const [ann, bob] = [await Client.connected(room, 'ann'), await Client.connected(room, 'bob')]
    const east = await SidecarEnd.of(room)
    await east.openSession(1)
    await east.ask(1, 1, 'icid')
    await east.ask(1, 2, '+2')
    await bob.ask('+3')
    ann.send('x')
    expect(await ann.closed).toMatchObject({ reason: 'a fault of the room' })
    expect(await bob.next()).toBe('R3')
    expect(await east.received()).toEqual(['1:0 R2'])
    expect(await bob.ask('+')).toBe('+2 4')
    expect((await east.ask(1, 3, '+')).at(-1)).toBe('1:3 +2 3!')
    expect([ann.waiting, bob.waiting, east.waiting]).toEqual([0, 0, 0])
    expect(await room.view()).toMatchObject({ totals: { bob: 4, cid: 3 } })
    expect(await players(room)).toBe(2)
    expect(errors).toEqual([
      expect.objectContaining({ event: 'fault', game: 'tally', room: 'harbor', what: 'receive' }),
    ])
  })

  it('that throws for one session of a link ends only that session', async () => {
    const room = await TimedRoom.create()
    const east = await SidecarEnd.of(room)
    await east.openSession(1)
    await east.openSession(2)
    east.say(1, 1, 'x')
    east.say(1, 2, '+')
    east.say(2, 1, '+')
    east.flush()
    expect((await east.received()).filter((line) => !line.includes('note'))).toEqual([
      '1 close a fault of the room',
      '2:0 R0',
      '2:1 +1 1!',
    ])
    expect(await room.view()).toMatchObject({ totals: { p2: 1 } })
  })

  it('in which the client breaks the protocol writes nothing and ends that session alone', async () => {
    const room = await TimedRoom.create()
    const [ann, bob] = [await Client.connected(room, 'ann'), await Client.connected(room, 'bob')]
    ann.send('e', '+')
    expect(await ann.closed).toMatchObject({ code: 1000, reason: 'e: not a command' })
    expect(await bob.ask('+')).toBe('+1 1')
    expect([await room.view(), errors]).toEqual([expect.objectContaining({ totals: { bob: 1 } }), []])
  })

  it('that awaits a promise lets other transactions run, and is applied once even if the world restarts while it waits', async () => {
    const room = await TimedRoom.create()
    const [ann, bob, cid] = [
      await Client.connected(room, 'ann'),
      await Client.connected(room, 'bob'),
      await Client.connected(room, 'cid'),
    ]
    ann.send('w', '+')
    expect(await bob.ask('+')).toBe('+1 1')
    await room.pass(5)
    cid.send('x')
    await cid.closed
    expect([await ann.next(), await bob.next()]).toEqual(['R0', 'R1'])
    // The promise of the first run resolves now. The promise of the restarted transaction is still pending.
    await room.pass(5)
    expect((await room.view()).totals).toEqual({ bob: 1 })
    await room.pass(5)
    expect([await ann.next(), await ann.next()]).toEqual(['w1 1', '+2 2'])
    await room.pass(100)
    expect(await ann.ask('+')).toBe('+3 3')
    expect([ann.waiting, errors.length]).toEqual([0, 1])
  })
})

describe('a world', () => {
  it('that cannot be reopened closes all sessions, and opens again once its records are repaired', async () => {
    const room = await TimedRoom.create()
    const [ann, bob] = [await Client.connected(room, 'ann'), await Client.connected(room, 'bob')]
    const east = await SidecarEnd.of(room)
    await east.openSession(1)
    await ann.ask('+7')
    await room.write('game/soft', '{ not JSON')
    bob.send('x')
    for (const client of [ann, bob]) await client.closed
    expect(await east.received()).toEqual(['1 close the room cannot be opened'])
    const turnedAway = await Client.of(room)
    expect(await turnedAway.next()).toBe('no: unavailable')
    expect(await room.state()).toMatchObject({ players: 0, status: 'open', view: null })
    await room.write('game/soft', '4')
    await room.pass(1000)
    const cid = await Client.connected(room, 'cid')
    expect(await cid.ask('.')).toBe('.1 5')
    expect(await room.view()).toMatchObject({ totals: { ann: 7 } })
  })

  it('that fails to open accepts no client, keeps its records, and opens once the fault has ended', async () => {
    const room = await TimedRoom.create({}, 'brittle')
    await room.evict()
    const before = await room.records()
    failAt('openWorld')
    const ann = await Client.of(room)
    expect(await ann.closed).toMatchObject({ reason: 'the room cannot be opened' })
    const east = await SidecarEnd.of(room)
    east.open(1, '0'.repeat(32))
    east.flush()
    expect(await east.received()).toEqual(['1 close the room cannot be opened'])
    expect(await room.state()).toMatchObject({ players: 0, view: null })
    expect(await room.calls.patch({ options: { tickMs: 50 } })).toMatchObject({
      refused: { field: 'options' },
    })
    expect(await room.state()).toMatchObject({ fault: { what: 'open', isHalted: false } })
    expect(await room.records()).toEqual(before)
    clearFaults()
    await room.pass(1000)
    expect(await (await Client.of(room)).next()).toBe('W')
    expect(await room.state()).not.toHaveProperty('fault')
  })

  it('whose tick throws restarts for all clients, and ticks halt after five failures in a row', async () => {
    const room = await TimedRoom.create({}, 'brittle')
    const ann = await Client.connected(room, 'ann')
    failAt('tick')
    await room.pass(100)
    expect(await ann.next()).toBe('R0')
    clearFaults()
    await room.pass(100)
    expect(await ann.ask('+')).toBe('+1 1')
    failAt('tick')
    await room.pass(4000) // retries at once, after 1 s and after 2 s
    for (let i = 0; i < 4; i++) expect(await ann.next()).toBe('R1')
    expect(await room.state()).toMatchObject({ fault: { what: 'tick', times: 4, isHalted: false } })
    await room.pass(4000)
    expect(await ann.closed).toMatchObject({ reason: 'a fault of the room' })
    expect(errors.filter(({ event }) => event === 'standing still')).toHaveLength(1)
    const before = errors.length
    await room.pass(10_000)
    expect(errors).toHaveLength(before)
    clearFaults()
    const bob = await Client.connected(room, 'bob')
    await room.pass(300)
    expect((await room.view()).ticks).toBe(3)
    expect(await bob.ask('+')).toBe('+1 1')
  })

  it('whose `save` throws restarts and continues', async () => {
    const room = await TimedRoom.create({}, 'brittle')
    const ann = await Client.connected(room, 'ann')
    await ann.ask('.')
    failAt('save')
    await room.pass(2000)
    expect(await ann.next()).toBe('R0')
    clearFaults()
    expect(await ann.ask('.')).toBe('.2 2') // unsaved state rolled back
    await room.pass(2000)
    expect((await room.records()).get('game/soft')).toBe('2')
  })

  it('ends a session that cannot resume after a restart, and resumes every other session once', async () => {
    const room = await TimedRoom.create({}, 'brittle')
    const clients: Client[] = []
    for (const name of ['p1', 'p2', 'p3', 'p4']) clients.push(await Client.connected(room, name))
    const worlds: number[][] = []
    faults.check = (place, peer) => {
      if (place === 'openWorld') worlds.push([])
      if (place !== 'openSession') return
      if (peer === 2) throw new Error('never again')
      worlds.at(-1)!.push(peer!)
    }
    clients[3]!.send('x')
    for (const i of [1, 3]) expect(await clients[i]!.closed).toMatchObject({ reason: 'a fault of the room' })
    for (const i of [0, 2]) {
      await clients[i]!.ask('n')
      expect(await clients[i]!.ask('+')).toMatch(/^R|^\+/)
    }
    expect(worlds).toEqual([[1], [1, 3]])
    expect(await players(room)).toBe(2)
  })

  it('receives nothing from the sessions of the previous world', async () => {
    const room = await TimedRoom.create({}, 'brittle')
    const [ann, bob] = [await Client.connected(room, 'ann'), await Client.connected(room, 'bob')]
    const closed: (number | undefined)[] = []
    faults.check = (place, peer) => {
      if (place === 'onClosed') closed.push(peer)
      if (place === 'openSession') throw new WireError('never again')
    }
    ann.send('x')
    for (const client of [ann, bob]) await client.closed
    expect(await players(room)).toBe(0)
    expect(closed).toEqual([])
  })

  it('drops a session even if the session throws as it is closed', async () => {
    const room = await TimedRoom.create({}, 'brittle')
    const [ann, bob] = [await Client.connected(room, 'ann'), await Client.connected(room, 'bob')]
    failAt('onClosed')
    ann.close()
    await ann.closed
    expect(await bob.next()).toBe('R0')
    clearFaults()
    expect(await players(room)).toBe(1)
  })
})

describe('many hostile clients', () => {
  it('do not affect a few well-behaved clients', async () => {
    const room = await TimedRoom.create({
      messagesPerSecond: 50,
      messageBurst: 20,
      peers: 200,
      windowBytes: 5000,
    })
    const good = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => Client.connected(room, name)))
    const east = await SidecarEnd.of(room, 'good', 'p')
    await east.openSession(1)
    const evil: ((client: Client) => void)[] = [
      (client) => client.send(new Uint8Array(100_000)),
      (client) => client.send('e'),
      (client) => client.send('\u0000', ''),
      (client) => client.send(crypto.getRandomValues(new Uint8Array(500))),
      (client) => client.send(...new Array(100).fill('+')),
      (client) => client.send(...new Array(100).fill('n'.repeat(4000))),
      (client) => client.close(4999),
      () => {},
    ]
    const bad = await Promise.all(Array.from({ length: 40 }, () => Client.of(room)))
    for (const [i, client] of bad.entries()) evil[i % evil.length]!(client)
    const links = await Promise.all(
      Array.from({ length: 8 }, async (_, i) => {
        const end = await SidecarEnd.of(room, `bad-${i}`, 'p')
        for (let session = 1; session < 10; session++) end.open(session, `${i}${session}`.padStart(32, 'f'))
        end.say(1, i % 2 ? 1 : 9, i % 4 < 2 ? 'x'.repeat(i * 1000) : 'e')
        end.flush()
        end.socket.send(crypto.getRandomValues(new Uint8Array(1000)))
        return end
      }),
    )
    for (let round = 1; round <= 10; round++)
      expect(await Promise.all(good.map((client) => answer(client, '+')))).toEqual(
        good.map(() => `+${round} ${round}`),
      )
    await Promise.all(links.map((end) => end.closed))
    let heard = ''
    for (east.say(1, 1, '+'), east.flush(); !heard.startsWith('1:1'); )
      heard = (await east.received()).at(-1)!
    expect(heard).toBe('1:1 +1 1!')
  })
})

/**
 * Waits for the reply to a command. Skips the output of restarts of the world, which faults of other sessions cause.
 */
async function answer(client: Client, command: string): Promise<string> {
  let heard = await client.ask(command)
  while (!heard.startsWith(command[0]!)) heard = await client.next()
  return heard
}
