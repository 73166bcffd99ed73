import { describeError } from '../../../wire/util/log-line.ts'
import { siteLogsQuery } from '../../api/description/fields.ts'
import type { Answers } from '../../api/responses/answers.ts'
import { ApiError, jsonResponse, noneNamedError } from '../../api/responses/api-error.ts'
import { readSharedCache } from '../../cache/cache-policy.ts'
import type { AppContext, HandledOperation } from '../../context/routing.ts'
import { requireSiteToken } from '../../http/auth/tokens.ts'
import { parseTime, readQuery } from '../../http/request/request-fields.ts'
import { pageResponse, prefersHtml } from '../../http/response/page-response.ts'
import { checkSiteHealth } from '../../monitoring/check-health.ts'
import { siteMetrics, toMetricsInput } from '../../monitoring/metrics.ts'
import { formatMetrics, prometheusContentType } from '../../monitoring/prometheus-text.ts'
import { readSiteLog } from '../../monitoring/site-log.ts'
import { type SiteStatus, toSiteStatus, unreachableStatus } from '../../monitoring/site-status.ts'
import { statusPage } from '../../pages/site/status.tsx'
import { isDiskFull } from '../../platform/disk-status.ts'
import { log } from '../../platform/log.ts'
import { directoryStub } from '../../platform/stubs.ts'

/** Cache lifetime in seconds. All callers share the cache. */
const statusSeconds = 5

export const monitoringOperations: readonly HandledOperation[] = [
  {
    method: 'GET',
    path: '/status',
    name: 'showStatus',
    summary:
      'Returns the status of the site: rooms, sidecars, response times and problems. Browsers get a page.',
    responses: { 200: { description: 'The status, at most some seconds old.', schema: 'Status' } },
    handler: showStatus,
  },
  {
    method: 'DELETE',
    path: '/api/sidecars/:sidecar',
    name: 'forgetSidecar',
    summary:
      'Removes a retired sidecar from the status and the metrics, where it otherwise stays for a week.',
    token: 'site',
    responses: { 204: { description: 'Forgotten.' } },
    errors: ['not-found', 'refused'],
    handler: forgetSidecar,
  },
  {
    method: 'GET',
    path: '/api/metrics',
    name: 'readMetrics',
    summary: 'Returns metrics of the rooms and the Directory for Prometheus. Does not wake sleeping rooms.',
    token: 'site',
    responses: { 200: { description: "Prometheus's text format.", type: 'text/plain' } },
    handler: readMetrics,
  },
  {
    method: 'GET',
    path: '/api/logs',
    name: 'readLogs',
    summary: 'Returns the last 1,000 log lines of up to fifty most recently active rooms.',
    token: 'site',
    query: siteLogsQuery,
    responses: { 200: { description: 'The lines, oldest first.', schema: 'SiteLog' } },
    errors: ['invalid'],
    handler: readLogs,
  },
]

async function showStatus(c: AppContext): Promise<Response> {
  const status = await currentStatus(c)
  const headers = {
    'cache-control': status.directory.ok ? `public, max-age=${statusSeconds}` : 'no-store',
    vary: 'accept',
  }
  return prefersHtml(c)
    ? pageResponse(c, statusPage(status), 200, headers)
    : jsonResponse(status, 200, headers)
}

async function forgetSidecar(c: AppContext): Promise<Response> {
  await requireSiteToken(c)
  const id = c.req.param('sidecar') ?? ''
  const forgotten = await directoryStub(c.env).forgetSidecar(id)
  if (forgotten === 'connected')
    throw new ApiError('refused', `${id} is connected: stop it first, otherwise it connects again`, {
      field: 'sidecar',
    })
  if (!forgotten) throw noneNamedError('sidecar', id)
  return new Response(null, { status: 204 })
}

async function currentStatus(c: AppContext): Promise<SiteStatus> {
  const version = c.get('version')
  try {
    return toSiteStatus(
      c.get('games'),
      await readSharedCache(c, 'status', statusSeconds * 1000, () => checkSiteHealth(c)),
      version,
    )
  } catch (error) {
    log('warn', 'status unavailable', { detail: describeError(error) })
    return unreachableStatus(Date.now(), version, await isDiskFull(c.env))
  }
}

async function readLogs(c: AppContext): Promise<Response> {
  await requireSiteToken(c)
  const { since } = readQuery(siteLogsQuery, c.req.query())
  return jsonResponse<Answers['SiteLog']>({
    log: await readSiteLog(c, since === undefined ? 0 : parseTime('since', since)),
  })
}

async function readMetrics(c: AppContext): Promise<Response> {
  await requireSiteToken(c)
  const health = await checkSiteHealth(c)
  return new Response(formatMetrics(siteMetrics, toMetricsInput(health, c.get('version'))), {
    headers: { 'content-type': prometheusContentType, 'cache-control': 'no-store' },
  })
}
