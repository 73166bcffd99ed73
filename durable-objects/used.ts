// What a room has used, by days: as it is stored, and as it is told.
import type { Usage } from './prices.ts'

/** Days that are kept, the last ones, each in UTC. */
export const mostDays = 31
const dayMs = 24 * 60 * 60_000

/** Sums. */
export interface Counts {
  /** That came by WebSockets. */
  messages: number
  /** Upgrades, calls, and alarms that came, and what the Directory was told. */
  requests: number
  rowsRead: number
  /** Alarms that were set included. */
  rowsWritten: number
  /** In which the room could not sleep. */
  awakeMs: number
  /** Of the clock, in which anything came. */
  minutes: number
}

export const nothing: Readonly<Counts> = {
  ...{ messages: 0, requests: 0, rowsRead: 0, rowsWritten: 0, awakeMs: 0, minutes: 0 },
}

const fields = ['messages', 'requests', 'rowsRead', 'rowsWritten', 'awakeMs', 'minutes'] as const

export function sum(one: Readonly<Counts>, other: Readonly<Counts>): Counts {
  const all = { ...one }
  for (const field of fields) all[field] += other[field]
  return all
}

/** As it is stored; a room that has counted nothing yet began to count just now. */
export interface Kept {
  /** Milliseconds since 1970; `at`: when it was written. */
  readonly since: number
  readonly at: number
  /** By their numbers since 1970, the oldest first. */
  readonly days: readonly (Readonly<Counts> & { readonly day: number })[]
}

/** With these counts on the day of `now`. */
export function withCounts({ since, days }: Kept, counts: Readonly<Counts>, now: number): Kept {
  const today = Math.floor(now / dayMs)
  const before = days.filter(({ day }) => day !== today)
  const same = days.find(({ day }) => day === today) ?? nothing
  const all = [...before, { ...sum(same, counts), day: today }]
  return { since, at: now, days: all.sort((a, b) => a.day - b.day).slice(-mostDays) }
}

/** One day's use. `seconds`: those of it that had passed since the room counts. */
export interface UsedOnDay extends Usage {
  /** `2026-11-22`, UTC. */
  readonly day: string
  /** Of the clock, in which anything came: for so long it was in use. */
  readonly minutes: number
}

/** What a room has used since it counts, or in the days that it keeps. */
export interface Used {
  /** ISO 8601, UTC. */
  readonly since: string
  /** Those on which anything was used, the oldest first. */
  readonly days: readonly UsedOnDay[]
}

export function shown({ since, days }: Kept, now: number): Used {
  return {
    since: new Date(since).toISOString(),
    days: days.map(({ day, awakeMs, ...counts }) => {
      const from = Math.max(since, day * dayMs)
      const seconds = Math.max(0, Math.min(now, (day + 1) * dayMs) - from) / 1000
      const named = new Date(day * dayMs).toISOString().slice(0, 10)
      return { day: named, seconds, ...counts, awakeSeconds: awakeMs / 1000 }
    }),
  }
}
