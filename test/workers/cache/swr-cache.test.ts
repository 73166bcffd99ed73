// Tests which requests the site answers from its cache and from the edge cache, which the Workers of one location
// share. test/cost/listings.test.ts tests cache lifetimes and numbers of calls.
import { createExecutionContext, reset, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Directory } from '../../../durable-objects/directory/directory.ts'
import { RoomApi } from '../../../durable-objects/room/api/room-api.ts'
import { Room } from '../../../durable-objects/room/room.ts'
import { createApp } from '../../../workers/app.ts'
import { echoGame, games } from '../fixtures/echo-game.ts'
import { requestJson } from '../fixtures/request-content.ts'
import { createRoom, formOf, postRoom, siteToken } from '../fixtures/requests.ts'
import { TestSidecar, upgrade } from '../fixtures/test-socket.ts'

/** A cache lifetime that is longer than any test, because tests cannot advance the clock of the edge cache. */
const staleSeconds = 3600
let site = 0
let now = 0

/**
 * Each test has its own site, because cache keys contain the site's address. The clock advances only when a test
 * advances it.
 */
beforeEach(() => {
  site++
  now = Date.now()
  advance(0)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await reset()
})

class Worker {
  readonly #app = createApp({ games, version: '1.2.3' })

  async get(path: string, init?: RequestInit<IncomingRequestCfProperties>): Promise<Response> {
    const context = createExecutionContext()
    const request = new Request(`https://site-${site}.test${path}`, init)
    const answer = await this.#app.fetch(request, { ...env, STALE_SECONDS: `${staleSeconds}` }, context)
    await waitOnExecutionContext(context)
    return answer
  }

  async text(path: string, init?: RequestInit<IncomingRequestCfProperties>): Promise<string> {
    return (await this.get(path, init)).text()
  }
}

const spyOnDirectory = (method: 'listRoomPage' | 'getRoom' | 'findRoomByPublicId') =>
  vi.spyOn(Directory.prototype, method)
const spyOnRoom = (method: 'readEndpoint' | 'listFiles') => vi.spyOn(RoomApi.prototype, method)
function advance(ms: number): void {
  now += ms
  vi.spyOn(Date, 'now').mockReturnValue(now)
}

describe('requests at all Workers of one location', () => {
  it('within a second cause one Directory call each for lists and the home page', async () => {
    await createRoom()
    const calls = spyOnDirectory('listRoomPage')
    const [one, other] = [new Worker(), new Worker()]
    for (const worker of [one, other, one])
      for (const path of ['/', '/api/rooms', '/api/rooms?limit=1'])
        expect(await worker.text(path)).toContain('harbor')
    expect(calls).toHaveBeenCalledTimes(3)
  })

  it('within a second cause one call for a dispatch document, which still names the sidecar nearest to each client', async () => {
    await createRoom({ listen: '[{"transport":"tcp","port":0}]' })
    for (const [id, region] of [
      ['east', 'apac'],
      ['west', 'weur'],
    ] as const) {
      const path = `/api/sidecar?id=${id}&advertise=${id}.test&region=${region}`
      const sidecar = new TestSidecar((await upgrade(path, 'sidecar-token')).webSocket!)
      await sidecar.message()
      sidecar.report('echo/harbor', [{ transport: 'tcp', asked: 0, port: 7 }])
    }
    const [one, other] = [new Worker(), new Worker()]
    const from = (latitude: number, longitude: number) => ({
      headers: { 'cf-connecting-ip': '192.0.2.1' },
      cf: { latitude: `${latitude}`, longitude: `${longitude}` } as IncomingRequestCfProperties,
    })
    const [tokyo, paris] = [from(35.7, 139.7), from(48.9, 2.4)]
    const state = async () => requestJson<{ addresses: unknown[] }>('/api/rooms/echo/harbor')
    await expect.poll(async () => (await state()).addresses).toHaveLength(2)
    const calls = spyOnDirectory('getRoom')
    for (const worker of [one, other, one]) {
      expect(await worker.text('/where.txt', tokyo)).toContain('east.test')
      expect(await worker.text('/where.txt', paris)).toContain('west.test')
    }
    expect(calls).toHaveBeenCalledTimes(1)
  })

  it('within a second cause one call of each kind for a room page', async () => {
    await createRoom()
    const calls = [spyOnDirectory('getRoom'), vi.spyOn(Room.prototype, 'describe'), spyOnRoom('listFiles')]
    const [one, other] = [new Worker(), new Worker()]
    for (const worker of [one, other, one]) expect(await worker.text('/echo/harbor')).toContain('Harbor')
    expect(calls.map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1])
    const read = spyOnRoom('readEndpoint')
    for (const worker of [one, other, one])
      expect(await worker.text('/echo/harbor/shades/dark')).toContain('dark grey')
    expect(read).toHaveBeenCalledTimes(1)
  })

  it('draw a picture at most once a minute, even after a change, and each without a shared cache', async () => {
    await createRoom()
    const drawn = vi.spyOn(echoGame, 'drawPicture')
    const [one, other] = [new Worker(), new Worker()]
    const pictures = async (workers: readonly Worker[]) => {
      for (const worker of workers) expect((await worker.get('/echo/harbor/picture.png')).status).toBe(200)
    }
    await pictures([one, other, one])
    await rename(one, 'Quay')
    advance(2000)
    await pictures([one, other, one])
    expect(drawn).toHaveBeenCalledTimes(1)
    advance(58_000)
    // As on workers.dev.
    const cacheless = { match: async () => undefined, put: async () => {} } as unknown as Cache
    vi.spyOn(caches, 'open').mockResolvedValue(cacheless)
    await pictures([one, one, one])
    expect(drawn).toHaveBeenCalledTimes(2)
  })

  it('cause one call for an endpoint during its cache lifetime, and the responses have an Age header', async () => {
    await createRoom()
    const calls = spyOnRoom('readEndpoint')
    const [one, other] = [new Worker(), new Worker()]
    const path = '/echo/harbor/api/colour/dark'
    const first = await one.get(path)
    advance(59_000)
    for (const worker of [one, other]) {
      const answer = await worker.get(path)
      expect(await answer.json()).toMatchObject({ colour: 'dark grey' })
      expect(answer.headers.get('cache-control')).toContain('max-age=60')
      expect(Number(answer.headers.get('age'))).toBe(59)
    }
    const headers = { 'if-none-match': first.headers.get('etag')! }
    expect((await other.get(path, { headers })).status).toBe(304)
    expect(await one.text('/echo/harbor/api/colour/pale')).toContain('pale grey')
    expect(calls).toHaveBeenCalledTimes(2)
  })
})

