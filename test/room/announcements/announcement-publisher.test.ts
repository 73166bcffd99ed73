// When a room announces itself to the Directory, and that unchanged announcements are not sent.
import { expect, it } from 'vitest'
import { AnnouncementPublisher } from '../../../durable-objects/room/announcements/announcement-publisher.ts'
import {
  AnnouncementDeduper,
  newestAnnouncement,
} from '../../../durable-objects/room/announcements/last-announcement.ts'
import type { Announcement } from '../../../durable-objects/rpc/rpc-types.ts'
import { SimulatedClock } from '../../simulated-clock.ts'

it('an announcement waits for the previous one, so that an older one cannot replace it', async () => {
  const clock = new SimulatedClock()
  const answers: (() => void)[] = []
  let told = 0
  const tell = () => {
    told++
    return new Promise<void>((resolve) => answers.push(resolve))
  }
  const announcing = new AnnouncementPublisher({ clock, send: tell, hasChanged: () => true, log() {} })
  const [first, second] = [announcing.publish(), announcing.publish()]
  await Promise.resolve()
  expect(told).toBe(1)
  answers[0]!()
  await first
  await Promise.resolve()
  expect(told).toBe(2)
  answers[1]!()
  await second
})

it('a change that reverts before its announcement costs no announcement and sets no timer', async () => {
  const clock = new SimulatedClock()
  let told = 0
  let players = 0
  const tell = async () => void told++
  const announcing = new AnnouncementPublisher({
    clock,
    send: tell,
    hasChanged: () => players !== 0,
    log() {},
  })
  players = 1
  announcing.publishIfChanged()
  expect(announcing.isPending).toBe(true)
  players = 0
  announcing.publishIfChanged()
  expect(announcing.isPending).toBe(false)
  players = 1
  announcing.publishIfChanged()
  clock.pass(1000)
  await Promise.resolve()
  expect(told).toBe(1)
})

it('a failed announcement is retried with growing delays, and not repeated after it succeeds', async () => {
  const clock = new SimulatedClock()
  let fails = true
  let known = false
  let told = 0
  const tell = async () => {
    told++
    if (fails) throw new Error('the Directory is away')
    known = true
  }
  const announcing = new AnnouncementPublisher({ clock, send: tell, hasChanged: () => !known, log() {} })
  await announcing.publish()
  for (const [i, ms] of [1000, 2000, 4000].entries()) {
    clock.pass(ms - 1)
    expect(told).toBe(i + 1)
    fails = i < 2
    clock.pass(1)
    for (let turn = 0; turn < 10; turn++) await Promise.resolve()
    expect([told, announcing.isPending]).toEqual([i + 2, fails])
  }
})

it('an answered announcement is valid for an hour, but not if the clock was set back', () => {
  const room = { game: 'tally', room: 'harbor', players: 1 } as Announcement
  const hour = 60 * 60 * 1000
  const telling = new AnnouncementDeduper()
  const told = telling.digestOf(room, 5)
  // By the instance that sent it, and by the next one.
  for (const asked of [telling, new AnnouncementDeduper()]) {
    expect(asked.isKnown(undefined, room, 5)).toBe(false)
    expect(asked.isKnown(told, room, 5 + hour - 1)).toBe(true)
    expect(asked.isKnown(told, room, 5 + hour)).toBe(false)
    expect(asked.isKnown(told, room, 4)).toBe(false)
    expect(asked.isKnown(told, { ...room, players: 2 }, 6)).toBe(false)
    expect(asked.isKnown(told, room, 6)).toBe(true)
  }
  expect([
    newestAnnouncement(undefined, told),
    newestAnnouncement(told, telling.digestOf(room, 6))?.at,
    newestAnnouncement(told, undefined),
  ]).toEqual([told, 6, told])
})
