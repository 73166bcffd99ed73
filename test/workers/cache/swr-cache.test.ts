// What the site keeps for everybody, with the cache that Workers of one place share: what asks the Directory and the rooms,
// and what does not. How long, and how many at once: test/cost/listings.test.ts.
import { createExecutionContext, reset, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Directory } from '../../../durable-objects/directory/directory.ts'
import { PublicApi } from '../../../durable-objects/room/api/public-api.ts'
import { Room } from '../../../durable-objects/room/room.ts'
import { createApp } from '../../../workers/app.ts'
import { games } from '../fixtures/echo-game.ts'
import { createRoom, postRoom, sendRequest, siteToken } from '../fixtures/requests.ts'
import { TestSidecar, upgrade } from '../fixtures/test-socket.ts'

/** So long that nothing depends on how long a test takes: the cache between the Workers has a clock of its own. */
const staleSeconds = 3600
let site = 0
let now = 0

/** Each test has a site of its own: what is kept is kept by its address. Time stands still. */
beforeEach(() => {
  site++
  now = Date.now()
  later(0)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await reset()
})

/** One Worker of the place. */
class Worker {
  readonly #app = createApp({ games, version: '1.2.3' })

  async ask(path: string, init?: RequestInit<IncomingRequestCfProperties>): Promise<Response> {
    const context = createExecutionContext()
    const request = new Request(`https://site-${site}.test${path}`, init)
    const answer = await this.#app.fetch(request, { ...env, STALE_SECONDS: `${staleSeconds}` }, context)
    await waitOnExecutionContext(context)
    return answer
  }

  async text(path: string, init?: RequestInit<IncomingRequestCfProperties>): Promise<string> {
    return (await this.ask(path, init)).text()
  }
}

const directory = (method: 'listRoomPage' | 'getRoom' | 'findRoomByPublicId') =>
  vi.spyOn(Directory.prototype, method)
const shown = (method: 'readEndpoint' | 'listFiles') => vi.spyOn(PublicApi.prototype, method)
function later(ms: number): void {
  now += ms
  vi.spyOn(Date, 'now').mockReturnValue(now)
}

describe('of all who ask in the same second, at any Worker of the place, one costs something:', () => {
  it('for lists and the home page a call of the Directory each', async () => {
    await createRoom()
    const calls = directory('listRoomPage')
    const [one, other] = [new Worker(), new Worker()]
    for (const worker of [one, other, one])
      for (const path of ['/', '/api/rooms', '/api/rooms?limit=1'])
        expect(await worker.text(path)).toContain('harbor')
    expect(calls).toHaveBeenCalledTimes(3)
  })

  it('for a dispatch text one, and everybody is sent to the sidecar that is nearest to him', async () => {
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
    const state = async () => (await sendRequest('/api/rooms/echo/harbor')).json<{ addresses: unknown[] }>()
    await expect.poll(async () => (await state()).addresses, { timeout: 60_000 }).toHaveLength(2)
    const calls = directory('getRoom')
    for (const worker of [one, other, one]) {
      expect(await worker.text('/where.txt', tokyo)).toContain('east.test')
      expect(await worker.text('/where.txt', paris)).toContain('west.test')
    }
    expect(calls).toHaveBeenCalledTimes(1)
  })

  it('for pages one of each call of the room and of the Directory', async () => {
    await createRoom()
    const calls = [directory('getRoom'), vi.spyOn(Room.prototype, 'describe'), shown('listFiles')]
    const [one, other] = [new Worker(), new Worker()]
    for (const worker of [one, other, one]) expect(await worker.text('/echo/harbor')).toContain('Harbor')
    expect(calls.map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1])
    const read = shown('readEndpoint')
    for (const worker of [one, other, one])
      expect(await worker.text('/echo/harbor/shades/dark')).toContain('dark grey')
    expect(read).toHaveBeenCalledTimes(1)
  })

  it('for a reading one in all the seconds for which it may be kept, and its age is told', async () => {
    await createRoom()
    const calls = shown('readEndpoint')
    const [one, other] = [new Worker(), new Worker()]
    const path = '/echo/harbor/api/colour/dark'
    const first = await one.ask(path)
    later(59_000)
    for (const worker of [one, other]) {
      const answer = await worker.ask(path)
      expect(await answer.json()).toMatchObject({ colour: 'dark grey' })
      expect(answer.headers.get('cache-control')).toContain('max-age=60')
      expect(Number(answer.headers.get('age'))).toBe(59)
    }
    const headers = { 'if-none-match': first.headers.get('etag')! }
    expect((await other.ask(path, { headers })).status).toBe(304)
    expect(await one.text('/echo/harbor/api/colour/pale')).toContain('pale grey')
    expect(calls).toHaveBeenCalledTimes(2)
  })
})

