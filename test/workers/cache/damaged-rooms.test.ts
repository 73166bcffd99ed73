// Rooms whose records are damaged, and names that lead nowhere: they say so, can be given up, and harm no others.
import { evictDurableObject, reset, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { roomStub } from '../../../workers/platform/stubs.ts'
import { createRoom, errorOf, postRoom, sendRequest, siteToken } from '../fixtures/requests.ts'

afterEach(async () => {
  vi.restoreAllMocks()
  await reset()
})

interface Shown {
  readonly room: string
  readonly status: string
  readonly damage?: string
}

const path = '/api/rooms/echo/harbor'
const remove = async (token = siteToken) => (await sendRequest(path, { method: 'DELETE', token })).status
const shown = async (): Promise<Shown> => (await sendRequest(path)).json<Shown>()
const listed = async (): Promise<readonly Shown[]> =>
  (await (await sendRequest('/api/rooms')).json<{ rooms: Shown[] }>()).rooms

/** Does this to the room's storage while it is not there. */
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

describe('a room that knows nothing of itself any more', () => {
  it('says so with the cause, in the API and on its page, and nothing that its records hold', async () => {
    await createRoom({ title: 'Old Harbor' })
    await createRoom({ room: 'pier' })
    await damage(ownRecord)
    expect(await shown()).toMatchObject({
      title: 'Old Harbor',
      status: 'damaged',
      damage: 'a record is no JSON',
    })
    const text = await (await sendRequest('/echo/harbor')).text()
    expect(text).toContain('This room&#39;s records are damaged: a record is no JSON.')
    expect(text).not.toContain('secret')
    expect((await sendRequest('/echo/pier')).status).toBe(200)
    // Lists are good for a second.
    await expect
      .poll(async () => (await listed()).map(({ room, status }) => [room, status]), { timeout: 10_000 })
      .toEqual([
        ['harbor', 'damaged'],
        ['pier', 'open'],
      ])
  })

  it('is listed as open again when somebody has seen that it was put right', async () => {
    await createRoom()
    const { value } = await runInDurableObject(env.ROOM.getByName('echo/harbor'), (_, { storage }) =>
      storage.sql.exec<{ value: string }>("SELECT value FROM record WHERE key = 'room'").one(),
    )
    await damage(ownRecord)
    expect(await shown()).toMatchObject({ status: 'damaged' })
    await damage(`UPDATE record SET value = '${value}' WHERE key = 'room'`)
    expect(await shown()).toMatchObject({ status: 'open' })
    await expect
      .poll(async () => (await listed()).map(({ status }) => status), { timeout: 10_000 })
      .toEqual(['open'])
  })

  it('lets nobody in, is nobody’s to remove but the site’s, and then its name is free', async () => {
    const { adminToken } = await createRoom()
    await damage(ownRecord)
    expect((await sendRequest('/echo/harbor', { headers: { upgrade: 'websocket' } })).status).toBe(404)
    expect((await postRoom({ game: 'echo', room: 'harbor' })).status).toBe(409)
    expect(await remove(adminToken)).toBe(401)
    expect([await remove(), await remove()]).toEqual([204, 404])
    await createRoom()
    expect(await shown()).toMatchObject({ status: 'open' })
  })

  it('can be removed though the Directory has lost it too', async () => {
    await createRoom()
    await damage(ownRecord)
    await loseDirectory()
    expect(await errorOf(await sendRequest(path, { token: siteToken }))).toMatchObject({
      status: 503,
      detail: 'its records are damaged: a record is no JSON',
    })
    expect([await remove(), await remove()]).toEqual([204, 404])
    await createRoom()
  })
})

describe('a room whose world cannot be opened', () => {
  it('says so in the list too, keeps its records, and is open again when they are', async () => {
    await createRoom()
    await createRoom({ room: 'pier' })
    await damage(`UPDATE record SET value = '{"a secret' || value WHERE key = 'game/state'`)
    expect(await shown()).toMatchObject({ status: 'damaged', damage: 'a record is no JSON' })
    await expect
      .poll(async () => (await listed()).map(({ status }) => status), { timeout: 10_000 })
      .toEqual(['damaged', 'open'])
    await damage(`UPDATE record SET value = substr(value, 11) WHERE key = 'game/state'`)
    expect(await shown()).toMatchObject({ status: 'open' })
    expect(await shown()).not.toHaveProperty('damage')
  })
})

describe('a name that leads nowhere', () => {
  it('says so, and can be deleted and taken anew', async () => {
    const { adminToken } = await createRoom()
    await damage('DROP TABLE record')
    expect(await shown()).toMatchObject({ status: 'damaged', damage: 'nothing of it is stored' })
    expect((await sendRequest('/echo/harbor')).status).toBe(200)
    expect((await postRoom({ game: 'echo', room: 'harbor' })).status).toBe(409)
    expect(await remove(adminToken)).toBe(404)
    expect([await remove(), await remove()]).toEqual([204, 404])
    await createRoom()
    expect(await shown()).toMatchObject({ status: 'open' })
  })
})

describe('a room whose database the runtime cannot open', () => {
  const broken = () => {
    const internal = () => Promise.reject(new Error('internal error; reference = abc'))
    const calls = { describe: internal, remove: internal, accepts: internal, found: internal }
    return { ROOM: { getByName: () => calls } as unknown as typeof env.ROOM }
  }

  it('is shown as the Directory remembers it, and its name can be given up', async () => {
    await createRoom()
    const answer = await sendRequest(path, { env: broken() })
    expect(await answer.json()).toMatchObject({
      status: 'damaged',
      damage: 'the runtime cannot open its database; the log says more',
    })
    const removed = await sendRequest(path, { method: 'DELETE', token: siteToken, env: broken() })
    expect(removed.status).toBe(204)
    expect(await listed()).toEqual([])
    expect(await errorOf(await postRoom({ game: 'echo', room: 'harbor' }, { env: broken() }))).toMatchObject({
      status: 503,
      detail: 'a damaged database lies under echo/harbor; a new start puts it aside',
    })
  })

  it('and what passes by itself is no damage', async () => {
    await createRoom()
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const overloaded = Object.assign(new Error('internal error; reference = abc'), { overloaded: true })
    const calls = { ...roomStub(env, 'echo/harbor'), describe: () => Promise.reject(overloaded) }
    const busy = { ROOM: { getByName: () => calls } as unknown as typeof env.ROOM }
    let asked = 0
    let answered = 0
    const directory = {
      has: async () => true,
      room: async () => {
        asked++
        await new Promise((resolve) => setTimeout(resolve))
        answered++
      },
    }
    const slow = { DIRECTORY: { getByName: () => directory } as unknown as typeof env.DIRECTORY }
    expect((await sendRequest(path, { env: { ...busy, ...slow } })).status).toBe(503)
    // No call is left under way when the request is over: it would be cut off, or come between those of the next one.
    expect([asked, answered]).toEqual([1, 1])
  })
})
