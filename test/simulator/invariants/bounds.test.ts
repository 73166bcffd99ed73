// The census also counts collections in private fields. A run fails if a collection exceeds its bound or has no bound.
import { describe, expect, it } from 'vitest'
import { Alarm } from '../../../durable-objects/room/context/alarm.ts'
import { Counters } from '../../../sidecar/monitoring/counters.ts'
import { checkCollections } from './bounds.ts'
import { takeCensus } from './memory-census.ts'

describe('a census', () => {
  it('counts the collections of an instance and of the instances that it references, and reports the largest of each class', () => {
    const [one, other] = [1, 2].map((wishes) => {
      const alarm = new Alarm({ now: () => 0 }, { setAlarm() {} })
      for (const wish of (['wake', 'idle'] as const).slice(0, wishes)) alarm.request(wish, 10)
      return alarm
    })
    const tally = new Counters()
    tally.countRejection('rate')
    const counted = takeCensus([new Map([[one, [other]]]), tally, { not: 'looked into' }])
    expect(counted.get('Alarm.requested')).toBe(2)
    expect(counted.get('Counters.rejected')).toBe(1)
  })
})

describe('the memory bounds', () => {
  const kept = 'SessionResume.connections'
  it.each([
    ['accept the bound with clients connected', kept, 2, 'connected', undefined],
    ['reject more entries', kept, 3, 'connected', `${kept} has 3 entries, with 2 clients (connected)`],
    ['reject remaining entries without clients', kept, 1, 'disconnected', `${kept} has 1 entries`],
    ['reject a collection without a bound', 'A.others', 0, 'connected', 'add A.others to bounds.ts'],
  ] as const)('%s', (_, name, size, all, broken) => {
    const look = () => checkCollections(new Map([[name, size]]), 2, all)
    if (broken === undefined) expect(look).not.toThrow()
    else expect(look).toThrow(broken)
  })
})