describe('what is a moment old is told once more, and is then as it is:', () => {
  it.each(['/api/rooms', '/', '/echo/harbor', '/where.txt'])('%s', async (path) => {
    await createRoom()
    const [one, other] = [new Worker(), new Worker()]
    expect(await one.text(path)).toContain('Harbor')
    await rename(other, 'Quay')
    later(2000)
    expect(await one.text(path)).toContain('Harbor')
    expect(await one.text(path)).toContain('Quay')
    await rename(other, 'Pier')
    later(1000 * (staleSeconds + 1))
    expect(await one.text(path)).toContain('Pier')
  })
})

const rename = async (worker: Worker, title: string) => {
  const headers = { authorization: `Bearer ${siteToken}`, 'content-type': 'application/json' }
  const answer = await worker.ask('/api/rooms/echo/harbor', {
    method: 'PATCH',
    headers,
    body: JSON.stringify({ title }),
  })
  expect(answer.status).toBe(200)
}

describe('told as it is now is', () => {
  it('who has just changed it here; what was refused changes nothing', async () => {
    await createRoom()
    const worker = new Worker()
    await worker.text('/api/rooms')
    const calls = directory('listRoomPage')
    expect((await worker.ask('/api/rooms/echo/harbor', { method: 'PATCH' })).status).toBe(401)
    await worker.text('/api/rooms')
    expect(calls).not.toHaveBeenCalled()
    await rename(worker, 'Quay')
    later(1)
    for (const path of ['/api/rooms', '/', '/echo/harbor', '/where.txt'])
      expect(await worker.text(path)).toContain('Quay')
  })

  it.each([
    ['who shows a token', { authorization: 'Bearer whatever' }],
    ['who loads a page again', { 'cache-control': 'max-age=0' }],
    ['a script of ours that has heard of something new', { 'cache-control': 'no-cache' }],
  ])('%s', async (_, headers) => {
    await createRoom()
    const [one, other] = [new Worker(), new Worker()]
    await one.text('/echo/harbor')
    await rename(other, 'Quay')
    expect(await one.text('/echo/harbor', { headers })).toContain('Quay')
    expect(await one.text('/echo/harbor')).toContain('Quay')
  })

  it('a host in his page, and whoever asks for the state of one room', async () => {
    await createRoom()
    const [one, other] = [new Worker(), new Worker()]
    for (const title of ['Quay', 'Pier']) {
      await rename(other, title)
      expect(await one.text('/echo/harbor/host')).toContain(title)
      expect(await one.text('/api/rooms/echo/harbor')).toContain(title)
    }
  })
})

it('that something is not there is kept by nobody', async () => {
  const worker = new Worker()
  const paths = ['/echo/harbor', '/where.txt', '/echo/harbor/api/colour/dark', '/echo/harbor/shades/dark']
  for (const path of paths) expect([path, (await worker.ask(path)).status]).toEqual([path, 404])
  await postRoom({ game: 'echo', room: 'harbor' })
  for (const path of paths) expect([path, (await worker.ask(path)).status]).toEqual([path, 200])
})

it('a cache that fails is none', async () => {
  await createRoom()
  vi.spyOn(caches, 'open').mockRejectedValue(new Error('as this test wants'))
  expect((await new Worker().ask('/api/rooms')).status).toBe(200)
})
