// Rooms with damaged records, and listed names without a room: the site reports both as damaged, they can be deleted,
// and they do not affect other rooms.
import { evictDurableObject, reset, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { roomStub } from '../../../workers/platform/stubs.ts'
import { requestJson, requestText } from '../fixtures/request-content.ts'
import { createRoom, errorOf, postRoom, sendRequest, siteToken } from '../fixtures/requests.ts'

afterEach(async () => {
  vi.restoreAllMocks()
  await reset()
})

interface ShownRoom {
  readonly room: string
  readonly status: string
  readonly damage?: string
}

const path = '/api/rooms/echo/harbor'
const remove = async (token = siteToken) => (await sendRequest(path, { method: 'DELETE', token })).status
const shown = async (): Promise<ShownRoom> => requestJson<ShownRoom>(path)
const listed = async (): Promise<readonly ShownRoom[]> =>
  (await requestJson<{ rooms: ShownRoom[] }>('/api/rooms')).rooms

async function damage(statement: string): Promise<void> {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const room = env.ROOM.getByName('echo/harbor')
  await runInDurableObject(room, (_, { storage }) => {
    storage.sql.exec(statement)
  })
  await evictDurableObject(room)
}

const ownRecord = `UPDATE record SET value = '{"token":"a secret of the machine room' WHERE key = 'room'`

async function loseDirectory(): Promise<void> {
  await runInDurableObject(env.DIRECTORY.getByName('directory'), (_, { storage }) => {
    storage.sql.exec('DELETE FROM room')
  })
}

describe('a room with unreadable records', () => {
  it('reports the cause in the API and on its page, without the content of its records', async () => {
    await createRoom({ title: 'Old Harbor' })
    await createRoom({ room: 'pier' })
    await damage(ownRecord)
    expect(await shown()).toMatchObject({
      title: 'Old Harbor',
      status: 'damaged',
      damage: expect.stringContaining('JSON'),
    })
    const text = await requestText('/echo/harbor')
    expect(text).toContain('This room&#39;s records are damaged: ')
    expect(text).not.toContain('secret')
    // Nobody can join, so the pages offer neither invitations nor notifications.
    const offers = /class="invite"|data-notify=/
    for (const page of ['/echo/harbor', '/echo/harbor/host'])
      expect(await requestText(page)).not.toMatch(offers)
    const sound = await requestText('/echo/pier')
    expect(sound).toMatch(offers)
    // Lists are cached for a second.
    await expect
      .poll(async () => (await listed()).map(({ room, status }) => [room, status]))
      .toEqual([
        ['harbor', 'damaged'],
        ['pier', 'open'],
      ])
  })

  it('is listed as open again once a request shows that the records are repaired', async () => {
    await createRoom()
    const { value } = await runInDurableObject(env.ROOM.getByName('echo/harbor'), (_, { storage }) =>
      storage.sql.exec<{ value: string }>("SELECT value FROM record WHERE key = 'room'").one(),
    )
    await damage(ownRecord)
    expect(await shown()).toMatchObject({ status: 'damaged' })
    await damage(`UPDATE record SET value = '${value}' WHERE key = 'room'`)
    expect(await shown()).toMatchObject({ status: 'open' })
    await expect.poll(async () => (await listed()).map(({ status }) => status)).toEqual(['open'])
  })

  it('rejects players, and can be deleted only with the site token, which frees its name', async () => {
    const { adminToken } = await createRoom()
    await damage(ownRecord)
    expect((await sendRequest('/echo/harbor', { headers: { upgrade: 'websocket' } })).status).toBe(404)
    expect((await postRoom({ game: 'echo', room: 'harbor' })).status).toBe(409)
    expect(await remove(adminToken)).toBe(401)
    expect([await remove(), await remove()]).toEqual([204, 404])
    await createRoom()
    expect(await shown()).toMatchObject({ status: 'open' })
  })

  it('can be deleted even if the Directory has lost the room as well', async () => {
    await createRoom()
    await damage(ownRecord)
    await loseDirectory()
    expect(await errorOf(await sendRequest(path, { token: siteToken }))).toMatchObject({
      status: 503,
      detail: expect.stringContaining('records are damaged: '),
    })
    expect([await remove(), await remove()]).toEqual([204, 404])
    await createRoom()
  })
})

describe('a room whose world cannot be opened', () => {
  it('is listed as damaged, keeps its records, and opens again after a repair', async () => {
    await createRoom()
    await createRoom({ room: 'pier' })
    await damage(`UPDATE record SET value = '{"a secret' || value WHERE key = 'game/state'`)
    expect(await shown()).toMatchObject({ status: 'damaged', damage: expect.stringContaining('JSON') })
    await expect.poll(async () => (await listed()).map(({ status }) => status)).toEqual(['damaged', 'open'])
    await damage(`UPDATE record SET value = substr(value, 11) WHERE key = 'game/state'`)
    expect(await shown()).toMatchObject({ status: 'open' })
    expect(await shown()).not.toHaveProperty('damage')
  })
})

describe('a listed name without a room', () => {
  it('is reported as damaged, can be deleted, and can be used again', async () => {
    const { adminToken } = await createRoom()
    await damage('DROP TABLE record')
    expect(await shown()).toMatchObject({ status: 'damaged', damage: 'its records are missing' })
    expect((await sendRequest('/echo/harbor')).status).toBe(200)
    expect((await postRoom({ game: 'echo', room: 'harbor' })).status).toBe(409)
    expect(await remove(adminToken)).toBe(404)
    expect([await remove(), await remove()]).toEqual([204, 404])
    await createRoom()
    expect(await shown()).toMatchObject({ status: 'open' })
  })
})

describe('a room with an unopenable database', () => {
  const broken = () => {
    const internal = () => Promise.reject(new Error('internal error; reference = abc'))
    const calls = { describe: internal, deleteRoom: internal, checkToken: internal, createRoom: internal }
    return { ROOM: { getByName: () => calls } as unknown as typeof env.ROOM }
  }

  it('is shown from the Directory’s copy, and can be deleted', async () => {
    await createRoom()
    const answer = await sendRequest(path, { env: broken() })
    expect(await answer.json()).toMatchObject({
      status: 'damaged',
      damage: expect.stringContaining('database cannot be opened'),
    })
    const removed = await sendRequest(path, { method: 'DELETE', token: siteToken, env: broken() })
    expect(removed.status).toBe(204)
    expect(await listed()).toEqual([])
    expect(await errorOf(await postRoom({ game: 'echo', room: 'harbor' }, { env: broken() }))).toMatchObject({
      status: 503,
      detail: expect.stringContaining('echo/harbor has a damaged database'),
    })
  })

  it('is not reported as damaged after a transient error', async () => {
    await createRoom()
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const overloaded = Object.assign(new Error('internal error; reference = abc'), { overloaded: true })
    const calls = { ...roomStub(env, 'echo/harbor'), describe: () => Promise.reject(overloaded) }
    const busy = { ROOM: { getByName: () => calls } as unknown as typeof env.ROOM }
    let started = 0
    let finished = 0
    const directory = {
      hasRoom: async () => true,
      getRoom: async () => {
        started++
        await new Promise((resolve) => setTimeout(resolve))
        finished++
      },
    }
    const slow = { DIRECTORY: { getByName: () => directory } as unknown as typeof env.DIRECTORY }
    expect((await sendRequest(path, { env: { ...busy, ...slow } })).status).toBe(503)
    // A call must not outlive its request, because the runtime would cancel the call or run it between calls of the
    // next request.
    expect([started, finished]).toEqual([1, 1])
  })
})
