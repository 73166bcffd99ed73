import { reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it } from 'vitest'
import type { Env } from '../../../durable-objects/env.ts'
import { createApp } from '../../../workers/app.ts'
import { directoryStub } from '../../../workers/platform/stubs.ts'
import { games } from '../fixtures/echo-game.ts'
import { requestJson, requestText } from '../fixtures/request-content.ts'
import { createRoom, formOf, origin, sendRequest, siteToken } from '../fixtures/requests.ts'

afterEach(() => reset())

/** A Worker whose Directory calls for the status are counted. */
function countingWorker(answer?: () => Promise<never>) {
  let calls = 0
  const app = createApp({ games, version: '1.2.3' })
  const directory = directoryStub(env)
  const siteStats = () => {
    calls++
    return answer ? answer() : directory.siteStats()
  }
  const settings = { ...env, DIRECTORY: { getByName: () => ({ siteStats }) } } as unknown as Env
  return {
    get: (headers: Record<string, string> = {}) =>
      app.fetch(new Request(`${origin}/status`, { headers }), settings, {
        waitUntil() {},
        passThroughOnException() {},
      } as unknown as ExecutionContext),
    get calls() {
      return calls
    },
  }
}

describe('/status/message', () => {
  const send = (fields: object) => {
    const body = formOf(fields as Parameters<typeof formOf>[0])
    return sendRequest('/status/message', { method: 'POST', body, headers: { accept: 'text/html' } })
  }

  it('sends the operator’s message to all rooms, and shows the number of players who received it', async () => {
    await createRoom()
    expect(await requestText('/status/message')).toContain('Send to all rooms')
    const sent = await send({ token: siteToken, text: 'Back in 5 minutes' })
    expect(sent.status).toBe(200)
    expect(await sent.text()).toContain('Shown to 0 players in 0 rooms.')
  })

  it.each([
    ['a wrong token', { token: 'guessed', text: 'Back soon' }, 401],
    ['no token', { text: 'Back soon' }, 401],
    ['no message', { token: siteToken, text: ' ' }, 400],
    ['a message that is too long', { token: siteToken, text: 'x'.repeat(201) }, 400],
  ])('refuses %s, and shows the form again with the reason', async (_, fields, status) => {
    const refused = await send(fields)
    expect(refused.status).toBe(status)
    const text = await refused.text()
    expect(text).toContain('role="alert"')
    if ('text' in fields && fields.text.trim() !== '') expect(text).toContain(`value="${fields.text}"`)
  })
})

describe('/status', () => {
  it('is a page for clients that accept HTML, and JSON for other clients', async () => {
    await createRoom({ title: '<b>"Harbor"' })
    const html = await sendRequest('/status', { headers: { accept: 'text/html,*/*' } })
    expect(html.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const text = await html.text()
    expect(text).toContain('All systems work.')
    expect(text).not.toContain('<b>')
    const json = await sendRequest('/status')
    expect(json.headers.get('vary')).toBe('accept')
    expect(await json.json()).toMatchObject({
      ...{ ok: true, version: '1.2.3', trouble: [] },
      games: expect.arrayContaining([expect.objectContaining({ game: 'echo', open: 1, players: 0 })]),
    })
  })

  it('calls the Directory once for any number of requests, whatever token or cache header they send', async () => {
    const site = countingWorker()
    for (const headers of [{}, { authorization: 'Bearer guessed' }, { 'cache-control': 'no-cache' }, {}])
      expect((await site.get(headers as Record<string, string>)).status).toBe(200)
    expect(site.calls).toBe(1)
  })

  it('reports an unreachable Directory', async () => {
    const site = countingWorker(() => Promise.reject(new Error('away')))
    const answer = await site.get()
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await answer.json()).toMatchObject({ ok: false, directory: { ok: false } })
    expect(await (await site.get({ accept: 'text/html' })).text()).toContain('The Directory does not answer.')
  })

  it('is linked from the home page', async () => {
    expect(await requestText('/', { headers: { accept: 'text/html' } })).toContain('href="/status"')
  })
})

