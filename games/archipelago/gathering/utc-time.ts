const dayMs = 86_400_000
/** The number of days in 400 years, and from 1 March of year 0 to 1 January 1970. */
const eraDays = 146_097
const epochDays = 719_468

/** Formats a time like `2026-11-20T12:00:00.000Z`. Returns null for undefined. */
export function formatIsoTime(ms: number | undefined): string | null {
  if (ms === undefined) return null
  const days = Math.floor(ms / dayMs)
  return `${formatDate(days)}T${formatTime(Math.floor(ms - days * dayMs))}Z`
}

const weekdays = ['Thu', 'Fri', 'Sat', 'Sun', 'Mon', 'Tue', 'Wed'] as const
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/** Formats a time as in RFC 1123, for example `Fri, 20 Nov 2026 12:00:00 GMT`. 1 January 1970 was a Thursday. */
export function formatHttpTime(ms: number): string {
  const days = Math.floor(ms / dayMs)
  const { year, month, day } = dateOf(days)
  const time = formatTime(Math.floor(ms - days * dayMs)).slice(0, 8)
  const weekday = weekdays[((days % 7) + 7) % 7]
  return `${weekday}, ${padNumber(day, 2)} ${months[month - 1]} ${padNumber(year, 4)} ${time} GMT`
}

/** `time`: a time of an existing day, such as `2026-12-24T18:00:00Z`. Returns milliseconds since 1970. */
export function parseUtcTime(time: string): number {
  const [year = 0, month = 0, day = 0, hours = 0, minutes = 0, seconds = 0] = time
    .replace(/Z$/, '')
    .split(/[-T:]/)
    .map(Number)
  const sinceMidnight = Math.round((hours * 3600 + minutes * 60 + seconds) * 1000)
  return daysOf(year, month, day) * dayMs + sinceMidnight
}

function formatDate(days: number): string {
  const { year, month, day } = dateOf(days)
  return `${padNumber(year, 4)}-${padNumber(month, 2)}-${padNumber(day, 2)}`
}

/** Returns days since 1970. Like `dateOf`, counts years from March, so that a leap day is the last day of its year. */
function daysOf(year: number, month: number, day: number): number {
  const monthFromMarch = (month + 9) % 12
  const marchYear = month <= 2 ? year - 1 : year
  const era = Math.floor(marchYear / 400)
  const yearOfEra = marchYear - era * 400
  const ofYear = Math.floor((153 * monthFromMarch + 2) / 5) + day - 1
  const ofEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + ofYear
  return era * eraDays + ofEra - epochDays
}

/** `days`: since 1970. */
function dateOf(days: number): { readonly year: number; readonly month: number; readonly day: number } {
  const since = days + epochDays
  const era = Math.floor(since / eraDays)
  const ofEra = since - era * eraDays
  const yearOfEra = Math.floor(
    (ofEra - Math.floor(ofEra / 1460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365,
  )
  const ofYear = ofEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const monthFromMarch = Math.floor((5 * ofYear + 2) / 153)
  const day = ofYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day }
}

function formatTime(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  const hours = padNumber(Math.floor(seconds / 3600), 2)
  const minutes = padNumber(Math.floor(seconds / 60) % 60, 2)
  return `${hours}:${minutes}:${padNumber(seconds % 60, 2)}.${padNumber(ms % 1000, 3)}`
}

function padNumber(n: number, digits: number): string {
  return `${n}`.padStart(digits, '0')
}
