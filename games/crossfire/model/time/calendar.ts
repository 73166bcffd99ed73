// The calendar of imported worlds: Crossfire's months, days and seasons. Derived from the game's clock. [CF-23.15]
import type { CalendarSpan } from '../definitions/script.ts'
import { gameDayMs, hourAt } from './time-of-day.ts'

/** Seven days a week, five weeks a month. */
const [daysPerWeek, daysPerMonth] = [7, 35] as const
/** Months per season, of which the last one has the rest. */
const monthsPerSeason = 3

const months = [
  ...[
    'Winter',
    'the Ice Dragon',
    'the Frost Giant',
    'Valriel',
    'Lythander',
    'the Harvest',
    'Gaea',
    'Futility',
  ],
  ...['the Dragon', 'the Sun', 'the Great Infernus', 'Ruggilli', 'the Dark Shades', 'the Devourers', 'Sorig'],
  ...['the Ancient Darkness', 'Gorokh'],
] as const
const weekdays = [
  'the Moon',
  'the Bull',
  'the Deception',
  'Thunder',
  'Freedom',
  'the Great Gods',
  'the Sun',
] as const
const seasons = ['New Year', 'Growth', 'Harvest', 'Decay', 'the Blizzard'] as const
/** The part of the day that begins at an hour of our day of 24; Crossfire's has 28. */
const dayParts = [
  [20, 'Night'],
  [18, 'Dusk'],
  [13, 'Evening'],
  [12, 'Noon'],
  [7, 'Morning'],
  [5, 'Dawn'],
  [0, 'Night'],
] as const

/** Crossfire's names of a time of the game's clock, in milliseconds: month, weekday, season and part of the day. */
export function calendarNames(now: number): readonly string[] {
  const day = Math.floor(now / gameDayMs)
  const month = Math.floor(day / daysPerMonth) % months.length
  const season = Math.min(seasons.length - 1, Math.floor(month / monthsPerSeason))
  const hour = hourAt(now)
  return [
    `Month of ${months[month]}`,
    `the Day of ${weekdays[day % daysPerWeek]}`,
    `The Season of ${seasons[season]}`,
    dayParts.find(([from]) => hour >= from)![1],
  ]
}

/** Whether it is one of these times. */
export function isWithinSpan({ names, all, inverse }: CalendarSpan, now: number): boolean {
  const current = calendarNames(now)
  const applies = (name: string) => current.includes(name)
  return (all ? names.every(applies) : names.some(applies)) !== inverse
}
