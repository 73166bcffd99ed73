// What is left of a request's body when its answer is known. A connection that is closed under who still writes is reset, and
// with it goes the answer that he has not read yet: so what he sends is read on, and thrown away, within bounds.
import { systemClock } from '../durable-objects/clock.ts'
import type { Env } from '../durable-objects/env.ts'
import { piecesOf } from '../durable-objects/pieces.ts'
import { maxUpload } from './body.ts'
import type { Routes } from './routes.ts'

/** Milliseconds for which who was answered may go on writing; and `MAX_UPLOAD` bytes. Then the connection may close. */
const longestMs = 30_000
/** Milliseconds within which most bodies are at their end, so that nothing has to be held back. */
const usualMs = 20

/** The site as the Worker serves it: every request is read to its end, whichever route answered it and how soon. */
export function readingAll(app: Routes): ExportedHandler<Env> {
  return {
    async fetch(request, env, context) {
      const answer = await app.fetch(request, env, context)
      if (!request.body) return answer
      const rest = readOut(request.body, maxUpload(env.MAX_UPLOAD))
      if (answer.ok || !answer.body) {
        await rest
        return answer
      }
      return (await isOver(rest)) ? answer : heldOpen(answer, rest, context)
    },
  }
}

/** Resolves when the body is at its end, or beyond the bounds, or its sender gone. */
async function readOut(body: ReadableStream<Uint8Array>, most: number): Promise<void> {
  const late = new AbortController()
  const deadline = systemClock.after(longestMs, () => late.abort())
  let left = most
  try {
    for await (const { length } of piecesOf(body, late.signal)) {
      left -= length
      if (left <= 0) return
    }
  } catch {
    return // whoever sent it is gone: nothing is left, and nobody is to be told
  } finally {
    deadline.cancel()
  }
}

function isOver(rest: Promise<void>): Promise<boolean> {
  return Promise.race([
    rest.then(() => true),
    new Promise<boolean>((resolve) => systemClock.after(usualMs, () => resolve(false))),
  ])
}

/**
 * The answer at once, in full, and its end when the rest was read: the platform reads no request whose answer has ended,
 * and closes its connection. A refusal is short, so it is held whole.
 */
async function heldOpen(answer: Response, rest: Promise<void>, context: ExecutionContext): Promise<Response> {
  const bytes = await answer.bytes()
  const { readable, writable } = new FixedLengthStream(bytes.length)
  const writer = writable.getWriter()
  const given = writer
    .write(bytes)
    .then(() => rest)
    .then(() => writer.close())
    .catch(() => {}) // whoever asked is gone, and nobody else is to be told
  context.waitUntil(given)
  return new Response(readable, answer)
}
