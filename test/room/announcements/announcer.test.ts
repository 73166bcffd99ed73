import { expect, it } from 'vitest'
import {
  Announcer,
  type AnnouncerDependencies,
} from '../../../durable-objects/room/announcements/announcer.ts'
import type { WorldRuntime } from '../../../durable-objects/room/world/world-runtime.ts'
import type { Game } from '../../../games/game.ts'
import { tally } from '../../fixtures/tally-game/index.ts'
import { testContext } from '../../room-context.ts'
import { SimulatedClock } from '../../simulated-clock.ts'
import { MemorySocket } from '../memory-socket.ts'

function announcedRoom(answer: () => ReturnType<AnnouncerDependencies['directory']['announce']>) {
  const clock = new SimulatedClock()
  const socket = new MemorySocket()
  const context = testContext({ game: tally as Game, clock, platform: { sockets: () => [socket] } })
  const room = { announced: 0, players: 0, deleted: 0 }
  const runtime = {
    ...{ players: 0, capacity: 0, tickMs: 0 },
    listFields: () => undefined,
  } as unknown as WorldRuntime
  const parts: AnnouncerDependencies = {
    directory: {
      announce: () => {
        room.announced++
        return answer()
      },
    },
    lifecycle: { phase: 'active', delete: async () => ++room.deleted > 0 },
    world: { runtime, openReadOnly: () => runtime, damage: undefined, fault: undefined },
    gateways: { countPlayers: () => room.players },
    stories: { board: [] },
    meter: { metrics: {} as AnnouncerDependencies['meter']['metrics'] },
  }
  return { clock, room, context, announcer: new Announcer(context, parts) }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

it('an announcement waits for the previous one, so that an older one cannot replace it', async () => {
  const answers: (() => void)[] = []
  const { room, announcer } = announcedRoom(
    () => new Promise((resolve) => answers.push(() => resolve(undefined))),
  )
  const [first, second] = [announcer.publish(), announcer.publish()]
  await settled()
  expect(room.announced).toBe(1)
  answers[0]!()
  await first
  await settled()
  expect(room.announced).toBe(2)
  answers[1]!()
  await second
})

it('a change that reverts before its announcement costs no announcement and sets no timer', async () => {
  const { clock, room, announcer } = announcedRoom(async () => undefined)
  await announcer.publish()
  const change = (players: number) => {
    room.players = players
    announcer.publishIfChanged()
    return announcer.isPending
  }
  expect([change(1), change(0), change(1)]).toEqual([true, false, true])
  clock.pass(1000)
  await settled()
  expect(room.announced).toBe(2)
})

it('a failed announcement is retried with growing delays, and not repeated after it succeeds', async () => {
  let fails = true
  const { clock, room, announcer } = announcedRoom(async () => {
    if (fails) throw new Error('the Directory is away')
    return undefined
  })
  await announcer.publish()
  for (const [i, ms] of [1000, 2000, 4000].entries()) {
    clock.pass(ms - 1)
    expect(room.announced).toBe(i + 1)
    fails = i < 2
    clock.pass(1)
    await settled()
    expect([room.announced, announcer.isPending]).toEqual([i + 2, fails])
  }
})

it('an answered announcement is valid for an hour, but not if the clock was set back', async () => {
  const { clock, announcer } = announcedRoom(async () => undefined)
  const isKnown = () => {
    announcer.publishIfChanged()
    return !announcer.isPending
  }
  const hour = 60 * 60 * 1000
  await announcer.publish()
  clock.pass(hour - 1)
  expect(isKnown()).toBe(true)
  clock.pass(1)
  expect(isKnown()).toBe(false)
  await announcer.publish()
  expect(isKnown()).toBe(true)
  clock.setForward(-1)
  expect(isKnown()).toBe(false)
})

it.each([
  ['is deleted', 1, 1],
  ['that was restored meanwhile, with a later generation, is not', 2, 0],
])('a room that the Directory reports as removed %s', async (_what, generation, deleted) => {
  const { room, context, announcer } = announcedRoom(async () => {
    context.meta = { ...context.meta!, generation }
    return 'removed'
  })
  await announcer.publish()
  expect(room.deleted).toBe(deleted)
})
