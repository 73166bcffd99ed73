// Streams progress as NDJSON: one line for each finished part, and the answer itself as the last line. Clients that
// do not accept NDJSON get the answer alone.
import type { Answers } from '../../api/responses/answers.ts'
import type { AppContext } from '../../context/routing.ts'
import { handleError } from './error-handler.ts'

/** Media type in `Accept` that requests progress lines. */
export const ndjsonType = 'application/x-ndjson'

export type OnProgress = (progress: Answers['Founding']) => void

/** Before the first progress line, sends an ordinary response. The work continues if the client disconnects. */
export async function respondWithProgress(
  c: AppContext,
  run: (onProgress: OnProgress) => Promise<Response>,
): Promise<Response> {
  if (!c.req.header('accept')?.includes(ndjsonType)) return run(() => {})
  const { readable, writable } = new IdentityTransformStream()
  const writer = writable.getWriter()
  const encoder = new TextEncoder()
  const write = async (line: object) => {
    await writer.write(encoder.encode(`${JSON.stringify(line)}\n`)).catch(() => {}) // the client disconnected
  }
  let start = () => {}
  const started = new Promise<undefined>((resolve) => {
    start = () => resolve(undefined)
  })
  const answer = run((progress) => {
    start()
    void write(progress)
  })
  const early = await Promise.race([answer, started])
  if (early) return early
  c.executionCtx.waitUntil(writeResult(c, answer, write).then(() => writer.close().catch(() => {}))) // the client disconnected
  return new Response(readable, {
    headers: {
      'content-type': ndjsonType,
      'cache-control': 'no-store, no-transform',
    },
  })
}

/** Writes the status that the answer would have had, and its body: JSON as such, a page as text. */
async function writeResult(c: AppContext, answer: Promise<Response>, write: (line: object) => Promise<void>) {
  const final = await answer.catch((error: Error) => handleError(error, c))
  // Lists that were cached during the work are outdated.
  c.get('cache').invalidate(Date.now())
  const isJson = final.headers.get('content-type')?.startsWith('application/json')
  await write({ status: final.status, answer: await (isJson ? final.json() : final.text()) })
}
