// Drains request bodies after the answer is known. Closing a connection while the client still sends resets it, and
// the client loses the answer: so the rest is read and discarded, within limits.
import { systemClock } from '../durable-objects/clock.ts'
import type { Env } from '../durable-objects/env.ts'
import { piecesOf } from '../durable-objects/pieces.ts'
import { maxUpload } from './body.ts'
import type { Routes } from './routes.ts'

/** Milliseconds for which an answered client may send, up to `MAX_UPLOAD` bytes, before the connection closes. */
const longestMs = 30_000
/** Most bodies end within so many milliseconds, so that no answer has to be held back. */
const usualMs = 20

/** The Worker's handler: drains every request body, whichever route answered it and however early. */
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

/** Resolves when the body ends or exceeds the limits, or its sender disconnects. */
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
    return // the sender disconnected: nothing is left to read, and nobody to answer
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
 * Sends the whole answer at once, but ends it only after the rest was read: the platform stops reading a request
 * whose answer has ended, and closes its connection. An error is short, so it is buffered.
 */
async function heldOpen(answer: Response, rest: Promise<void>, context: ExecutionContext): Promise<Response> {
  const bytes = await answer.bytes()
  const { readable, writable } = new FixedLengthStream(bytes.length)
  const writer = writable.getWriter()
  const given = writer
    .write(bytes)
    .then(() => rest)
    .then(() => writer.close())
    .catch(() => {}) // the client disconnected, so nobody can receive the answer
  context.waitUntil(given)
  return new Response(readable, answer)
}
