import { afterEach, expect, it } from 'vitest'
import { roomClock } from '../../workers/fixtures/room-clock.ts'
import { Client } from './gateways/link-clients.ts'
import { resetStorage, TimedRoom } from './timed-room.ts'

afterEach(resetStorage)

const hourMs = 3_600_000

/** Daily opening hours that last one hour and begin at a full hour, one to two hours from now. */
function laterHours() {
  const opens = new Date(Math.ceil(roomClock.now() / hourMs) * hourMs + hourMs)
  const time = (at: Date) => at.toISOString().slice(11, 16)
  const closes = new Date(opens.getTime() + hourMs)
  return { opens, schedule: { timeZone: 'UTC', hours: [`daily ${time(opens)}-${time(closes)}`] } }
}

it('a room refuses players outside of its opening hours, opens by itself, and disconnects the players when it closes', async () => {
  const room = await TimedRoom.create()
  const { opens, schedule } = laterHours()
  const changed = await room.calls.patch({ schedule })
  expect(changed).toMatchObject({
    status: 'closed',
    outsideHours: true,
    opensAt: opens.toISOString(),
    schedule,
  })
  const bob = await Client.of(room)
  expect([await bob.next(), await bob.closed]).toEqual([
    'no: closed',
    { code: 1000, reason: `closed until ${opens.toISOString()}` },
  ])
  // After this eviction the alarm wakes a new instance, not the instance that set the alarm.
  await room.evict()
  await room.state()
  await room.pass(opens.getTime() - roomClock.now())
  await room.runAlarm()
  const opened = await room.state()
  expect([opened.status, opened.closesAt]).toEqual(['open', new Date(opens.getTime() + hourMs).toISOString()])
  const ann = await Client.connected(room, 'ann')
  expect(await ann.ask('+')).toBe('+1 1')
  await room.pass(hourMs)
  await room.runAlarm()
  const tomorrow = new Date(opens.getTime() + 24 * hourMs)
  expect([await ann.next(), (await ann.closed).reason]).toEqual([
    'no: closed',
    `closed until ${tomorrow.toISOString()}`,
  ])
  expect((await room.state()).players).toBe(0)
  expect(await room.calls.patch({ schedule: null })).toMatchObject({ status: 'open' })
  expect((await room.state()).schedule).toBeUndefined()
})
