import type { DailyUsage, UsageReport } from './daily-usage.ts'
import { freeHoursPerDay, monthlyStoragePrice, type Usage, usagePrice } from './prices.ts'

const daySeconds = 24 * 60 * 60
const daysOfAMonth = 30

/** A room's cost so far, its average cost per day and month, and the hours per day that the free plan allows. */
export function toCostReport({ since, days, storedBytes }: UsageReport) {
  const sumOf = (field: keyof Usage | 'minutes') => days.reduce((sum, day) => sum + day[field], 0)
  const total: Usage = {
    seconds: sumOf('seconds'),
    messages: sumOf('messages'),
    requests: sumOf('requests'),
    rowsRead: sumOf('rowsRead'),
    rowsWritten: sumOf('rowsWritten'),
    awakeSeconds: sumOf('awakeSeconds'),
  }
  // The average is over all days, including those without activity, which have no counts.
  const counted = Math.max(daySeconds, elapsedSeconds(days))
  const perDay = (sum: number) => (sum / counted) * daySeconds
  const dollars = perDay(usagePrice(total))
  const { hours, firstLimit } = freeHoursPerDay({ ...total, seconds: sumOf('minutes') * 60 })
  const storage =
    storedBytes === undefined ? undefined : { bytes: storedBytes, dollars: monthlyStoragePrice(storedBytes) }
  return {
    since,
    days: days.map((day) => ({ ...day, dollars: usagePrice(day) })),
    aDay: {
      messages: perDay(total.messages),
      requests: perDay(total.requests),
      rowsRead: perDay(total.rowsRead),
      rowsWritten: perDay(total.rowsWritten),
      awakeSeconds: perDay(total.awakeSeconds),
      hoursInUse: perDay(sumOf('minutes')) / 60,
      dollars,
    },
    aMonth: dollars * daysOfAMonth + (storage?.dollars ?? 0),
    ...(storage && { storage }),
    freePlan: { hoursADay: Number.isFinite(hours) ? hours : 24, first: firstLimit },
  }
}

function elapsedSeconds(days: readonly DailyUsage[]): number {
  const [first] = days
  const last = days.at(-1)
  if (!first || !last || first === last) return last?.seconds ?? 0
  const between = (Date.parse(last.day) - Date.parse(first.day)) / 1000
  return between - daySeconds + first.seconds + last.seconds
}
