// How the site is seen: its status by everybody, its figures by who has its token.
import { reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it } from 'vitest'
import type { Env } from '../../durable-objects/env.ts'
import { createApp } from '../../workers/app.ts'
import { games } from './games.ts'
import { ask, created, origin, siteToken } from './site.ts'

afterEach(() => reset())

/** A Worker of its own, and how often it asks the Directory how the site is. */
function counting(answer?: () => Promise<never>) {
  let asked = 0
  const app = createApp({ games, version: '1.2.3' })
  const directory = env.DIRECTORY.getByName('directory')
  const survey = () => {
    asked++
    return answer ? answer() : directory.survey()
  }
  const settings = { ...env, DIRECTORY: { getByName: () => ({ survey }) } } as unknown as Env
  return {
    get: (headers: Record<string, string> = {}) =>
      app.fetch(new Request(`${origin}/status`, { headers }), settings, {
        waitUntil() {},
        passThroughOnException() {},
      } as unknown as ExecutionContext),
    get asked() {
      return asked
    },
  }
}

describe('/status', () => {
  it('is a page for who takes HTML, and JSON for everybody else', async () => {
    await created({ title: '<b>"Harbor"' })
    const html = await ask('/status', { headers: { accept: 'text/html,*/*' } })
    expect(html.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const text = await html.text()
    expect(text).toContain('All is well.')
    expect(text).not.toContain('<b>')
    const json = await ask('/status')
    expect(json.headers.get('vary')).toBe('accept')
    expect(await json.json()).toMatchObject({
      ...{ ok: true, version: '1.2.3', trouble: [] },
      games: expect.arrayContaining([expect.objectContaining({ game: 'echo', open: 1, players: 0 })]),
    })
  })

  it('asks the Directory once however many ask, with whatever token, and whatever they want of caches', async () => {
    const site = counting()
    for (const headers of [{}, { authorization: 'Bearer guessed' }, { 'cache-control': 'no-cache' }, {}])
      expect((await site.get(headers as Record<string, string>)).status).toBe(200)
    expect(site.asked).toBe(1)
  })

  it('is there when the Directory is not, and says so', async () => {
    const site = counting(() => Promise.reject(new Error('away')))
    const answer = await site.get()
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await answer.json()).toMatchObject({ ok: false, directory: { ok: false } })
    expect(await (await site.get({ accept: 'text/html' })).text()).toContain('The Directory does not answer.')
  })

  it('is linked from every page', async () => {
    expect(await (await ask('/', { headers: { accept: 'text/html' } })).text()).toContain('href="/status"')
  })
})

describe('/api/logs', () => {
  it('has what happened in all rooms in one, by time, for the site’s token alone', async () => {
    const { adminToken } = await created()
    await created({ room: 'pier' })
    for (const room of ['harbor', 'pier'])
      await ask(`/api/rooms/echo/${room}`, { method: 'PATCH', token: siteToken, json: { title: 'Other' } })
    expect((await ask('/api/logs', { token: adminToken })).status).toBe(401)
    const told = async (query = '') =>
      (
        await (
          await ask(`/api/logs${query}`, { token: siteToken })
        ).json<{ log: { room: string; text: string }[] }>()
      ).log
    const text = 'The host changed the room: title'
    expect((await told()).map((line) => [line.room, line.text])).toEqual([
      ['harbor', text],
      ['pier', text],
    ])
    expect(await told('?since=2999-01-01T00:00:00.000Z')).toEqual([])
  })
})

describe('/api/metrics', () => {
  it('are for the site’s token alone, and in the text format of Prometheus', async () => {
    const { adminToken } = await created()
    for (const token of [undefined, 'guessed', adminToken, 'sidecar-token'])
      expect((await ask('/api/metrics', token === undefined ? {} : { token })).status).toBe(401)
    const answer = await ask('/api/metrics', { token: siteToken })
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    const text = await answer.text()
    expect(text).toContain('packetboat_rooms{game="echo",status="open"} 1\n')
    expect(text).toContain('packetboat_room_players{game="echo",room="harbor"} 0\n')
    expect(text).toMatch(/packetboat_room_rows_written_total\{game="echo",room="harbor"\} [1-9]/)
  })
})
