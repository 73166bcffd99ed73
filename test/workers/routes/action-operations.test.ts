import { reset } from 'cloudflare:test'
import { afterEach, describe, expect, it } from 'vitest'
import { specialText } from '../fixtures/echo-game.ts'
import { roomLog } from '../fixtures/request-content.ts'
import { createRoom, errorOf, formOf, origin, sendRequest, siteToken } from '../fixtures/requests.ts'

afterEach(() => reset())

type Asked = NonNullable<Parameters<typeof sendRequest>[1]>
const wall = '/api/rooms/echo/harbor/walls/north'
const sign = (name: string, asked: Asked = {}) =>
  sendRequest(wall, { method: 'PUT', json: { name }, ...asked })
const form = (action: string, fields: Parameters<typeof formOf>[0], asked: Asked = {}) =>
  sendRequest(`/echo/harbor/act/${action}`, {
    ...{ method: 'POST', body: formOf(fields), redirect: 'manual', headers: { accept: 'text/html' } },
    ...asked,
  })

describe('an action by API', () => {
  it('needs no token at first, and returns a secret once that later calls need', async () => {
    await createRoom()
    const signed = await sign('Ann')
    const { secret, ...body } = await signed.json<{ secret: string }>()
    expect([signed.status, body]).toEqual([201, { wall: 'north', name: 'Ann', note: null }])
    expect(secret).toMatch(/^own_[A-Za-z0-9_-]{43}$/)
    expect(await errorOf(await sign('Bob'))).toMatchObject({ status: 409, error: 'taken' })
    expect((await sign('Bob', { token: `own_${'x'.repeat(43)}` })).status).toBe(401)
    const again = await sign('Cyd', { token: secret })
    expect([again.status, await again.json()]).toEqual([200, { wall: 'north', name: 'Cyd', note: null }])
    expect((await sign('Host', { token: siteToken })).status).toBe(200)
  })

  it('with the room token is an action of the host, and with a wrong token is rejected with 401', async () => {
    const { adminToken } = await createRoom()
    await sign('Ann')
    expect((await sign('Host', { token: adminToken })).status).toBe(200)
    expect(await errorOf(await sign('Bob', { token: 'guessed' }))).toMatchObject({ status: 401 })
  })

  it('with a wrong secret of a resource does not count as a guess of the room token', async () => {
    const { adminToken } = await createRoom()
    const from = { 'cf-connecting-ip': '203.0.113.9' }
    const json = { name: 'Ann' }
    for (let i = 0; i < 12; i++) await sign('Ann', { token: `own_${i}`, json, headers: from })
    expect((await sign('Host', { token: adminToken, headers: from })).status).toBe(200)
  })

  it('is accepted thirty times at once per address, and then once in five seconds', async () => {
    await createRoom()
    const headers = { 'cf-connecting-ip': '203.0.113.10' }
    const answers: Response[] = []
    for (let i = 0; i < 45; i++) answers.push(await sign('Ann', { headers }))
    expect(answers.slice(0, 30).map(({ status }) => status)).not.toContain(429)
    const limited = answers.filter(({ status }) => status === 429)
    // On a slow machine these requests may take more than five seconds, and then the room accepts a few more of them.
    expect(limited.length).toBeGreaterThan(4)
    for (const { headers } of limited) expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(5)
    expect((await sign('Ann', { headers: { 'cf-connecting-ip': '203.0.113.11' } })).status).toBe(409)
    expect((await sign('Ann', { headers, token: siteToken })).status).toBe(200)
  })

  it('that throws an error in the world is answered with 503, which does not reveal the cause', async () => {
    await createRoom()
    const asked = { method: 'PUT', json: { name: 'A' } }
    const answer = await sendRequest('/api/rooms/echo/harbor/walls/broken', asked)
    expect(await errorOf(answer)).toMatchObject({ status: 503, detail: expect.not.stringContaining('srv') })
  })

  it.each([
    ['the body, with fields in the query', '?name=a.txt&by=Ann', 'hello'],
    ['a form, with fields in the query', '?by=Ann', formOf({ file: new File(['hello'], 'a.txt') })],
    ['a form, with fields in it', '', formOf({ file: new File(['hello'], 'a.txt'), by: 'Ann' })],
  ])('takes a file as %s', async (_, query, body) => {
    await createRoom()
    const answer = await sendRequest(`/api/rooms/echo/harbor/papers${query}`, { method: 'POST', body })
    expect(await answer.json()).toEqual({ name: 'a.txt', size: 5, by: 'Ann' })
  })

  it('is written to the room’s log if the game returns a line for the log', async () => {
    await createRoom()
    await sign('Ann')
    expect((await roomLog()).at(-1)).toBe('Ann signed')
  })
})

