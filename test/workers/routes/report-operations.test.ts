import { reset } from 'cloudflare:test'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { requestJson, requestText } from '../fixtures/request-content.ts'
import { createRoom, formOf, sendRequest } from '../fixtures/requests.ts'
import { connectClient, type TestSocket } from '../fixtures/test-socket.ts'

afterEach(() => reset())

let token: string
let ann: TestSocket
let bob: TestSocket

beforeEach(async () => {
  token = (await createRoom()).adminToken
  ann = await join('<i>Ann</i>', '192.0.2.1')
  bob = await join('Bob', '192.0.2.2')
  bob.send('say <b>you fool</b>')
  expect(await ann.text()).toBe('Bob: <b>you fool</b>')
  ann.send('report Bob calls me <b>a fool</b>')
  expect(await ann.text()).toBe('Your report of Bob was sent to the host.')
})

async function join(name: string, address: string): Promise<TestSocket> {
  const client = await connectClient('/echo/harbor', { 'cf-connecting-ip': address })
  expect(await client.text()).toBe('welcome')
  client.send(`name ${name}`)
  return client
}

interface ReportsAnswer {
  readonly reports: readonly { readonly id: string; readonly player: { readonly id: string } }[]
}

const reports = async () =>
  (await requestJson<ReportsAnswer>('/api/rooms/echo/harbor/reports', { token })).reports

const people = async () =>
  (await requestJson<{ people: object[] }>('/api/rooms/echo/harbor/people', { token })).people

const act = (fields: object) =>
  sendRequest('/echo/harbor/host', {
    method: 'POST',
    body: formOf({ token, ...fields }),
    redirect: 'manual',
    headers: { accept: 'text/html' },
  })

it('a report has the reporter, the player, the time, the reason and the last lines, with shortened addresses', async () => {
  expect(await reports()).toEqual([
    {
      id: expect.any(String),
      time: expect.any(String),
      reporter: { id: expect.any(String), name: '<i>Ann</i>', address: '192.0.2.x' },
      player: { id: expect.any(String), name: 'Bob', address: '192.0.2.x' },
      reason: 'calls me <b>a fool</b>',
      lines: [{ time: expect.any(String), text: 'Bob: <b>you fool</b>' }],
    },
  ])
})

it('the host page shows a report, escaped, only with the host link', async () => {
  const page = await (await act({ act: 'look' })).text()
  for (const text of ['calls me &lt;b&gt;a fool', 'Bob: &lt;b&gt;you fool', '&lt;i&gt;Ann'])
    expect(page).toContain(text)
  const withoutToken = await requestText('/echo/harbor/host', { headers: { accept: 'text/html' } })
  expect(withoutToken).not.toContain('you fool')
})

describe('a button beside a report', () => {
  it.each([
    ['report-mute', 'muted', { seconds: '60' }],
    ['report-ban', 'banned', { seconds: '60', reason: 'be polite' }],
    ['report-kick', 'kicked', {}],
    ['dismiss', 'dismissed', {}],
  ])('%s performs its action and removes the report', async (action, done, fields) => {
    const [report] = await reports()
    const answer = await act({ act: action, id: report!.id, ...fields })
    expect(answer.headers.get('location')).toContain(`done=${done}`)
    expect(await reports()).toEqual([])
    if (action === 'report-ban' || action === 'report-kick') expect((await bob.closed).reason).toContain(done)
  })

  it('that kicks shows an error and keeps the report if the reported player has left', async () => {
    bob.close()
    while ((await people()).length > 1);
    const [report] = await reports()
    let answer = await act({ act: 'report-kick', id: report!.id })
    expect(answer.status).toBe(404)
    expect(await answer.text()).toContain('the player may have left')
    expect(await reports()).toHaveLength(1)
    answer = await act({ act: 'report-mute', id: report!.id, seconds: '60' })
    expect(answer.headers.get('location')).toContain('done=muted')
  })
})
