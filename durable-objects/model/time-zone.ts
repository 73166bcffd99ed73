// Local time of IANA time zones, with daylight saving time. A local time is a number: the milliseconds since 1970 if
// the same date and time were UTC. `Date.UTC(2026, 10, 27, 19, 0)` is 19:00 on the 27th of November in any zone.

const hourMs = 3_600_000
/** A time span longer than the UTC offset of any zone plus any change of that offset, in milliseconds. */
const dayMs = 24 * hourMs

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    // A RangeError means that there is no such zone.
    return false
  }
}

export class TimeZone {
  readonly #format: Intl.DateTimeFormat

  constructor(name: string) {
    this.#format = new Intl.DateTimeFormat('en-US', {
      ...{ timeZone: name, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
      ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
    })
  }

  toLocal(at: number): number {
    const parts: { [type: string]: number } = {}
    for (const { type, value } of this.#format.formatToParts(at)) parts[type] = Number(value)
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
    return Date.UTC(year, month - 1, day, hour, minute, second)
  }

  /**
   * Converts a local time to milliseconds since 1970. If the local time occurs twice because clocks are set back,
   * returns its first occurrence. If clocks skip the local time, returns the time that is later by the length of the
   * skip.
   */
  toInstant(local: number): number {
    const before = local - this.#offsetAt(local - dayMs)
    const after = local - this.#offsetAt(local + dayMs)
    return this.toLocal(before) === local || this.toLocal(after) !== local ? before : after
  }

  #offsetAt(at: number): number {
    return this.toLocal(at) - Math.floor(at / 1000) * 1000
  }
}
