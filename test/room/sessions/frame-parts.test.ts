import { describe, expect, it } from 'vitest'
import {
  replyBurstBytes,
  replyBytesPerSecond,
} from '../../../durable-objects/room/sessions/client-session.ts'
import {
  checkpointKeyPrefix,
  readCheckpoint,
  tokenOfCheckpoint,
} from '../../../durable-objects/room/sessions/session-checkpoint.ts'
import { stepsPerSlice } from '../../../durable-objects/room/world/inbound-scheduler.ts'
import type { Game, Session } from '../../../games/game.ts'
import { type TallyWorld, tally } from '../../fixtures/tally-game/index.ts'
import { type HarnessClient, RoomHarness } from '../../room-harness.ts'
import type { SimulatedClock } from '../../simulated-clock.ts'

const says = (client: HarnessClient, ...frames: readonly string[]) => {
  for (const frame of frames) client.call.sendFrame(new TextEncoder().encode(frame))
}
const takeTexts = (client: HarnessClient) =>
  client.received.splice(0).map((frame) => new TextDecoder().decode(frame as Uint8Array))

async function roomWithClients(count: number, game: Game<TallyWorld> = tally) {
  const stage = await RoomHarness.create(game)
  const clients = Array.from({ length: count }, () => stage.client())
  stage.clock.pass(10)
  for (const client of clients) takeTexts(client)
  return { stage, clients: clients as [HarnessClient, ...HarnessClient[]] }
}

describe('a frame in parts', () => {
  it('is answered when its last part is done, in order, and the next frame of the session waits until then', async () => {
    const { stage, clients } = await roomWithClients(1)
    says(clients[0], 'm', '+')
    stage.clock.settle()
    expect(takeTexts(clients[0])).toEqual([])
    stage.clock.pass(5)
    expect(takeTexts(clients[0])).toEqual(['m1 1', 'm1 2', 'm1 3', '+2 4'])
  })

  it('lets other frames run between its parts', async () => {
    const { stage, clients } = await roomWithClients(2)
    const [ann, bob] = clients as [HarnessClient, HarnessClient]
    says(ann, 'm', 'm')
    stage.clock.settle()
    says(bob, '+')
    stage.clock.settle()
    expect(stage.host.view).toMatchObject({ totals: { p1: 1 } })
    stage.clock.pass(3)
    expect(takeTexts(bob)).toEqual(['+1 1'])
    stage.clock.pass(10)
    expect(takeTexts(ann)).toEqual(['m1 1', 'm1 2', 'm1 3', 'm2 4', 'm2 5', 'm2 6'])
  })

  it('[LINK-5] is answered in the order of transactions: its finished parts are sent before later output of other sessions', async () => {
    const { stage, clients } = await roomWithClients(2)
    const [ann, bob] = clients as [HarnessClient, HarnessClient]
    says(ann, 'm')
    stage.clock.settle()
    says(bob, 'phello', 's')
    stage.clock.settle()
    stage.clock.pass(10)
    const told = takeTexts(ann)
    expect([...told].sort()).toEqual(['m1 1', 'm1 2', 'm1 3', 'phello', 'sp2: '].sort())
    expect(told[0]).toBe('m1 1')
    expect(told.indexOf('phello')).toBeLessThan(told.indexOf('m1 3'))
  })

  it('[LINK-3] ends its session if over 32 MiB of other sessions’ output wait for its last part, even if no client sends a frame', async () => {
    const { stage, clients } = await roomWithClients(2)
    const ann = clients[0]
    const output = new Uint8Array(1_048_576)
    const hold = (frames: number) => {
      for (let n = 0; n < frames; n++) stage.host.sessions[0]!.connection.send(output)
      stage.host.tick()
    }
    says(ann, 'm')
    stage.clock.settle()
    hold(20)
    stage.clock.pass(100)
    expect(ann.received).toHaveLength(23)
    says(ann, 'm')
    stage.clock.settle()
    hold(31)
    expect(stage.host.sessions).toHaveLength(2)
    hold(1)
    expect(stage.host.sessions).toHaveLength(1)
    stage.clock.pass(10)
    expect(clients.map(({ closedFor }) => closedFor)).toEqual(['too many bytes wait in this room', undefined])
  })

  it('[LINK-3] leaves no waiting bytes if its session is kicked', async () => {
    const last = new Uint8Array(17 * 1_048_576)
    const { stage, clients } = await roomWithClients(3, { ...tally, rejectFrame: () => last })
    for (const client of clients.slice(0, 2)) {
      says(client, 'm')
      stage.clock.settle()
      stage.host.endSession(stage.host.sessions[0]!, 'kicked by the host', 'kicked')
      stage.clock.pass(10)
      expect(client.received.at(-1)).toHaveLength(last.length)
    }
    const bob = clients[2]!
    says(bob, '+')
    stage.clock.pass(10)
    expect([takeTexts(bob), bob.closedFor]).toEqual([['+1 1'], undefined])
  })

  it('is answered up to the last finished part if the room ends the session', async () => {
    const { stage, clients } = await roomWithClients(1)
    says(clients[0], 'm')
    stage.clock.settle()
    stage.host.endAllSessions('the room is closed')
    stage.clock.pass(10)
    expect(takeTexts(clients[0])).toEqual(['m1 1'])
    expect(clients[0].closedFor).toBe('the room is closed')
  })

  it('[LINK-5] continues after the last part when the instance is lost between two parts', async () => {
    const { stage, clients } = await roomWithClients(1)
    says(clients[0], 'm')
    stage.clock.settle()
    const [key] = [...stage.records.list(checkpointKeyPrefix)].map(([key]) => key)
    expect(readCheckpoint(stage.records, tokenOfCheckpoint(key!))).toMatchObject({
      framePart: 1,
      partialReplies: [expect.anything()],
    })
    stage.kill()
    stage.clock.pass(2000)
    expect(takeTexts(clients[0]).filter((text) => text[0] !== 'R')).toEqual(['m1 1', 'm1 2', 'm1 3'])
    expect(stage.host.view).toMatchObject({ totals: { p1: 3 } })
  })

  it('keeps its replies in order while other sessions send output', async () => {
    const { stage, clients } = await roomWithClients(2)
    const [ann, bob] = clients as [HarnessClient, HarnessClient]
    says(ann, 'm')
    stage.clock.settle()
    says(bob, 's!', 'p?')
    stage.clock.pass(10)
    expect(takeTexts(ann)).toEqual(['m1 1', 'sp2: !', 'p?', 'm1 2', 'm1 3'])
    expect(takeTexts(bob)).toEqual(['sp2: !', 'p2'])
  })

  it('is answered up to the last finished part if its session ends before the next one', async () => {
    const { stage, clients } = await roomWithClients(1)
    says(clients[0], 'm')
    stage.clock.settle()
    stage.host.endSession(stage.host.sessions[0]!, 'kicked by the host', 'kicked')
    stage.clock.pass(10)
    expect([takeTexts(clients[0]), clients[0].closedFor]).toEqual([
      ['m1 1', 'no: kicked'],
      'kicked by the host',
    ])
  })

  it('leaves no row of a UDP session', async () => {
    const stage = await RoomHarness.create(tally)
    const ann = stage.client('udp')
    says(ann, 'm')
    stage.clock.pass(10)
    expect(stage.host.view).toMatchObject({ totals: { p1: 3 } })
    expect([...stage.records.list(checkpointKeyPrefix)]).toEqual([])
  })

  it("continues after the last part when the world is reopened because of another session's fault", async () => {
    const { stage, clients } = await roomWithClients(2)
    const [ann, bob] = clients as [HarnessClient, HarnessClient]
    says(ann, 'm')
    stage.clock.settle()
    says(bob, 'x')
    stage.clock.pass(10)
    expect(bob.closedFor).toBe('a fault of the room')
    expect(takeTexts(ann).filter((text) => text[0] !== 'R')).toEqual(['m1 1', 'm1 2', 'm1 3'])
    expect(stage.host.view).toMatchObject({ totals: { p1: 3 } })
  })
})

