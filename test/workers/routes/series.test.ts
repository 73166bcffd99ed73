import { reset } from 'cloudflare:test'
import { afterEach, expect, it } from 'vitest'
import { requestJson, requestText } from '../fixtures/request-content.ts'
import { createRoom, formOf, postRoom, sendRequest, siteToken } from '../fixtures/requests.ts'

afterEach(async () => reset())

const host = { token: siteToken }
const series = { series: 'cup', seriesKey: 'the-key-of-the-cup' }
const options = JSON.stringify(series)
const stateOf = async (room: string) =>
  requestJson<{ series?: object; options: object }>(`/api/rooms/echo/${room}`)
const refusal = 'the series belongs to another room: set seriesKey to the key of that room'

it('a room that was created with another key is not in the series, and its host sees the reason', async () => {
  await createRoom({ options })
  const rival = await createRoom({ room: 'rival', options: '{"series":"cup"}' })
  expect(rival.warnings).toContain(refusal)
  expect((await stateOf('rival')).series).toEqual({ name: 'cup', problem: refusal })
  expect(await requestText('/echo/rival/host')).toContain(refusal)
  const change = { method: 'PATCH', json: { options: series }, ...host }
  const answer = await sendRequest('/api/rooms/echo/rival', change)
  const url = 'https://play.test/series/echo/cup'
  expect(await answer.json()).toMatchObject({ series: { name: 'cup', url }, options: { seriesKey: true } })
  expect(await requestText('/echo/rival')).toContain(url)
  expect(await requestText('/echo/rival/stories')).toContain(url)
})

const post = (path: string, fields: Parameters<typeof formOf>[0]) =>
  sendRequest(`/api/rooms${path}`, { method: 'POST', body: formOf(fields), ...host })

it.each([
  [
    'an imported file',
    async () => {
      const exported = await sendRequest('/api/rooms/echo/harbor/export', host)
      return post('/import', { file: new File([await exported.arrayBuffer()], 'x'), room: 'copy' })
    },
  ],
  ['a fork', () => post('/echo/harbor/fork', { from: 'now', room: 'copy' })],
])('a room from %s is in no series', async (_what, copy) => {
  await createRoom({ options })
  expect((await copy()).status).toBe(201)
  const state = await stateOf('copy')
  expect(state).not.toHaveProperty('series')
  expect(JSON.stringify(state)).not.toContain('cup')
})

it.each([
  ['series', 'Cup'],
  ['series', 'x'.repeat(33)],
  ['seriesKey', 'too short'],
])('the option %s is refused with the value %s, and the error names the option', async (name, value) => {
  const answer = await postRoom({ game: 'echo', options: JSON.stringify({ [name]: value }) })
  expect(await answer.json()).toMatchObject({ error: 'refused', field: `options.${name}` })
})
