import { test } from 'vitest'
import { expectRoomCommand, type RoomCommandCase, useAdminToken } from '../fake-worker.ts'

useAdminToken()

const harbor = 'crossfire/harbor'
const to = 'https://hooks.example.org/in'
const webhook = {
  ...{ id: 'abc', kind: 'plain', host: 'hooks.example.org', on: ['join', 'goal'], cooldown: 60 },
  ...{ since: '2026-01-01T00:00:00.000Z', status: 'on', waiting: 2, failure: 'it answers 500' },
}

test.each<RoomCommandCase>([
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
  [
    ['hook', harbor, to, '--only', 'constructor=x', 'class=a', 'class=b'],
    ['POST', '/webhooks', { url: to, filter: { constructor: ['x'], class: ['a', 'b'] } }],
    { webhook },
    ['webhook abc added for hooks.example.org'],
    [],
  ],
  [['unhook', harbor, 'abc'], ['DELETE', '/webhooks?id=abc', undefined], {}, ['webhook abc deleted'], []],
])('room %j calls the API and prints the answer', (...command) => expectRoomCommand(harbor, command))
