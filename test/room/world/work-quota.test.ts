import { describe, expect, it } from 'vitest'
import type { Game, Session, WorkLimits } from '../../../games/game.ts'
import { type TallyWorld, tally } from '../../fixtures/tally-game/index.ts'
import { type HarnessClient, RoomHarness } from '../../room-harness.ts'

const work: WorkLimits = { stepsPerSecond: 1000, stepBurst: 1000 }
/** An address that is not exempt from the quotas, unlike loopback. */
const abroad = '192.0.2.7'

/** Tally with a command `c`: each digit costs a thousand steps, so `c2` costs two thousand. */
function costly(
  limits: WorkLimits = work,
  payer?: (peer: { readonly id: number }) => string,
): Game<TallyWorld> {
  return {
    ...tally,
    limits: (options) => ({ ...tally.limits(options), work: limits }),
    openSession(world, host, peer, note) {
      const session: Session = tally.openSession(world, host, peer, note)
      const { receive } = session
      return Object.defineProperties(
        {
          receive(frame: Uint8Array) {
            const text = new TextDecoder().decode(frame)
            if (!text.startsWith('c')) return receive.call(session, frame, 0)
            host.chargeSteps(1000 * Number(text.slice(1)))
            return peer.send(frame)
          },
          onResumed: () => session.onResumed(),
          onClosed: (lost) => session.onClosed(lost),
          resumeState: undefined,
        },
        {
          resumeState: { get: () => session.resumeState },
          quotaKey: { get: () => payer?.(peer) },
        },
      ) as Session
    },
  }
}

function send(client: HarnessClient, ...frames: readonly string[]): void {
  for (const frame of frames) client.call.sendFrame(new TextEncoder().encode(frame))
}

function takeTexts(client: HarnessClient): string[] {
  return client.received.splice(0).map((frame) => new TextDecoder().decode(frame as Uint8Array))
}

async function roomWithClients(
  game: Game<TallyWorld>,
  addresses: readonly string[] = ['127.0.0.1', '127.0.0.1'],
) {
  const stage = await RoomHarness.create(game)
  const clients = addresses.map((address) => stage.client('tcp', address))
  stage.clock.pass(10_000)
  for (const client of clients) takeTexts(client)
  return { stage, clients }
}

describe('a transaction', () => {
  it('that costs more than the quota delays the next frames of its own session only', async () => {
    const { stage, clients } = await roomWithClients(costly())
    const [ann, bob] = clients as [HarnessClient, HarnessClient]
    send(ann, 'c3', 'c1', '+')
    send(bob, '+', '+')
    stage.clock.pass(1000)
    expect([takeTexts(ann), takeTexts(bob)]).toEqual([['c3'], ['+1 1', '+2 2']])
    stage.clock.pass(999)
    expect(takeTexts(ann)).toEqual([])
    stage.clock.pass(2) // time for 3,000 steps and the steps of the reply
    expect(takeTexts(ann)).toEqual(['c1'])
    stage.clock.pass(1001)
    expect(takeTexts(ann)).toEqual(['+1 1'])
    expect([ann.closedFor, bob.closedFor]).toEqual([undefined, undefined])
  })

  it('costs one step per receiver and one per 16 bytes of its output', async () => {
    const { stage, clients } = await roomWithClients(
      costly(),
      Array.from({ length: 10 }, () => '127.0.0.1'),
    )
    const ann = clients[0]!
    // Ten clients receive about 1,600 bytes each, which costs 10 + 10 * 100 steps. 1,000 steps are available.
    send(ann, `s${'x'.repeat(1596)}`, '+')
    stage.clock.pass(5)
    expect(takeTexts(ann)).toHaveLength(1)
    stage.clock.pass(20)
    expect(takeTexts(ann)).toEqual(['+2 1'])
  })

  it('costs the steps that the game states, if the game itself counts its output', async () => {
    const { stage, clients } = await roomWithClients(costly({ ...work, chargesOwnSends: true }))
    const ann = clients[0]!
    send(ann, 'b60000', 'b60000', 'c2', '+')
    stage.clock.pass(500)
    expect(takeTexts(ann).map((text) => text.slice(0, 2))).toEqual(['bb', 'bb', 'c2'])
  })

  it('without a session is charged to no session', async () => {
    const game = costly()
    const stage = await RoomHarness.create(
      {
        ...game,
        openWorld(store, host, options, version) {
          const world = tally.openWorld(store, host, options, version)
          world.tick = () => {
            host.chargeSteps(1_000_000)
            host.multicast(world.peers, new Uint8Array(60_000))
          }
          return world
        },
      },
      { options: { tickMs: 100 } },
    )
    const ann = stage.client()
    stage.clock.pass(1000)
    ann.received.length = 0
    send(ann, '+')
    stage.clock.pass(10)
    expect(takeTexts(ann)).toEqual(['+1 1'])
  })

  it('that continues after a restart is not charged twice', async () => {
    const { stage, clients } = await roomWithClients(costly())
    const ann = clients[0]!
    send(ann, 'c100', '+')
    stage.clock.pass(10)
    stage.kill()
    stage.clock.pass(2000)
    expect(takeTexts(ann).filter((text) => text[0] !== 'R')).toEqual(['c100', '+1 1'])
  })
})

