import { reset } from 'cloudflare:test'
import { afterEach, describe, expect, it } from 'vitest'
import { requestJson, requestText } from '../fixtures/request-content.ts'
import { errorOf, formOf, postRoom, sendRequest, siteToken } from '../fixtures/requests.ts'

afterEach(() => reset())

const page = (path: string) => sendRequest(path, { headers: { accept: 'text/html' } })
const create = () => postRoom({ game: 'echo', room: 'meadow', stage: 'gathering' })
const world = '/api/rooms/echo/meadow/world'

async function hostToken(): Promise<string> {
  return (await (await create()).json<{ adminToken: string }>()).adminToken
}

describe('a room that gathers', () => {
  it('has the pages, endpoints and actions of the gathering stage, and those of the game once the game starts', async () => {
    const token = await hostToken()
    expect(await (await page('/echo/meadow/shades/dark')).text()).toContain('no shade yet')
    expect(await requestText('/echo/meadow/api/shapes/x')).toBe('"no x"')
    expect((await sendRequest('/echo/meadow/api/colour/dark')).status).toBe(404)
    expect((await page('/echo/meadow/play')).status).toBe(404)
    const sign = { method: 'PUT', json: { name: 'Ann' } }
    expect((await sendRequest('/api/rooms/echo/meadow/walls/n', sign)).status).toBe(404)
    const started = await sendRequest(`${world}?name=a.txt`, { method: 'PUT', body: 'hello', token })
    const { warnings, view, stage, status } = await started.json<Record<string, unknown>>()
    expect([started.status, warnings, stage, status]).toEqual([200, ['5 bytes'], undefined, 'open'])
    expect(view).toMatchObject({ text: 'hello', name: 'a.txt' })
    expect(await (await page('/echo/meadow/shades/dark')).text()).toContain('dark grey of Meadow')
    expect((await sendRequest('/api/rooms/echo/meadow/walls/n', sign)).status).toBe(201)
  })

  it('is listed as gathering, and its page has a part for this stage', async () => {
    await create()
    const { rooms } = await requestJson<{ rooms: object[] }>('/api/rooms')
    expect(rooms).toMatchObject([{ room: 'meadow', stage: 'gathering' }])
    expect(await requestJson('/api/rooms/echo/meadow')).toMatchObject({ stage: 'gathering' })
    expect(await (await page('/echo/meadow')).text()).toContain('Soon: ')
    expect(await (await page('/echo')).text()).toMatch(/href="[^"]*\/echo\/meadow">Submit a file</)
  })

  it('cannot be played or watched yet, and no page links to playing or watching', async () => {
    await create()
    for (const path of ['/', '/echo', '/echo/meadow', '/echo/meadow/watch', '/embed/echo/meadow']) {
      const text = await (await page(path)).text()
      expect([path, text.match(/meadow\/(play|watch|picture\.png)"/g)]).toEqual([path, null])
    }
    for (const path of ['/echo/meadow/watch', '/embed/echo/meadow'])
      expect(await (await page(path)).text()).toContain('the game has not started')
  })

  it('starts from the host page, which shows warnings at the start, and the game’s settings only afterwards', async () => {
    const token = await hostToken()
    const before = await (await page('/echo/meadow/host')).text()
    expect(before).toContain('Start the game')
    expect(before).toContain('No player has submitted a file yet.')
    expect(before).not.toContain('option.colour')
    const form = formOf({ token, act: 'start', file: new File(['hello'], 'a.txt'), save: new File([], '') })
    const done = await sendRequest('/echo/meadow/host', { method: 'POST', body: form, redirect: 'manual' })
    expect([done.status, await done.text()]).toEqual([200, expect.stringContaining('<li>5 bytes</li>')])
    const after = await (await page('/echo/meadow/host?done=started')).text()
    expect(after).toContain('The game has started')
    expect(after).not.toContain('Start the game')
    expect(after).toContain('option.colour')
  })

  it('is created by a separate form, which has no file field', async () => {
    expect(await (await page('/new?game=echo')).text()).toContain('/new?game=echo&amp;stage=gathering')
    const form = await (await page('/new?game=echo&stage=gathering')).text()
    expect(form).toContain('name="stage" value="gathering"')
    expect(form).not.toContain('type="file"')
    expect((await page('/new?game=quiet&stage=gathering')).status).toBe(404)
    const fields = { token: siteToken, game: 'echo', room: 'lea', stage: 'gathering' }
    expect((await sendRequest('/new', { method: 'POST', body: formOf(fields) })).status).toBe(201)
    expect(await requestJson('/api/rooms/echo/lea')).toMatchObject({ stage: 'gathering' })
  })

  it('can be exported while it gathers, and start on the site that imports it', async () => {
    const token = await hostToken()
    const file = await (await sendRequest('/api/rooms/echo/meadow/export', { token })).blob()
    const body = formOf({ file: new File([file], 'x'), room: 'lea' })
    const imported = await sendRequest('/api/rooms/import', { method: 'POST', body, token: siteToken })
    expect([imported.status, await imported.text()]).toEqual([201, expect.anything()])
    expect(await requestJson('/api/rooms/echo/lea')).toMatchObject({ stage: 'gathering' })
    const start = { method: 'PUT', body: 'hello', token: siteToken }
    expect((await sendRequest('/api/rooms/echo/lea/world', start)).status).toBe(200)
  })

  it('does not start without a file or with a file that the game refuses', async () => {
    const token = await hostToken()
    const missing = await sendRequest(world, { method: 'PUT', token })
    expect(await errorOf(missing)).toMatchObject({ status: 400, field: 'file' })
    const bad = await sendRequest(world, { method: 'PUT', body: 'bad', token })
    expect(await errorOf(bad)).toMatchObject({ status: 422, field: 'file' })
    expect(await requestJson('/api/rooms/echo/meadow')).toMatchObject({ stage: 'gathering' })
  })
})
