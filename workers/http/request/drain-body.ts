// If the server closes a connection while the client still sends, the connection is reset and the client loses the
// answer. So the remaining body is read and discarded, within limits.

import type { Env } from '../../../durable-objects/env.ts'
import { systemClock } from '../../../durable-objects/platform/clock.ts'
import { streamChunks } from '../../../durable-objects/storage/stream-chunks.ts'
import type { App } from '../../context/routing.ts'
import { parseMaxUploadBytes } from './body.ts'

/** After an answer, the rest of the request's body is read for at most this many milliseconds. */
const drainTimeoutMs = 30_000
/**
 * An error answer waits for the drain, but at most this many milliseconds. If the drain takes longer, the answer starts
 * and its end waits.
 */
const maxDrainWaitMs = 20

/** Drains the body of every request, even if a route has answered before the end of the body. */
export function withBodyDrain(app: App): ExportedHandler<Env> {
  return {
    async fetch(request, env, context) {
      const answer = await app.fetch(request, env, context)
      if (!request.body) return answer
      const drained = drainBody(request.body, parseMaxUploadBytes(env.MAX_UPLOAD))
      if (answer.ok || !answer.body) {
        await drained
        return answer
      }
      return (await endsSoon(drained)) ? answer : holdOpen(answer, drained, context)
    },
  }
}

/** Resolves when the body ends or exceeds the limits, or when the client disconnects. */
async function drainBody(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<void> {
  const timeout = new AbortController()
  const deadline = systemClock.after(drainTimeoutMs, () => timeout.abort())
  let left = maxBytes
  try {
    for await (const { length } of streamChunks(body, timeout.signal)) {
      left -= length
      if (left <= 0) return
    }
  } catch {
    return // the client disconnected
  } finally {
    deadline.cancel()
  }
}

function endsSoon(drained: Promise<void>): Promise<boolean> {
  return Promise.race([
    drained.then(() => true),
    new Promise<boolean>((resolve) => systemClock.after(maxDrainWaitMs, () => resolve(false))),
  ])
}

/**
 * Ends the answer only after the body is drained. Otherwise the platform would stop reading the request when its answer
 * ends, and close the connection. The answer is a short error, so it is buffered.
 */
async function holdOpen(
  answer: Response,
  drained: Promise<void>,
  context: ExecutionContext,
): Promise<Response> {
  const bytes = await answer.bytes()
  const { readable, writable } = new FixedLengthStream(bytes.length)
  const writer = writable.getWriter()
  const written = writer
    .write(bytes)
    .then(() => drained)
    .then(() => writer.close())
    .catch(() => {}) // the client disconnected
  context.waitUntil(written)
  return new Response(readable, answer)
}
