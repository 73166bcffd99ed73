import { evictDurableObject, reset, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Directory } from '../../../durable-objects/directory/directory.ts'
import type { Env } from '../../../durable-objects/env.ts'
import { Room } from '../../../durable-objects/room/room.ts'
import { createApp } from '../../../workers/app.ts'
import { games } from '../fixtures/echo-game.ts'
import { createRoom, errorOf, formOf, origin, siteToken } from '../fixtures/requests.ts'

const attacker = '203.0.113.1'
const honest = '198.51.100.7'
const metrics = '/api/metrics'
const people = '/api/rooms/echo/harbor/people'

class Worker {
  readonly #app = createApp({ games, version: '1.2.3', listedMs: 0 })
  readonly #env: Env

  constructor(bindings: Env = env) {
    this.#env = bindings
  }

  async send(
    path: string,
    { token, from = attacker, body }: { token?: string; from?: string; body?: FormData } = {},
  ): Promise<Response> {
    const headers = {
      'cf-connecting-ip': from,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(path.endsWith('/link') && { upgrade: 'websocket' }),
    }
    const request = new Request(`${origin}${path}`, { headers, ...(body && { method: 'POST', body }) })
    return this.#app.fetch(request, this.#env)
  }

  async status(...request: Parameters<Worker['send']>): Promise<number> {
    const answer = await this.send(...request)
    await answer.body?.cancel()
    return answer.status
  }

  async guess(path: string, count: number, from = attacker): Promise<number[]> {
    const statuses: number[] = []
    for (let i = 0; i < count; i++) statuses.push(await this.status(path, { token: `guess-${i}`, from }))
    return statuses
  }
}

const withoutDirectory: Env = { ...env, DIRECTORY: { getByName: () => ({}) } as never }

let worker: Worker
let adminToken: string
beforeEach(async () => {
  worker = new Worker()
  adminToken = (await createRoom()).adminToken
})
afterEach(async () => {
  vi.restoreAllMocks()
  await reset()
})

const tenWrong = Array(10).fill(401)

describe.each([
  ['the site token', metrics, siteToken, 200],
  ['the sidecar token', '/echo/harbor/link', 'sidecar-token', 101],
  ['the room token', people, () => adminToken, 200],
] as const)('%s', (_, path, token, good) => {
  const right = () => (typeof token === 'string' ? token : token())

  it('is rejected with 429 and a retry time if the address has sent ten wrong tokens', async () => {
    expect(await worker.guess(path, 10)).toEqual(tenWrong)
    for (const tried of ['guess', right()]) {
      const answer = await worker.send(path, { token: tried })
      expect(answer.headers.get('retry-after')).toMatch(/^(60|59|5\d)$/)
      expect(await errorOf(answer)).toMatchObject({
        status: 429,
        error: 'slow-down',
        detail: expect.stringMatching(/^too many wrong tokens from your address: try again in \d+ s$/),
      })
    }
  })

  it('is still accepted from other addresses while an address is blocked', async () => {
    await worker.guess(path, 12)
    for (let i = 0; i < 20; i++)
      expect(await worker.status(path, { token: right(), from: honest })).toBe(good)
  })

  it('stays protected across isolates: a new isolate checks only one wrong token before it learns of the block', async () => {
    expect(await worker.guess(path, 10)).toEqual(tenWrong)
    const statuses = await new Worker().guess(path, 3)
    expect(statuses.slice(1)).toEqual([429, 429])
  })

  it('is compared with at most ten of many concurrent guesses', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 40 }, (_, i) => worker.status(path, { token: `guess-${i}` })),
    )
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(30)
  })

  it('is accepted without counting it as a guess, and checked only once per request', async () => {
    const counted = vi.spyOn(Directory.prototype, 'countWrongToken')
    const checked = vi.spyOn(Room.prototype, 'checkToken')
    for (let i = 0; i < 3; i++) expect(await worker.status(path, { token: right() })).toBe(good)
    expect(counted).not.toHaveBeenCalled()
    expect(checked).toHaveBeenCalledTimes(path === people ? 3 : 0)
  })
})

