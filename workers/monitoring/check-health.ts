// Checks the health of the site. Health checks do not call sleeping rooms, because a call would wake them.
import type { RoomStats } from '../../durable-objects/model/site-stats.ts'
import { withTimeout } from '../../durable-objects/platform/clock.ts'
import type { AppContext } from '../context/routing.ts'
import { isDiskFull } from '../platform/disk-status.ts'
import { directoryStub, roomStub } from '../platform/stubs.ts'
import type { RoomPing, SiteHealth } from './site-health.ts'

/** Health checks call only the `maxPingedRooms` rooms with the most players, `batchSize` at a time. */
const maxPingedRooms = 200
const batchSize = 50
const responseTimeoutMs = 2000

/** Throws the Directory's errors. */
export async function checkSiteHealth({ env }: AppContext): Promise<SiteHealth> {
  const at = Date.now()
  const stats = await withinTimeout(directoryStub(env).siteStats())
  const directoryMs = Date.now() - at
  const diskFull = await withinTimeout(isDiskFull(env))
  const awake = stats.rooms.filter(isAwake).slice(0, maxPingedRooms)
  const pings: RoomPing[] = []
  for (let from = 0; from < awake.length; from += batchSize) {
    const batch = awake.slice(from, from + batchSize)
    pings.push(...(await Promise.all(batch.map((room) => pingRoom(env, room)))))
  }
  return { at, stats, directoryMs, diskFull, pings }
}

const isAwake = ({ ticks, players, status }: RoomStats) =>
  ticks && players > 0 && (status === 'open' || status === 'closed')

async function pingRoom(env: AppContext['env'], { game, room }: RoomStats): Promise<RoomPing> {
  const name = `${game}/${room}`
  const startedAt = Date.now()
  const metrics = await withinTimeout(roomStub(env, name).metrics()).catch(() => undefined) // the room counts as silent
  return { name, milliseconds: Date.now() - startedAt, ...(metrics && { metrics }) }
}

export const withinTimeout = <T>(answer: Promise<T>): Promise<T> =>
  withTimeout(answer, responseTimeoutMs, `no response within ${responseTimeoutMs} ms`)
