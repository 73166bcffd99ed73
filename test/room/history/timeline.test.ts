import { beforeEach, expect, it } from 'vitest'
import { isLogRecord } from '../../../durable-objects/model/room-log.ts'
import type { Records } from '../../../durable-objects/storage/records.ts'
import type { Game, GameEvent } from '../../../games/game.ts'
import { tally } from '../../fixtures/tally-game/index.ts'
import { memoryRecords } from '../../memory-records.ts'
import { type HarnessClient, RoomHarness } from '../../room-harness.ts'

/** The event that the world announces at the next addition. */
let next: GameEvent | undefined
let isFull = false
let writes = 0
let stage: RoomHarness

const announcing: Game = {
  ...(tally as Game),
  openWorld(store, context, options, version) {
    const world = tally.openWorld(store, context, options, version)
    const add = world.add.bind(world)
    world.add = (name, amount) => {
      if (next) context.announce(next)
      return add(name, amount)
    }
    return world
  },
}

beforeEach(async () => {
  next = undefined
  isFull = false
  writes = 0
  const records = memoryRecords()
  const counting: Records = {
    ...records,
    write(changes) {
      if (isFull) throw new Error('database or disk is full: SQLITE_FULL')
      writes++
      records.write(changes)
    },
  }
  stage = await RoomHarness.create(announcing, { records: counting })
})

function say(client: HarnessClient, frame: string): void {
  client.call.sendFrame(new TextEncoder().encode(frame))
  stage.clock.settle()
}

function join(name: string): HarnessClient {
  const client = stage.client()
  say(client, `i${name}`)
  return client
}

const timeline = (after = 0) =>
  stage.roomLog.timelineAfter(after).map(({ number, kind, text }) => `${number} ${kind}: ${text}`)

it('the timeline has the lines of the log and the events of the world between them; the log has no events', () => {
  const ann = join('ann')
  next = { kind: 'death', text: 'ann was killed\nby a rat' }
  say(ann, '+')
  join('bob')
  expect(timeline()).toEqual([
    '1 join: ann (127.0.0.x) joined by tcp',
    '2 death: ann was killed by a rat',
    '3 join: bob (127.0.0.x) joined by tcp',
  ])
  expect(timeline(2)).toHaveLength(1)
  expect(stage.roomLog.linesAfter(0).map(({ number }) => number)).toEqual([1, 3])
})

it.each(['item', 'hint', 'kill'] as const)(
  'the timeline has no line for %s events, of which there are thousands',
  (kind) => {
    const ann = join('ann')
    next = { kind, text: 'too many' }
    say(ann, '+')
    expect(timeline()).toHaveLength(1)
  },
)

it('an event’s line in the timeline is stored in the same write as the transaction of the event', () => {
  const ann = join('ann')
  stage.roomLog.write()
  next = { kind: 'goal', text: 'ann has reached the goal' }
  const before = writes
  say(ann, '+')
  expect(writes).toBe(before + 1)
  stage.kill()
  stage.client()
  expect(timeline().at(-1)).toBe('2 goal: ann has reached the goal')
})

it('the timeline omits a transaction that failed or could not be written, and reuses its number', () => {
  const ann = join('ann')
  stage.roomLog.write()
  next = { kind: 'goal', text: 'never' }
  say(ann, 'x')
  const bob = join('bob')
  stage.roomLog.write()
  const before = timeline()
  isFull = true
  next = { kind: 'goal', text: 'retried' }
  say(bob, '+')
  isFull = false
  stage.clock.pass(20_000)
  expect(timeline().slice(0, before.length)).toEqual(before)
  expect(timeline().filter((line) => line.includes('retried'))).toEqual([
    `${before.length + 1} goal: retried`,
  ])
  expect(timeline().some((line) => line.includes('never'))).toBe(false)
})

it('the timeline keeps the last 1,000 events, and these events displace no lines of the log', () => {
  const ann = join('ann')
  for (let i = 1; i <= 1500; i++) {
    next = { kind: 'death', text: `death ${i}` }
    say(ann, '+')
    stage.clock.pass(200)
  }
  stage.kill()
  stage.client()
  const lines = timeline()
  expect(lines).toHaveLength(1001)
  expect([lines[0], lines[1], lines.at(-1)]).toEqual([
    '1 join: ann (127.0.0.x) joined by tcp',
    '502 death: death 501',
    '1501 death: death 1500',
  ])
})

it('a long line that is cut within a character is still valid when the room is imported', () => {
  next = { kind: 'death', text: `${'a'.repeat(299)}😀` }
  say(join('ann'), '+1')
  stage.clock.pass(2000)
  const stored = [...stage.context.records.list('log/')]
  expect(stored.map(([key, value]) => isLogRecord(key, JSON.parse(String(value))))).toEqual([true, true])
})