describe('wrong tokens', () => {
  it('for a room also count as guesses at the site token, and the right token of another room does not reset the count', async () => {
    const statuses = await worker.guess(people, 10)
    expect(statuses).toEqual(tenWrong)
    expect(await worker.status(metrics, { token: siteToken })).toBe(429)
    const { adminToken: other } = await createRoom({ room: 'pier' })
    expect(await worker.status('/api/rooms/echo/pier/people', { token: other })).toBe(200)
    expect(await worker.status(people, { token: siteToken })).toBe(429)
  })

  it('count even if they are for rooms that do not exist', async () => {
    const nowhere = '/api/rooms/echo/nowhere/people'
    expect(await worker.guess(nowhere, 10)).toEqual(Array(10).fill(404))
    expect(await worker.guess(nowhere, 1)).toEqual([429])
    expect(await worker.status(metrics, { token: siteToken })).toBe(429)
  })

  it('in forms count like wrong tokens in headers', async () => {
    const forms: [path: string, fields: Parameters<typeof formOf>[0]][] = [
      ['/echo/harbor/host', { token: 'guess', act: 'look' }],
      ['/new', { token: 'guess', game: 'echo' }],
    ]
    for (const [i, [path, fields]] of forms.entries()) {
      const from = `203.0.113.${100 + i}`
      for (let n = 0; n < 10; n++)
        expect(await worker.status(path, { body: formOf({ ...fields, token: `guess-${n}` }), from })).toBe(
          401,
        )
      expect(await worker.status(path, { body: formOf({ ...fields, token: siteToken }), from })).toBe(429)
    }
  })

  it('do not include requests without a token', async () => {
    for (let i = 0; i < 12; i++) expect(await worker.status('/echo/harbor/files/map.txt')).toBe(200)
    for (let i = 0; i < 12; i++) expect(await worker.status(people)).toBe(401)
    expect(await worker.status(people, { token: adminToken })).toBe(200)
  })

  it('are counted by the Worker alone while the Directory fails or runs a version that does not count', async () => {
    expect(await new Worker(withoutDirectory).guess(metrics, 11)).toEqual([...tenWrong, 429])
  })

  it('still count after a restart of the room and of the Directory', async () => {
    await worker.guess(people, 10)
    const room = env.ROOM.getByName('echo/harbor')
    const directory = env.DIRECTORY.getByName('directory')
    const kept = (stub: DurableObjectStub, query: string) =>
      runInDurableObject(stub, (_, { storage }) => [...storage.sql.exec(query)].length)
    await expect.poll(() => kept(room, "SELECT 1 FROM record WHERE key = 'guesses'")).toBe(1)
    await expect.poll(() => kept(directory, 'SELECT 1 FROM guesses')).toBe(1)
    await evictDurableObject(room)
    await evictDurableObject(directory)
    expect(await new Worker().status(people, { token: adminToken })).toBe(429)
    expect(await new Worker().guess(metrics, 2)).toEqual([401, 429])
    expect(await new Worker().status(people, { token: adminToken, from: honest })).toBe(200)
  })

  it('that are sent repeatedly count once, so that a program with an outdated token is not blocked', async () => {
    for (const path of [metrics, people, '/echo/harbor/link'])
      for (let i = 0; i < 20; i++) expect(await worker.status(path, { token: 'old' })).toBe(401)
    expect(await worker.status(metrics, { token: siteToken })).toBe(200)
    expect(await worker.status(people, { token: adminToken })).toBe(200)
  })

  it('are never logged', async () => {
    const lines: unknown[] = []
    for (const level of ['debug', 'info', 'log', 'warn', 'error'] as const)
      vi.spyOn(console, level).mockImplementation((...line) => void lines.push(...line))
    await new Worker(withoutDirectory).guess(people, 11)
    await worker.status('/echo/harbor/host', { body: formOf({ token: 'guess-form', act: 'look' }) })
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.join('\n')).not.toMatch(/guess-|site-token|sidecar-token/)
  })
})