describe('/api/logs', () => {
  it('merges the logs of all rooms by time, and needs the site token', async () => {
    const { adminToken } = await createRoom()
    await createRoom({ room: 'pier' })
    const change = { method: 'PATCH', token: siteToken, json: { title: 'Other' } }
    for (const room of ['harbor', 'pier']) await sendRequest(`/api/rooms/echo/${room}`, change)
    expect((await sendRequest('/api/logs', { token: adminToken })).status).toBe(401)
    const readLog = async (query = '') =>
      (
        await requestJson<{ log: { room: string; text: string }[] }>(`/api/logs${query}`, {
          token: siteToken,
        })
      ).log
    const text = expect.stringContaining('title')
    expect((await readLog()).map((line) => [line.room, line.text])).toEqual([
      ['harbor', text],
      ['pier', text],
    ])
    expect(await readLog('?since=2999-01-01T00:00:00.000Z')).toEqual([])
  })
})

describe('/api/metrics', () => {
  it('returns Prometheus’s text format, and needs the site token', async () => {
    const { adminToken } = await createRoom()
    for (const token of [undefined, 'guessed', adminToken, 'sidecar-token'])
      expect((await sendRequest('/api/metrics', token === undefined ? {} : { token })).status).toBe(401)
    const answer = await sendRequest('/api/metrics', { token: siteToken })
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    const text = await answer.text()
    expect(text).toContain('packetboat_rooms{game="echo",status="open"} 1\n')
    expect(text).toContain('packetboat_room_players{game="echo",room="harbor"} 0\n')
    expect(text).toMatch(/packetboat_room_rows_written_total\{game="echo",room="harbor"\} [1-9]/)
  })
})

describe('the webhooks of a room', () => {
  const url = 'https://hooks.example.org/very-secret'
  const browser = { accept: 'text/html', 'sec-fetch-site': 'same-origin' }

  it('are created only by the owner, and listed without secrets', async () => {
    const { adminToken: token } = await createRoom()
    const path = '/api/rooms/echo/harbor/webhooks'
    expect((await sendRequest(path, { method: 'POST', token: 'guessed', json: { url } })).status).toBe(401)
    const made = await sendRequest(path, { method: 'POST', token, json: { url, on: ['goal'], cooldown: 5 } })
    expect(await made.json()).toMatchObject({
      webhook: { kind: 'plain', host: 'hooks.example.org', on: ['goal'], cooldown: 5, status: 'on' },
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{32}$/),
    })
    const listed = await requestText(path, { token })
    const everywhere = await requestText('/api/rooms/echo/harbor', { token })
    for (const secret of ['very-secret', 'whsec_']) expect(listed + everywhere).not.toContain(secret)
  })

  it('are created and deleted on the owner page, which shows the secret once', async () => {
    const { adminToken: token } = await createRoom()
    const page = (fields: Parameters<typeof formOf>[0]) => {
      const body = formOf({ token, ...fields })
      return sendRequest('/echo/harbor/host', { method: 'POST', body, headers: browser })
    }
    const made = await page({ act: 'hook', url, on: ['join', 'trouble'], cooldown: '60' })
    expect(made.status).toBe(200)
    const text = await made.text()
    expect(text).toMatch(/whsec_/)
    expect(text).not.toContain('very-secret')
    const id = /name="id" value="([^"]+)" required=""\/> <bdi>hooks\.example\.org/.exec(text)?.[1] ?? ''
    const again = await (await page({ act: 'look' })).text()
    expect(again).toContain('hooks.example.org')
    expect(again).not.toContain('whsec_')
    expect((await page({ act: 'hook', url: 'https://10.0.0.1/', on: ['join'], cooldown: '60' })).status).toBe(
      422,
    )
    expect((await page({ act: 'unhook', id })).status).toBe(200)
    expect(await (await page({ act: 'look' })).text()).toContain('No webhooks.')
  })
})
