import { createExecutionContext, reset, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, expect, it, vi } from 'vitest'
import { createRoom, origin, sendRequest, siteToken } from '../fixtures/requests.ts'
import { app } from '../worker.ts'

afterEach(async () => {
  vi.restoreAllMocks()
  await reset()
})

const idsOf = async (room = 'echo/harbor') =>
  ((await (await sendRequest(`/api/rooms/${room}`)).json()) as { outside: { room: string; guest: string } })
    .outside

it('an endpoint returns public JSON with its cache lifetime, and 304 for a client that has the current JSON', async () => {
  await createRoom()
  const answer = await sendRequest('/echo/harbor/api/colour/dark')
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'public, max-age=60, no-transform',
    'access-control-allow-origin': '*',
  })
  expect(await answer.json()).toEqual({ colour: 'dark grey', ports: [], url: `${origin}/echo/harbor` })
  const again = await sendRequest('/echo/harbor/api/colour/dark', {
    headers: { 'if-none-match': answer.headers.get('etag')! },
  })
  expect([again.status, again.headers.get('access-control-allow-origin')]).toEqual([304, '*'])
})

it('an endpoint is 404 for unknown parameters, names, rooms and ids', async () => {
  await createRoom()
  const { room } = await idsOf()
  for (const path of [
    '/echo/harbor/api/colour/none',
    '/echo/harbor/api/shape',
    '/echo/nowhere/api/colour/dark',
    '/old/colour/nobody/dark',
    `/old/colour/${room}/dark`,
  ])
    expect([path, (await sendRequest(path)).status]).toEqual([path, 404])
})

it('content with a shared id is returned as long as any room has the content', async () => {
  const wanted = async (id: string) => (await sendRequest(`/old/shapes/${id}`)).status
  expect(await wanted('shape-of-grey')).toBe(404)
  await createRoom()
  await createRoom({ room: 'pier' })
  const answer = await sendRequest('/old/shapes/shape-of-grey')
  expect([answer.headers.get('access-control-allow-origin'), await answer.json()]).toEqual([
    '*',
    { shape: 'shape-of-grey' },
  ])
  expect(JSON.stringify(await (await sendRequest('/api/rooms')).json())).not.toContain('shape-of')
  await sendRequest('/api/rooms/echo/harbor', { method: 'DELETE', token: siteToken })
  expect(await wanted('shape-of-grey')).toBe(200)
  await sendRequest('/api/rooms/echo/pier', { method: 'DELETE', token: siteToken })
  expect([await wanted('shape-of-grey'), await wanted('x'.repeat(65))]).toEqual([404, 404])
})

it('the list of shared content has each name once, and no content whose rooms were all deleted', async () => {
  const listed = async (path: string) => (await sendRequest(path)).json()
  expect([await listed('/old/shape_ids'), await listed('/old/shapes')]).toEqual([{}, { shapes: {} }])
  await createRoom()
  await createRoom({ room: 'pier' })
  await createRoom({ room: 'quay', options: JSON.stringify({ colour: 'red' }) })
  expect(await listed('/old/shape_ids')).toEqual({
    'Shape "grey"': 'shape-of-grey',
    'Shape "red"': 'shape-of-red',
  })
  const answer = await sendRequest('/old/shapes')
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(await answer.json()).toEqual({
    shapes: { 'Shape "grey"': { shape: 'shape-of-grey' }, 'Shape "red"': { shape: 'shape-of-red' } },
  })
  for (const room of ['harbor', 'quay'])
    await sendRequest(`/api/rooms/echo/${room}`, { method: 'DELETE', token: siteToken })
  expect(await listed('/old/shape_ids')).toEqual({ 'Shape "grey"': 'shape-of-grey' })
})

it('the cached copy of a list of shared content is not read faster than the client reads the list', async () => {
  for (const colour of ['grey', 'red', 'teal'])
    await createRoom({ room: colour, options: JSON.stringify({ colour }) })
  let cachedText = ''
  const open = caches.open.bind(caches)
  const shared = {
    match: async () => undefined,
    async put(_key: string, { body }: Response) {
      for await (const piece of body!.pipeThrough(new TextDecoderStream())) cachedText += piece
    },
  } as unknown as Cache
  vi.spyOn(caches, 'open').mockImplementation(async (name) =>
    name === 'shared-content' ? shared : open(name),
  )
  const request = new Request(`${origin}/old/shapes`)
  const context = createExecutionContext()
  const answer = await app.fetch(request, { ...env, STALE_SECONDS: '5' }, context)
  // In the time of these requests the rooms would answer many times.
  for (let n = 0; n < 5; n++) await sendRequest('/api/rooms/echo/grey')
  expect(cachedText).not.toContain('shape-of-teal')
  const text = await answer.text()
  expect(text).toContain('shape-of-teal')
  await waitOnExecutionContext(context)
  expect(cachedText).toBe(text)
})

it('pages of other sites can read endpoints after a preflight, including 404 answers', async () => {
  await createRoom()
  const { guest } = await idsOf()
  for (const path of [
    '/echo/harbor/api/colour/dark',
    `/old/colour/${guest}/dark`,
    '/old/shape_ids',
    '/old/shapes',
  ]) {
    const preflight = await sendRequest(path, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://tracker.test',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'if-none-match',
      },
    })
    expect([preflight.status, Object.fromEntries(preflight.headers)]).toEqual([
      204,
      expect.objectContaining({
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET,HEAD',
        'access-control-allow-headers': 'if-none-match',
      }),
    ])
    expect((await sendRequest(path)).headers.get('access-control-allow-origin')).toBe('*')
    expect((await sendRequest(path, { method: 'POST' })).status).toBe(405)
  }
  const missing = await sendRequest('/old/colour/nobody/dark')
  expect([missing.status, missing.headers.get('access-control-allow-origin')]).toEqual([404, '*'])
  const other = await sendRequest('/api/rooms/echo/harbor')
  expect(other.headers.get('access-control-allow-origin')).toBeNull()
})

it('a room has unguessable, distinct public ids that never change', async () => {
  await createRoom()
  const ids = await idsOf()
  expect(Object.keys(ids)).toEqual(['room', 'guest'])
  for (const id of Object.values(ids)) expect(id).toMatch(/^[A-Za-z0-9_-]{22}$/)
  expect(new Set(Object.values(ids)).size).toBe(2)
  const asked = await sendRequest(`/old/colour/${ids.guest}/pale`)
  expect(await asked.json()).toMatchObject({ colour: 'pale grey' })

  await sendRequest('/api/rooms/echo/harbor', { method: 'PATCH', token: siteToken, json: { title: 'Quay' } })
  expect(await idsOf()).toEqual(ids)
  await sendRequest('/api/rooms/echo/harbor', { method: 'DELETE', token: siteToken })
  await createRoom()
  expect((await idsOf()).guest).not.toBe(ids.guest)
  expect((await sendRequest(`/old/colour/${ids.guest}/pale`)).status).toBe(404)
})
