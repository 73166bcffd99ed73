import { describe, expect, it } from 'vitest'
import type { RoomContext } from '../../../durable-objects/room/context/room-context.ts'
import { StaleSessionCollector } from '../../../durable-objects/room/resume/stale-session-collector.ts'
import type { Clock } from '../../../wire/util/clock.ts'
import { memoryRecords } from '../../memory-records.ts'
import { testContext } from '../../room-context.ts'
import { SimulatedClock } from '../../simulated-clock.ts'

const minute = 60_000

class Left {
  readonly clock = new SimulatedClock()
  readonly records = memoryRecords()
  readonly owned = new Set<string>()
  readonly context: RoomContext
  readonly orphans: StaleSessionCollector
  setForwardMs = 0

  constructor(...keys: readonly string[]) {
    const { clock, records } = this
    const now = () => clock.now() + this.setForwardMs
    const given: Clock = { now, after: (ms, run) => clock.after(ms, run), soon: (run) => clock.soon(run) }
    records.write(new Map(keys.map((key) => [key, 'row'])))
    this.context = testContext({ clock: given, records })
    this.orphans = new StaleSessionCollector(this.context, { ownsRecord: (key) => this.owned.has(key) })
    this.orphans.scan()
  }

  get keys(): readonly string[] {
    return [...this.records.list('')].map(([key]) => key)
  }
}

describe('a row without a session', () => {
  it('[LINK-8] is deleted after 61 s, unless its session resumed', () => {
    const left = new Left('resume-state/b', 'session/a', 'session/c', 'game/x')
    left.clock.pass(minute)
    expect(left.keys).toHaveLength(4)
    left.owned.add('session/a')
    left.clock.pass(2000)
    expect([left.keys, left.clock.armed]).toEqual([['game/x', 'session/a'], 0])
  })

  it('[LINK-8] is not deleted sooner if the clock is set forward', () => {
    const left = new Left('session/a')
    left.clock.pass(5000)
    left.setForwardMs = minute
    left.clock.pass(50_000)
    expect(left.keys).toEqual(['session/a'])
    left.clock.pass(10_000)
    expect(left.keys).toEqual([])
  })

  it('is not searched for after the room was deleted', () => {
    const left = new Left('session/a')
    left.context.events.emit('deleting')
    left.orphans.track('session/b')
    left.clock.pass(2 * minute)
    // A collection would have deleted this row.
    expect(left.keys).toEqual(['session/a'])
  })
})
