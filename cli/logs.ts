// `packetboat logs`: the log of a room, or of the site's most recently active ones; --follow prints new lines as they
// arrive.
import { setTimeout as delay } from 'node:timers/promises'
import type { Api, SiteLogLine } from './api/api.ts'
import { api, type RoomAccess } from './room.ts'
import { onSignals } from './signals.ts'
import { Failure } from './terminal/failure.ts'
import { type Output, plain } from './terminal/output.ts'

export interface LogsRequest extends RoomAccess {
  /** Continues until a signal. */
  readonly follow?: boolean
}

/** Polling intervals: each poll keeps a room awake for a while, so quiet logs are polled less often. */
const soonestMs = 2000
const latestMs = 15_000

/** The number of the last printed line per room. */
type Shown = Map<string, number>

/**
 * `name`: `game/room`; undefined: the site. `hasWaited`: waits so many milliseconds between polls; false ends it.
 * Throws Failure if the first poll fails.
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
      // The site may return: during a deployment it is briefly unavailable. Prints each error once.
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
    // It rejects at once when stopped.
    await delay(ms, undefined, { signal: stopped }).catch(() => {}) // stopped during the wait
    return !stopped.aborted
  }
}

function textOf({ time, game, room, kind, text }: SiteLogLine, name: string | undefined): string {
  const of = name === undefined ? `  ${game}/${room}` : ''
  return `${time}${of}  ${kind.padEnd(7)}  ${plain(text)}`
}
