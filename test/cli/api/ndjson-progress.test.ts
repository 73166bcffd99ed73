import { expect, it } from 'vitest'
import { ApiClient } from '../../../cli/api/api-client.ts'
import { ndjsonType, readNdjsonAnswer } from '../../../cli/api/ndjson-progress.ts'
import { Failure } from '../../../cli/terminal/failure.ts'
import { startFakeWorker } from '../fake-worker.ts'

const newRoom = { game: 'crossfire', room: 'scorn', url: 'http://x/', websocket: 'ws://x/', adminToken: 'é' }
const messages = (...lines: object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('')
const parts = [0.1, 0.5].map((share) => ({ room: 'crossfire/scorn', share }))
const whole = messages(...parts, { status: 201, answer: newRoom })

/** A response in chunks of `size` bytes. */
function inPieces(text: string, size: number): Response {
  const bytes = new TextEncoder().encode(text)
  return new Response(
    new ReadableStream({
      start(controller) {
        for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size))
        controller.close()
      },
    }),
  )
}

it.each([1, 7, 1000])(
  'the reader of a response in chunks of %i bytes reports each progress line once and returns the last line',
  async (size) => {
    const shares: number[] = []
    const answer = await readNdjsonAnswer(inPieces(whole, size), (share) => shares.push(share))
    expect(answer).toEqual({ status: 201, answer: newRoom })
    expect(shares).toEqual([0.1, 0.5])
  },
)

it.each([
  ['ends before its last line', whole.slice(0, -1)],
  ['has no answer', messages(...parts)],
  ['is empty', ''],
  ['has a line without end', 'x'.repeat(1024 * 1024 + 1)],
  ['is not JSON', 'what\n'],
])('a response that %s is a failure', async (_, text) => {
  await expect(readNdjsonAnswer(inPieces(text, 65_536), () => {})).rejects.toThrow(Failure)
})

it('createRoom() returns the new room, or fails with the site’s error, from the last line of the response', async () => {
  const lines = (last: object) => ({
    'POST /api/rooms': { type: ndjsonType, body: new TextEncoder().encode(messages(...parts, last)) },
  })
  const shares: number[] = []
  const onProgress = (share: number) => void shares.push(share)
  const created = await startFakeWorker(lines({ status: 201, answer: newRoom }))
  expect(await new ApiClient(new URL(created.url)).createRoom(new FormData(), onProgress)).toEqual(newRoom)
  expect(shares).toEqual([0.1, 0.5])
  const refusal = { error: 'refused', field: 'maps', detail: '/x line 3: broken' }
  const { url } = await startFakeWorker(lines({ status: 422, answer: refusal }))
  await expect(new ApiClient(new URL(url)).createRoom(new FormData())).rejects.toThrow(
    'refused maps: /x line 3: broken',
  )
})
