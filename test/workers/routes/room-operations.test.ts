import { listDurableObjectIds, reset, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Env } from '../../../durable-objects/env.ts'
import { closeCodes } from '../../../wire/link/control-messages.ts'
import { directoryStub } from '../../../workers/platform/stubs.ts'
import { directoryClock } from '../fixtures/directory-clock.ts'
import { requestJson, requestText } from '../fixtures/request-content.ts'
import { createRoom, errorOf, origin, postRoom, sendRequest, siteToken } from '../fixtures/requests.ts'
import { connectSidecar, TestSocket, upgrade } from '../fixtures/test-socket.ts'
import { app } from '../worker.ts'

afterEach(async () => {
  vi.restoreAllMocks()
  await reset()
})

describe('WebSockets', () => {
  it.each(['harbor', 'link'])(
    'of players connect to the room %s, never to the sidecars’ gateway',
    async (room) => {
      await createRoom({ room })
      const answer = await upgrade(`/echo/${room}`)
      expect(answer.status).toBe(101)
      expect(await new TestSocket(answer.webSocket!).text()).toBe('welcome')
    },
  )

  it.each(['/echo/nowhere', '/chess/harbor', '/echo/Harbor'])('are rejected at %s with 404', async (path) => {
    expect(await errorOf(await upgrade(path))).toMatchObject({ status: 404, error: 'not-found' })
  })

  it('of sidecars reach the gateway with either of the two sidecar tokens and no other token', async () => {
    const { adminToken } = await createRoom()
    for (const token of ['sidecar-token', 'sidecar-token-next']) {
      const answer = await upgrade('/echo/harbor/link', token)
      expect(answer.status).toBe(101)
      const link = new TestSocket(answer.webSocket!)
      link.send('text is not what sidecars speak')
      expect(await link.closed).toMatchObject({ code: closeCodes.protocol })
    }
    for (const token of [undefined, '', adminToken, siteToken, 'sidecar']) {
      expect(await errorOf(await upgrade('/echo/harbor/link', token))).toMatchObject({ status: 401 })
    }
    const unset = { SIDECAR_TOKEN: '', SIDECAR_TOKEN_NEXT: '' }
    const request = { token: '', headers: { upgrade: 'websocket' }, env: unset }
    expect((await sendRequest('/echo/harbor/link', request)).status).toBe(401)
    expect((await upgrade('/echo/nowhere/link', 'sidecar-token')).status).toBe(404)
    expect((await sendRequest('/echo/harbor/link', { token: 'sidecar-token' })).status).toBe(426)
  })
})

