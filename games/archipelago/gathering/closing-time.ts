// Parses UTC times in options, without the platform's Date.

const secondsPerDay = 86_400
/** The number of days in 400 years, and from 1 March of year 0 to 1 January 1970. */
const eraDays = 146_097
const epochDays = 719_468

/**
 * Parses a time such as `2026-12-24T18:00:00Z` to milliseconds since 1970. A day after the end of a month counts on
 * into the next month.
 */
export function parseUtcTime(time: string): number {
  const [year = 0, month = 0, day = 0, hours = 0, minutes = 0, seconds = 0] = time
    .replace(/Z$/, '')
    .split(/[-T:]/)
    .map(Number)
  // The calculation starts years in March, so that a leap day is the last day of its year.
  const fromMarch = (month + 9) % 12
  const marchYear = month <= 2 ? year - 1 : year
  const era = Math.floor(marchYear / 400)
  const ofEra = marchYear - era * 400
  const ofYear = Math.floor((153 * fromMarch + 2) / 5) + day - 1
  const days =
    era * eraDays + ofEra * 365 + Math.floor(ofEra / 4) - Math.floor(ofEra / 100) + ofYear - epochDays
  return Math.round((days * secondsPerDay + hours * 3600 + minutes * 60 + seconds) * 1000)
}
