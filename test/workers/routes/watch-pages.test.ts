import { reset } from 'cloudflare:test'
import { afterEach, expect, it } from 'vitest'
import { requestText } from '../fixtures/request-content.ts'
import { createRoom, origin, sendRequest } from '../fixtures/requests.ts'

afterEach(() => reset())

const browser = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } }
const ancestorsOf = (answer: Response) =>
  /frame-ancestors ([^;]*)/.exec(answer.headers.get('content-security-policy') ?? '')?.[1]

it('`/watch` shows the world in a browser, and answers 426 to a program', async () => {
  await createRoom({ title: '<i>Pier</i>' })
  const answer = await sendRequest('/echo/harbor/watch', browser)
  expect(answer.status).toBe(200)
  const text = await answer.text()
  expect(text).toContain('data-watch="/echo/harbor/watch"')
  expect(text).toContain('&lt;i&gt;Pier&lt;/i&gt;')
  expect(text).toContain(`&lt;iframe src=&quot;${origin}/embed/echo/harbor&quot;`)
  expect((await sendRequest('/echo/harbor/watch')).status).toBe(426)
  expect((await sendRequest('/echo/nowhere/watch', browser)).status).toBe(404)
})

it('only pages below /embed may be framed by other sites', async () => {
  await createRoom()
  for (const path of ['/embed/echo/harbor', '/embed/echo/harbor?overlay']) {
    const answer = await sendRequest(path)
    expect([path, answer.status, ancestorsOf(answer), answer.headers.get('x-frame-options')]).toEqual([
      ...[path, 200, '*', null],
    ])
  }
  for (const path of [
    '/',
    '/echo',
    '/echo/harbor',
    '/echo/harbor/watch',
    '/echo/harbor/host',
    '/echo/harbor/play',
  ])
    expect([path, ancestorsOf(await sendRequest(path, browser))]).toEqual([path, "'none'"])
})

it.each(['', '?overlay'])(
  'the embed%s has no forms, and its links open new tabs, so that an embedding page cannot misuse clicks',
  async (query) => {
    await createRoom()
    const text = await requestText(`/embed/echo/harbor${query}`)
    expect(text).not.toMatch(/<(form|button|input)/)
    for (const [link] of text.matchAll(/<a [^>]*>/g)) expect(link).toContain('target="_blank" rel="noopener"')
    for (const script of ['my-rooms', 'host', 'new']) expect(text).not.toContain(`/assets/${script}-`)
  },
)

it('an embed names the room, with a link to play, above the world', async () => {
  await createRoom()
  const text = await requestText('/embed/echo/harbor')
  expect(text).toMatch(/<h1>.*href="[^"]*\/echo\/harbor\/play"[^>]*>Play .*class="world"/s)
})

it('an embed says that the host has turned off watching, and is 404 for a room that does not exist', async () => {
  const { adminToken } = await createRoom()
  const json = { watching: 'off' }
  await sendRequest('/api/rooms/echo/harbor', { method: 'PATCH', token: adminToken, json })
  const text = await requestText('/embed/echo/harbor')
  expect(text).toContain('The host has turned off watching.')
  expect(text).not.toContain('data-watch')
  for (const path of ['/embed/echo/nowhere', '/embed/chess/harbor', '/embed/echo'])
    expect([path, (await sendRequest(path)).status]).toEqual([path, 404])
})
