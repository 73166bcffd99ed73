// Crossfire's months, days and seasons, derived from the game's clock. [CF-23.15]
import type { CalendarSpan } from '../definitions/script.ts'
import { gameDayMs, hourAt } from './time-of-day.ts'

const [daysPerWeek, daysPerMonth] = [7, 35] as const
/** The last season has the remaining months. */
const monthsPerSeason = 3

const months = [
  ...['Winter', 'the Ice Dragon', 'the Frost Giant', 'Valriel', 'Lythander', 'the Harvest', 'Gaea'],
  ...['Futility', 'the Dragon', 'the Sun', 'the Great Infernus', 'Ruggilli', 'the Dark Shades'],
  ...['the Devourers', 'Sorig', 'the Ancient Darkness', 'Gorokh'],
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
/** Parts of the day, with the hour at which each begins. A day has 24 hours here, and 28 hours in Crossfire. */
const dayParts = [
  [20, 'Night'],
  [18, 'Dusk'],
  [13, 'Evening'],
  [12, 'Noon'],
  [7, 'Morning'],
  [5, 'Dawn'],
  [0, 'Night'],
] as const

/** Month, weekday, season and part of the day. `now`: in milliseconds of the game's clock. */
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

export function isWithinSpan({ names, all, inverse }: CalendarSpan, now: number): boolean {
  const current = calendarNames(now)
  const applies = (name: string) => current.includes(name)
  return (all ? names.every(applies) : names.some(applies)) !== inverse
}