describe('a room that the Directory does not list', () => {
  const objects = async () => (await listDurableObjectIds(env.ROOM)).length

  it('returns an error at every path, and requests create no Durable Object', async () => {
    await createRoom()
    const before = await objects()
    for (const path of ['', '/link', '/files/map.data', '/map.txt']) {
      expect((await sendRequest(`/echo/nowhere${path}`)).status).toBeGreaterThanOrEqual(400)
      expect((await upgrade(`/echo/nowhere${path}`)).status).toBeGreaterThanOrEqual(400)
    }
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const status = async (token?: string) =>
        (await sendRequest('/api/rooms/echo/nowhere', { method, ...(token !== undefined && { token }) }))
          .status
      // The answers do not reveal which names are in use to requests without a token.
      expect([await status(), await status('')]).toEqual(method === 'GET' ? [404, 404] : [401, 401])
    }
    expect(await objects()).toBe(before)
  })

  it('is not created by requests with a token', async () => {
    for (const token of [siteToken, 'of-some-room']) {
      for (const method of ['GET', 'PATCH', 'DELETE'])
        expect((await sendRequest('/api/rooms/echo/nowhere', { method, token })).status).toBe(404)
    }
    expect((await postRoom({ game: 'echo', room: 'nowhere' })).status).toBe(201)
    expect((await sendRequest('/api/rooms/echo/nowhere')).status).toBe(200)
  })

  it('is 404 while the Directory fails too, because the room’s own object reports that it does not exist', async () => {
    await createRoom()
    const logged = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const away = { getByName: () => ({ hasRoom: () => Promise.reject(new Error('the Directory is away')) }) }
    const change = { DIRECTORY: away as unknown as Env['DIRECTORY'] }
    const play = (path: string) => sendRequest(path, { headers: { upgrade: 'websocket' }, env: change })
    // Two requests, because the Worker caches after the first request that the room exists.
    for (let i = 0; i < 2; i++) {
      const answer = await play('/echo/harbor')
      expect(answer.status).toBe(101)
      expect(await new TestSocket(answer.webSocket!).text()).toBe('welcome')
    }
    expect(logged.mock.calls.length).toBeLessThanOrEqual(1)
    expect((await play('/echo/nowhere')).status).toBe(404)
  })

  it('is removed from a Worker’s cache of existing rooms if it was deleted', async () => {
    const { adminToken } = await createRoom()
    expect((await sendRequest('/echo/harbor')).status).toBe(200)
    expect(
      (await sendRequest('/api/rooms/echo/harbor', { method: 'DELETE', token: adminToken })).status,
    ).toBe(204)
    for (let i = 0; i < 2; i++) expect((await sendRequest('/echo/harbor')).status).toBe(404)
    await createRoom()
    expect((await sendRequest('/echo/harbor')).status).toBe(200)
  })

  it('is found by a request with its token if it exists', async () => {
    const { adminToken } = await createRoom({ room: 'lost' })
    await runInDurableObject(env.DIRECTORY.getByName('directory'), (_, { storage }) => {
      storage.sql.exec('DELETE FROM room')
    })
    expect((await sendRequest('/api/rooms/echo/lost')).status).toBe(404)
    expect((await sendRequest('/api/rooms/echo/lost', { token: adminToken })).status).toBe(200)
    expect((await sendRequest('/api/rooms/echo/lost')).status).toBe(200)
    const { rooms } = await requestJson<{ rooms: unknown[] }>('/api/rooms')
    expect(rooms).toHaveLength(1)
  })
})

