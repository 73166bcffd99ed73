import { openPeriods, type Schedule } from '../../../durable-objects/model/schedule.ts'
import { TimeZone } from '../../../durable-objects/model/time-zone.ts'
import type { Game } from '../../../games/game.ts'
import { maxPageSize } from '../../api/description/fields.ts'
import { notFoundError } from '../../api/responses/api-error.ts'
import { siteOrigin } from '../../api/responses/room-response.ts'
import { readCached } from '../../cache/cache-policy.ts'
import { readListedRooms } from '../../cache/directory-client.ts'
import { cachedRoomState } from '../../cache/room-state.ts'
import { type AppContext, type HandledOperation, type RoomRef, roomFromPath } from '../../context/routing.ts'
import { uncachedFileResponse } from '../../http/response/file-response.ts'
import { type CalendarEvent, formatCalendar, formatCalendarTime } from '../../http/response/icalendar.ts'

/** A calendar covers the next 60 days. That suffices, because calendar programs reload the calendar every hour. */
const aheadMs = 60 * 24 * 60 * 60 * 1000
/** Maximum number of rooms in the site's calendar. */
const maxRooms = 50
/** The cache lifetime. Calendars are cached, because looking up local times costs CPU time. */
const cachedMs = 60_000
const type = 'text/calendar; charset=utf-8'

interface ScheduledRoom {
  readonly game: string
  readonly room: string
  readonly title: string
  readonly comments: readonly string[]
  readonly schedule: Schedule
}

const responses = { 200: { description: 'The calendar.', type: 'text/calendar' } } as const

export const calendarOperations: readonly HandledOperation[] = [
  {
    method: 'GET',
    path: '/:game/:room/calendar.ics',
    name: 'getCalendar',
    summary:
      "Returns the room's opening hours of the next 60 days and its closing date as an iCalendar feed (RFC 5545).",
    responses,
    errors: ['not-found'],
    handler: (c) => roomCalendar(c, roomFromPath(c)),
  },
  {
    method: 'GET',
    path: '/calendar.ics',
    name: 'getSiteCalendar',
    summary: `Returns the opening hours of the site's rooms as an iCalendar feed, of at most ${maxRooms} rooms.`,
    responses,
    errors: ['not-found'],
    handler: siteCalendar,
  },
]

async function roomCalendar(c: AppContext, { game, name }: RoomRef): Promise<Response> {
  return cachedCalendar(c, `calendar ${name}`, async () => {
    const { state } = await cachedRoomState(c, name, 'withoutView')
    const { schedule } = state
    if (!schedule) throw notFoundError('this room has no opening hours')
    return formatCalendar(state.title, eventsOf(c, game, { ...state, schedule }, Date.now()), Date.now())
  })
}

async function siteCalendar(c: AppContext): Promise<Response> {
  return cachedCalendar(c, 'calendar', async () => {
    const { rooms } = await readListedRooms(c, '', maxPageSize)
    const scheduled = rooms.flatMap(({ schedule, ...room }) => (schedule ? [{ ...room, schedule }] : []))
    const events = scheduled.slice(0, maxRooms).flatMap((room) => {
      const game = c.get('games').find(({ slug }) => slug === room.game)
      return game ? eventsOf(c, game, room, Date.now()) : []
    })
    if (events.length === 0) throw notFoundError('no room of this site has opening hours')
    return formatCalendar(new URL(siteOrigin(c)).host, events, Date.now())
  })
}

async function cachedCalendar(c: AppContext, key: string, load: () => Promise<string>): Promise<Response> {
  const ttl = { fresh: cachedMs, stale: 0, maxAge: cachedMs }
  const weigh = (text: string) => 1 + text.length / 1024
  // The key contains the origin, because a calendar contains absolute URLs.
  const read = await readCached(c, `${key} ${siteOrigin(c)}`, ttl, load, weigh)
  return uncachedFileResponse(type, read.value!)
}

function eventsOf(
  c: AppContext,
  { title: game }: Game,
  { game: slug, room, title, comments, schedule }: ScheduledRoom,
  now: number,
): CalendarEvent[] {
  const url = `${siteOrigin(c)}/${slug}/${room}`
  const id = `${room}.${slug}@${new URL(url).host}`
  const periods = schedule.hours.length > 0 ? openPeriods(schedule, now, now + aheadMs) : []
  const { closesOn } = schedule
  return [
    ...periods.map(({ opensAt, closesAt }) => ({
      ...{ uid: `${formatCalendarTime(opensAt)}.${id}`, startsAt: opensAt, endsAt: closesAt },
      ...{ summary: `${title} (${game})`, description: [...comments, url].join('\n'), url },
    })),
    ...(closesOn === undefined
      ? []
      : [
          {
            ...{
              uid: `closes.${id}`,
              startsAt: new TimeZone(schedule.timeZone).toInstant(Date.parse(`${closesOn}:00Z`)),
            },
            ...{ summary: `${title} (${game}) closes`, description: url, url },
          },
        ]),
  ]
}
