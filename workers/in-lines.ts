// Streams progress as NDJSON: one line for each finished part, and the answer itself as the last line. Clients that
// do not accept NDJSON get the answer alone.
import type { Far } from './answers/far.ts'
import { answerTo } from './failing.ts'
import type { Asked } from './routes.ts'

/** Media type in `Accept` that requests progress lines. */
export const linesType = 'application/x-ndjson'

export type Telling = (far: Far) => void

/** Before the first progress line, sends an ordinary response. The work continues if the client disconnects. */
export async function inLines(c: Asked, act: (tell: Telling) => Promise<Response>): Promise<Response> {
  if (!c.req.header('accept')?.includes(linesType)) return act(() => {})
  const { readable, writable } = new IdentityTransformStream()
  const writer = writable.getWriter()
  const encoder = new TextEncoder()
  const write = async (line: object) => {
    await writer.write(encoder.encode(`${JSON.stringify(line)}\n`)).catch(() => {}) // the client disconnected
  }
  let begin = () => {}
  const begun = new Promise<undefined>((resolve) => {
    begin = () => resolve(undefined)
  })
  const answer = act((far) => {
    begin()
    void write(far)
  })
  const atOnce = await Promise.race([answer, begun])
  if (atOnce) return atOnce
  c.executionCtx.waitUntil(ended(c, answer, write).then(() => writer.close().catch(() => {}))) // the client disconnected
  return new Response(readable, {
    headers: {
      'content-type': linesType,
      'cache-control': 'no-store, no-transform',
      'x-content-type-options': 'nosniff',
    },
  })
}

/** Writes the status that the answer would have had, and its body: JSON as such, a page as text. */
async function ended(c: Asked, answer: Promise<Response>, write: (line: object) => Promise<void>) {
  const whole = await answer.catch((error: Error) => answerTo(error, c))
  // Lists that were cached during the work are outdated.
  c.get('recent').forget(Date.now())
  const isJson = whole.headers.get('content-type')?.startsWith('application/json')
  await write({ status: whole.status, answer: await (isJson ? whole.json() : whole.text()) })
}
