import { describe, expect, it } from 'vitest'
import { Alarm } from '../../../durable-objects/room/context/alarm.ts'

describe('the alarm of a room', () => {
  function alarm() {
    const time = { now: 1000 }
    const set: (number | undefined)[] = []
    return {
      time,
      set,
      alarm: new Alarm({ now: () => time.now }, { setAlarm: (at) => void set.push(at) }),
    }
  }

  it('is set for the first reason, and again only for an earlier time', () => {
    const { alarm: one, set } = alarm()
    one.request('wake', 5000)
    one.request('idle', 9000)
    one.request('ticking', 3000)
    one.request('ticking', undefined)
    expect(set).toEqual([5000, 3000])
  })

  it('is set again when it is long overdue, even if a later time is requested', () => {
    const { alarm: one, set, time } = alarm()
    one.request('idle', 5000)
    time.now = 34_999
    one.checkLost()
    one.request('wake', 90_000)
    expect(set).toEqual([5000])
    time.now = 35_000
    one.checkLost()
    one.checkLost()
    expect(set).toEqual([5000, 5000])
    time.now = 70_000
    one.request('wake', 80_000)
    expect(set).toEqual([5000, 5000, 5000])
  })

  it('does not count as lost after it fired, or when no reason for it is left', () => {
    const { alarm: one, set, time } = alarm()
    one.request('idle', 5000)
    one.cleared()
    one.request('wake', 6000)
    one.request('wake', undefined)
    time.now = 90_000
    one.checkLost()
    expect(set).toEqual([5000, 6000, undefined])
  })
})