describe('an action from a page of another site', () => {
  it.each([
    { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' },
    { origin: 'https://evil.test' },
    { origin: 'null' },
  ])('is rejected with 401 and changes nothing, by form and by API, with the headers %j', async (headers) => {
    await createRoom()
    const foreign = headers as Record<string, string>
    const html = { ...foreign, accept: 'text/html' }
    expect((await form('sign', { wall: 'north', name: 'Eve' }, { headers: html })).status).toBe(401)
    expect(await errorOf(await sign('Eve', { headers: foreign }))).toMatchObject({ status: 401 })
    const papers = '/api/rooms/echo/harbor/papers?by=Eve'
    const simple = { ...foreign, 'content-type': 'text/plain' }
    expect((await sendRequest(papers, { method: 'POST', body: 'hello', headers: simple })).status).toBe(401)
    const own = { 'sec-fetch-site': 'same-origin', origin }
    expect((await sign('Ann', { headers: own })).status).toBe(201)
    // Over HTTP browsers send no Sec-Fetch-Site.
    expect((await sign('Bob', { headers: { origin } })).status).toBe(409)
  })
})

describe('an action from a form', () => {
  it('shows the new secret once, as a link, and then returns to the page of the form', async () => {
    await createRoom()
    const made = await form('sign', { wall: 'north', name: 'Ann', note: '' })
    const link = /data-own="([^"]+)"/.exec(await made.text())?.[1] ?? ''
    expect([made.status, link]).toEqual([
      201,
      expect.stringMatching(new RegExp(`^${origin}/echo/harbor/shades/north#own_`)),
    ])
    const changed = await form('sign', { wall: 'north', name: 'Bob', secret: link })
    expect([changed.status, changed.headers.get('location')]).toEqual([303, '/echo/harbor/shades/north'])
    expect((await form('sign', { wall: 'north', name: 'Bob', secret: '' })).status).toBe(409)
    expect((await form('sign', { wall: 'north', name: 'Bob', secret: 'guessed' })).status).toBe(401)
    const { adminToken } = await createRoom({ room: 'pier' })
    expect(adminToken).not.toContain('own_')
  })

  it('accepts a file, or the content of the file as text', async () => {
    await createRoom()
    for (const [name, value] of [
      ['file', new File(['hello'], 'a.txt')],
      ['text', 'hello'],
    ] as const)
      expect((await form('paste', { [name]: value })).status).toBe(303)
    for (const [name, value] of [
      ['text', ''],
      ['file', new File([], '')],
    ] as const)
      expect((await form('paste', { [name]: value })).status).toBe(400)
  })

  it.each(['nothing', '__proto__', 'constructor'])('named %s is answered with 404', async (action) => {
    await createRoom()
    expect((await form(action, { wall: 'north' })).status).toBe(404)
  })

  it('shows a refused form again, with the typed values and the reason', async () => {
    await createRoom()
    const fields = { wall: 'dark', name: '<b>'.repeat(4), note: 'hi "there' }
    const answer = await form('sign', fields)
    const html = await answer.text()
    expect(answer.status).toBe(400)
    expect(html).toContain('dark grey of Harbor')
    expect(html).toMatch(/<input name="name" value="(&lt;b&gt;){4}" aria-invalid="true"[^>]*><p class="error/)
    expect(html).toContain('value="hi &quot;there"')
    const json = await form('sign', fields, { headers: { accept: 'application/json' } })
    expect(await errorOf(json)).toMatchObject({ status: 400, field: 'name' })
    const again = await sendRequest('/echo/harbor/act/sign', { redirect: 'manual' })
    expect([again.status, again.headers.get('location')]).toEqual([303, '/echo/harbor'])
  })

  it('shows a refused form again with the chosen option and the ticked boxes, whose values have special characters', async () => {
    await createRoom()
    const kept = { ink: specialText, seen: specialText, note: `${specialText} &lt;` }
    const html = await (await form('sign', { wall: 'dark', name: 'x'.repeat(99), ...kept })).text()
    const escaped = '&quot;Ann&#39;s&quot; &amp; &lt;b&gt;'
    expect(html).toContain(`<option value="${escaped}" selected="">`)
    expect(html).toContain(`<input type="checkbox" name="seen" value="${escaped}" checked="">`)
    expect(html).toContain('<input type="checkbox" name="read">')
    expect(html).toContain(`<input name="note" value="${escaped.replace('&#39;', "'")} &amp;lt;">`)
    const ticked = await (await form('sign', { wall: 'dark', name: 'x'.repeat(99), read: 'on' })).text()
    expect(ticked).toContain('<input type="checkbox" name="read" checked="">')
  })

  it('that has no page with its form shows an error page that names the field', async () => {
    await createRoom()
    const answer = await form('paste', { text: 'hello', by: 'x'.repeat(10) })
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('<code>by</code>')])
  })
})
