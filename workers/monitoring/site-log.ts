import type { RoomStats } from '../../durable-objects/model/site-stats.ts'
import { describeError } from '../../wire/util/log-line.ts'
import type { Answers } from '../api/responses/answers.ts'
import type { AppContext } from '../context/routing.ts'
import { log } from '../platform/log.ts'
import { directoryStub, roomStub } from '../platform/stubs.ts'
import { withinTimeout } from './check-health.ts'

/**
 * `maxRooms` limits the rooms that are read, because reading a log wakes a sleeping room. `maxLines`: the maximum
 * number of lines of all rooms together.
 */
const maxRooms = 50
const maxLines = 1000

type SiteLog = Answers['SiteLog']['log']

/**
 * Returns the lines of the most recently active rooms since `since` (milliseconds since 1970), with the oldest first.
 * Rooms without players that have announced nothing since then are skipped.
 */
export async function readSiteLog({ env }: AppContext, since: number): Promise<SiteLog> {
  const { rooms } = await directoryStub(env).siteStats()
  const activeRooms = rooms
    .filter(({ players, announcedAt = 0 }) => players > 0 || announcedAt >= since)
    .sort((a, b) => (b.announcedAt ?? 0) - (a.announcedAt ?? 0))
    .slice(0, maxRooms)
  const logs = await Promise.all(activeRooms.map((room) => readRoomLog(env, room)))
  return logs
    .flat()
    .filter(({ time }) => Date.parse(time) >= since)
    .sort((a, b) => Date.parse(a.time) - Date.parse(b.time))
    .slice(-maxLines)
}

/** Returns an empty list if the room's log cannot be read, so that the logs of other rooms are still listed. */
async function readRoomLog(env: AppContext['env'], { game, room }: RoomStats): Promise<SiteLog> {
  try {
    const lines = (await withinTimeout(roomStub(env, `${game}/${room}`).logAfter(0))) ?? []
    return lines.map((line) => ({ game, room, ...line }))
  } catch (error) {
    log('warn', 'room log unavailable', { game, room, detail: describeError(error) })
    return []
  }
}
