// `packetboat logs`: prints the log of a room or of the site's most recently active rooms. With --follow, new lines are
// printed as they arrive.
import { setTimeout as delay } from 'node:timers/promises'
import { createStopSignal } from '../../sidecar/util/signals.ts'
import type { Answers } from '../../workers/api/responses/answers.ts'
import type { ApiClient } from '../api/api-client.ts'
import { Failure } from '../terminal/failure.ts'
import type { Output } from '../terminal/output.ts'
import { type ApiFlags, apiClient } from './room.ts'

type SiteLogLine = Answers['SiteLog']['log'][number]

export interface LogsFlags extends ApiFlags {
  readonly follow?: boolean
}

/**
 * Polling intervals in milliseconds. Each poll keeps a room awake for a while, so a quiet log is polled less and less
 * often.
 */
const minPollMs = 2000
const maxPollMs = 15_000

type LastPrinted = Map<string, Pick<SiteLogLine, 'number' | 'time'>>

/**
 * `name`: a room as `game/room`, or undefined for the site. `waitForNextPoll`: waits for the given milliseconds and
 * returns false to end the loop. Throws Failure if the first poll fails.
 */
export async function showLogs(
  name: string | undefined,
  flags: LogsFlags,
  output: Output,
  waitForNextPoll: ((ms: number) => Promise<boolean>) | undefined = flags.follow
    ? createPollTimer()
    : undefined,
): Promise<void> {
  const site = apiClient(flags)
  const lastPrinted: LastPrinted = new Map()
  const printNew = async (since: string | undefined) => {
    const lines = await newLines(site, name, since, lastPrinted)
    for (const line of lines) output.out(flags.json ? JSON.stringify(line) : formatLine(line, name))
    return lines
  }
  const first = await printNew(undefined)
  if (!first.length) output.err(name === undefined ? 'no log lines yet' : `no log lines of ${name} yet`)
  let since = first.at(-1)?.time
  if (!waitForNextPoll) return
  let lastError: string | undefined
  for (let wait = minPollMs; await waitForNextPoll(wait); ) {
    try {
      const lines = await printNew(since)
      since = lines.at(-1)?.time ?? since
      wait = lines.length > 0 ? minPollMs : Math.min(maxPollMs, wait * 2)
      lastError = undefined
    } catch (error) {
      // The site may become available again, for example after a deployment. Each error is printed only once.
      if (!(error instanceof Failure)) throw error
      if (error.message !== lastError) output.err(error.message)
      lastError = error.message
      wait = maxPollMs
    }
  }
}

async function newLines(
  site: ApiClient,
  name: string | undefined,
  since: string | undefined,
  lastPrinted: LastPrinted,
): Promise<readonly SiteLogLine[]> {
  const lines =
    name === undefined ? await site.logs(since) : await roomLines(site, name, lastPrinted.get(name)?.number)
  const unprinted = lines.filter(({ game, room, number, time }) => {
    const last = lastPrinted.get(`${game}/${room}`)
    // The numbers of lines restart if the room was deleted and a new room with the same name was created.
    return !last || number > last.number || time > last.time
  })
  for (const { game, room, number, time } of unprinted) lastPrinted.set(`${game}/${room}`, { number, time })
  return unprinted
}

async function roomLines(site: ApiClient, name: string, after = 0): Promise<SiteLogLine[]> {
  const [game = '', room = ''] = name.split('/')
  return (await site.log(name, after)).map((line) => ({ game, room, ...line }))
}

function createPollTimer(): (ms: number) => Promise<boolean> {
  const stopped = createStopSignal()
  return async (ms) => {
    await delay(ms, undefined, { signal: stopped }).catch(() => {}) // stopped during the wait
    return !stopped.aborted
  }
}

function formatLine({ time, game, room, kind, text }: SiteLogLine, name: string | undefined): string {
  const of = name === undefined ? `  ${game}/${room}` : ''
  return `${time}${of}  ${kind.padEnd(7)}  ${text}`
}
