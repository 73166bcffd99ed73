// Calendars of opening hours, parsed as calendar programs parse them.
import { reset } from 'cloudflare:test'
import { exports } from 'cloudflare:workers'
import { afterEach, describe, expect, it } from 'vitest'
import { formatCalendar } from '../../../workers/http/response/icalendar.ts'
import { requestText } from '../fixtures/request-content.ts'
import { createRoom, sendRequest } from '../fixtures/requests.ts'

afterEach(() => reset())

const octets = (line: string) => new TextEncoder().encode(line).length

/** The unfolded content lines of a calendar (RFC 5545, 3.1). Asserts that no folded line is too long. */
function linesOf(text: string): string[] {
  expect(text.endsWith('\r\n')).toBe(true)
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  for (const line of text.split('\r\n')) expect(octets(line)).toBeLessThanOrEqual(75)
  return text.replaceAll('\r\n ', '').split('\r\n').slice(0, -1)
}

/** Removes the escapes from the text of a property (RFC 5545, 3.3.11). */
const unescaped = (value: string) =>
  value.replace(/\\([nN\\;,])/g, (_, escaped: string) => (escaped.toLowerCase() === 'n' ? '\n' : escaped))

const propertyOf = (lines: readonly string[], name: string) =>
  lines.find((line) => line.startsWith(`${name}:`))?.slice(name.length + 1)

const setSchedule = (schedule: unknown, token: string, room = 'harbor') =>
  sendRequest(`/api/rooms/echo/${room}`, { method: 'PATCH', json: { schedule }, token })

describe('the calendar of a room', () => {
  it('contains the room’s opening hours in the next weeks in UTC, and its closing date', async () => {
    const { adminToken } = await createRoom({ title: 'Harbor' })
    const soon = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
    const hours = ['daily 19:00-23:00']
    await setSchedule({ timeZone: 'Asia/Kolkata', hours, closesOn: `${soon}T20:00` }, adminToken)
    const answer = await sendRequest('/echo/harbor/calendar.ics')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
    const lines = linesOf(await answer.text())
    const starts = lines.filter((line) => line.startsWith('DTSTART:'))
    expect(starts.length).toBeGreaterThan(18)
    expect(starts.slice(0, -1).every((line) => /^DTSTART:\d{8}T133000Z$/.test(line))).toBe(true)
    expect(starts.at(-1)).toBe(`DTSTART:${soon.replaceAll('-', '')}T143000Z`)
    expect(lines.filter((line) => line.startsWith('DTEND:')).at(-1)).toBe(
      `DTEND:${soon.replaceAll('-', '')}T143000Z`,
    )
    const uids = lines.filter((line) => line.startsWith('UID:'))
    expect(new Set(uids).size).toBe(uids.length)
    const page = await requestText('/echo/harbor')
    expect(page).toContain('/echo/harbor/calendar.ics"')
    expect(page).toContain('<li>daily 19:00-23:00</li>')
  })

  it('contains the address of its request, even if it is cached for another address', async () => {
    const { adminToken } = await createRoom()
    await setSchedule({ timeZone: 'UTC', hours: ['Fri 19:00-20:00'] }, adminToken)
    for (const path of ['/echo/harbor/calendar.ics', '/calendar.ics'])
      for (const host of ['http://evil.test', 'https://play.test']) {
        const answer = () => exports.default.fetch(new Request(`${host}${path}`))
        await expect.poll(async () => (await answer()).status).toBe(200)
        const lines = linesOf(await (await answer()).text())
        expect(propertyOf(lines, 'URL')).toBe(`${host}/echo/harbor`)
      }
  })

  it('is 404 with the reason if the room has no opening hours, and is otherwise part of the site’s calendar', async () => {
    const { adminToken } = await createRoom()
    const answer = await sendRequest('/echo/harbor/calendar.ics')
    expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining('no opening hours')])
    expect((await sendRequest('/calendar.ics')).status).toBe(404)
    await setSchedule({ timeZone: 'UTC', hours: ['Fri 19:00-20:00'] }, adminToken)
    await expect
      .poll(async () => propertyOf((await requestText('/calendar.ics')).split('\r\n'), 'SUMMARY'))
      .toContain('(Echo)')
  })
})

describe('a calendar', () => {
  it.each([
    ['ends the property', 'Harbor\r\nEND:VCALENDAR\r\nBEGIN:VCALENDAR'],
    ['ends the value', 'Harbor;x=1,y:"z"\\'],
    ['has control characters', 'Har\u0000bor\u0007\u001b[31m\u0085'],
    ['has other line ends', 'a\u2028b\u2029c\rd\ne'],
    ['is long, with characters of several octets', '𝕳åfen '.repeat(40)],
    ['has marks that combine', 'e\u0301'.repeat(80)],
  ])('remains well-formed with a title that %s', (_, title) => {
    const event = {
      uid: 'a',
      startsAt: 0,
      endsAt: 3_600_000,
      summary: title,
      description: title,
      url: 'https://a.test/b',
    }
    const lines = linesOf(formatCalendar(title, [event], 1000))
    const names = lines.map((line) => line.split(/[:;]/)[0])
    const head = 'BEGIN VERSION PRODID METHOD NAME X-WR-CALNAME REFRESH-INTERVAL X-PUBLISHED-TTL'
    const rest = 'BEGIN UID DTSTAMP DTSTART DTEND SUMMARY DESCRIPTION URL TRANSP END END'
    expect(names.join(' ')).toBe(`${head} ${rest}`)
    const shown = title.replace(/\r\n?|[\u2028\u2029]/g, '\n').replace(/[^\P{Cc}\n]/gu, ' ')
    expect(unescaped(propertyOf(lines, 'SUMMARY')!)).toBe(shown)
  })
})

describe('an invalid schedule', () => {
  it.each([
    [{ timeZone: 'Europe/Atlantis', hours: [] }, 'timeZone'],
    [{ timeZone: 'UTC', hours: ['whenever'] }, 'hours[0]'],
    [{ timeZone: 'UTC', hours: [], closesOn: '2026-02-30T10:00' }, 'closesOn'],
    [{ hours: [] }, 'timeZone'],
    [{ timeZone: 'UTC', hours: Array.from({ length: 15 }, () => 'Fri 10:00-11:00') }, 'hours'],
  ])('%j is refused, and the error names %s', async (schedule, place) => {
    const { adminToken } = await createRoom()
    const answer = await setSchedule(schedule, adminToken)
    const { field, detail } = await answer.json<{ field: string; detail: string }>()
    expect([answer.status, field, detail]).toEqual([400, 'schedule', expect.stringContaining(place)])
  })
})
