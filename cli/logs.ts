// `packetboat logs`: what happened in a room, or in those of the site that were heard of last; with --follow as it happens.
import { setTimeout as delay } from 'node:timers/promises'
import type { Api, SiteLogLine } from './api/api.ts'
import { api, type RoomAccess } from './room.ts'
import { onSignals } from './signals.ts'
import { Failure } from './terminal/failure.ts'
import { type Output, plain } from './terminal/output.ts'

export interface LogsRequest extends RoomAccess {
  /** Until a signal ends it. */
  readonly follow?: boolean
}

/** How often it is asked for what is new: each time keeps a room awake for a while, so where nothing happens less often. */
const soonestMs = 2000
const latestMs = 15_000

/** Lines that were shown already: of each room the number of the last. */
type Shown = Map<string, number>

/**
 * `name`: `game/room`; undefined: the site. `hasWaited`: so many milliseconds, before it is asked again; false: it is to
 * end. Throws Failure when it cannot be asked at first.
 */
export async function showLogs(
  name: string | undefined,
  asked: LogsRequest,
  output: Output,
  hasWaited: ((ms: number) => Promise<boolean>) | undefined = asked.follow ? untilStopped() : undefined,
): Promise<void> {
  const site = api(asked)
  const shown: Shown = new Map()
  const show = async (since: string | undefined) => {
    const lines = await newLines(site, name, since, shown)
    for (const line of lines) output.out(asked.json ? JSON.stringify(line) : textOf(line, name))
    return lines
  }
  let since = (await show(undefined)).at(-1)?.time
  if (!hasWaited) return
  let trouble: string | undefined
  for (let wait = soonestMs; await hasWaited(wait); ) {
    try {
      const lines = await show(since)
      since = lines.at(-1)?.time ?? since
      wait = lines.length > 0 ? soonestMs : Math.min(latestMs, wait * 2)
      trouble = undefined
    } catch (error) {
      // It may be back: a site that is deployed is away for a moment. Whatever else is wrong is said once.
      if (!(error instanceof Failure)) throw error
      if (error.message !== trouble) output.err(error.message)
      trouble = error.message
      wait = latestMs
    }
  }
}

async function newLines(
  site: Api,
  name: string | undefined,
  since: string | undefined,
  shown: Shown,
): Promise<readonly SiteLogLine[]> {
  const lines = name === undefined ? await site.logs(since) : await linesOf(site, name, shown.get(name))
  const fresh = lines.filter(({ game, room, number }) => number > (shown.get(`${game}/${room}`) ?? 0))
  for (const { game, room, number } of fresh) shown.set(`${game}/${room}`, number)
  return fresh
}

async function linesOf(site: Api, name: string, after = 0): Promise<SiteLogLine[]> {
  const [game = '', room = ''] = name.split('/')
  return (await site.log(name, after)).map((line) => ({ game, room, ...line }))
}

function untilStopped(): (ms: number) => Promise<boolean> {
  const stopped = onSignals()
  return async (ms) => {
    // Stopped, it rejects at once.
    await delay(ms, undefined, { signal: stopped }).catch(() => {}) // ended while it waited
    return !stopped.aborted
  }
}

function textOf({ time, game, room, kind, text }: SiteLogLine, name: string | undefined): string {
  const of = name === undefined ? `  ${game}/${room}` : ''
  return `${time}${of}  ${kind.padEnd(7)}  ${plain(text)}`
}
