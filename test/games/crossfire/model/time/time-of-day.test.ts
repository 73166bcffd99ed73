// Time of day, darkness and lights. [CF-15.9]
import { describe, expect, it } from 'vitest'
import {
  darknessWithLights,
  describeTime,
  gameDayMs,
  gameHourMs,
  hourAnnouncement,
  hourAt,
  outdoorDarknessAt,
} from '../../../../../games/crossfire/model/time/time-of-day.ts'
import { Arena } from '../../harness/rules-arena.ts'

const midnight = 1000 * gameDayMs

describe('the time of day', () => {
  it('[CF-15.9] has days of 24 hours that last half an hour, aligned to the host clock', () => {
    expect(gameDayMs).toBe(30 * 60_000)
    expect(hourAt(midnight)).toBe(0)
    expect(hourAt(midnight - 1)).toBe(23)
    expect(hourAt(midnight + 7 * gameHourMs)).toBe(7)
  })

  it('[CF-15.9] changes darkness in steps of one, from 0 at noon to 3 at midnight', () => {
    const darkness = Array.from({ length: 25 }, (_, hour) => outdoorDarknessAt(midnight + hour * gameHourMs))
    expect([darkness[12], darkness[0]]).toEqual([0, 3])
    const steps = darkness.slice(1).map((each, hour) => Math.abs(each - darkness[hour]!))
    expect(Math.max(...steps)).toBe(1)
  })

  it('[CF-15.9] is described with hour and minute', () => {
    expect(describeTime(midnight)).toBe('It is 0:00, night.')
    expect(describeTime(midnight + 9.5 * gameHourMs)).toBe('It is 9:30, morning.')
    expect(describeTime(midnight + 18 * gameHourMs)).toBe('It is 18:00, evening.')
  })

  it('[CF-15.9] announces an hour once to players outdoors, and not indoors', () => {
    const [outside, inside] = [new Arena('...', { outside: true }), new Arena('...')]
    const [ann, ben] = [outside.join('Ann', 0, 0, { has: [] }), inside.join('Ben', 0, 0, { has: [] })]
    for (const arena of [outside, inside]) {
      arena.now = midnight + 7 * gameHourMs - 300
      arena.tick(5)
    }
    expect(ann.takeTexts()).toEqual([hourAnnouncement(7)])
    expect(ben.takeTexts()).toEqual([])
  })
})

describe('light', () => {
  const lamp = { x: 5, y: 5, radius: 4 }

  it.each([
    [5, 5, 0],
    [6, 6, 1],
    [8, 5, 3],
    [9, 5, 4],
    [30, 30, 4],
  ])('[CF-15.10] a lamp of radius 4 at night gives cell %i,%i darkness %i', (x, y, darkness) => {
    expect(darknessWithLights(4, [lamp], x, y)).toBe(darkness)
  })

  it('[CF-15.10] only the brightest lamp changes the darkness of a cell, and no lamp does so by day', () => {
    expect(darknessWithLights(4, [lamp, { x: 8, y: 5, radius: 3 }], 8, 5)).toBe(1)
    expect(darknessWithLights(0, [lamp], 5, 5)).toBe(0)
  })
})