describe("an event's time slice", () => {
  it('ends an expensive event, and then the sessions with the lowest recent cost run first', async () => {
    const { stage, clients } = await roomWithClients(3)
    const [ann, bob, cid] = clients as [HarnessClient, HarnessClient, HarnessClient]
    const order: string[] = []
    for (const [name, client] of Object.entries({ ann, bob, cid })) client.write = () => void order.push(name)
    says(ann, 'm', 'm')
    stage.clock.settle()
    says(bob, 'm')
    says(cid, '+')
    stage.clock.pass(20)
    expect(order.join(' ')).toBe('cid ann ann ann bob bob bob ann ann ann')
  })
})

/** Tally with transactions that take a millisecond of the clock and a quarter of a time slice. */
const slow = (clock: () => SimulatedClock): Game<TallyWorld> => ({
  ...tally,
  openSession(world, host, peer, note) {
    const session: Session = tally.openSession(world, host, peer, note)
    const receive = session.receive.bind(session)
    session.receive = (frame, from) => {
      clock().setForward(1)
      host.chargeSteps(stepsPerSlice / 4)
      return receive(frame, from)
    }
    return session
  },
})

it('a time slice also ends an event if the clock advances during events, as under Node', async () => {
  const harness: RoomHarness = await RoomHarness.create(slow(() => harness.clock))
  const ann = harness.client()
  says(ann, ...Array.from({ length: 8 }, () => '+'))
  harness.clock.settle()
  expect(harness.host.view).toMatchObject({ totals: { p1: 4 } })
  harness.clock.pass(5)
  expect(harness.host.view).toMatchObject({ totals: { p1: 8 } })
})

describe('a client that does not read', () => {
  it('receives 8 MiB at once, then 2 MiB per second and at most one more transaction, however much it requests', async () => {
    const { stage, clients } = await roomWithClients(2)
    const [ann, bob] = clients as [HarnessClient, HarnessClient]
    const bytes = () => ann.received.reduce((sum, frame) => sum + frame.length, 0)
    for (let nth = 0; nth < 60; nth++) says(ann, 'b1000000')
    stage.clock.pass(1000)
    expect(bytes()).toBeGreaterThan(replyBurstBytes)
    expect(bytes()).toBeLessThanOrEqual(replyBurstBytes + replyBytesPerSecond + 1_000_000)
    says(bob, '+')
    stage.clock.pass(9_000)
    expect(takeTexts(bob)).toEqual(['+1 1'])
    expect(bytes()).toBeLessThanOrEqual(replyBurstBytes + 10 * replyBytesPerSecond + 1_000_000)
    stage.clock.pass(30_000)
    expect(bytes()).toBe(60_000_000)
    expect(ann.closedFor).toBeUndefined()
  })
})
