import { expect, it } from 'vitest'
import type { Schedule } from '../../../durable-objects/model/schedule.ts'
import { OpeningHours } from '../../../durable-objects/room/lifecycle/opening-hours.ts'
import type { ClientSession } from '../../../durable-objects/room/sessions/client-session.ts'
import { describeRejection } from '../../../durable-objects/room/world/rejection.ts'
import type { Game } from '../../../games/game.ts'
import { tally } from '../../fixtures/tally-game/index.ts'
import { testContext } from '../../room-context.ts'
import { SimulatedClock } from '../../simulated-clock.ts'

const minute = 60_000
const schedule: Schedule = { timeZone: 'UTC', hours: ['daily 19:00-20:00'] }
const at = (time: string) => Date.parse(`2030-01-01T${time}Z`)

/** A room with one player, whose alarm the test fires. */
function roomAt(time: string, hours: Schedule | null = schedule) {
  const clock = new SimulatedClock(at(time))
  const did: string[] = []
  let alarmAt: number | undefined
  const context = testContext({
    ...{ game: tally as Game, clock },
    ...(hours && { meta: { schedule: hours } }),
    disk: {
      setAlarm(time) {
        alarmAt = time
      },
    },
  })
  const sessions = [{} as ClientSession]
  const world = {
    occupied: {
      sessions,
      actions: { broadcast: (text: string) => void did.push(`told: ${text}`) as undefined },
      endSession(_session: ClientSession, reason: string, forGood?: string) {
        sessions.length = 0
        did.push(`${forGood}: ${reason}`)
      },
    },
  }
  const one = new OpeningHours(context, world, () => did.push('announced'))
  context.events.emit('worldOpened')
  return {
    ...{ context, did },
    get alarmAt() {
      return alarmAt === undefined ? undefined : new Date(alarmAt).toISOString().slice(11, 16)
    },
    fire() {
      clock.pass(alarmAt! - clock.now())
      context.alarm.cleared()
      one.onAlarm()
    },
  }
}

it('players are warned ten minutes and a minute before the room closes, and disconnected when it does', () => {
  const room = roomAt('19:30')
  expect(room.alarmAt).toBe('19:50')
  for (const [expected, next] of [
    ['told: This room closes in 10 minutes.', '19:59'],
    ['told: This room closes in a minute.', '20:00'],
    ['closed: closed until 2030-01-02T19:00:00.000Z', '19:00'],
  ] as const) {
    room.fire()
    expect([room.did.splice(0), room.alarmAt]).toEqual([[expected, 'announced'], next])
  }
  room.fire()
  expect([room.did, room.alarmAt, room.context.isOpen]).toEqual([['announced'], '19:50', true])
})

it('a room that its owner has closed stays closed within its hours, and players in it are warned, too', () => {
  const room = roomAt('19:30')
  room.context.meta = { ...room.context.meta!, status: 'closed' }
  expect(room.context.isOpen).toBe(false)
  room.fire()
  expect(room.did[0]).toBe('told: This room closes in 10 minutes.')
})

it('an alarm for another reason does not repeat a notice', () => {
  const room = roomAt('19:30')
  room.fire()
  room.did.length = 0
  room.context.alarm.request('idle', room.context.now + minute)
  room.fire()
  expect(room.did).toEqual(['announced'])
})

it('a room without opening hours sets no alarm for opening or closing', () => {
  const room = roomAt('19:30', null)
  expect(room.alarmAt).toBeUndefined()
})

it('the reason of a rejection contains the opening time in the room’s time zone', () => {
  const berlin: Schedule = { timeZone: 'Europe/Berlin', hours: ['Fri 19:00-23:00'] }
  const opensAt = Date.parse('2026-11-27T18:00:00Z')
  expect(describeRejection('closed', berlin, { isOpen: false, opensAt })).toEqual({
    text: 'This room is closed until Fri 27 Nov, 19:00 (Europe/Berlin).',
    closeReason: 'closed until 2026-11-27T18:00:00.000Z',
  })
  expect(describeRejection('closed', berlin, { isOpen: false }).text).toBe('This room is closed.')
  expect(describeRejection('full', berlin, { isOpen: false, opensAt }).closeReason).toBe('full')
})
