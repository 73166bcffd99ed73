import { reset } from 'cloudflare:test'
import { afterEach, expect, it } from 'vitest'
import { requestJson, requestText } from '../fixtures/request-content.ts'
import { createRoom, sendRequest } from '../fixtures/requests.ts'

afterEach(() => reset())

it('a game page has the site’s layout, the room’s title, the navigation, and the content for the request’s parameters', async () => {
  await createRoom({ title: '<i>Pier</i>' })
  const answer = await sendRequest('/echo/harbor/shades/dark?find=<b>')
  const text = await answer.text()
  expect(answer.status).toBe(200)
  expect(text).toContain('dark grey of &lt;i&gt;Pier&lt;/i&gt; at /echo/harbor, &lt;b&gt;</p>')
  expect(text).toContain('<title>A shade · &lt;i&gt;Pier&lt;/i&gt;</title>')
  expect(text).toContain('href="/echo/harbor/shades/:shade" aria-current="page"')
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
})

it('a game page without the site’s layout is 304 for a client that has the current page', async () => {
  await createRoom()
  const answer = await sendRequest('/echo/harbor/shades/dark?bare')
  expect(await answer.text()).not.toContain('<header')
  const again = { headers: { 'if-none-match': answer.headers.get('etag')! } }
  expect((await sendRequest('/echo/harbor/shades/dark?bare', again)).status).toBe(304)
  expect((await sendRequest('/echo/harbor/shades/pale?bare', again)).status).toBe(200)
})

it('a compatibility page is found by public id and path parameters, and wrong ids and parameters are 404', async () => {
  await createRoom()
  const { outside } = await requestJson<{ outside: { guest: string; room: string } }>(
    '/api/rooms/echo/harbor',
  )
  const answer = await sendRequest(`/old/shades/${outside.guest}/dark%20`)
  expect([answer.status, answer.headers.get('last-modified')]).toEqual([200, 'Fri, 20 Nov 2026 00:00:00 GMT'])
  expect(await answer.text()).toContain(`dark  grey of /echo/harbor, dark , ${outside.room}</p>`)
  for (const path of [
    '/old/shades/nobody/dark',
    `/old/shades/${outside.room}/dark`,
    `/old/shades/${outside.guest}/none`,
    '/echo/nowhere/shades/dark',
    '/echo/harbor/shades/none',
    '/quiet/harbor/shades/dark',
  ])
    expect([path, (await sendRequest(path)).status]).toEqual([path, 404])
})

it.each([
  ['Fri, 20 Nov 2026 00:00:00 GMT', 304],
  ['Fri, 20 Nov 2026 00:00:01 GMT', 304],
  ['Thu, 19 Nov 2026 23:59:59 GMT', 200],
  ['yesterday', 200],
])('a compatibility page requested with If-Modified-Since %s answers %i', async (since, status) => {
  await createRoom()
  const { outside } = await requestJson<{ outside: { guest: string } }>('/api/rooms/echo/harbor')
  const headers = { 'if-modified-since': since }
  expect((await sendRequest(`/old/shades/${outside.guest}/dark`, { headers })).status).toBe(status)
  expect((await sendRequest(`/old/shades/${outside.guest}/undated`, { headers })).status).toBe(200)
})

it('the page `play` fills the window, and open rooms link to the page', async () => {
  await createRoom({ title: '<i>Pier</i>' })
  const page = await requestText('/echo/harbor/play')
  expect(page).toContain('<div data-play="/echo/harbor">made of nothing</div>')
  expect(page).toContain('<a class="back" href="/echo/harbor">')
  expect(page).toContain('&lt;i&gt;Pier&lt;/i&gt;</bdi>')
  expect(page).toContain('src="/assets/copy-1.js"')
  expect(page).toContain('href="/assets/player-1.css"')
  for (const other of ['<nav', 'refresh']) expect(page).not.toContain(other)
  const linksToPlaying = async (path: string) =>
    (await requestText(path)).includes('/echo/harbor/play">Play</a>')
  expect([await linksToPlaying('/'), await linksToPlaying('/echo/harbor')]).toEqual([true, true])
  await sendRequest('/api/rooms/echo/harbor', {
    method: 'PATCH',
    headers: { authorization: 'Bearer site-token', 'content-type': 'application/json' },
    body: JSON.stringify({ status: 'closed' }),
  })
  expect([await linksToPlaying('/'), await linksToPlaying('/echo/harbor')]).toEqual([false, false])
  expect((await sendRequest('/echo/nowhere/play')).status).toBe(404)
})

it('a game page may connect to another server only if SERVERS lists it', async () => {
  await createRoom()
  const connects = async (env: { readonly SERVERS?: string }) => {
    const policy = (await sendRequest('/echo/harbor/play', { env })).headers.get('content-security-policy')!
    return /connect-src ([^;]*)/.exec(policy)![1]
  }
  const own = await connects({})
  expect(own).toMatch(/^'self' wss?:\/\/[\w.:]+$/)
  expect(await connects({ SERVERS: 'wss://play.example.org/x' })).toBe(`${own} wss://play.example.org/x`)
  expect(await connects({ SERVERS: "wss://a.test;script-src 'unsafe-inline'" })).toBe(own)
})
