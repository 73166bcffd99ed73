import { expect, test } from 'vitest'
import { commandLine, startFakeWorker, useAdminToken } from '../fake-worker.ts'

useAdminToken()

const path = '/api/series/doom-2077/cup'
const board = [{ player: 'Ann', seconds: 3600, stories: 2, wins: 1, kills: 9 }]
const rooms = [
  { room: 'north', title: 'North' },
  { room: 'south', damaged: true },
]

test.each<[words: readonly string[], request: string, answer: object, out: readonly string[]]>([
  [
    [],
    `GET ${path}`,
    { game: 'doom-2077', series: 'cup', rooms, board },
    ['Ann  1 h 0 min  2 stories, 1 win  kills 9', 'room north', 'deleted south (damaged, not counted)'],
  ],
  [
    ['--erase-room', 'south', '--yes'],
    `DELETE ${path}?room=south`,
    { rooms: 1 },
    ['south erased from 1 room'],
  ],
  [
    ['--erase-player', 'A B', '--yes'],
    `DELETE ${path}?player=A+B`,
    { rooms: 2 },
    ['A B erased from 2 rooms'],
  ],
])('series %j calls the API and prints the answer', async (words, request, body, out) => {
  const { url, requests } = await startFakeWorker({ [request]: { body } })
  const series = ['series', 'doom-2077', 'cup', '--url', url, ...words]
  expect(await commandLine(...series)).toEqual({ code: 0, out, err: [] })
  expect(requests.map((one) => `${one.method} ${one.path}`)).toEqual([request])
  expect((await commandLine(...series, '--json')).out).toEqual([JSON.stringify(body)])
})

test.each([
  ['series', 'soaprun', '../../rooms/soaprun/harbor', '--erase-player', 'Ann', '--yes'],
  ['series', '..', 'say'],
  ['sidecar', 'rm', '..'],
  ['room', 'takeback', 'archipelago/harbor', '..'],
  ['room', 'player-data', 'soaprun/harbor', '..', '--erase', '--yes'],
])('%s %s %s sends no request outside the path of its API operation', async (...words) => {
  const { url, requests } = await startFakeWorker({})
  const { code, err } = await commandLine(...words, '--url', url)
  expect([code, err]).toEqual([1, [expect.stringMatching(/^(a name or id must not be|not-found)/)]])
  expect(requests.filter(({ path }) => !path.startsWith('/api/series/soaprun/..%2F'))).toEqual([])
})
