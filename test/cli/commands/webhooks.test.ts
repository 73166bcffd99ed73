import { expect, test, vi } from 'vitest'
import { commandLine, useAdminToken } from '../fake-worker.ts'

useAdminToken()

const harbor = 'crossfire/harbor'
const to = 'https://hooks.example.org/in'
const webhook = {
  ...{ id: 'abc', kind: 'plain', host: 'hooks.example.org', on: ['join', 'goal'], cooldown: 60 },
  ...{ since: '2026-01-01T00:00:00.000Z', status: 'on', waiting: 2, failure: 'it answers 500' },
}

test.each([
  [
    ['webhooks', harbor],
    ['GET', '/webhooks', undefined],
    { webhooks: [webhook] },
    ['abc  plain  hooks.example.org  join,goal  60 s  on  2 waiting  it answers 500'],
    [],
  ],
  [['webhooks', harbor], ['GET', '/webhooks', undefined], { webhooks: [] }, [], ['no webhooks']],
  [
    ['hook', harbor, to, '--on', 'join', 'goal', '--cooldown', '5'],
    ['POST', '/webhooks', { url: to, on: ['join', 'goal'], cooldown: 5 }],
    { webhook, secret: 'whsec_c2VjcmV0' },
    ['webhook abc added for hooks.example.org', 'whsec_c2VjcmV0'],
    ['save the signing secret of its messages now: it is not shown again'],
  ],
  [
    ['hook', harbor, to, '--kind', 'discord'],
    ['POST', '/webhooks', { url: to, kind: 'discord' }],
    { webhook },
    ['webhook abc added for hooks.example.org'],
    [],
  ],
  [['unhook', harbor, 'abc'], ['DELETE', '/webhooks?id=abc', undefined], {}, ['webhook abc deleted'], []],
])('room %j calls the API and prints the answer', async (words, [method, path, body], answer, out, err) => {
  const requests = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(answer))
  const output = await commandLine('room', ...words, '--url', 'https://play.example.org')
  expect(output).toEqual({ code: 0, out, err })
  const [url, request] = requests.mock.calls[0]!
  expect([request?.method, String(url)]).toEqual([
    method,
    `https://play.example.org/api/rooms/${harbor}${String(path)}`,
  ])
  expect(request?.body == null ? undefined : JSON.parse(String(request.body))).toEqual(body)
})

test('room hook rejects an unknown event kind', async () => {
  for (const wrong of [
    ['--on', 'weather'],
    ['--cooldown', '86401'],
    ['--kind', 'slack'],
  ])
    expect((await commandLine('room', 'hook', harbor, to, ...wrong)).code).toBe(2)
})