describe('files', () => {
  let adminToken: string
  beforeEach(async () => {
    adminToken = (await createRoom()).adminToken
  })

  it('that can change are public, have their type, and are not cached', async () => {
    const answer = await sendRequest('/echo/harbor/files/map.txt')
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(answer.headers.get('content-security-policy')).toContain('sandbox')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('cache-control')).toBe('no-store, no-transform')
    expect(answer.headers.get('etag')).toBeNull()
    expect(await answer.text()).toBe('x marks the spot')
  })

  it('that are secret require the room token or the site token', async () => {
    const get = (token?: string) =>
      sendRequest('/echo/harbor/files/seed.bin', token === undefined ? {} : { token })
    for (const token of [undefined, 'wrong', 'sidecar-token']) {
      expect(await errorOf(await get(token))).toMatchObject({ status: 401, error: 'unauthorized' })
    }
    for (const token of [adminToken, siteToken]) {
      expect([...new Uint8Array(await (await get(token)).arrayBuffer())]).toEqual([1, 2, 3])
    }
  })

  describe('that never change', () => {
    const land = 'sea and land, '.repeat(500)
    const get = (headers: Record<string, string> = {}) =>
      sendRequest('/echo/harbor/files/land.txt', { headers })

    it('are cached for an hour and have an ETag', async () => {
      const answer = await get()
      expect(answer.headers.get('cache-control')).toBe('public, max-age=3600, no-transform')
      expect(answer.headers.get('etag')).toMatch(/^W\/"[0-9a-f]{32}"$/)
      expect(answer.headers.get('vary')).toBe('accept-encoding')
      expect(await answer.text()).toBe(land)
    })

    it('are 304 for any matching ETag, strong or weak, compressed or not', async () => {
      const etag = (await get()).headers.get('etag')!
      for (const has of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
        const answer = await get({ 'if-none-match': has, 'accept-encoding': 'gzip' })
        expect(answer.status).toBe(304)
        expect(answer.headers.get('etag')).toBe(etag)
        expect(await answer.text()).toBe('')
      }
      expect((await get({ 'if-none-match': '"other"' })).status).toBe(200)
    })

    it.each(['gzip', 'deflate, GZIP;q=0.5', '*', 'br, *;q=0.1'])(
      'are compressed for a client that accepts %s',
      async (taken) => {
        const answer = await get({ 'accept-encoding': taken })
        expect(answer.headers.get('content-encoding')).toBe('gzip')
        expect(await answer.text()).toBe(land)
      },
    )

    it.each(['', 'identity', 'br', 'gzip;q=0', '*, gzip;q=0'])(
      'are not compressed for a client that accepts %j',
      async (taken) => {
        const answer = await get({ 'accept-encoding': taken })
        expect(answer.headers.get('content-encoding')).toBeNull()
        expect(answer.headers.get('content-length')).toBe(String(land.length))
        expect(await answer.text()).toBe(land)
      },
    )

    it('are encoded as the client’s original Accept-Encoding requests, not as the header that the platform sends', async () => {
      for (const [clientAcceptEncoding, encoding] of [
        ['', null],
        ['identity', null],
        ['gzip', 'gzip'],
      ] as const) {
        const request = new Request(`${origin}/echo/harbor/files/land.txt`, {
          headers: { 'accept-encoding': 'br, gzip' },
          cf: { clientAcceptEncoding },
        })
        const answer = await app.fetch(request, env)
        expect([clientAcceptEncoding, answer.headers.get('content-encoding')]).toEqual([
          clientAcceptEncoding,
          encoding,
        ])
        await answer.arrayBuffer()
      }
    })

    it('that are secret are not stored in shared caches', async () => {
      expect((await sendRequest('/echo/harbor/files/crypt.txt')).status).toBe(401)
      const answer = await sendRequest('/echo/harbor/files/crypt.txt', { token: adminToken })
      expect(answer.headers.get('cache-control')).toBe('private, max-age=3600, no-transform')
      expect(answer.headers.get('vary')).toBe('accept-encoding, authorization')
    })
  })

  it('are served from the build’s assets with an ETag if the game names an asset', async () => {
    const bell = await sendRequest('/echo/harbor/files/bell.bin')
    const has = { 'if-none-match': bell.headers.get('etag') ?? '' }
    expect(await bell.text()).toBe('made when the site was built\n')
    expect(bell.headers.get('content-type')).toBe('application/octet-stream')
    expect(bell.headers.get('cache-control')).toContain('public, max-age=3600')
    expect(bell.headers.get('content-security-policy')).toContain('sandbox')
    expect((await sendRequest('/echo/harbor/files/bell.bin', { headers: has })).status).toBe(304)
  })

  it('that are public are transformed by the game, which receives the room’s address', async () => {
    const chart = await sendRequest('/echo/harbor/files/chart.bin')
    expect(await chart.text()).toBe('chart of wss://play.test:8443/echo/harbor')
    // The addresses in the file can change at any time, so clients revalidate the file.
    expect(chart.headers.get('cache-control')).toBe('public, max-age=0, no-transform')
    const has = { 'if-none-match': chart.headers.get('etag') ?? '' }
    expect((await sendRequest('/echo/harbor/files/chart.bin', { headers: has })).status).toBe(304)
    const elsewhere = { headers: has, env: { PUBLIC_URL: 'https://other.test' } }
    expect(await requestText('/echo/harbor/files/chart.bin', elsewhere)).toContain('wss://other.test')
    const secret = await sendRequest('/echo/harbor/files/seed.bin', { token: adminToken })
    expect([...new Uint8Array(await secret.arrayBuffer())]).toEqual([1, 2, 3])
  })

  it.each(['/echo/harbor/files/other', '/echo/nowhere/files/map.txt', '/quiet/harbor/files/map.txt'])(
    'are not found at %s',
    async (path) => {
      expect(await errorOf(await sendRequest(path))).toMatchObject({ status: 404 })
    },
  )
})