describe('a quota', () => {
  it('is shared by the sessions of one character or slot', async () => {
    const { stage, clients } = await roomWithClients(
      costly(work, ({ id }) => (id <= 2 ? 'ann' : 'bob')),
      Array(3).fill('127.0.0.1'),
    )
    const [one, two, bob] = clients as [HarnessClient, HarnessClient, HarnessClient]
    send(one, 'c3')
    send(two, '+')
    send(bob, '+')
    stage.clock.pass(1000)
    expect([takeTexts(one), takeTexts(two), takeTexts(bob)]).toEqual([['c3'], [], ['+1 1']])
    one.call.clientClosed('gone')
    stage.clock.pass(1010)
    expect(takeTexts(two)).toEqual(['+1 1'])
  })

  it('of an address is four times the quota of one client, and the debt of the address remains when its clients disconnect', async () => {
    const { stage, clients } = await roomWithClients(costly(), [abroad, abroad, '198.51.100.9'])
    const [ann, bob, cid] = clients as [HarnessClient, HarnessClient, HarnessClient]
    send(ann, 'c8')
    send(bob, '+')
    send(cid, '+')
    stage.clock.pass(900)
    expect([takeTexts(ann), takeTexts(bob), takeTexts(cid)]).toEqual([['c8'], [], ['+1 1']])
    ann.call.clientClosed('gone')
    const again = stage.client('tcp', abroad)
    send(again, '+')
    stage.clock.pass(50)
    expect(takeTexts(again)).toEqual(['W'])
    stage.clock.pass(100)
    expect([takeTexts(again), takeTexts(bob)]).toEqual([['+1 1'], ['+1 1']])
  })

  it('is charged for faults, so that a client that causes them cannot make the room reopen the world again and again', async () => {
    const { stage } = await roomWithClients(costly(), [])
    const started = stage.log.length
    for (let second = 0; second < 60; second++) {
      const ann = stage.client('tcp', abroad)
      send(ann, 'x')
      stage.clock.pass(1000)
      if (ann.closedFor === undefined) ann.call.clientClosed('gone')
    }
    const faults = stage.log.slice(started).filter(({ event }) => event === 'fault')
    expect(faults.length).toBeGreaterThan(10)
    expect(faults.length).toBeLessThanOrEqual(54)
  })
})

describe("the room's scheduler", () => {
  const attackers = ['192.0.2.1', '192.0.2.2', '198.51.100.3', '203.0.113.4'] as const

  /** Thousands of steps that these sessions performed in a minute. Each session always had a waiting command. */
  async function done(addresses: readonly string[]): Promise<number> {
    const { stage, clients } = await roomWithClients(costly(), addresses)
    for (const client of clients) send(client, ...Array.from({ length: 60 }, () => 'c1'))
    let steps = 0
    for (let second = 0; second < 60; second++) {
      stage.clock.pass(1000)
      for (const client of clients) {
        const answers = takeTexts(client)
        steps += answers.length
        send(client, ...answers)
      }
    }
    return steps
  }

  it('does little more for four sessions with unlimited work than for one', async () => {
    const one = await done(attackers.slice(0, 1))
    const four = await done(attackers)
    expect(one).toBeGreaterThanOrEqual(59)
    expect(four).toBeLessThan(one * 1.5)
    expect(four).toBeGreaterThan(one)
  })

  it('does little more for four addresses with many clients each than for one', async () => {
    const behind = (addresses: readonly string[]) => addresses.flatMap((address) => Array(20).fill(address))
    const one = await done(behind(attackers.slice(0, 1)))
    const four = await done(behind(attackers))
    expect(one).toBeLessThan(4.5 * 60)
    expect(one).toBeGreaterThan(3 * 60)
    expect(four).toBeLessThan(one * 2)
  })

  it('runs the work of a session within its share at once, whatever the others request', async () => {
    const { stage, clients } = await roomWithClients(costly(), [...attackers, abroad])
    const ann = clients.pop()!
    for (const client of clients) send(client, ...Array.from({ length: 60 }, () => 'c3'))
    for (let second = 0; second < 60; second++) {
      // The client never waits: 100 steps a second are less than an eighth of the room's 1,000.
      send(ann, 'c0.1')
      stage.clock.settle()
      expect(takeTexts(ann), `in second ${second}`).toEqual(['c0.1'])
      stage.clock.pass(1000)
    }
  })

  it('delays a session only until its share of steps has repaid its cost, however many clients connect at once', async () => {
    const { stage, clients } = await roomWithClients(costly(), Array(100).fill('127.0.0.1'))
    for (const client of clients) send(client, 'c2', '+')
    stage.clock.settle()
    // The command costs 2,000 steps. 250 were available, and 125 a second are added.
    stage.clock.pass(14_000 + 100)
    for (const client of clients) expect(takeTexts(client)).toEqual(['c2', expect.stringMatching(/^\+/)])
  })

  it('does more for one session again as soon as the others request nothing', async () => {
    const { stage, clients } = await roomWithClients(costly(), attackers)
    const [ann, ...others] = clients as [HarnessClient, ...HarnessClient[]]
    for (const other of others) send(other, 'c1')
    stage.clock.pass(10_000)
    send(ann, 'c3', '+')
    stage.clock.pass(1990)
    expect(takeTexts(ann)).toEqual(['c3'])
    stage.clock.pass(20)
    expect(takeTexts(ann)).toEqual(['+1 1'])
  })
})
