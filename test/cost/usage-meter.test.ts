// Compares the usage counters of the room, which its owner sees, with counts of the simulated platform.
import { describe, expect, it } from 'vitest'
import { playerLoads } from '../../bench/cost/loads.ts'
import type { Behaviour } from '../../bench/cost/players/load.ts'
import { MeteredRoom } from '../../bench/cost/simulated-room.ts'
import { usagePrice } from '../../durable-objects/pricing/prices.ts'
import { sampleOf } from '../seeds.ts'

const minuteMs = 60_000

/** Lets players play for `minutes`, and returns the counts of the room and of the platform. */
async function counted(
  game: string,
  players: number,
  behaviour: Behaviour,
  minutes: number,
  by: 'sidecar' | 'socket',
) {
  const load = playerLoads.get(game)!
  const room = await MeteredRoom.create(load.setup)
  const before = await ownCounts(room)
  const usageSoFar = room.meter.begin()
  const transport = by === 'socket' ? 'websocket' : load.transport
  for (let n = 0; n < players; n++)
    room.connectClient(transport, by, (client) => load.player(n, behaviour, client))
  await room.advance(minutes * minuteMs)
  return { platform: usageSoFar(), before, own: await ownCounts(room) }
}

const fields = ['messages', 'requests', 'rowsRead', 'rowsWritten', 'awakeSeconds', 'minutes'] as const
type Counts = { readonly [field in (typeof fields)[number]]: number }

async function ownCounts(room: MeteredRoom): Promise<Counts> {
  const { days } = (await room.call((one) => one.calls.usage()))!
  const sums = fields.map((field) => [field, days.reduce((sum, day) => sum + day[field], 0)])
  return Object.fromEntries(sums)
}

const rooms = sampleOf(
  [
    ['soaprun', 5, 'plays', 2, 'sidecar'],
    ['soaprun', 5, 'plays', 2, 'socket'],
    ['arcane-sector', 5, 'plays', 2, 'sidecar'],
    ['archipelago', 5, 'plays', 90, 'sidecar'],
    ['archipelago', 5, 'bounces', 90, 'sidecar'],
    ['archipelago', 5, 'bounces', 90, 'socket'],
  ] as const,
  3,
)

describe('the counters of a room', () => {
  it.each(rooms)(
    'match Cloudflare’s counts, through every hibernation: %s, %i players (%s), %i minutes, by %s',
    async (game, players, behaviour, minutes, by) => {
      const { platform, before, own } = await counted(game, players, behaviour, minutes, by)
      const used = { ...own, seconds: platform.seconds }
      for (const field of fields) used[field] -= before[field]
      for (const field of ['messages', 'rowsWritten', 'awakeSeconds', 'requests'] as const) {
        const margin = Math.max(platform[field] * 0.03, 5)
        expect(used[field], field).toBeLessThanOrEqual(platform[field] + margin)
        expect(used[field], field).toBeGreaterThanOrEqual(platform[field] - margin)
      }
      expect(usagePrice(used) / usagePrice(platform)).toBeCloseTo(1, 1)
      expect(used.minutes).toBeGreaterThan(0)
      expect(used.minutes).toBeLessThanOrEqual(minutes + 1)
    },
  )
})
