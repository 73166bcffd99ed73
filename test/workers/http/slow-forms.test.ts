// Forms that do not come: half a body keeps neither a place nor memory for long.
import { env } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import { createApp } from '../../../workers/app.ts'
import { defaultFormLimits, FormLimiter } from '../../../workers/context/form-limiter.ts'
import { games } from '../fixtures/echo-game.ts'
import { errorOf, origin } from '../fixtures/requests.ts'

const app = createApp({
  games,
  version: '1.2.3',
  formLimiter: new FormLimiter({ ...defaultFormLimits, graceMs: 200, total: 1 }),
})

/** A form of which so much comes, and no more until it is ended. */
function half(text: string) {
  const { readable, writable } = new IdentityTransformStream()
  const writer = writable.getWriter()
  const written = writer.write(new TextEncoder().encode(text)).catch(() => {}) // who was refused is not read
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const request = new Request(`${origin}/new`, { method: 'POST', headers, body: readable })
  const answer = Promise.resolve(app.fetch(request, env))
  return { answer, end: () => written.then(() => writer.close()).catch(() => {}) }
}

describe('a half form', () => {
  it.each([
    ['that has not begun', ''],
    ['that stops above its first field', '--x\r\nContent-Disposition: form-da'],
    ['that stops in its first field', '--x\r\nContent-Disposition: form-data; name="token"\r\n\r\nsite-'],
  ])('%s is 408 when its time is over, and the next finds its place', async (_, text) => {
    for (let i = 0; i < 2; i++) {
      const { answer, end } = half(text)
      const error = { status: 408, error: 'timeout' }
      expect(await errorOf(await answer)).toMatchObject(error)
      await end()
    }
  })

  it('takes the place of another meanwhile, which is 503 and says when to come again', async () => {
    const first = half('--x')
    const second = await half('--x').answer
    expect([second.status, second.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await errorOf(second)).toMatchObject({
      error: 'unavailable',
      detail: 'the site reads too many forms just now: try again in 5 s',
    })
    expect((await first.answer).status).toBe(408)
  })
})
