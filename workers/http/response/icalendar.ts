// Writes calendars as RFC 5545 defines them.

/** Octets of a line, without its end. RFC 5545, 3.1. */
const maxLineOctets = 75

export interface CalendarEvent {
  /** The event's UID: the same in every version of the calendar, and globally unique. */
  readonly uid: string
  /** Milliseconds since 1970. */
  readonly startsAt: number
  /** Absent: a moment. */
  readonly endsAt?: number
  readonly summary: string
  readonly description?: string
  readonly url: string
}

/** `now`: milliseconds since 1970. At least one event. */
export function calendarText(title: string, events: readonly CalendarEvent[], now: number): string {
  const lines = [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Packetboat//Opening hours//EN', 'METHOD:PUBLISH'],
    ...[`NAME:${escapeText(title)}`, `X-WR-CALNAME:${escapeText(title)}`],
    // RFC 7986, 5.7; the second line is for programs that do not support it.
    ...['REFRESH-INTERVAL;VALUE=DURATION:PT1H', 'X-PUBLISHED-TTL:PT1H'],
    ...events.flatMap((event) => eventLines(event, now)),
    'END:VCALENDAR',
  ]
  return `${lines.map(fold).join('\r\n')}\r\n`
}

function eventLines(
  { uid, startsAt, endsAt, summary, description, url }: CalendarEvent,
  now: number,
): string[] {
  return [
    ...['BEGIN:VEVENT', `UID:${escapeText(uid)}`, `DTSTAMP:${utcTime(now)}`],
    `DTSTART:${utcTime(startsAt)}`,
    ...(endsAt === undefined ? [] : [`DTEND:${utcTime(endsAt)}`]),
    `SUMMARY:${escapeText(summary)}`,
    ...(description === undefined ? [] : [`DESCRIPTION:${escapeText(description)}`]),
    ...[`URL:${url}`, 'TRANSP:TRANSPARENT', 'END:VEVENT'],
  ]
}

/** `20261127T180000Z`. */
export const utcTime = (at: number): string =>
  new Date(Math.floor(at / 1000) * 1000).toISOString().replace(/[-:]|\.000/g, '')

/** RFC 5545, 3.3.11: text cannot end its line or its value. Other control characters are not allowed at all. */
function escapeText(text: string): string {
  return text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n?|\n|\u2028|\u2029/g, '\\n')
    .replace(/\p{Cc}/gu, ' ')
}

/** Splits a line that is too long, between characters: each further part begins with a space. */
function fold(line: string): string {
  const parts: string[] = []
  let part = ''
  let octets = 0
  for (const character of line) {
    const size = octetsOf(character)
    if (octets + size > maxLineOctets) {
      parts.push(part)
      part = ' '
      octets = 1
    }
    part += character
    octets += size
  }
  return [...parts, part].join('\r\n')
}

/** Octets of a character in UTF-8. */
function octetsOf(character: string): number {
  const code = character.codePointAt(0)!
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
}
