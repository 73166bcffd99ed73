// UTC times in options, without the platform's Date.

const secondsPerDay = 86_400
/** Days in 400 years, and days from 1 March of year 0 to 1970. */
const eraDays = 146_097
const epochDays = 719_468

/** Milliseconds since 1970 of a time like `2026-12-24T18:00:00Z`; a 31st of a shorter month is the next day. */
export function parseUtcTime(time: string): number {
  const [year = 0, month = 0, day = 0, hours = 0, minutes = 0, seconds = 0] = time
    .replace(/Z$/, '')
    .split(/[-T:]/)
    .map(Number)
  // Years start in March here, so that a leap day is the last day of a year.
  const fromMarch = (month + 9) % 12
  const marchYear = month <= 2 ? year - 1 : year
  const era = Math.floor(marchYear / 400)
  const ofEra = marchYear - era * 400
  const ofYear = Math.floor((153 * fromMarch + 2) / 5) + day - 1
  const days =
    era * eraDays + ofEra * 365 + Math.floor(ofEra / 4) - Math.floor(ofEra / 100) + ofYear - epochDays
  return Math.round((days * secondsPerDay + hours * 3600 + minutes * 60 + seconds) * 1000)
}
