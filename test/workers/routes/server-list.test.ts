import { reset } from 'cloudflare:test'
import { afterEach, expect, it } from 'vitest'
import { requestText } from '../fixtures/request-content.ts'
import { createRoom, sendRequest } from '../fixtures/requests.ts'
import { connectSidecar, type TestSidecar } from '../fixtures/test-socket.ts'

afterEach(() => reset())

const listed = async () => requestText('/echo-servers.txt')

async function open(
  sidecar: TestSidecar,
  room: string,
  port: number,
  lists?: { list: string; error?: string }[],
) {
  const tcp = { transport: 'tcp', asked: 0, port, ...(lists && { lists }) } as const
  sidecar.report(`echo/${room}`, [tcp])
  const address = `"port":${port}`
  await expect.poll(async () => requestText(`/api/rooms/echo/${room}`)).toContain(address)
}

it("the site's list contains the open rooms that a sidecar serves, first the rooms with players", async () => {
  expect(await listed()).toBe('')
  const sidecar = await connectSidecar('east')
  const listen = JSON.stringify([{ transport: 'tcp', port: 0 }])
  await createRoom({ title: 'Pier', listen })
  const { adminToken } = await createRoom({ room: 'quay', title: 'Quay', listen })
  expect(await listed()).toBe('')
  await open(sidecar, 'harbor', 40_001)
  await open(sidecar, 'quay', 40_002)
  const answer = await sendRequest('/echo-servers.txt')
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(await answer.text()).toBe('title=Pier at=east.test port=40001\ntitle=Quay at=east.test port=40002')
  const closing = { method: 'PATCH', token: adminToken, json: { status: 'closed' } }
  await sendRequest('/api/rooms/echo/quay', closing)
  await expect.poll(listed).toBe('title=Pier at=east.test port=40001')
})

it('if the room is announced, the host page shows the answer of each public list', async () => {
  const page = async () => requestText('/echo/harbor/host')
  const sidecar = await connectSidecar('east')
  const listen = JSON.stringify([{ transport: 'tcp', port: 0 }])
  const { adminToken } = await createRoom({ title: 'Pier', listen })
  expect(await page()).not.toContain('Public lists of servers')
  const json = { options: { colour: 'gold' } }
  await sendRequest('/api/rooms/echo/harbor', { method: 'PATCH', token: adminToken, json })
  expect(await page()).toContain('Not announced yet.')
  await open(sidecar, 'harbor', 40_001, [
    { list: 'one.example' },
    { list: 'two.example', error: 'Go <away>.' },
  ])
  const text = await page()
  expect(text).toContain('one.example: lists east.test:40001')
  expect(text).toContain('two.example: Go &lt;away&gt;. (sidecar east)')
})
