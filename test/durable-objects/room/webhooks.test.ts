// A room in a real object reports its faults to the Directory and to the owner's webhooks. These reports do not prevent
// the room's hibernation.
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { webhookKeyPrefix } from '../../../durable-objects/model/webhook.ts'
import type { DirectoryRpc } from '../../../durable-objects/rpc/directory-rpc.ts'
import { clearFaults, failAt } from '../../workers/fixtures/faulty-game.ts'
import { Client } from './gateways/link-clients.ts'
import { resetStorage, TimedRoom } from './timed-room.ts'

beforeEach(() => {
  for (const level of ['error', 'warn'] as const) vi.spyOn(console, level).mockImplementation(() => {})
})
afterEach(async () => {
  vi.restoreAllMocks()
  await resetStorage()
})

const wish = {
  ...{ url: 'https://hooks.example.org/in', on: ['join', 'trouble'] as const, cooldownSeconds: 60 },
  page: 'https://play.test/brittle/harbor',
}

async function hooksOf(room: TimedRoom): Promise<{ trouble?: string; delivery?: object; queue: object[] }[]> {
  const records = await room.records()
  return [...records]
    .filter(([key]) => key.startsWith(webhookKeyPrefix))
    .map(([, value]) => JSON.parse(String(value)))
}

it("lasting trouble is reported to the Directory and to the owner's webhook until it ends", async () => {
  const room = await TimedRoom.create({}, 'brittle')
  await room.calls.addWebhook(wish)
  const directory = env.DIRECTORY.getByName('directory') as unknown as DirectoryRpc
  await Client.connected(room, 'ann')
  failAt('tick')
  await room.pass(3000)
  const [told] = (await directory.siteStats()).rooms
  expect(told).toMatchObject({
    game: 'brittle',
    trouble: { what: 'tick' },
    figures: { faults: expect.any(Number) },
  })
  expect(told!.figures!.faults).toBeGreaterThan(1)
  expect((await hooksOf(room))[0]).toMatchObject({ trouble: 'its ticks fail' })
  clearFaults()
  await room.pass(4000)
  expect((await hooksOf(room))[0]).not.toHaveProperty('trouble')
})

it('an event within the cooldown waits for the alarm: the room hibernates and delivers it later', async () => {
  const room = await TimedRoom.create({}, 'tally')
  await room.calls.addWebhook({ ...wish, on: ['join'] })
  for (const name of ['ann', 'bob']) {
    const client = await Client.connected(room, name)
    client.close()
    await room.pass(0)
  }
  await room.pass(1000)
  expect((await hooksOf(room))[0]!.queue).toHaveLength(1)
  expect(await room.alarmAt()).not.toBeNull()
  await room.evict()
  expect((await hooksOf(room))[0]!.queue).toHaveLength(1)
  await room.pass(60_000)
  await room.runAlarm()
  await room.pass(0)
  expect((await hooksOf(room))[0]).toMatchObject({ queue: [], lastSentAt: { join: expect.any(Number) } })
})
