// Cloudflare's prices for usage beyond the included amounts
// (developers.cloudflare.com/durable-objects/platform/pricing, November 2026). The benchmarks and the owner's page show
// prices that are computed here.

export interface Usage {
  /** Duration of the usage in seconds, simulated or real. */
  readonly seconds: number
  /** Incoming WebSocket messages. Twenty of them count as one request. Outgoing messages are free. */
  readonly messages: number
  /** Incoming upgrades, calls and alarms. */
  readonly requests: number
  readonly rowsRead: number
  /** Rows written, including rows of indexes and alarms that were set. */
  readonly rowsWritten: number
  /** Seconds in which the object could not hibernate. */
  readonly awakeSeconds: number
}

/** Dollars per unit. */
const dollars = {
  request: 0.15e-6,
  gigabyteSecond: 12.5e-6,
  rowRead: 0.001e-6,
  rowWritten: 1e-6,
  gigabyteMonth: 0.2,
} as const
const bytesPerGigabyte = 1e9
const messagesPerRequest = 20
const gigabytesPerObject = 0.128

/** Limits for all rooms of the account together. */
const freePlanPerDay = {
  requests: 100_000,
  gigabyteSeconds: 13_000,
  rowsRead: 5_000_000,
  rowsWritten: 100_000,
} as const

const requestsOf = ({ messages, requests }: Usage) => requests + messages / messagesPerRequest
const gigabyteSecondsOf = ({ awakeSeconds }: Usage) => awakeSeconds * gigabytesPerObject

/** Dollars. */
export function usagePrice(usage: Usage): number {
  return (
    requestsOf(usage) * dollars.request +
    gigabyteSecondsOf(usage) * dollars.gigabyteSecond +
    usage.rowsRead * dollars.rowRead +
    usage.rowsWritten * dollars.rowWritten
  )
}

export function monthlyStoragePrice(bytes: number): number {
  return (bytes / bytesPerGigabyte) * dollars.gigabyteMonth
}

export function yearlyStoragePrice(bytes: number): number {
  return 12 * monthlyStoragePrice(bytes)
}

export function pricePerHour(usage: Usage): number {
  return (usagePrice(usage) / usage.seconds) * 3600
}

/** `hours`: at most 24. `firstLimit`: the limit that is reached first. */
export function freeHoursPerDay(usage: Usage): { readonly hours: number; readonly firstLimit: string } {
  const shares = {
    requests: requestsOf(usage) / freePlanPerDay.requests,
    'time awake': gigabyteSecondsOf(usage) / freePlanPerDay.gigabyteSeconds,
    'rows read': usage.rowsRead / freePlanPerDay.rowsRead,
    'rows written': usage.rowsWritten / freePlanPerDay.rowsWritten,
  }
  const [first, share] = Object.entries(shares).reduce((a, b) => (b[1] > a[1] ? b : a))
  return { hours: Math.min(24, usage.seconds / 3600 / share), firstLimit: first }
}
