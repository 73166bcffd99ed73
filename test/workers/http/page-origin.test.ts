// Which pages may open WebSockets: the site's own, none, those that ORIGINS names, and a game's well-known web clients.
import { reset } from 'cloudflare:test'
import { afterEach, describe, expect, it } from 'vitest'
import type { Env } from '../../../durable-objects/env.ts'
import { createRoom, sendRequest } from '../fixtures/requests.ts'
import { TestSocket } from '../fixtures/test-socket.ts'

afterEach(() => reset())

const reason = "this page's origin is not allowed here: the site's owner can add it to ORIGINS"
const doors = ['/echo/harbor', '/echo/harbor/watch', '/api/live'] as const

/** `closed`: with the reason; else the status. */
async function knock(path: string, headers: Record<string, string>, env: Partial<Env> = {}) {
  const answer = await sendRequest(path, { headers: { upgrade: 'websocket', ...headers }, env })
  if (!answer.webSocket) return answer.status
  const socket = new TestSocket(answer.webSocket)
  const closed = await Promise.race([socket.closed, new Promise((resolve) => setTimeout(resolve, 50))])
  socket.close()
  if (!closed) return 101
  expect(closed).toEqual({ code: 1008, reason })
  return 'closed'
}

describe('a WebSocket', () => {
  it.each<[string, Record<string, string>, Partial<Env>, 101 | 'closed']>([
    ['of no page', {}, {}, 101],
    ['of a page of this site', { origin: 'https://play.test' }, {}, 101],
    ['of a page of this site, by http behind a proxy', { origin: 'http://play.test' }, {}, 101],
    ['of a page of PUBLIC_URL', { origin: 'https://pub.test' }, { PUBLIC_URL: 'https://pub.test' }, 101],
    [
      'of the same origin, by the browser',
      { origin: 'https://a.test', 'sec-fetch-site': 'same-origin' },
      {},
      101,
    ],
    [
      'of a page of ORIGINS',
      { origin: 'https://a.test' },
      { ORIGINS: 'https://b.test, https://a.test/' },
      101,
    ],
    ['of any page, if ORIGINS says so', { origin: 'https://a.test' }, { ORIGINS: '*' }, 101],
    ['of a sandboxed page, if ORIGINS says so', { origin: 'null' }, { ORIGINS: 'null' }, 101],
    ['of a file', { origin: 'file://' }, {}, 101],
    ['of an app', { origin: 'capacitor://localhost' }, {}, 101],
    ["of a page that the player's own machine serves", { origin: 'http://localhost:8000' }, {}, 101],
    ['of a page elsewhere', { origin: 'https://evil.test' }, {}, 'closed'],
    [
      'of a page elsewhere, by the browser',
      { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' },
      {},
      'closed',
    ],
    ['of a page at another port', { origin: 'https://play.test:8443' }, {}, 'closed'],
    ['of a page whose name begins with ours', { origin: 'https://play.test.evil.test' }, {}, 'closed'],
    ['of a page whose name begins like loopback', { origin: 'http://127.evil.test' }, {}, 'closed'],
    ['of a sandboxed page', { origin: 'null' }, {}, 'closed'],
  ])('%s', async (_, headers, env, wanted) => {
    await createRoom()
    for (const door of doors) expect([door, await knock(door, headers, env)]).toEqual([door, wanted])
  })

  it("of a game's well-known web client may come in to its rooms, and not elsewhere", async () => {
    await createRoom()
    const origin = 'https://echo-client.test'
    expect(await Promise.all(doors.map((door) => knock(door, { origin })))).toEqual([101, 101, 'closed'])
  })

  it('that is refused has one of the subprotocols that the page asked for, or the reason would be lost', async () => {
    const headers = {
      upgrade: 'websocket',
      origin: 'https://evil.test',
      'sec-websocket-protocol': 'binary, base64',
    }
    const answer = await sendRequest('/echo/harbor', { headers })
    expect([answer.status, answer.headers.get('sec-websocket-protocol')]).toEqual([101, 'binary'])
    expect(await new TestSocket(answer.webSocket!).closed).toEqual({ code: 1008, reason })
  })
})
