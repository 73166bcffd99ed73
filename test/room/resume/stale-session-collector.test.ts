import { describe, expect, it } from 'vitest'
import type { RoomContext } from '../../../durable-objects/room/context/room-context.ts'
import { StaleSessionCollector } from '../../../durable-objects/room/resume/stale-session-collector.ts'
import type { Clock } from '../../../wire/util/clock.ts'
import { memoryRecords } from '../../memory-records.ts'
import { testContext } from '../../room-context.ts'
import { SimulatedClock } from '../../simulated-clock.ts'

const minute = 60_000

class RoomWithRows {
  readonly clock = new SimulatedClock()
  readonly records = memoryRecords()
  readonly owned = new Set<string>()
  readonly context: RoomContext
  readonly collector: StaleSessionCollector
  setForwardMs = 0

  constructor(...keys: readonly string[]) {
    const { clock, records } = this
    const now = () => clock.now() + this.setForwardMs
    const given: Clock = { now, after: (ms, run) => clock.after(ms, run), soon: (run) => clock.soon(run) }
    records.write(new Map(keys.map((key) => [key, 'row'])))
    this.context = testContext({ clock: given, records })
    this.collector = new StaleSessionCollector(this.context, { ownsRecord: (key) => this.owned.has(key) })
    this.collector.scan()
  }

  get keys(): readonly string[] {
    return [...this.records.list('')].map(([key]) => key)
  }
}

describe('a row without a session', () => {
  it('[LINK-8] is deleted after 61 s, unless its session resumed', () => {
    const room = new RoomWithRows('resume-state/b', 'session/a', 'session/c', 'game/x')
    room.clock.pass(minute)
    expect(room.keys).toHaveLength(4)
    room.owned.add('session/a')
    room.clock.pass(2000)
    expect([room.keys, room.clock.armed]).toEqual([['game/x', 'session/a'], 0])
  })

  it('[LINK-8] is not deleted sooner if the clock is set forward', () => {
    const room = new RoomWithRows('session/a')
    room.clock.pass(5000)
    room.setForwardMs = minute
    room.clock.pass(50_000)
    expect(room.keys).toEqual(['session/a'])
    room.clock.pass(10_000)
    expect(room.keys).toEqual([])
  })

  it('is not searched for after the room was deleted', () => {
    const room = new RoomWithRows('session/a')
    room.context.events.emit('deleting')
    room.collector.track('session/b')
    room.clock.pass(2 * minute)
    // A collection would have deleted this row.
    expect(room.keys).toEqual(['session/a'])
  })
})