describe("a room's documents", () => {
  const listen = '[{"transport":"tcp","port":1002}]'

  it('contain the room’s status and the address at the longest-connected sidecar', async () => {
    await createRoom({ listen })
    const text = () => requestText('/echo/harbor/where.txt')
    expect(await text()).toBe('harbor|Harbor|open|nowhere')
    for (const id of ['west', 'east']) {
      const sidecar = await connectSidecar(id)
      directoryClock.advance(1000)
      sidecar.report('echo/harbor', [{ transport: 'tcp', asked: 1002, port: 1002 }])
    }
    await expect.poll(text).toBe('harbor|Harbor|open|west.test 1002')
    const change = { status: 'closed', comments: ['back soon'] }
    await sendRequest('/api/rooms/echo/harbor', { method: 'PATCH', token: siteToken, json: change })
    expect(await text()).toBe('harbor|Harbor|closed|nowhere|back soon')
  })

  it('have a type and a Content-Length, and are never recompressed', async () => {
    await createRoom()
    const answer = await sendRequest('/echo/harbor/where.txt')
    const body = await answer.text()
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=us-ascii')
    expect(answer.headers.get('content-length')).toBe(String(body.length))
    expect(answer.headers.get('cache-control')).toBe('no-store, no-transform')
  })

  it('are served at every alias, for the room SITE_ROOM or else harbor', async () => {
    await createRoom()
    await createRoom({ room: 'pier' })
    for (const alias of ['/where.txt', '/old/where.txt']) {
      expect(await requestText(alias)).toBe('harbor|Harbor|open|nowhere')
      const other = await sendRequest(alias, { env: { SITE_ROOM: 'pier' } })
      expect(await other.text()).toBe('pier|Pier|open|nowhere')
      expect(other.headers.get('content-length')).toBe('22')
      expect((await sendRequest(alias, { env: { SITE_ROOM: 'nowhere' } })).status).toBe(404)
    }
  })

  it.each([
    '/echo/nowhere/where.txt',
    '/echo/harbor/other.txt',
    '/echo/harbor/toString',
    '/echo/harbor/__proto__',
    '/quiet/harbor/where.txt',
    '/chess/harbor/where.txt',
  ])('are not found at %s', async (path) => {
    await createRoom()
    expect(await errorOf(await sendRequest(path))).toMatchObject({ status: 404 })
  })
})

