import { reset } from 'cloudflare:test'
import { afterEach, expect, it } from 'vitest'
import { requestText, roomLog } from '../fixtures/request-content.ts'
import { createRoom, formOf, sendRequest, siteToken } from '../fixtures/requests.ts'

afterEach(() => reset())

const say = (path: string, token: string, json: object) => sendRequest(path, { method: 'POST', token, json })

/** A connected client, and the messages that it received after its welcome. */
async function connect(): Promise<string[]> {
  const { webSocket } = await sendRequest('/echo/harbor', { headers: { upgrade: 'websocket' } })
  const received: string[] = []
  webSocket!.accept()
  webSocket!.addEventListener('message', ({ data }) => received.push(String(data)))
  await expect.poll(() => received.splice(0)).toEqual(['welcome'])
  return received
}

it('a host sends a line to the players of the room, and the log contains it', async () => {
  const { adminToken } = await createRoom()
  const received = await connect()
  const answer = await say('/api/rooms/echo/harbor/say', adminToken, { text: 'back in 5 minutes' })
  expect([answer.status, await answer.json()]).toEqual([200, { answers: [], players: 0 }])
  await expect.poll(() => received).toEqual(['host: back in 5 minutes'])
  expect(await roomLog()).toContain('The host said to all players: back in 5 minutes')
})

it('the form of the host page sends a line to the players, and shows a failure', async () => {
  const { adminToken } = await createRoom()
  const received = await connect()
  const post = (text: string) =>
    sendRequest('/echo/harbor/host', {
      method: 'POST',
      body: formOf({ token: adminToken, act: 'broadcast', text }),
      headers: { accept: 'text/html' },
      redirect: 'manual',
    })
  expect((await post('ahoy')).headers.get('location')).toMatch(/done=told$/)
  await expect.poll(() => received).toEqual(['host: ahoy'])
  const broken = await post('break')
  expect(broken.status).toBe(503)
  expect(await broken.text()).toContain('value="break"')
})

it('a line to a game without chat is answered with 404, and the host page has no form for it', async () => {
  const { adminToken } = await createRoom({ game: 'quiet' })
  expect((await say('/api/rooms/quiet/harbor/say', adminToken, { text: 'x' })).status).toBe(404)
  expect(await requestText('/quiet/harbor/host')).not.toContain('Message to all players')
})

it('only the site token allows messages to all rooms', async () => {
  const { adminToken } = await createRoom()
  expect((await say('/api/say', adminToken, { text: 'x' })).status).toBe(401)
  expect(await (await say('/api/say', siteToken, { text: 'x' })).json()).toEqual({
    rooms: 0,
    players: 0,
    failed: [],
  })
})
