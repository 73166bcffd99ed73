import { expect, test, vi } from 'vitest'
import { commandLine, expectRoomCommand, useAdminToken } from '../fake-worker.ts'

useAdminToken()

const since = '2026-01-01T00:00:00.000Z'
const until = '2026-01-02T00:00:00.000Z'
const person = { id: 'abc', name: 'An\u001bn', address: '192.0.2.x', transport: 'tcp', since }
const named = { id: '7', name: 'Ann', since, until, reason: 'loud' }
const line = { number: 1, time: since, kind: 'join', text: 'Ann came in' }
const used = { messages: 9, requests: 3, rowsRead: 7, rowsWritten: 5, awakeSeconds: 3600 }
const meter = {
  ...{ since, aMonth: 0.18 },
  days: [{ day: '2026-01-01', seconds: 86_400, ...used, minutes: 90, dollars: 0.0058 }],
  aDay: { ...used, hoursInUse: 1.5, dollars: 0.006 },
  freePlan: { hoursADay: 20.25, first: 'time awake' },
}
const harbor = 'crossfire/harbor'
const link = 'https://play.example.org/crossfire/harbor/join#x'

test.each([
  [
    ['people', harbor],
    'GET',
    '/people',
    undefined,
    { people: [person] },
    `abc  An·n  192.0.2.x  tcp  ${since}`,
  ],
  [
    ['say', harbor, '/characters 30'],
    'POST',
    '/say',
    { line: '/characters 30' },
    { answers: ['An\u001bn: 40 days ago'] },
    'An·n: 40 days ago',
  ],
  [
    ['say', harbor, 'Back in 5 minutes'],
    'POST',
    '/say',
    { text: 'Back in 5 minutes' },
    { answers: [], players: 1 },
    'shown to 1 player',
  ],
  [
    ['mute', harbor, 'Ann', '--seconds', '60', '--reason', 'loud'],
    'POST',
    '/mutes',
    { name: 'Ann', seconds: 60, reason: 'loud' },
    named,
    `Ann is muted until ${until}`,
  ],
  [
    ['mute', harbor, 'abc', '--id'],
    'POST',
    '/mutes',
    { id: 'abc', seconds: 86_400 },
    named,
    `Ann is muted until ${until}`,
  ],
  [['mutes', harbor], 'GET', '/mutes', undefined, { mutes: [named] }, `7  Ann  ${until}  loud`],
  [['invite', harbor], 'GET', '/invitation', undefined, { url: link }, link],
  [['invite', harbor, '--renew'], 'POST', '/invitation', undefined, { url: link }, link],
  [['invite', harbor], 'GET', '/invitation', undefined, { url: 'x\u001b]0;y\u0007' }, 'x·]0;y·'],
  [['unmute', harbor, '7'], 'DELETE', '/mutes?id=7', undefined, {}, 'mute 7 removed'],
  [['dismiss', harbor, '9'], 'DELETE', '/reports?id=9', undefined, {}, 'report 9 dismissed'],
  [['kick', harbor, 'abc'], 'POST', '/kick', { id: 'abc' }, person, 'An·n was kicked'],
  [
    ['ban', harbor, 'Ann', '--seconds', '60', '--reason', 'loud'],
    'POST',
    '/bans',
    { name: 'Ann', seconds: 60, reason: 'loud' },
    named,
    `Ann is banned until ${until}`,
  ],
  [
    ['ban', harbor, '2001:db8::1'],
    'POST',
    '/bans',
    { address: '2001:db8::1', seconds: 86_400 },
    named,
    `2001:db8::1 is banned until ${until}`,
  ],
  [['bans', harbor], 'GET', '/bans', undefined, { bans: [named] }, `7  Ann  ${until}  loud`],
  [['lift', harbor, '7'], 'DELETE', '/bans?id=7', undefined, {}, 'ban 7 removed'],
  [['cost', harbor, '--json'], 'GET', '/meter', undefined, meter, JSON.stringify(meter)],
  [['log', harbor], 'GET', '/log', undefined, { log: [line] }, `${since}  join     Ann came in`],
])('room %j calls the API and prints the answer', (words, method, path, body, answer, shown) =>
  expectRoomCommand(harbor, [words, [method, path, body], answer, [shown], []]),
)

test('room cost prints usage per day and the cost per month', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(meter))
  const { out } = await commandLine('room', 'cost', harbor, '--url', 'https://play.example.org')
  expect(out).toEqual([
    '2026-01-01  1.5 h in use  1.0 h awake  9 messages  3 requests  5 rows  $0.0058',
    '$0.18 per month at this rate; the free plan allows 20.3 h per day',
  ])
})

test('room reports prints each report, oldest first, with the lines that the reporter could read', async () => {
  const player = { id: 'abc', name: 'Bob', address: '192.0.2.x' }
  const reporter = { ...player, id: 'def', name: 'An\u001bn' }
  const reports = [
    { id: '2', time: until, reporter, player, reason: '', lines: [] },
    {
      id: '1',
      time: since,
      reporter,
      player,
      reason: 'swears',
      lines: [{ time: since, text: 'Bob: \u001b' }],
    },
  ]
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ reports }))
  const { out } = await commandLine('room', 'reports', harbor, '--url', 'https://play.example.org')
  expect(out).toEqual([
    `1  ${since}  An·n reported Bob (session abc): swears`,
    `    ${since}  Bob: ·`,
    `2  ${until}  An·n reported Bob (session abc)`,
  ])
})

test('say shows a message in all rooms, and names the rooms that could not show it', async () => {
  const requests = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () => Response.json({ rooms: 2, players: 7, failed: [harbor] }))
  const { code, out, err } = await commandLine('say', 'Back soon', '--url', 'https://play.example.org')
  expect({ code, out, err }).toEqual({
    code: 0,
    out: ['shown to 7 players in 2 rooms'],
    err: [`not shown in ${harbor}`],
  })
  const [url, request] = requests.mock.calls[0]!
  expect(String(url)).toBe('https://play.example.org/api/say')
  expect(JSON.parse(String(request!.body))).toEqual({ text: 'Back soon' })
})
