import { TimeZone } from './time-zone.ts'

export interface Schedule {
  /** An IANA time zone, as in `Europe/Berlin`. */
  readonly timeZone: string
  /** Lines such as `Fri-Sun 19:00-23:00`. Empty: always open. */
  readonly hours: readonly string[]
  /** The local date and time at which the room closes for good, as in `2026-12-31T22:00`. Absent: none. */
  readonly closesOn?: string
}

export interface OpenPeriod {
  readonly opensAt: number
  readonly closesAt: number
}

/** Times in milliseconds since 1970. */
export interface Availability {
  readonly isOpen: boolean
  /** When a closed room opens next. Absent: never. */
  readonly opensAt?: number
  /** When an open room closes next. Absent: not within `horizonMs`. */
  readonly closesAt?: number
}

export const maxHoursLines = 14
export const maxTimeZoneLength = 64

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const
export const hoursPattern =
  /^(?:daily|(?:Sun|Mon|Tue|Wed|Thu|Fri|Sat)(?:-(?:Sun|Mon|Tue|Wed|Thu|Fri|Sat))?(?:,? (?:Sun|Mon|Tue|Wed|Thu|Fri|Sat)(?:-(?:Sun|Mon|Tue|Wed|Thu|Fri|Sat))?)*) (?:[01][0-9]|2[0-3]):[0-5][0-9]-(?:(?:[01][0-9]|2[0-3]):[0-5][0-9]|24:00)$/u
export const localTimePattern = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}$/u

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/**
 * How far ahead the next opening or closing is searched for. Hours repeat every week, and daylight saving time moves
 * them by less than a day.
 */
const horizonMs = 8 * dayMs

interface WeeklyPeriod {
  /** Days of the week on which the period starts; 0 is Sunday. */
  readonly days: ReadonlySet<number>
  /** Start and end of the period in milliseconds after midnight; `to` is later than `from`, perhaps on the next day. */
  readonly from: number
  readonly to: number
}

export function isLocalTime(text: string): boolean {
  const at = parseLocalTime(text)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

/** A room without a schedule is always open. */
export function availabilityAt(schedule: Schedule | undefined, now: number): Availability {
  if (!schedule) return { isOpen: true }
  const end = endOf(schedule)
  if (now >= end) return { isOpen: false }
  if (schedule.hours.length === 0)
    return { isOpen: true, ...(end < Number.POSITIVE_INFINITY && { closesAt: end }) }
  const next = openPeriods(schedule, now, now + horizonMs).find(({ closesAt }) => closesAt > now)
  if (!next) return { isOpen: false }
  if (next.opensAt > now) return { isOpen: false, opensAt: next.opensAt }
  return { isOpen: true, ...(next.closesAt < now + horizonMs && { closesAt: next.closesAt }) }
}

/** Caches a room's availability until it changes, because every join asks for it. */
export class CurrentAvailability {
  #schedule: Schedule | undefined
  #known: Availability = { isOpen: true }
  #from = 0
  #until = 0

  at(schedule: Schedule | undefined, now: number): Availability {
    if (!schedule) return { isOpen: true }
    if (schedule === this.#schedule && now >= this.#from && now < this.#until) return this.#known
    this.#schedule = schedule
    this.#known = availabilityAt(schedule, now)
    this.#from = now
    const { opensAt, closesAt } = this.#known
    this.#until = opensAt ?? closesAt ?? now + dayMs
    return this.#known
  }
}

/**
 * Periods are sorted. Adjacent and overlapping periods are merged. The first period may begin before `from`. The last
 * one ends at `to` or at the closing date at the latest.
 */
export function openPeriods(schedule: Schedule, from: number, to: number): OpenPeriod[] {
  const zone = new TimeZone(schedule.timeZone)
  const until = Math.min(to, endOf(schedule, zone))
  const weekly = schedule.hours.map(parseHours)
  const found: OpenPeriod[] = []
  // The search starts a day earlier, because a period of the previous day may last until `from`.
  for (let date = startOfDay(zone.toLocal(from)) - dayMs; date < to + 2 * dayMs; date += dayMs)
    for (const period of weekly)
      if (period.days.has(new Date(date).getUTCDay()))
        found.push({
          opensAt: zone.toInstant(date + period.from),
          closesAt: zone.toInstant(date + period.to),
        })
  return merge(found)
    .map(({ opensAt, closesAt }) => ({ opensAt, closesAt: Math.min(closesAt, until) }))
    .filter(({ opensAt, closesAt }) => closesAt > from && opensAt < closesAt)
}

/** Milliseconds since 1970; Infinity: no closing date. */
function endOf({ timeZone, closesOn }: Schedule, zone?: TimeZone): number {
  if (closesOn === undefined) return Number.POSITIVE_INFINITY
  return (zone ?? new TimeZone(timeZone)).toInstant(parseLocalTime(closesOn))
}

function merge(periods: readonly OpenPeriod[]): OpenPeriod[] {
  const merged: OpenPeriod[] = []
  for (const period of periods.toSorted((a, b) => a.opensAt - b.opensAt)) {
    const last = merged.at(-1)
    if (!last || period.opensAt > last.closesAt) merged.push(period)
    else merged[merged.length - 1] = { ...last, closesAt: Math.max(last.closesAt, period.closesAt) }
  }
  return merged
}

const startOfDay = (local: number) => local - (local % dayMs)
const parseLocalTime = (text: string) => Date.parse(`${text}:00Z`)

/** `line` matches `hoursPattern`. */
function parseHours(line: string): WeeklyPeriod {
  const at = line.lastIndexOf(' ')
  const [from = 0, to = 0] = line
    .slice(at + 1)
    .split('-')
    .map(msOfDay)
  return {
    days: new Set(line.slice(0, at).split(/,? /).flatMap(daysOf)),
    from,
    to: to > from ? to : to + dayMs,
  }
}

/** `range`: days as in `Fri-Mon`. */
function daysOf(range: string): number[] {
  if (range === 'daily') return days.map((_, n) => n)
  const [first = 0, last = first] = range
    .split('-')
    .map((name) => days.indexOf(name as (typeof days)[number]))
  return days.map((_, n) => (first + n) % 7).slice(0, ((last - first + 7) % 7) + 1)
}

function msOfDay(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return (hours * 60 + minutes) * minuteMs
}
