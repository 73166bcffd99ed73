import { reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { directoryStub } from '../../../workers/platform/stubs.ts'
import { createRoom, sendRequest, siteToken } from '../fixtures/requests.ts'
import { connectSidecar, TestSocket } from '../fixtures/test-socket.ts'

afterEach(async () => {
  vi.restoreAllMocks()
  await reset()
})

interface RoomUpdates {
  readonly rooms: readonly { readonly name: string; readonly [field: string]: unknown }[]
}

async function subscribe(query = ''): Promise<TestSocket> {
  const answer = await sendRequest(`/api/live${query}`, { headers: { upgrade: 'websocket' } })
  expect(answer.status).toBe(101)
  return new TestSocket(answer.webSocket!)
}
const nextUpdate = async (socket: TestSocket): Promise<RoomUpdates> =>
  JSON.parse((await socket.text()) as string)
const rename = (title: string, room = 'harbor') =>
  sendRequest(`/api/rooms/echo/${room}`, { method: 'PATCH', token: siteToken, json: { title } })

describe('a live subscriber', () => {
  it('receives the state of its rooms at once, and learns which rooms do not exist', async () => {
    await createRoom({ title: 'Harbor' })
    const page = await subscribe('?room=echo/harbor&room=echo/nowhere')
    expect(await nextUpdate(page)).toEqual({
      rooms: [
        { name: 'echo/harbor', title: 'Harbor', status: 'open', players: 0, capacity: 7, addresses: [] },
        { name: 'echo/nowhere', gone: true },
      ],
    })
  })

  it('receives changes at most once a second, and only the latest state', async () => {
    await createRoom()
    const page = await subscribe()
    await rename('one')
    const first = await nextUpdate(page)
    await rename('two')
    await rename('three')
    const second = await nextUpdate(page)
    expect([first, second].map(({ rooms }) => rooms.map(({ title }) => title))).toEqual([['one'], ['three']])
  })

  it('adds no work to other Directory requests, and shares one serialized update with all subscribers', async () => {
    await createRoom()
    const pages = [await subscribe(), await subscribe(), await subscribe()]
    const reads = vi.spyOn(WebSocket.prototype, 'deserializeAttachment')
    await directoryStub(env).getRoom('echo/harbor')
    expect(reads).not.toHaveBeenCalled()
    const texts = vi.spyOn(JSON, 'stringify')
    await rename('Quay')
    for (const page of pages) await nextUpdate(page)
    const updates = texts.mock.calls.filter(([value]) => Object.hasOwn(Object(value), 'rooms'))
    expect(updates).toHaveLength(1)
  })

  it('receives updates only for the rooms that it has subscribed to', async () => {
    await createRoom()
    await createRoom({ room: 'pier' })
    const page = await subscribe('?room=echo/pier')
    await nextUpdate(page)
    await rename('Quay')
    await rename('Jetty', 'pier')
    expect((await nextUpdate(page)).rooms.map(({ title }) => title)).toEqual(['Jetty'])
  })

  it('is notified when an address opens or closes, and when its room is deleted', async () => {
    await createRoom({ listen: '[{"transport":"tcp","port":0}]' })
    const page = await subscribe('?room=echo/harbor')
    await nextUpdate(page)
    const sidecar = await connectSidecar('east')
    sidecar.report('echo/harbor', [{ transport: 'tcp', asked: 0, port: 40_001 }])
    expect((await nextUpdate(page)).rooms[0]!.addresses).toMatchObject([{ host: 'east.test', port: 40_001 }])
    sidecar.close()
    expect((await nextUpdate(page)).rooms[0]!.addresses).toEqual([])
    await sendRequest('/api/rooms/echo/harbor', { method: 'DELETE', token: siteToken })
    expect(await nextUpdate(page)).toEqual({ rooms: [{ name: 'echo/harbor', gone: true }] })
  })

  it('is disconnected if it sends a message', async () => {
    const page = await subscribe()
    page.send('hello')
    expect(await page.closed).toMatchObject({ code: expect.any(Number) })
  })

  it('is rejected if its address has twenty subscriptions, unless the address is loopback', async () => {
    const answers = await Promise.all(
      Array.from({ length: 21 }, () =>
        sendRequest('/api/live', { headers: { upgrade: 'websocket', 'cf-connecting-ip': '192.0.2.1' } }),
      ),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 101)).toHaveLength(20)
    expect(statuses.filter((status) => status === 503)).toHaveLength(1)
    await subscribe()
    for (const { webSocket } of answers) webSocket?.accept()
    for (const { webSocket } of answers) webSocket?.close()
  })

  it('can subscribe to at most a hundred rooms, even with the longest names', async () => {
    const longest = Array.from(
      { length: 100 },
      (_, i) => `room=${'g'.repeat(63)}/r${`${i}`.padStart(62, '0')}`,
    )
    expect((await nextUpdate(await subscribe(`?${longest.join('&')}`))).rooms).toHaveLength(100)
    const query = `?${Array.from({ length: 101 }, (_, i) => `room=echo/r${i}`).join('&')}`
    expect((await sendRequest(`/api/live${query}`, { headers: { upgrade: 'websocket' } })).status).toBe(400)
  })
})
