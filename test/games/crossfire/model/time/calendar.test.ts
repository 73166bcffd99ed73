import { expect, it } from 'vitest'
import { calendarNames, isWithinSpan } from '../../../../../games/crossfire/model/time/calendar.ts'
import { gameDayMs, gameHourMs } from '../../../../../games/crossfire/model/time/time-of-day.ts'

const at = (day: number, hour: number) => day * gameDayMs + hour * gameHourMs

it.each([
  [0, 4, ['Month of Winter', 'the Day of the Moon', 'The Season of New Year', 'Night']],
  [1, 5, ['Month of Winter', 'the Day of the Bull', 'The Season of New Year', 'Dawn']],
  [34, 7, ['Month of Winter', 'the Day of the Sun', 'The Season of New Year', 'Morning']],
  [35 * 3, 12, ['Month of Valriel', 'the Day of the Moon', 'The Season of Growth', 'Noon']],
  [35 * 17 - 1, 13, ['Month of Gorokh', 'the Day of the Sun', 'The Season of the Blizzard', 'Evening']],
  [35 * 17, 18, ['Month of Winter', 'the Day of the Moon', 'The Season of New Year', 'Dusk']],
  [0, 20, ['Month of Winter', 'the Day of the Moon', 'The Season of New Year', 'Night']],
])('[CF-23.15] day %i, hour %i has the month, weekday, season and part of the day %j', (day, hour, names) => {
  expect(calendarNames(at(day, hour))).toEqual(names)
})

it.each([
  [['Night', 'Dawn'], false, false, true],
  [['Night', 'Dawn'], true, false, false],
  [['Night', 'the Day of the Moon'], true, false, true],
  [['Noon'], false, false, false],
  [['Noon'], false, true, true],
])(
  '[CF-23.15] the time filter %o (all: %s, inverse: %s) includes the night of the first day: %s',
  (names, all, inverse, is) => {
    expect(isWithinSpan({ names, all, inverse }, at(0, 1))).toBe(is)
  },
)
