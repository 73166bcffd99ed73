// Turns errors into answers: the cause, or that the service is temporarily unavailable.
import { accepts } from 'hono/accepts'
import { VersionMismatch } from '../durable-objects/calls.ts'
import { notShownIn } from '../durable-objects/damage.ts'
import { detailOf, understand } from '../wire/log-line.ts'
import { isNoSpace } from '../wire/no-space.ts'
import { ApiError } from './answers/error.ts'
import { log } from './log.ts'
import { page } from './page.ts'
import { errorPage } from './pages/error.tsx'
import type { Asked } from './routes.ts'

/** Answers any thrown error. Logs those that are not for the caller. */
export function answerTo(error: Error, c: Asked): Promise<Response> {
  if (error instanceof ApiError) return told(error, c)
  if (error instanceof VersionMismatch) {
    log('warn', 'another release', { method: c.req.method, path: c.req.path, detail: error.message })
    return told(upgrading(), c)
  }
  // An overloaded object, one that was reset during the call, or a bug of ours: a retry may work in each case.
  const detail = detailOf(error)
  const level = understand(error.message) === undefined ? 'error' : 'warn'
  log(level, 'request failed', { method: c.req.method, path: c.req.path, detail })
  return told(new ApiError('unavailable', causeOf(detail)), c)
}

/** All parts run the same release within minutes of a deployment. */
const upgrading = () =>
  new ApiError('unavailable', 'the site is being upgraded: try again in some seconds', {
    headers: { 'retry-after': '10' },
  })

/** The cause for the caller: only faults that the site's operator can fix. The rest is in the log. */
function causeOf(detail: string): string {
  if (isNoSpace(detail)) return 'nothing can be stored: the disk is full'
  return notShownIn(detail) ?? 'this cannot be answered at the moment'
}

/** A page for browsers, which accept HTML; JSON for all others. */
export async function told(error: ApiError, c: Asked): Promise<Response> {
  const wanted = accepts(c, {
    header: 'Accept',
    supports: ['application/json', 'text/html'],
    default: 'application/json',
  })
  const answer =
    wanted === 'text/html'
      ? await page(c, errorPage(error), error.status, error.particulars.headers)
      : error.response()
  answer.headers.append('vary', 'accept')
  return answer
}