describe('pages', () => {
  const evil = '<script>alert(1)</script>"&\''
  const escaped = '&lt;script&gt;alert(1)&lt;/script&gt;&quot;&amp;&#39;'

  it.each(['/', '/echo/harbor'])(
    'forbid other origins and inline scripts and styles, and are not cached: %s',
    async (path) => {
      await createRoom()
      const answer = await sendRequest(path)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(answer.headers.get('content-security-policy')).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self' wss://play.test; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      )
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      expect(answer.headers.get('referrer-policy')).toBe('same-origin')
      expect(answer.headers.get('cache-control')).toBe('no-store')
    },
  )

  it('list the rooms of each game with players, status and addresses on the home page', async () => {
    expect(await requestText('/')).toContain('There are no rooms yet.')
    await createRoom({ listen: '[{"transport":"tcp","port":0}]', title: evil })
    const sidecar = await connectSidecar('east', '2001:db8::1')
    sidecar.report('echo/harbor', [{ transport: 'tcp', asked: 0, port: 40_001 }])
    await expect.poll(async () => requestText('/')).toContain('<code>[2001:db8::1]:40001</code>')
    const text = await requestText('/')
    expect(text).toContain('<p class="over"><a href="/echo">Echo</a></p>')
    expect(text).toContain(`<a class="title" href="${origin}/echo/harbor" dir="auto">${escaped}</a>`)
    expect(text).toContain('<span class="who">0 of 7 players</span>')
    expect(text).not.toContain('<script>')
  })

  it('of a room escape the owner’s texts', async () => {
    await createRoom({ title: evil, options: JSON.stringify({ colour: evil, key: 'hush' }) })
    await sendRequest('/api/rooms/echo/harbor', {
      method: 'PATCH',
      token: siteToken,
      json: { comments: [evil] },
    })
    const text = await requestText('/echo/harbor')
    expect(text.split(escaped).length - 1).toBe(8)
    expect(text).not.toContain('<script>')
    expect(text).not.toContain('hush')
  })

  it('of a room show its addresses, WebSocket, documents and public state', async () => {
    const doors = ['tcp', 'dispatch', 'udp', 'websocket'] as const
    await createRoom({ listen: JSON.stringify(doors.map((transport, i) => ({ transport, port: 1001 + i }))) })
    const sidecar = await connectSidecar('east')
    sidecar.report(
      'echo/harbor',
      doors.map((transport, i) => ({
        transport,
        asked: 1001 + i,
        port: 1001 + i,
        ...(transport === 'dispatch' && { error: 'EACCES <80>' }),
      })),
    )
    await expect
      .poll(async () => (await directoryStub(env).getRoom('echo/harbor'))?.addresses)
      .toHaveLength(4)
    const text = await requestText('/echo/harbor')
    expect(text).toContain('client (TCP): <code data-copy="true">east.test:1001</code>')
    expect(text).toContain('east could not open port 1002 (dispatch): EACCES &lt;80&gt;')
    expect(text).toContain('client (UDP): <code data-copy="true">east.test:1003</code>')
    expect(text).toContain('<li><code data-copy="true">east.test:1004</code></li>')
    expect(text).toContain('<li><code data-copy="true">wss://play.test:8443/echo/harbor</code></li>')
    expect(text).toContain(`<a href="${origin}/echo/harbor/where.txt">where.txt</a>`)
    expect(text).toContain('<a href="/echo#client">Get your voice</a>')
    expect(text).toContain('<dt>colour</dt><dd><span dir="auto">grey</span></dd>')
    expect(text).toContain('<th scope="col">node count</th>')
    expect(text).toContain('&lt;b&gt;ann&lt;/b&gt;')
  })

  const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8'

  it.each([
    ['/echo/nowhere', 404, 'no room is called echo/nowhere'],
    ['/echo/No%3CWay%3E', 404, 'no room is called echo/No&lt;Way&gt;'],
    [`/${'chess'.repeat(50)}/harbor`, 404, `no game is called ${'chess'.repeat(16)}.`],
    ['/new?game=chess', 404, 'no game is called chess'],
    ['/docs/nothing', 404, 'no document is called nothing'],
    ['/series/echo/nothing', 404, 'no series is called echo/nothing'],
    ['/echo/harbor/files/nothing.txt', 404, 'no file of this room is called nothing.txt'],
    ['/api/rooms/echo/nowhere', 404, 'no room is called echo/nowhere'],
    ['/api/rooms/echo/harbor/clips/7', 404, 'no clip has the id 7'],
    ['/nothing', 404, 'there is nothing at this address'],
    ['/api/nothing', 404, 'there is nothing at this address'],
    ['/api/sidecar', 401, 'send the sidecar token'],
    ['/echo/harbor/files/seed.bin', 401, 'needs the room token'],
  ])(
    'of errors are sent to clients that accept HTML, with the headers of other pages: %s',
    async (path, status, detail) => {
      await createRoom()
      const answer = await sendRequest(path, { headers: { accept: browser } })
      const text = await answer.text()
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        status,
        'text/html; charset=utf-8',
      ])
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
      expect([answer.headers.get('cache-control'), answer.headers.get('vary')]).toEqual([
        'no-store',
        'accept',
      ])
      expect(answer.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null)
      expect(text).toContain(detail)
      expect(text).toContain('<a href="/">')
    },
  )

  it('of errors name the field and escape the request', async () => {
    const asked = { method: 'POST', token: siteToken, headers: { accept: browser }, body: new FormData() }
    asked.body.append(evil, 'x')
    const text = await requestText('/api/rooms', asked)
    expect(text).toContain(`<code>${escaped}</code>: unknown field`)
    expect(text).not.toContain('<script>')
  })

  it.each(['*/*', 'application/json', 'application/json, text/html;q=0.5', 'text/html;q=0', ''])(
    'of errors are replaced by JSON for Accept: %j',
    async (accept) => {
      const answer = await sendRequest('/echo/nowhere', { headers: { accept } })
      expect(await errorOf(answer)).toMatchObject({ status: 404, error: 'not-found' })
      expect(answer.headers.get('vary')).toBe('accept')
    },
  )

  it('of internal errors do not contain the cause', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    const broken = {
      getByName: () => ({ listRoomPage: () => Promise.reject(new Error('overloaded at /srv')) }),
    }
    const env = { DIRECTORY: broken as unknown as Env['DIRECTORY'] }
    const answer = await sendRequest('/', { headers: { accept: browser }, env })
    const text = await answer.text()
    expect([answer.status, logged.mock.calls.length]).toEqual([503, 1])
    expect(text).toContain('service temporarily unavailable')
    expect(text).not.toContain('/srv')
  })
})
