// Monitoring for the site's operator: status, metrics, logs.

import { accepts } from 'hono/accepts'
import type { Game } from '../games/game.ts'
import { detailOf } from '../wire/log-line.ts'
import { json } from './answers/error.ts'
import { forEverybody } from './asker.ts'
import { logsQuery } from './description/fields.ts'
import { isDiskFull } from './disk.ts'
import { readQuery } from './fields.ts'
import { log } from './log.ts'
import { page } from './page.ts'
import { statusPage } from './pages/status.tsx'
import type { Asked, Served } from './routes.ts'
import { exposition, expositionType } from './seeing/exposition.ts'
import { measured, metrics } from './seeing/metrics.ts'
import { type Status, statusOf, unknownStatus } from './seeing/status.ts'
import { siteLog } from './site-log.ts'
import { surveyed } from './surveyed.ts'
import { mustBeSite } from './tokens.ts'

/** Cache lifetime of the status for all callers, in seconds. */
const statusSeconds = 5

export function seeingOperations(games: readonly Game[], version: string): Served[] {
  return [
    {
      method: 'GET',
      path: '/status',
      name: 'showStatus',
      says: 'How the site is: rooms, sidecars, how fast objects answer, and what is in trouble. For browsers it is a page.',
      answers: {
        200: { says: 'As it was at most some seconds ago.', schema: 'Status' },
      },
      answer: (c) => showStatus(c, games, version),
    },
    {
      method: 'GET',
      path: '/api/metrics',
      name: 'readMetrics',
      says: 'What the rooms and the Directory do, for Prometheus. Rooms that sleep are asked nothing.',
      token: 'site',
      answers: { 200: { says: 'The text format of Prometheus.', type: 'text/plain' } },
      answer: (c) => readMetrics(c, version),
    },
    {
      method: 'GET',
      path: '/api/logs',
      name: 'readLogs',
      says: 'What happened in the rooms that were heard of last, at most fifty of them: a thousand lines.',
      token: 'site',
      query: logsQuery,
      answers: { 200: { says: 'The lines, the oldest first.', schema: 'SiteLog' } },
      errors: ['invalid'],
      answer: readLogs,
    },
  ]
}

async function showStatus(c: Asked, games: readonly Game[], version: string): Promise<Response> {
  const status = await statusNow(c, games, version)
  const wanted = accepts(c, {
    header: 'Accept',
    supports: ['application/json', 'text/html'],
    default: 'application/json',
  })
  const headers = {
    'cache-control': status.directory.ok ? `public, max-age=${statusSeconds}` : 'no-store',
    vary: 'accept',
  }
  return wanted === 'text/html' ? page(c, statusPage(status), 200, headers) : json(status, 200, headers)
}

async function statusNow(c: Asked, games: readonly Game[], version: string): Promise<Status> {
  try {
    return statusOf(games, await forEverybody(c, 'survey', statusSeconds * 1000, () => surveyed(c)), version)
  } catch (error) {
    log('warn', 'no status', { detail: detailOf(error) })
    return unknownStatus(Date.now(), version, await isDiskFull(c.env))
  }
}

async function readLogs(c: Asked): Promise<Response> {
  await mustBeSite(c)
  const { since } = readQuery(logsQuery, c.req.query())
  return json({ log: await siteLog(c, since === undefined ? 0 : Date.parse(since)) })
}

async function readMetrics(c: Asked, version: string): Promise<Response> {
  await mustBeSite(c)
  const of = await surveyed(c)
  return new Response(exposition(metrics, measured(of, version)), {
    headers: {
      ...{ 'content-type': expositionType, 'cache-control': 'no-store' },
      'x-content-type-options': 'nosniff',
    },
  })
}
