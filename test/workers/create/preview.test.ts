import { listDurableObjectIds, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it } from 'vitest'
import { requestJson } from '../fixtures/request-content.ts'
import { errorOf, formOf, sendRequest, siteToken } from '../fixtures/requests.ts'

afterEach(async () => reset())

const preview = (fields: Parameters<typeof formOf>[0], asked = {}) =>
  sendRequest('/api/preview', { method: 'POST', token: siteToken, body: formOf(fields), ...asked })

describe('POST /api/preview', () => {
  it('returns the game’s preview of a file without creating a room or a Durable Object', async () => {
    const objects = (await listDurableObjectIds(env.ROOM)).length
    const answer = await preview({ game: 'echo', file: new File(['hello'], 'map.txt') })
    expect([answer.status, await answer.json()]).toEqual([200, { game: 'echo', preview: { length: 5 } }])
    expect(await listDurableObjectIds(env.ROOM)).toHaveLength(objects)
    expect(await requestJson('/api/rooms')).toEqual({ rooms: [] })
  })

  it('returns the game’s refusal with its field and message', async () => {
    const bad = new File(['bad'], 'map.txt')
    expect(await errorOf(await preview({ game: 'echo', file: bad }))).toEqual({
      status: 400,
      error: 'invalid',
      field: 'file',
      detail: 'it begins with bad',
    })
    expect(await errorOf(await preview({ game: 'quiet', file: bad }))).toEqual({
      status: 422,
      error: 'refused',
      field: 'game',
      detail: expect.stringContaining('quiet'),
    })
  })

  it('requires the permission to create rooms, and rejects pages of other sites without the site token', async () => {
    const fields = { game: 'echo' }
    expect((await preview(fields, { token: 'wrong' })).status).toBe(401)
    const open = { token: '', env: { CREATE: 'open' } }
    const headers = { 'cf-connecting-ip': '192.0.2.1' }
    expect((await preview(fields, { ...open, headers })).status).toBe(200)
    const foreign = { ...headers, 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' }
    expect((await preview(fields, { ...open, headers: foreign })).status).toBe(401)
  })
})
