import { describe, expect, it } from 'vitest'
import {
  availabilityAt,
  CurrentAvailability,
  hoursPattern,
  isLocalTime,
  openPeriods,
  type Schedule,
} from '../../../durable-objects/model/schedule.ts'
import { isTimeZone, TimeZone } from '../../../durable-objects/model/time-zone.ts'

const at = (text: string) => Date.parse(text)
const iso = (ms: number | undefined) =>
  ms === undefined ? undefined : new Date(ms).toISOString().slice(0, 16)
const berlin = (hours: readonly string[], closesOn?: string): Schedule => ({
  ...{ timeZone: 'Europe/Berlin', hours },
  ...(closesOn !== undefined && { closesOn }),
})

/** The state of a schedule in words: `open until` or `closed until` a time. */
function said(schedule: Schedule, now: string): string {
  const { isOpen, opensAt, closesAt } = availabilityAt(schedule, at(now))
  return isOpen ? `open until ${iso(closesAt) ?? 'ever'}` : `closed until ${iso(opensAt) ?? 'ever'}`
}

describe('local time of a time zone', () => {
  it.each([
    ['in summer', 'Europe/Berlin', '2026-07-01T19:00Z', '2026-07-01T17:00'],
    ['in winter', 'Europe/Berlin', '2026-12-01T19:00Z', '2026-12-01T18:00'],
    ['west of Greenwich', 'America/New_York', '2026-12-01T22:00Z', '2026-12-02T03:00'],
    ['at half hours', 'Asia/Kolkata', '2026-12-01T00:15Z', '2026-11-30T18:45'],
    [
      'although clocks skip it in spring, as a time later by as much',
      'Europe/Berlin',
      '2026-03-29T02:30Z',
      '2026-03-29T01:30',
    ],
    [
      'although clocks show it twice in autumn, as the first of both',
      'Europe/Berlin',
      '2026-10-25T02:30Z',
      '2026-10-25T00:30',
    ],
    [
      'in the southern hemisphere, where clocks change the other way',
      'Australia/Sydney',
      '2026-10-04T02:30Z',
      '2026-10-03T16:30',
    ],
  ])('is converted to UTC %s', (_, zone, local, instant) => {
    expect(iso(new TimeZone(zone).toInstant(at(local)))).toBe(instant)
  })

  it('exists only for zones in the time zone database', () => {
    for (const name of ['Europe/Berlin', 'UTC', 'America/Argentina/Buenos_Aires'])
      expect(isTimeZone(name)).toBe(true)
    for (const name of ['Europe/Atlantis', '', 'Berlin; rm', '\n']) expect(isTimeZone(name)).toBe(false)
  })
})

describe('opening hours', () => {
  it.each([
    ['before they begin', ['Fri-Sun 19:00-23:00'], '2026-11-27T12:00Z', 'closed until 2026-11-27T18:00'],
    ['during them', ['Fri-Sun 19:00-23:00'], '2026-11-27T20:00Z', 'open until 2026-11-27T22:00'],
    ['at their end', ['Fri-Sun 19:00-23:00'], '2026-11-27T22:00Z', 'closed until 2026-11-28T18:00'],
    ['in the week', ['Fri-Sun 19:00-23:00'], '2026-11-30T12:00Z', 'closed until 2026-12-04T18:00'],
    ['past midnight', ['Sat 22:00-02:00'], '2026-11-29T00:30Z', 'open until 2026-11-29T01:00'],
    ['until midnight', ['Sat 22:00-24:00'], '2026-11-28T22:30Z', 'open until 2026-11-28T23:00'],
    [
      'when two periods touch',
      ['Sat 20:00-24:00', 'Sun 00:00-04:00'],
      '2026-11-28T20:00Z',
      'open until 2026-11-29T03:00',
    ],
    [
      'over the end of the week',
      ['Sat-Mon 10:00-11:00'],
      '2026-11-30T08:00Z',
      'closed until 2026-11-30T09:00',
    ],
    ['on single days', ['Mon, Wed 10:00-11:00'], '2026-11-30T12:00Z', 'closed until 2026-12-02T09:00'],
    ['around the clock', ['daily 00:00-24:00'], '2026-11-30T12:00Z', 'open until ever'],
    [
      'on the day when clocks go forward',
      ['daily 19:00-20:00'],
      '2026-03-29T06:00Z',
      'closed until 2026-03-29T17:00',
    ],
    [
      'in an hour that clocks skip',
      ['Sun 02:00-03:00'],
      '2026-03-29T00:30Z',
      'closed until 2026-04-05T00:00',
    ],
    [
      'over the hour that clocks show twice',
      ['Sat 22:00-04:00'],
      '2026-10-25T02:30Z',
      'open until 2026-10-25T03:00',
    ],
  ])('decide whether a room is open %s', (_, hours, now, expected) => {
    expect(said(berlin(hours), now)).toBe(expected)
  })

  it.each([
    ['without opening hours', [], '2026-11-27T12:00Z', 'open until 2026-12-31T21:00'],
    ['after the closing date', [], '2026-12-31T21:00Z', 'closed until ever'],
    ['within opening hours', ['daily 21:00-23:00'], '2026-12-31T20:30Z', 'open until 2026-12-31T21:00'],
    ['before the next opening', ['Fri 21:00-23:00'], '2026-12-30T12:00Z', 'closed until ever'],
  ])('end at a closing date: %s', (_, hours, now, expected) => {
    expect(said(berlin(hours, '2026-12-31T22:00'), now)).toBe(expected)
  })

  it('are evaluated again only when the result may have changed, and a room without a schedule is open', () => {
    const current = new CurrentAvailability()
    expect(current.at(undefined, 0)).toEqual({ isOpen: true })
    const schedule = berlin(['Fri-Sun 19:00-23:00'])
    const first = current.at(schedule, at('2026-11-27T12:00Z'))
    expect(current.at(schedule, at('2026-11-27T17:59Z'))).toBe(first)
    expect(current.at(schedule, at('2026-11-27T18:00Z')).isOpen).toBe(true)
    expect(current.at(berlin([]), at('2026-11-27T22:30Z')).isOpen).toBe(true)
    expect(current.at(schedule, at('2026-11-27T12:00Z')).isOpen, 'the clock was set back').toBe(false)
  })

  it('follow local time through a change of clocks, over periods of several weeks', () => {
    const periods = openPeriods(berlin(['Sun 19:00-20:00']), at('2026-10-19T00:00Z'), at('2026-11-02T00:00Z'))
    expect(periods.map(({ opensAt }) => iso(opensAt))).toEqual(['2026-10-25T18:00', '2026-11-01T18:00'])
    expect(
      openPeriods(berlin(['Sun 19:00-20:00']), at('2026-10-12T00:00Z'), at('2026-10-19T00:00Z')).map(
        ({ opensAt }) => iso(opensAt),
      ),
    ).toEqual(['2026-10-18T17:00'])
  })

  it.each([
    'Fri 19-23',
    'Friday 19:00-23:00',
    '19:00-23:00',
    'Fri 25:00-26:00',
    'Fri 19:00-23:00 ',
    'fri 19:00-23:00\n',
    '',
  ])('cannot be written as %j', (line) => expect(hoursPattern.test(line)).toBe(false))

  it('a closing date must exist in the calendar', () => {
    expect(['2026-12-31T22:00', '2028-02-29T00:00'].map(isLocalTime)).toEqual([true, true])
    expect(['2026-02-29T22:00', '2026-13-01T00:00', '2026-12-31T24:00', 'soon'].map(isLocalTime)).toEqual([
      false,
      false,
      false,
      false,
    ])
  })
})
