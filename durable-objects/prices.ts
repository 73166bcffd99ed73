// What Cloudflare asks for what was counted (developers.cloudflare.com/durable-objects/platform/pricing, November 2026),
// beyond what is included. Plain sums: the bench prints them, and the host's page shows those of his own room.

/** What a room used, as it is billed. */
export interface Usage {
  /** Simulated or real seconds in which it was used. */
  readonly seconds: number
  /** Messages that came by WebSockets; twenty are a request. What goes out costs nothing. */
  readonly messages: number
  /** Upgrades, calls, and alarms that came. */
  readonly requests: number
  readonly rowsRead: number
  /** Indexes and alarms that were set included. */
  readonly rowsWritten: number
  /** In which the object could not sleep. */
  readonly awakeSeconds: number
}

/** Dollars, each. */
const dollars = {
  request: 0.15e-6,
  gigabyteSecond: 12.5e-6,
  rowRead: 0.001e-6,
  rowWritten: 1e-6,
  gigabyteMonth: 0.2,
} as const
const bytesOfAGigabyte = 1e9
const messagesOfARequest = 20
const gigabytesOfAnObject = 0.128

/** Of a day on the free plan, all rooms of the account together. */
const freeOfADay = {
  requests: 100_000,
  gigabyteSeconds: 13_000,
  rowsRead: 5_000_000,
  rowsWritten: 100_000,
} as const

const requestsOf = ({ messages, requests }: Usage) => requests + messages / messagesOfARequest
const gigabyteSecondsOf = ({ awakeSeconds }: Usage) => awakeSeconds * gigabytesOfAnObject

/** Dollars for all of it. */
export function priceOf(usage: Usage): number {
  return (
    requestsOf(usage) * dollars.request +
    gigabyteSecondsOf(usage) * dollars.gigabyteSecond +
    usage.rowsRead * dollars.rowRead +
    usage.rowsWritten * dollars.rowWritten
  )
}

/** Dollars for so many bytes, kept for a year. */
export function priceOfKeeping(bytes: number): number {
  return (bytes / bytesOfAGigabyte) * 12 * dollars.gigabyteMonth
}

/** Dollars for an hour of such use. */
export function pricePerHour(usage: Usage): number {
  return (priceOf(usage) / usage.seconds) * 3600
}

/** Hours of such use that the free plan has in a day, and what of it is used up first; 24 at most. */
export function freeHoursOfADay(usage: Usage): { readonly hours: number; readonly first: string } {
  const shares = {
    requests: requestsOf(usage) / freeOfADay.requests,
    'time awake': gigabyteSecondsOf(usage) / freeOfADay.gigabyteSeconds,
    'rows read': usage.rowsRead / freeOfADay.rowsRead,
    'rows written': usage.rowsWritten / freeOfADay.rowsWritten,
  }
  const [first, share] = Object.entries(shares).reduce((a, b) => (b[1] > a[1] ? b : a))
  return { hours: Math.min(24, usage.seconds / 3600 / share), first }
}
