import { findUnreadableError } from '../../../durable-objects/model/unreadable-records.ts'
import { VersionMismatch } from '../../../durable-objects/rpc/versioned-calls.ts'
import { describeError, explainPlatformError } from '../../../wire/util/log-line.ts'
import { isStorageFull } from '../../../wire/util/storage-full.ts'
import { ApiError, retryLaterError } from '../../api/responses/api-error.ts'
import type { AppContext } from '../../context/routing.ts'
import { errorPage } from '../../pages/layout/error.tsx'
import { log } from '../../platform/log.ts'
import { pageResponse, prefersHtml } from './page-response.ts'

/** Logs errors that the caller may not see. */
export function handleError(error: Error, c: AppContext): Promise<Response> {
  if (error instanceof ApiError) return toErrorResponse(error, c)
  if (error instanceof VersionMismatch) {
    log('warn', 'version mismatch', { method: c.req.method, path: c.req.path, detail: error.message })
    return toErrorResponse(upgradeInProgress(), c)
  }
  // Either the object is overloaded, or it was reset during the call, or the site has a bug. A retry may succeed in
  // each case.
  const detail = describeError(error)
  const level = explainPlatformError(error.message) === undefined ? 'error' : 'warn'
  log(level, 'request failed', { method: c.req.method, path: c.req.path, detail })
  return toErrorResponse(new ApiError('unavailable', publicCause(detail)), c)
}

/** Parts of different releases can call each other in the first minutes after a deployment. */
const upgradeInProgress = () => retryLaterError('unavailable', 'the site is being upgraded', 10)

/** Callers may see only problems that the site's operator can fix. The log contains the details. */
function publicCause(detail: string): string {
  if (isStorageFull(detail)) return 'nothing can be stored: the disk is full'
  return findUnreadableError(detail) ?? 'service temporarily unavailable: try again later'
}

/** Returns a page to clients that prefer HTML, such as browsers, and JSON to all other clients. */
export async function toErrorResponse(error: ApiError, c: AppContext): Promise<Response> {
  const response = prefersHtml(c)
    ? await pageResponse(c, errorPage(error), error.status, error.details.headers)
    : error.response()
  response.headers.append('vary', 'accept')
  return response
}
