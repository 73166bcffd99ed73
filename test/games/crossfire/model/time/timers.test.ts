import { expect, it, vi } from 'vitest'
import { Timers } from '../../../../../games/crossfire/model/time/timers.ts'

it('[CF-9.4] a timer does not fire if another timer that fires at the same time removes or moves it', () => {
  const timers = new Timers()
  const [removed, moved] = [vi.fn(), vi.fn()]
  const [one, other] = [{ onTimer: removed }, { onTimer: moved }]
  const first = {
    onTimer() {
      timers.set(one, undefined)
      timers.set(other, 20)
    },
  }
  for (const each of [first, one, other]) timers.set(each, 10)
  timers.fireDue(10)
  expect([removed, moved].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
  expect(timers.next).toBe(20)
  timers.fireDue(20)
  expect(moved).toHaveBeenCalledOnce()
})
