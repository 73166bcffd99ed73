// An answer that takes its time, and tells meanwhile how far it is: a line of JSON for each part that is done, and the answer
// itself as the last. Who does not ask for lines waits for the answer alone.
import type { Far } from './answers/far.ts'
import { answerTo } from './failing.ts'
import type { Asked } from './routes.ts'

/** Named among what is accepted, lines are wanted. */
export const linesType = 'application/x-ndjson'

export type Telling = (far: Far) => void

/**
 * What is answered before any part of it is done is an answer like any other, and so is what goes wrong by then. What is in hand
 * goes on without who asked for it, if he leaves.
 */
export async function inLines(c: Asked, act: (tell: Telling) => Promise<Response>): Promise<Response> {
  if (!c.req.header('accept')?.includes(linesType)) return act(() => {})
  const { readable, writable } = new IdentityTransformStream()
  const writer = writable.getWriter()
  const encoder = new TextEncoder()
  const write = async (line: object) => {
    await writer.write(encoder.encode(`${JSON.stringify(line)}\n`)).catch(() => {}) // he has left
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
  c.executionCtx.waitUntil(ended(c, answer, write).then(() => writer.close().catch(() => {}))) // likewise
  return new Response(readable, {
    headers: {
      'content-type': linesType,
      'cache-control': 'no-store, no-transform',
      'x-content-type-options': 'nosniff',
    },
  })
}

/** The status that it would have had, and its body: what is JSON as such, a page as text. */
async function ended(c: Asked, answer: Promise<Response>, write: (line: object) => Promise<void>) {
  const whole = await answer.catch((error: Error) => answerTo(error, c))
  // What lists of rooms were told meanwhile is of before.
  c.get('recent').forget(Date.now())
  const isJson = whole.headers.get('content-type')?.startsWith('application/json')
  await write({ status: whole.status, answer: await (isJson ? whole.json() : whole.text()) })
}
