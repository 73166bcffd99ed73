import { reset } from 'cloudflare:test'
import { afterEach, describe, expect, it } from 'vitest'
import type { Env } from '../../../durable-objects/env.ts'
import { createRoom, sendRequest } from '../fixtures/requests.ts'
import { TestSocket } from '../fixtures/test-socket.ts'

afterEach(() => reset())

const reason = "this page's origin is not allowed: the site's operator can add it to ORIGINS"
const paths = ['/echo/harbor', '/echo/harbor/watch', '/api/live'] as const

/** Returns `closed` if the socket was closed with that reason, and otherwise the HTTP status. */
async function connect(path: string, headers: Record<string, string>, env: Partial<Env> = {}) {
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
    ['no page', {}, {}, 101],
    ['a page of this site', { origin: 'https://play.test' }, {}, 101],
    ['a page of this site, by http behind a proxy', { origin: 'http://play.test' }, {}, 101],
    ['a page of PUBLIC_URL', { origin: 'https://pub.test' }, { PUBLIC_URL: 'https://pub.test' }, 101],
    [
      'the same origin, by sec-fetch-site',
      { origin: 'https://a.test', 'sec-fetch-site': 'same-origin' },
      {},
      101,
    ],
    ['a page in ORIGINS', { origin: 'https://a.test' }, { ORIGINS: 'https://b.test, https://a.test/' }, 101],
    ['any page, with * in ORIGINS', { origin: 'https://a.test' }, { ORIGINS: '*' }, 101],
    ['a sandboxed page, with null in ORIGINS', { origin: 'null' }, { ORIGINS: 'null' }, 101],
    ['a file', { origin: 'file://' }, {}, 101],
    ['an app', { origin: 'capacitor://localhost' }, {}, 101],
    ["a page on the player's own machine", { origin: 'http://localhost:8000' }, {}, 101],
    ['a page of another site', { origin: 'https://evil.test' }, {}, 'closed'],
    [
      'a page of another site, by sec-fetch-site',
      { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' },
      {},
      'closed',
    ],
    ['a page at another port', { origin: 'https://play.test:8443' }, {}, 'closed'],
    ['a host name that starts with ours', { origin: 'https://play.test.evil.test' }, {}, 'closed'],
    ['a host name that starts like loopback', { origin: 'http://127.evil.test' }, {}, 'closed'],
    ['a sandboxed page', { origin: 'null' }, {}, 'closed'],
  ])('from %s is accepted or closed with the reason', async (_, headers, env, expected) => {
    await createRoom()
    for (const path of paths) expect([path, await connect(path, headers, env)]).toEqual([path, expected])
  })

  it("from the site of a game's web client is accepted only by rooms of that game", async () => {
    await createRoom()
    const origin = 'https://echo-client.test'
    expect(await Promise.all(paths.map((path) => connect(path, { origin })))).toEqual([101, 101, 'closed'])
  })

  it('that is rejected has one of the offered subprotocols, so that the page receives the reason', async () => {
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
