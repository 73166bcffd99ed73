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

/** A form that sends this text and then pauses until `end`. */
function pausedForm(text: string) {
  const { readable, writable } = new IdentityTransformStream()
  const writer = writable.getWriter()
  const written = writer.write(new TextEncoder().encode(text)).catch(() => {}) // the Worker does not read a rejected form
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const request = new Request(`${origin}/new`, { method: 'POST', headers, body: readable })
  const answer = Promise.resolve(app.fetch(request, env))
  return { answer, end: () => written.then(() => writer.close()).catch(() => {}) }
}

describe('an incomplete form', () => {
  it.each([
    ['no content', ''],
    ['an incomplete first header', '--x\r\nContent-Disposition: form-da'],
    ['an incomplete first field', '--x\r\nContent-Disposition: form-data; name="token"\r\n\r\nsite-'],
  ])('with %s times out with 408 and frees its slot', async (_, text) => {
    for (let i = 0; i < 2; i++) {
      const { answer, end } = pausedForm(text)
      const error = { status: 408, error: 'timeout' }
      expect(await errorOf(await answer)).toMatchObject(error)
      await end()
    }
  })

  it('occupies its slot until it times out, so that another form gets 503 with a retry time', async () => {
    const first = pausedForm('--x')
    const second = await pausedForm('--x').answer
    expect([second.status, second.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await errorOf(second)).toMatchObject({
      error: 'unavailable',
      detail: 'the site is reading too many forms: try again in 5 s',
    })
    expect((await first.answer).status).toBe(408)
  })
})
