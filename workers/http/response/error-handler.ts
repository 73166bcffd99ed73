// Turns errors into responses. A response states the cause, or that the service is temporarily unavailable.
import { readErrorIn } from '../../../durable-objects/model/unreadable-records.ts'
import { VersionMismatch } from '../../../durable-objects/rpc/versioned-calls.ts'
import { describeError, explainPlatformError } from '../../../wire/util/log-line.ts'
import { isStorageFull } from '../../../wire/util/storage-full.ts'
import { ApiError } from '../../api/responses/api-error.ts'
import type { AppContext } from '../../context/routing.ts'
import { errorPage } from '../../pages/layout/error.tsx'
import { log } from '../../platform/log.ts'
import { pageResponse, prefersHtml } from './page-response.ts'

/** Answers any thrown error. Logs those that are not for the caller. */
export function handleError(error: Error, c: AppContext): Promise<Response> {
  if (error instanceof ApiError) return toErrorResponse(error, c)
  if (error instanceof VersionMismatch) {
    log('warn', 'version mismatch', { method: c.req.method, path: c.req.path, detail: error.message })
    return toErrorResponse(upgradeInProgress(), c)
  }
  // An overloaded object, one that was reset during the call, or a bug of ours: a retry may work in each case.
  const detail = describeError(error)
  const level = explainPlatformError(error.message) === undefined ? 'error' : 'warn'
  log(level, 'request failed', { method: c.req.method, path: c.req.path, detail })
  return toErrorResponse(new ApiError('unavailable', publicCause(detail)), c)
}

/** For calls between parts of different releases, which happen only in the minutes after a deployment. */
const upgradeInProgress = () =>
  new ApiError('unavailable', 'the site is being upgraded: try again in 10 s', {
    headers: { 'retry-after': '10' },
  })

/** The cause for the caller: only errors that the site's operator can fix. The rest is in the log. */
function publicCause(detail: string): string {
  if (isStorageFull(detail)) return 'nothing can be stored: the disk is full'
  return readErrorIn(detail) ?? 'service temporarily unavailable: try again later'
}

/** Responds with a page to browsers, which accept HTML, and with JSON to all other clients. */
export async function toErrorResponse(error: ApiError, c: AppContext): Promise<Response> {
  const response = prefersHtml(c)
    ? await pageResponse(c, errorPage(error), error.status, error.details.headers)
    : error.response()
  response.headers.append('vary', 'accept')
  return response
}
