// Writes calendars in the format iCalendar (RFC 5545).

/** Maximum length of a line in octets, without the line end (RFC 5545, 3.1). */
const maxLineOctets = 75

export interface CalendarEvent {
  /** Globally unique, and unchanged in later versions of the calendar. */
  readonly uid: string
  /** Milliseconds since 1970. */
  readonly startsAt: number
  /** Milliseconds since 1970. Absent for an event without a duration. */
  readonly endsAt?: number
  readonly summary: string
  readonly description?: string
  readonly url: string
}

/** At least one event. `now`: milliseconds since 1970. */
export function formatCalendar(title: string, events: readonly CalendarEvent[], now: number): string {
  const lines = [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Packetboat//Opening hours//EN', 'METHOD:PUBLISH'],
    ...[`NAME:${escapeText(title)}`, `X-WR-CALNAME:${escapeText(title)}`],
    // The first line is the refresh interval of RFC 7986, 5.7. The second line is for programs that do not support RFC
    // 7986.
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
    ...['BEGIN:VEVENT', `UID:${escapeText(uid)}`, `DTSTAMP:${formatCalendarTime(now)}`],
    `DTSTART:${formatCalendarTime(startsAt)}`,
    ...(endsAt === undefined ? [] : [`DTEND:${formatCalendarTime(endsAt)}`]),
    `SUMMARY:${escapeText(summary)}`,
    ...(description === undefined ? [] : [`DESCRIPTION:${escapeText(description)}`]),
    ...[`URL:${url}`, 'TRANSP:TRANSPARENT', 'END:VEVENT'],
  ]
}

/** The time as in `20261127T180000Z`. */
export const formatCalendarTime = (at: number): string =>
  new Date(Math.floor(at / 1000) * 1000).toISOString().replace(/[-:]|\.000/g, '')

/**
 * Escapes the characters that would end the line or the value (RFC 5545, 3.3.11), and removes other control characters,
 * which are not allowed.
 */
function escapeText(text: string): string {
  return text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n?|\n|\u2028|\u2029/g, '\\n')
    .replace(/\p{Cc}/gu, ' ')
}

/** Splits a long line between characters, as in RFC 5545. Each further part begins with a space. */
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

function octetsOf(character: string): number {
  const code = character.codePointAt(0)!
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
}
