// Streams progress as NDJSON: one line for each finished part, and the answer as the last line. Clients that do not
// accept NDJSON get only the answer.
import type { Answers } from '../../api/responses/answers.ts'
import type { AppContext } from '../../context/routing.ts'
import { handleError } from './error-handler.ts'

/** The media type with which clients request progress lines in `Accept`. */
export const ndjsonType = 'application/x-ndjson'

export type OnProgress = (progress: Answers['CreationProgress']) => void

/**
 * If the work ends before the first progress line, the response is an ordinary answer. The work continues if the client
 * disconnects.
 */
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
  const closeWriter = () => writer.close().catch(() => {}) // the client disconnected
  c.executionCtx.waitUntil(writeResult(c, answer, write).then(closeWriter))
  return new Response(readable, {
    headers: { 'content-type': ndjsonType, 'cache-control': 'no-store, no-transform' },
  })
}

/**
 * Writes the last line: the status that the answer would have had, and its body. A JSON body is written as JSON, a page
 * as a string.
 */
async function writeResult(c: AppContext, answer: Promise<Response>, write: (line: object) => Promise<void>) {
  const final = await answer.catch((error: Error) => handleError(error, c))
  // Lists that were cached during the work are outdated now.
  c.get('cache').invalidate(Date.now())
  const isJson = final.headers.get('content-type')?.startsWith('application/json')
  await write({ status: final.status, answer: await (isJson ? final.json() : final.text()) })
}
