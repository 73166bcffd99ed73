// What whoever asked is told when it was not done: why, or that it cannot be answered at the moment.
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

/** Of whatever was thrown. What is not ours to say is logged. */
export function answerTo(error: Error, c: Asked): Promise<Response> {
  if (error instanceof ApiError) return told(error, c)
  if (error instanceof VersionMismatch) {
    log('warn', 'another release', { method: c.req.method, path: c.req.path, detail: error.message })
    return told(upgrading(), c)
  }
  // An object that is overloaded, or was reset under the call, or a fault of ours: worth another try either way.
  const detail = detailOf(error)
  const level = understand(error.message) === undefined ? 'error' : 'warn'
  log(level, 'request failed', { method: c.req.method, path: c.req.path, detail })
  return told(new ApiError('unavailable', causeOf(detail)), c)
}

/** Within minutes of a deployment all ends are of one release again. */
const upgrading = () =>
  new ApiError('unavailable', 'the site is being upgraded: try again in some seconds', {
    headers: { 'retry-after': '10' },
  })

/** What whoever asked is told of a fault: no more than the site's host can mend. The rest is in the log. */
function causeOf(detail: string): string {
  if (isNoSpace(detail)) return 'nothing can be stored: the disk is full'
  return notShownIn(detail) ?? 'this cannot be answered at the moment'
}

/** To browsers, which name HTML among what they take, as a page; to everything else as JSON. */
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
