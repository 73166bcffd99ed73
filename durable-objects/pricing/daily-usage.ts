import type { Usage } from './prices.ts'

export interface UsageCounts {
  /** Incoming WebSocket messages. */
  messages: number
  /** Incoming upgrades, calls and alarms, and calls to the Directory. */
  requests: number
  rowsRead: number
  /** Rows written, including those for alarms. */
  rowsWritten: number
  /** Milliseconds in which the room could not hibernate. */
  awakeMs: number
  /** The number of clock minutes with an event. */
  minutes: number
}

export const zeroUsage: Readonly<UsageCounts> = {
  ...{ messages: 0, requests: 0, rowsRead: 0, rowsWritten: 0, awakeMs: 0, minutes: 0 },
}

const fields = ['messages', 'requests', 'rowsRead', 'rowsWritten', 'awakeMs', 'minutes'] as const

export function addUsage(one: Readonly<UsageCounts>, other: Readonly<UsageCounts>): UsageCounts {
  const all = { ...one }
  for (const field of fields) all[field] += other[field]
  return all
}

/** Number of days (in UTC) whose usage is stored. */
export const maxDays = 31
const dayMs = 24 * 60 * 60_000

export interface StoredUsage {
  /** When counting started, in milliseconds since 1970. `at`: when the record was written. */
  readonly since: number
  readonly at: number
  /** Usage by day, oldest first. `day`: days since 1970. */
  readonly days: readonly (Readonly<UsageCounts> & { readonly day: number })[]
}

export function addToDay(
  { since, days }: StoredUsage,
  counts: Readonly<UsageCounts>,
  now: number,
): StoredUsage {
  const today = Math.floor(now / dayMs)
  const before = days.filter(({ day }) => day !== today)
  const same = days.find(({ day }) => day === today) ?? zeroUsage
  const all = [...before, { ...addUsage(same, counts), day: today }]
  return { since, at: now, days: all.sort((a, b) => a.day - b.day).slice(-maxDays) }
}

/** `seconds`: the seconds of the day in which usage was counted. */
export interface DailyUsage extends Usage {
  /** `2026-11-22`, UTC. */
  readonly day: string
  readonly minutes: number
}

/** The report covers at most the last `maxDays` days with usage. */
export interface UsageReport {
  /** ISO 8601, UTC. */
  readonly since: string
  /** Oldest first. */
  readonly days: readonly DailyUsage[]
  /** Bytes in the room's storage; absent if unknown. */
  readonly storedBytes?: number
}

export function toUsageReport({ since, days }: StoredUsage, now: number): UsageReport {
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
