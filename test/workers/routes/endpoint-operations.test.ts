import { reset } from 'cloudflare:test'
import { afterEach, expect, it } from 'vitest'
import { requestJson } from '../fixtures/request-content.ts'
import { createRoom, origin, sendRequest, siteToken } from '../fixtures/requests.ts'

afterEach(() => reset())

const publicIds = async () =>
  (await requestJson<{ outside: { room: string; guest: string } }>('/api/rooms/echo/harbor')).outside

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
  const { room } = await publicIds()
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
  expect(JSON.stringify(await requestJson('/api/rooms'))).not.toContain('shape-of')
  await sendRequest('/api/rooms/echo/harbor', { method: 'DELETE', token: siteToken })
  expect(await wanted('shape-of-grey')).toBe(200)
  await sendRequest('/api/rooms/echo/pier', { method: 'DELETE', token: siteToken })
  expect([await wanted('shape-of-grey'), await wanted('x'.repeat(65))]).toEqual([404, 404])
})

it('the list of shared content has each name once, and no content whose rooms were all deleted', async () => {
  expect([await requestJson('/old/shape_ids'), await requestJson('/old/shapes')]).toEqual([
    {},
    { shapes: {} },
  ])
  await createRoom()
  await createRoom({ room: 'pier' })
  await createRoom({ room: 'quay', options: JSON.stringify({ colour: 'red' }) })
  expect(await requestJson('/old/shape_ids')).toEqual({
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
  expect(await requestJson('/old/shape_ids')).toEqual({ 'Shape "grey"': 'shape-of-grey' })
})

it('pages of other sites can read endpoints after a preflight, including 404 answers', async () => {
  await createRoom()
  const { guest } = await publicIds()
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
  const ids = await publicIds()
  expect(Object.keys(ids)).toEqual(['room', 'guest'])
  for (const id of Object.values(ids)) expect(id).toMatch(/^[A-Za-z0-9_-]{22}$/)
  expect(new Set(Object.values(ids)).size).toBe(2)
  const asked = await sendRequest(`/old/colour/${ids.guest}/pale`)
  expect(await asked.json()).toMatchObject({ colour: 'pale grey' })

  await sendRequest('/api/rooms/echo/harbor', { method: 'PATCH', token: siteToken, json: { title: 'Quay' } })
  expect(await publicIds()).toEqual(ids)
  await sendRequest('/api/rooms/echo/harbor', { method: 'DELETE', token: siteToken })
  await createRoom()
  expect((await publicIds()).guest).not.toBe(ids.guest)
  expect((await sendRequest(`/old/colour/${ids.guest}/pale`)).status).toBe(404)
})