describe('a stale response', () => {
  it.each(['/api/rooms', '/', '/echo/harbor', '/where.txt'])(
    'of %s is served once while the cache loads the current state',
    async (path) => {
      await createRoom()
      const [one, other] = [new Worker(), new Worker()]
      expect(await one.text(path)).toContain('Harbor')
      await rename(other, 'Quay')
      advance(2000)
      expect(await one.text(path)).toContain('Harbor')
      expect(await one.text(path)).toContain('Quay')
      await rename(other, 'Pier')
      advance(1000 * (staleSeconds + 1))
      expect(await one.text(path)).toContain('Pier')
    },
  )
})

const rename = async (worker: Worker, title: string) => {
  const headers = { authorization: `Bearer ${siteToken}`, 'content-type': 'application/json' }
  const answer = await worker.get('/api/rooms/echo/harbor', {
    method: 'PATCH',
    headers,
    body: JSON.stringify({ title }),
  })
  expect(answer.status).toBe(200)
}

describe('the current state is returned', () => {
  it('after a change by this Worker, but not after a rejected change', async () => {
    await createRoom()
    const worker = new Worker()
    await worker.text('/api/rooms')
    const calls = spyOnDirectory('listRoomPage')
    expect((await worker.get('/api/rooms/echo/harbor', { method: 'PATCH' })).status).toBe(401)
    await worker.text('/api/rooms')
    expect(calls).not.toHaveBeenCalled()
    await rename(worker, 'Quay')
    advance(1)
    for (const path of ['/api/rooms', '/', '/echo/harbor', '/where.txt'])
      expect(await worker.text(path)).toContain('Quay')
  })

  it.each([
    ['for a request with a token', { authorization: 'Bearer whatever' }],
    ['for a browser that reloads a page', { 'cache-control': 'max-age=0' }],
    ['for a script of the site that refreshes a page after a change', { 'cache-control': 'no-cache' }],
  ])('%s', async (_, headers) => {
    await createRoom()
    const [one, other] = [new Worker(), new Worker()]
    await one.text('/echo/harbor')
    await rename(other, 'Quay')
    expect(await one.text('/echo/harbor', { headers })).toContain('Quay')
    expect(await one.text('/echo/harbor')).toContain('Quay')
  })

  it('on the owner page, and for a single room in the API', async () => {
    await createRoom()
    const [one, other] = [new Worker(), new Worker()]
    for (const title of ['Quay', 'Pier']) {
      await rename(other, title)
      expect(await one.text('/echo/harbor/host')).toContain(title)
      expect(await one.text('/api/rooms/echo/harbor')).toContain(title)
    }
  })
})

it('an open owner page, which POSTs for its content again and again, does not invalidate the cache', async () => {
  const { adminToken } = await createRoom()
  const worker = new Worker()
  const look = async () => {
    const body = formOf({ token: adminToken, act: 'look' })
    expect((await worker.get('/echo/harbor/host', { method: 'POST', body })).status).toBe(200)
  }
  await worker.text('/api/rooms')
  const calls = spyOnDirectory('listRoomPage')
  await look()
  await worker.text('/api/rooms')
  expect(calls).not.toHaveBeenCalled()
})

it('the cache still works after the clock was set back', async () => {
  await createRoom()
  const worker = new Worker()
  advance(3_600_000)
  await rename(worker, 'Quay')
  advance(-3_600_000)
  const calls = spyOnDirectory('listRoomPage')
  for (let n = 0; n < 5; n++) {
    advance(1)
    expect(await worker.text('/api/rooms')).toContain('Quay')
  }
  // The answer to the first request is not stored, because the Directory may have read it before the change.
  expect(calls).toHaveBeenCalledTimes(2)
})

it('a missing room is not cached', async () => {
  const worker = new Worker()
  const paths = ['/echo/harbor', '/where.txt', '/echo/harbor/api/colour/dark', '/echo/harbor/shades/dark']
  for (const path of paths) expect([path, (await worker.get(path)).status]).toEqual([path, 404])
  await postRoom({ game: 'echo', room: 'harbor' })
  for (const path of paths) expect([path, (await worker.get(path)).status]).toEqual([path, 200])
})

it('a failing edge cache is ignored', async () => {
  await createRoom()
  vi.spyOn(caches, 'open').mockRejectedValue(new Error('simulated'))
  expect((await new Worker().get('/api/rooms')).status).toBe(200)
})
