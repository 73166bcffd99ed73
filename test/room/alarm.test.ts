// The one alarm of an object, for all who want to be woken.
import { describe, expect, it } from 'vitest'
import { Alarm } from '../../durable-objects/alarm.ts'

describe('the alarm of a room', () => {
  /** When it was set, and the time, which a test lets pass. */
  function alarm() {
    const time = { now: 1000 }
    const set: (number | undefined)[] = []
    return {
      time,
      set,
      alarm: new Alarm(
        (at) => set.push(at),
        () => time.now,
      ),
    }
  }

  it('is set for the first who wants it, and anew only for an earlier one', () => {
    const { alarm: one, set } = alarm()
    one.want('due', 5000)
    one.want('silent', 9000)
    one.want('ticking', 3000)
    one.want('ticking', undefined)
    expect(set).toEqual([5000, 3000])
  })

  it('is set anew when it is long overdue, whatever is wanted later', () => {
    const { alarm: one, set, time } = alarm()
    one.want('silent', 5000)
    time.now = 34_999
    one.look()
    one.want('due', 90_000)
    expect(set).toEqual([5000])
    time.now = 35_000
    one.look()
    one.look()
    expect(set).toEqual([5000, 5000])
    time.now = 70_000
    one.want('due', 80_000)
    expect(set).toEqual([5000, 5000, 5000])
  })

  it('that came, or nobody wants, is not missed', () => {
    const { alarm: one, set, time } = alarm()
    one.want('silent', 5000)
    one.over()
    one.want('due', 6000)
    one.want('due', undefined)
    time.now = 90_000
    one.look()
    expect(set).toEqual([5000, 6000, undefined])
  })
})
