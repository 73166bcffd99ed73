// Merges the logs of the site's most recently active rooms.
import type { LogLine } from '../durable-objects/room-log.ts'
import type { SurveyedRoom } from '../durable-objects/survey.ts'
import { detailOf } from '../wire/log-line.ts'
import { log } from './log.ts'
import { directoryOf, roomNamed } from './objects.ts'
import type { Asked } from './routes.ts'
import { inTime } from './surveyed.ts'

/** Limits of rooms asked, which wakes sleeping ones, and of lines in all. */
const mostAsked = 50
const mostLines = 1000

export interface SiteLogLine extends LogLine {
  readonly game: string
  readonly room: string
}

/** Lines since then (milliseconds since 1970), oldest first. Skips rooms without players or activity. */
export async function siteLog({ env }: Asked, since: number): Promise<readonly SiteLogLine[]> {
  const { rooms } = await directoryOf(env).survey()
  const heard = rooms
    .filter(({ players, said = 0 }) => players > 0 || said >= since)
    .sort((a, b) => (b.said ?? 0) - (a.said ?? 0))
    .slice(0, mostAsked)
  const logs = await Promise.all(heard.map((room) => logOf(env, room)))
  return logs
    .flat()
    .filter(({ time }) => Date.parse(time) >= since)
    .sort((a, b) => Date.parse(a.time) - Date.parse(b.time))
    .slice(-mostLines)
}

/** Empty for a room that cannot be read, so that the others are still listed. */
async function logOf(env: Asked['env'], { game, room }: SurveyedRoom): Promise<readonly SiteLogLine[]> {
  try {
    const lines = (await inTime(roomNamed(env, `${game}/${room}`).log(0))) ?? []
    return lines.map((line) => ({ game, room, ...line }))
  } catch (error) {
    log('warn', 'no log', { game, room, detail: detailOf(error) })
    return []
  }
}
