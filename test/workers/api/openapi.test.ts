// Compares the OpenAPI document with the API: calls every operation with valid and invalid input, and validates every
// response against its schema.
import { reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { registerSchema, unregisterSchema, validate } from '@hyperjump/json-schema/openapi-3-1'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { games as allGames } from '../../../games/index.ts'
import { publicOptions } from '../../../games/shared/options/table.ts'
import { createApp } from '../../../workers/app.ts'
import { directoryStub, roomStub } from '../../../workers/platform/stubs.ts'
import { pollOptions } from '../../timeouts.ts'
import { requestJson, requestText } from '../fixtures/request-content.ts'
import { createRoom, formOf, origin, postRoom, sendRequest, siteToken } from '../fixtures/requests.ts'
import { connectSidecar } from '../fixtures/test-socket.ts'
import { app } from '../worker.ts'

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly requestBody?: { readonly content: { readonly [type: string]: { readonly schema: object } } }
  readonly responses: {
    readonly [status: string]: {
      readonly content?: { readonly [type: string]: { readonly schema?: object } }
    }
  }
}
interface Document {
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } }
  readonly components: object
}

const root = 'https://play.test/openapi'
let document: Document

beforeAll(async () => {
  const text = await requestText('/api/openapi.json')
  document = JSON.parse(text)
  const { components, paths } = JSON.parse(text)
  registerSchema({ $schema: 'https://json-schema.org/draft/2020-12/schema', components, paths }, root)
})
afterAll(() => unregisterSchema(root))
afterEach(async () => reset())

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  )

const pointer = (...steps: string[]) =>
  steps.map((step) => `/${encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('')

/**
 * The validation errors of the JSON against the schema at this path in the document. Undefined if the JSON is valid.
 */
async function schemaErrors(json: string, ...steps: string[]): Promise<string | undefined> {
  const output = await validate(`${root}#${pointer(...steps)}`, JSON.parse(json), 'BASIC')
  return output.valid ? undefined : JSON.stringify(output)
}

const room = '/api/rooms/echo/harbor'
const host = { token: siteToken }
const socket = { headers: { upgrade: 'websocket' } }
const pixels = { headers: { upgrade: 'websocket', 'sec-websocket-protocol': 'shades' } }
const open = { env: { CREATE: 'open' }, token: '', headers: { 'cf-connecting-ip': '192.0.2.1' } }
const file = new File(['hello'], 'map.txt')
const withFile = (fields: Parameters<typeof postRoom>[0], asked = {}) => postRoom({ file, ...fields }, asked)
const preview = (fields: Parameters<typeof postRoom>[0], asked = {}) =>
  sendRequest('/api/preview', { method: 'POST', body: formOf(fields), ...host, ...asked })
const imported = (fields: Parameters<typeof postRoom>[0], asked = {}) =>
  sendRequest('/api/rooms/import', { method: 'POST', body: formOf(fields), ...host, ...asked })
const exportedText = async () => {
  const { body } = await sendRequest(`${room}/export`, host)
  return new Response(body!.pipeThrough(new DecompressionStream('gzip'))).text()
}
const busyExports = { exportRoom: async () => 'busy', exportAt: async () => 'busy' }
const busy = { env: { ROOM: { getByName: () => busyExports } as never } }
const exportedFile = async () => new File([await exportedText()], 'x')
const guest = async () => (await requestJson<{ outside: { guest: string } }>(room)).outside.guest
const jsonSender =
  (method: string, path: string) =>
  (json: unknown, asked = {}) =>
    sendRequest(path, { method, json, ...host, ...asked })
const patch = jsonSender('PATCH', room)
const kick = jsonSender('POST', `${room}/kick`)
const say = jsonSender('POST', `${room}/say`)
const sayToAll = jsonSender('POST', '/api/say')
const ban = jsonSender('POST', `${room}/bans`)
const mute = jsonSender('POST', `${room}/mutes`)
const clip = jsonSender('POST', `${room}/clips`)
const liftMute = (query = '') => sendRequest(`${room}/mutes${query}`, { method: 'DELETE', ...host })
const join = (secret: string, of = room) => sendRequest(`${of}/join`, { method: 'POST', json: { secret } })
const invitation = async () => (await requestJson<{ url: string }>(`${room}/invitation`, host)).url
const dismiss = (query = '') => sendRequest(`${room}/reports${query}`, { method: 'DELETE', ...host })
const lift = (query = '', asked = {}) =>
  sendRequest(`${room}/bans${query}`, { method: 'DELETE', ...host, ...asked })
const fork = (fields: Parameters<typeof postRoom>[0], asked = {}, of = room) =>
  sendRequest(`${of}/fork`, { method: 'POST', body: formOf(fields), ...host, ...asked })
const rewind = (json: unknown, asked = {}, of = room) =>
  sendRequest(`${of}/rewind`, { method: 'POST', json, ...host, ...asked })
const enter = async () => {
  const player = (await sendRequest('/echo/harbor', socket)).webSocket!
  player.accept()
  return player
}
const win = async () => {
  const player = await enter()
  player.send('name <ann>')
  player.send('win the race')
  await vi.waitUntil(async () => {
    // Reading the log makes the room store its changes now and not two seconds later.
    await sendRequest(`${room}/log`, host)
    const { stories } = await requestJson<{ stories: { picture?: string }[] }>(`${room}/stories`)
    return stories[0]?.picture !== undefined
  }, pollOptions)
}
const seriesKey = 'the-key-of-the-cup'
const endedSeries = async () => {
  await patch({ options: { series: 'cup', seriesKey } })
  await win()
  await roomStub(env, 'echo/harbor').announce()
  type Series = { readonly rooms: readonly object[] }
  const { rooms } = await requestJson<Series>('/api/series/echo/cup')
  expect(rooms).toHaveLength(1)
  await sendRequest(room, { method: 'DELETE', ...host })
}
const eraseSeries = (query: string, asked: Asked = { token: seriesKey }, of = 'cup') =>
  sendRequest(`/api/series/echo/${of}${query}`, { method: 'DELETE', ...asked })
const past = '2020-01-01T00:00:00Z'
/** Switches the room's history on. Returns the start of the history. */
const historyStart = async () => {
  await patch({ options: { history: '1h' } })
  return (await requestJson<{ since: string }>(`${room}/timeline`, host)).since
}
/** Records a film of a player in the room. Returns the recorded period. */
const filmed = async () => {
  await patch({ options: { film: true } })
  const player = await enter()
  player.send('hello')
  type Film = { readonly stretches: readonly { readonly from: string; readonly to: string }[] }
  let film: Film = { stretches: [] }
  await expect
    .poll(async () => {
      film = await requestJson<Film>(`${room}/film`)
      return film.stretches.length
    }, pollOptions)
    .toBe(1)
  player.close()
  return film.stretches[0]!
}
const clipped = async () => (await (await clip(await filmed())).json<{ id: string }>()).id
const instants = { from: '2026-11-28T09:30:00Z', to: '2026-11-28T09:30:30Z' }
/** This host name does not exist, so no request leaves the machine. */
const hookUrl = 'https://hooks.invalid-name.example.com/in'
const hook = (fields: object = {}, asked = {}) =>
  sendRequest(`${room}/webhooks`, { method: 'POST', json: { url: hookUrl, ...fields }, ...host, ...asked })
const sign = (json: unknown, asked = {}, wall = 'north', of = 'harbor') =>
  sendRequest(`/api/rooms/echo/${of}/walls/${wall}`, { method: 'PUT', json, ...asked })
const pushEndpoint = 'https://fcm.googleapis.com/fcm/send/1'
/** The example of RFC 8291, section 5. */
const pushKeys = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}
const notify = (fields: object = {}, path = `${room}/notifications`) =>
  sendRequest(path, {
    ...{ method: 'POST', headers: { 'cf-connecting-ip': '203.0.113.99' } },
    json: { endpoint: pushEndpoint, expirationTime: null, keys: pushKeys, ...fields },
  })
const unnotify = (json: object) => sendRequest(`${room}/notifications`, { method: 'DELETE', json })
const start = (fields: Parameters<typeof formOf>[0], asked = {}, of = 'meadow') =>
  sendRequest(`/api/rooms/echo/${of}/world`, { method: 'PUT', body: formOf(fields), ...host, ...asked })
const broken = { env: { DIRECTORY: { getByName: () => ({}) } as never } }

let guessers = 0
/** A request with the right token from an address that has just sent ten wrong ones. */
async function afterGuesses(path: string, asked: Asked): Promise<Response> {
  const from = { 'cf-connecting-ip': `203.0.113.${++guessers}` }
  const guess = asked.token === 'sidecar-token' ? '/api/sidecar' : '/api/metrics'
  for (let i = 0; i < 10; i++) await sendRequest(guess, { token: `guess-${i}`, headers: from })
  return sendRequest(path, { ...asked, headers: { ...asked.headers, ...from } })
}

/** The first response with status 429 when one address repeats the request. */
async function untilLimited(path: string, asked: Asked): Promise<Response> {
  const headers = { 'cf-connecting-ip': `203.0.113.${++guessers}` }
  for (let i = 0; i < 100; i++) {
    const answer = await sendRequest(path, { ...asked, headers })
    if (answer.status === 429) return answer
  }
  throw new Error('no limit')
}

type Call = () => Promise<Response>
type Asked = NonNullable<Parameters<typeof sendRequest>[1]>

/**
 * All operations for room owners reject a missing token (operations that take JSON: a wrong token), a room that does
 * not exist, and an address that has guessed tokens.
 */
const hosted = (path: string, asked: Asked = {}) => ({
  401: () => sendRequest(`${room}${path}`, { ...asked, ...(asked.json !== undefined && { token: 'wrong' }) }),
  404: () => sendRequest(`/api/rooms/echo/nowhere${path}`, { ...asked, ...host }),
  429: () => afterGuesses(`${room}${path}`, { ...asked, ...host }),
})
/** All operations that take JSON reject a body of 300 kB and other content types. */
const jsonOnly = (path: string, method: string) => ({
  413: () => sendRequest(`${room}${path}`, { method, json: { name: 'x'.repeat(300_000) }, ...host }),
  415: () => sendRequest(`${room}${path}`, { method, body: '{}', ...host }),
})

const erase = (player: string, of = room) =>
  sendRequest(`${of}/players/${player}/data`, { method: 'DELETE', ...host })
const own = (path: string, json: unknown, of = room) =>
  sendRequest(`${of}${path}`, { method: 'POST', json, headers: { 'cf-connecting-ip': '203.0.113.200' } })
/** The secret of the player who has signed the wall `north`. */
const wallSecret = async () => (await (await sign({ name: 'ann' })).json<{ secret: string }>()).secret
/** All operations on a player's own data reject these requests. */
const ownData = (path: string) => ({
  400: () => own(path, { name: 'north' }),
  401: [
    () => own(path, { name: 'north', password: 'guessed' }),
    async () => {
      await wallSecret()
      return own(path, { name: 'north', password: 'guessed' })
    },
  ],
  404: () => own(path, { name: 'north', password: 'guessed' }, '/api/rooms/echo/nowhere'),
  413: () => own(path, { name: 'x'.repeat(300_000), password: 'guessed' }),
  415: () => sendRequest(`${room}${path}`, { method: 'POST', body: '{}' }),
  422: async () => {
    await postRoom({ game: 'quiet', room: 'still' })
    return own(path, { name: 'north', password: 'guessed' }, '/api/rooms/quiet/still')
  },
  429: async () => {
    for (let i = 0; i < 12; i++) await own(path, { name: 'north', password: `guess ${i}` })
    return own(path, { name: 'north', password: 'one more' })
  },
})

/** The calls by operation and status. Each call runs on a site whose only room is `echo/harbor`. */
const calls: { readonly [operation: string]: { readonly [status: number]: Call | readonly Call[] } } = {
  health: { 200: () => sendRequest('/healthz') },
  showStatus: { 200: () => sendRequest('/status') },
  forgetSidecar: {
    204: async () => {
      const sidecar = await connectSidecar('east')
      sidecar.close()
      const forget = () => sendRequest('/api/sidecars/east', { method: 'DELETE', ...host })
      let answer = await forget()
      // The site refuses the request while the sidecar's socket is open, and learns only after a moment that the socket
      // was closed.
      while (answer.status === 422) answer = await forget()
      return answer
    },
    401: () => sendRequest('/api/sidecars/east', { method: 'DELETE' }),
    404: () => sendRequest('/api/sidecars/nowhere', { method: 'DELETE', ...host }),
    422: async () => {
      await connectSidecar('east')
      return sendRequest('/api/sidecars/east', { method: 'DELETE', ...host })
    },
    429: () => afterGuesses('/api/sidecars/east', { method: 'DELETE', ...host }),
  },
  readMetrics: {
    200: () => sendRequest('/api/metrics', host),
    401: () => sendRequest('/api/metrics'),
    503: () => sendRequest('/api/metrics', { ...broken, ...host }),
    429: () => afterGuesses('/api/metrics', host),
  },
  listWebhooks: {
    ...hosted('/webhooks'),
    200: async () => {
      await hook()
      return sendRequest(`${room}/webhooks`, host)
    },
  },
  addWebhook: {
    ...hosted('/webhooks', { method: 'POST', json: { url: hookUrl } }),
    ...jsonOnly('/webhooks', 'POST'),
    201: [() => hook(), () => hook({ kind: 'discord', on: ['goal'], cooldown: 0 })],
    400: [
      () => hook({ url: '' }),
      () => hook({ on: [] }),
      () => hook({ filter: { class: ['x'] } }),
      () => hook({ cooldown: -1 }),
    ],
    422: () => hook({ url: 'https://127.0.0.1/' }),
  },
  removeWebhook: {
    ...hosted('/webhooks?id=1', { method: 'DELETE' }),
    204: async () => {
      const { webhook } = await (await hook()).json<{ webhook: { id: string } }>()
      return sendRequest(`${room}/webhooks?id=${webhook.id}`, { method: 'DELETE', ...host })
    },
    400: () => sendRequest(`${room}/webhooks`, { method: 'DELETE', ...host }),
  },
  readLogs: {
    200: [
      () => sendRequest('/api/logs', host),
      () => sendRequest('/api/logs?since=2026-11-23T00:00:00.000Z', host),
    ],
    400: [
      () => sendRequest('/api/logs?since=yesterday', host),
      () => sendRequest('/api/logs?since=2026-13-23T00:00:00.000Z', host),
    ],
    401: () => sendRequest('/api/logs'),
    503: () => sendRequest('/api/logs', { ...broken, ...host }),
    429: () => afterGuesses('/api/logs', host),
  },
  describeApi: { 200: () => sendRequest('/api/openapi.json') },
  listRooms: {
    200: [() => sendRequest('/api/rooms'), () => sendRequest('/api/rooms?limit=1')],
    400: () => sendRequest('/api/rooms?limit=0'),
    503: () => sendRequest('/api/rooms', broken),
  },
  createRoom: {
    200: () =>
      withFile(
        { game: 'echo', file: new File(['parts'], 'x') },
        { headers: { accept: 'application/x-ndjson' } },
      ),
    201: [
      () => withFile({ game: 'echo' }),
      () => withFile({ game: 'echo', room: 'pier', title: 'Pier', options: '{"key":"hush"}', listen: '[]' }),
      () => postRoom({ game: 'quiet' }, open),
    ],
    400: [
      () => postRoom({}),
      () => postRoom({ game: 'echo', room: 'No' }),
      () => postRoom({ game: 'echo', x: '1' }),
    ],
    401: () => postRoom({ game: 'echo' }, { token: 'wrong' }),
    409: () => postRoom({ game: 'echo', room: 'harbor' }),
    413: () => withFile({ game: 'echo', save: new File(['x'.repeat(140_000)], 'x') }),
    415: () => sendRequest('/api/rooms', { method: 'POST', json: {}, ...host }),
    422: [
      () => postRoom({ game: 'chess' }),
      () => postRoom({ game: 'echo', options: '{"colour":7}' }),
      () => postRoom({ game: 'echo', file: new File(['bad'], 'bad') }),
    ],
    429: async () => {
      for (let i = 0; i < 10; i++) await postRoom({ game: 'quiet' }, open)
      return postRoom({ game: 'quiet' }, open)
    },
    503: () => postRoom({ game: 'echo', options: '{"fails":true}' }),
  },
  previewFiles: {
    200: () => preview({ game: 'echo', file }),
    400: [
      () => preview({}),
      () => preview({ game: 'echo', room: 'pier' }),
      () => preview({ game: 'echo', file: 'x' }),
    ],
    401: () => preview({ game: 'echo', file }, { token: '' }),
    413: () => preview({ game: 'echo', file: new File(['x'.repeat(140_000)], 'x') }),
    415: () => sendRequest('/api/preview', { method: 'POST', json: {}, ...host }),
    422: [() => preview({ game: 'chess', file }), () => preview({ game: 'quiet', file })],
    429: async () => {
      for (let i = 0; i < 10; i++) await preview({ game: 'echo' }, open)
      return preview({ game: 'echo' }, open)
    },
  },
  importRoom: {
    201: async () => imported({ file: await exportedFile(), room: 'pier' }),
    400: [() => imported({}), () => imported({ file })],
    401: () => imported({ file }, { token: '' }),
    409: async () => imported({ file: await exportedFile() }),
    413: () => imported({ file: new File(['x'.repeat(170_000)], 'x') }),
    415: () => sendRequest('/api/rooms/import', { method: 'POST', json: {}, ...host }),
    422: async () => {
      const text = (await exportedText()).replace('"game":"echo"', '"game":"chess"')
      return imported({ file: new File([text], 'x') })
    },
    429: async () => {
      for (let i = 0; i < 10; i++) await postRoom({ game: 'quiet' }, open)
      return imported({ file }, open)
    },
  },
  exportRoom: {
    ...hosted('/export'),
    200: () => sendRequest(`${room}/export`, host),
    304: async () => {
      const first = await sendRequest(`${room}/export`, host)
      await first.arrayBuffer()
      return sendRequest(`${room}/export`, {
        ...host,
        headers: { 'if-none-match': first.headers.get('etag')! },
      })
    },
    429: () => sendRequest(`${room}/export`, { ...host, ...busy }),
  },
  watchRooms: {
    101: () => sendRequest('/api/live?room=echo/harbor&room=echo/pier', socket),
    400: () => sendRequest('/api/live?room=echo', socket),
    426: () => sendRequest('/api/live'),
  },
  connectSidecar: {
    101: () => sendRequest('/api/sidecar?id=east&advertise=play.test', { token: 'sidecar-token', ...socket }),
    400: () => sendRequest('/api/sidecar?id=East&advertise=play.test', { token: 'sidecar-token', ...socket }),
    401: () => sendRequest('/api/sidecar?id=east&advertise=play.test', { ...host, ...socket }),
    426: () => sendRequest('/api/sidecar?id=east&advertise=play.test', { token: 'sidecar-token' }),
    429: () =>
      afterGuesses('/api/sidecar?id=east&advertise=play.test', { token: 'sidecar-token', ...socket }),
  },
  showRoom: {
    200: () => sendRequest(room),
    404: [() => sendRequest('/api/rooms/echo/nowhere'), () => sendRequest('/api/rooms/chess/harbor')],
  },
  showFounding: {
    200: async () => {
      await directoryStub(env).reserveName('echo/pier')
      return sendRequest('/api/rooms/echo/pier/founding')
    },
    404: [
      () => sendRequest('/api/rooms/echo/harbor/founding'),
      () => sendRequest('/api/rooms/chess/harbor/founding'),
    ],
  },
  changeRoom: {
    ...hosted('', { method: 'PATCH', json: {} }),
    ...jsonOnly('', 'PATCH'),
    200: [
      () => patch({}),
      () =>
        patch({
          ...{ status: 'closed', watching: 'off', comments: ['soon'], title: 'New' },
          ...{ password: 'hush', listen: [] },
        }),
      () => patch({ options: { colour: 'red' }, password: null }),
      () =>
        patch({ schedule: { timeZone: 'UTC', hours: ['Mon 00:00-00:01'], closesOn: '2040-01-01T00:00' } }),
      () => patch({ schedule: null }),
    ],
    400: [
      () => patch({ schedule: { timeZone: 'Nowhere', hours: [] } }),
      () => patch({ title: 7 }),
      () => patch({ listen: [{ transport: 'tcp', port: -1 }] }),
    ],
    422: () => patch({ options: { colour: 7 } }),
  },
  deleteRoom: {
    ...hosted('', { method: 'DELETE' }),
    204: () => sendRequest(room, { method: 'DELETE', ...host }),
  },
  undeleteRoom: {
    ...hosted('/undelete', { method: 'POST' }),
    200: async () => {
      await sendRequest(room, { method: 'DELETE', ...host })
      return sendRequest(`${room}/undelete`, { method: 'POST', ...host })
    },
    409: () => sendRequest(`${room}/undelete`, { method: 'POST', ...host }),
  },
  renewToken: {
    ...hosted('/token', { method: 'POST' }),
    201: () => sendRequest(`${room}/token`, { method: 'POST', ...host }),
  },
  listPeople: {
    ...hosted('/people'),
    200: async () => {
      await enter()
      return sendRequest(`${room}/people`, host)
    },
    401: [() => sendRequest(`${room}/people`), () => sendRequest(`${room}/people`, { token: 'wrong' })],
  },
  kick: {
    ...hosted('/kick', { method: 'POST', json: { id: 'x' } }),
    ...jsonOnly('/kick', 'POST'),
    200: async () => {
      await enter()
      const { people } = await requestJson<{ people: { id: string }[] }>(`${room}/people`, host)
      return kick({ id: people[0]!.id })
    },
    400: [() => kick({}), () => kick({ id: 7 }), () => kick({ id: 'x'.repeat(10_000) })],
    404: [
      () => kick({ id: 'nobody' }),
      () => sendRequest('/api/rooms/echo/nowhere/kick', { method: 'POST', json: {}, ...host }),
    ],
  },
  broadcast: {
    200: () => sayToAll({ text: 'ahoy' }),
    400: [() => sayToAll({}), () => sayToAll({ text: '' }), () => sayToAll({ text: 'two\nlines' })],
    401: () => sayToAll({ text: 'ahoy' }, { token: 'wrong' }),
    413: () => sayToAll({ text: 'x'.repeat(300_000) }),
    415: () => sendRequest('/api/say', { method: 'POST', body: '{}', token: siteToken }),
    429: () => afterGuesses('/api/say', { method: 'POST', json: { text: 'x' }, ...host }),
  },
  say: {
    ...hosted('/say', { method: 'POST', json: { line: 'x' } }),
    ...jsonOnly('/say', 'POST'),
    200: [() => say({ line: '/paint blue' }), () => say({ line: 'nothing' }), () => say({ text: 'ahoy' })],
    400: [
      () => say({}),
      () => say({ line: '' }),
      () => say({ line: 'two\nlines' }),
      () => say({ line: 'x'.repeat(1001) }),
      () => say({ line: 'x', text: 'y' }),
      () => say({ text: ' ' }),
      () => say({ text: 'x'.repeat(201) }),
    ],
    404: [
      async () => {
        await postRoom({ game: 'quiet', room: 'harbor' })
        return sendRequest('/api/rooms/quiet/harbor/say', { method: 'POST', json: { line: 'x' }, ...host })
      },
      () => sendRequest('/api/rooms/echo/nowhere/say', { method: 'POST', json: { line: 'x' }, ...host }),
    ],
  },
  readMeter: {
    ...hosted('/meter'),
    200: [
      () => sendRequest(`${room}/meter`, host),
      async () => {
        await enter()
        return sendRequest(`${room}/meter`, host)
      },
    ],
    401: [() => sendRequest(`${room}/meter`), () => sendRequest(`${room}/meter`, { token: 'wrong' })],
  },
  forkRoom: {
    201: [
      () => fork({ from: 'beginning' }),
      () => fork({ from: 'now', title: 'Twin', room: 'twin' }),
      () => fork({ from: 'save', save: new File(['saved'], 'x.save') }),
    ],
    400: [() => fork({}), () => fork({ from: 'somewhere' }), () => fork({ from: 'save' })],
    401: [() => fork({ from: 'now' }, { token: 'wrong' }), () => fork({ from: 'now' }, { token: '' })],
    404: [
      async () => {
        await postRoom({ game: 'quiet', room: 'harbor' })
        return fork({ from: 'now' }, {}, '/api/rooms/quiet/harbor')
      },
      () => fork({ from: 'now' }, {}, '/api/rooms/echo/nowhere'),
    ],
    409: () => fork({ from: 'now', room: 'harbor' }),
    413: () => fork({ from: 'save', save: new File(['x'.repeat(140_000)], 'x') }),
    415: () => sendRequest(`${room}/fork`, { method: 'POST', json: {}, ...host }),
    422: () => fork({ from: 'save', save: new File(['bad'], 'bad') }),
    429: async () => {
      const { adminToken } = await createRoom({ room: 'mine' })
      const mine = { ...open, token: adminToken }
      for (let i = 0; i < 10; i++) await fork({ from: 'now' }, mine, '/api/rooms/echo/mine')
      return fork({ from: 'now' }, mine, '/api/rooms/echo/mine')
    },
  },
  readLog: {
    ...hosted('/log'),
    200: [() => sendRequest(`${room}/log`, host), () => sendRequest(`${room}/log?after=7`, host)],
    400: [() => sendRequest(`${room}/log?after=-1`, host), () => sendRequest(`${room}/log?after=x`, host)],
  },
  readTimeline: {
    ...hosted('/timeline'),
    200: [
      () => sendRequest(`${room}/timeline`, host),
      async () => {
        await patch({ options: { history: '1h' } })
        return sendRequest(`${room}/timeline?after=1`, host)
      },
    ],
    400: [
      () => sendRequest(`${room}/timeline?after=-1`, host),
      () => sendRequest(`${room}/timeline?after=x`, host),
    ],
  },
  readStories: {
    200: [
      () => sendRequest(`${room}/stories`),
      async () => {
        await win()
        return sendRequest(`${room}/stories?after=0`)
      },
    ],
    400: [() => sendRequest(`${room}/stories?after=-1`), () => sendRequest(`${room}/stories?after=x`)],
    404: () => sendRequest('/api/rooms/echo/nowhere/stories'),
  },
  showStories: {
    200: [
      () => sendRequest('/echo/harbor/stories'),
      async () => {
        await win()
        return sendRequest('/echo/harbor/stories')
      },
    ],
    404: () => sendRequest('/echo/nowhere/stories'),
  },
  readSeries: {
    200: async () => {
      await endedSeries()
      return sendRequest('/api/series/echo/cup')
    },
    404: [() => sendRequest('/api/series/echo/cup'), () => sendRequest('/api/series/chess/cup')],
  },
  showSeries: {
    200: [
      async () => {
        await patch({ options: { series: 'cup' } })
        return sendRequest('/series/echo/cup')
      },
      async () => {
        await endedSeries()
        return sendRequest('/series/echo/cup')
      },
    ],
    404: () => sendRequest('/series/echo/Cup'),
  },
  eraseFromSeries: {
    200: [
      async () => {
        await endedSeries()
        return eraseSeries('?player=Ann')
      },
      async () => {
        await endedSeries()
        return eraseSeries('?room=harbor', host)
      },
    ],
    400: [() => eraseSeries(''), () => eraseSeries('?room=harbor&player=Ann')],
    401: [
      () => eraseSeries('?room=harbor', {}),
      async () => {
        await endedSeries()
        return eraseSeries('?room=harbor', { token: 'another-long-key' })
      },
    ],
    404: () => eraseSeries('?room=harbor', host, 'league'),
    429: () => afterGuesses('/api/series/echo/cup?room=harbor', { method: 'DELETE', ...host }),
  },
  getStoryPicture: {
    200: async () => {
      await win()
      return sendRequest('/echo/harbor/stories/1/picture.png')
    },
    304: async () => {
      await win()
      const etag = (await sendRequest('/echo/harbor/stories/1/picture.png')).headers.get('etag')!
      return sendRequest('/echo/harbor/stories/1/picture.png', { headers: { 'if-none-match': etag } })
    },
    404: [
      () => sendRequest('/echo/harbor/stories/9/picture.png'),
      () => sendRequest('/echo/harbor/stories/x/picture.png'),
      () => sendRequest('/echo/nowhere/stories/1/picture.png'),
    ],
  },
  rewind: {
    ...hosted('/rewind', { method: 'POST', json: { at: past, as: 'replace' } }),
    ...jsonOnly('/rewind', 'POST'),
    200: async () => rewind({ at: await historyStart(), as: 'replace' }),
    201: [
      async () => rewind({ at: await historyStart(), as: 'fork' }),
      async () => rewind({ at: await historyStart(), as: 'fork', room: 'earlier', title: 'Earlier' }),
    ],
    400: [
      () => rewind({}),
      () => rewind({ at: past }),
      () => rewind({ at: 'then', as: 'replace' }),
      () => rewind({ at: 'then', as: 'fork' }),
      () => rewind({ at: past, as: 'both' }),
      () => rewind({ at: past, as: 'replace', room: 'pier' }),
      () => rewind({ at: past, as: 'replace', title: 'Pier' }),
    ],
    401: [
      () => rewind({ at: past, as: 'replace' }, { token: 'wrong' }),
      async () => {
        const { adminToken } = await createRoom({ room: 'mine' })
        return rewind({ at: past, as: 'fork' }, { token: adminToken }, '/api/rooms/echo/mine')
      },
    ],
    409: async () => rewind({ at: await historyStart(), as: 'fork', room: 'harbor' }),
    422: [
      () => rewind({ at: past, as: 'replace' }),
      () => rewind({ at: past, as: 'fork' }),
      async () => {
        await historyStart()
        return rewind({ at: past, as: 'replace' })
      },
      async () => {
        await historyStart()
        return rewind({ at: '2100-01-01T00:00:00Z', as: 'fork' })
      },
    ],
    429: [
      () => afterGuesses(`${room}/rewind`, { method: 'POST', json: { at: past, as: 'replace' }, ...host }),
      () => rewind({ at: past, as: 'fork' }, busy),
    ],
  },
  listBans: {
    ...hosted('/bans'),
    200: async () => {
      await ban({ name: 'ann', seconds: 60, reason: 'loud' })
      await ban({ address: '192.0.2.7', seconds: 60 })
      return sendRequest(`${room}/bans`, host)
    },
  },
  ban: {
    ...hosted('/bans', { method: 'POST', json: { name: 'ann', seconds: 60 } }),
    ...jsonOnly('/bans', 'POST'),
    201: [
      () => ban({ name: 'ann', seconds: 60, reason: 'loud' }),
      () => ban({ address: '2001:db8::1', seconds: 315_360_000 }),
    ],
    400: [
      () => ban({ seconds: 60 }),
      () => ban({ name: 'ann' }),
      () => ban({ name: 'ann', address: '192.0.2.7', seconds: 60 }),
      () => ban({ name: 'ann', seconds: 0 }),
      () => ban({ name: 'ann', seconds: 315_360_001 }),
      () => ban({ name: 'n'.repeat(10_000), seconds: 60 }),
      () => ban({ address: '192.0.2.0/24', seconds: 60 }),
    ],
    422: [() => ban({ address: '127.0.0.1', seconds: 60 }), () => ban({ id: 'nobody', seconds: 60 })],
  },
  listMutes: {
    ...hosted('/mutes'),
    200: async () => {
      await mute({ name: 'ann', seconds: 60, reason: 'loud' })
      return sendRequest(`${room}/mutes`, host)
    },
  },
  mute: {
    ...hosted('/mutes', { method: 'POST', json: { name: 'ann', seconds: 60 } }),
    ...jsonOnly('/mutes', 'POST'),
    201: [
      () => mute({ name: 'ann', seconds: 60, reason: 'loud' }),
      () => mute({ address: '2001:db8::1', seconds: 60 }),
    ],
    400: [
      () => mute({ seconds: 60 }),
      () => mute({ name: 'ann' }),
      () => mute({ name: 'ann', id: 'x', seconds: 60 }),
      () => mute({ name: 'ann', seconds: 0 }),
      () => mute({ address: '192.0.2.0/24', seconds: 60 }),
    ],
    422: () => mute({ id: 'nobody', seconds: 60 }),
  },
  readPlayerData: {
    ...hosted('/players/north/data'),
    200: async () => {
      await sign({ name: 'ann' })
      return sendRequest(`${room}/players/north/data`, host)
    },
    404: [
      () => sendRequest(`${room}/players/north/data`, host),
      () => sendRequest('/api/rooms/echo/nowhere/players/north/data', host),
    ],
    422: () => sendRequest(`${room}/players/twin/data`, host),
  },
  erasePlayerData: {
    ...hosted('/players/north/data', { method: 'DELETE' }),
    204: async () => {
      await sign({ name: 'ann' })
      return erase('north')
    },
    404: [() => erase('north'), () => erase('north', '/api/rooms/echo/nowhere')],
    422: () => erase('twin'),
  },
  readOwnData: {
    ...ownData('/my-data'),
    200: async () => own('/my-data', { name: 'north', password: await wallSecret() }),
  },
  eraseOwnData: {
    ...ownData('/my-data/erase'),
    204: async () => own('/my-data/erase', { name: 'north', password: await wallSecret() }),
  },
  join: {
    200: async () => {
      await patch({ join: 'invited' })
      return join((await invitation()).split('#')[1]!)
    },
    400: () => join(''),
    401: async () => {
      await patch({ join: 'invited' })
      return join('guessed')
    },
    404: () => join('x', '/api/rooms/echo/nowhere'),
    413: () => join('x'.repeat(300_000)),
    415: () => sendRequest(`${room}/join`, { method: 'POST', body: '{}' }),
    429: async () => {
      await patch({ join: 'invited' })
      for (let i = 0; i < 60; i++) await join(`guess ${i}`)
      return join('one more')
    },
  },
  readInvitation: {
    ...hosted('/invitation'),
    200: () => sendRequest(`${room}/invitation`, host),
  },
  renewInvitation: {
    ...hosted('/invitation', { method: 'POST' }),
    200: async () => {
      await patch({ join: 'invited' })
      return sendRequest(`${room}/invitation`, { method: 'POST', ...host })
    },
  },
  listReports: {
    ...hosted('/reports'),
    200: () => sendRequest(`${room}/reports`, host),
  },
  dismissReports: {
    ...hosted('/reports', { method: 'DELETE' }),
    204: () => dismiss(),
    400: () => dismiss(`?id=${'9'.repeat(41)}`),
    404: [
      () => dismiss('?id=1'),
      () => sendRequest('/api/rooms/echo/nowhere/reports', { method: 'DELETE', ...host }),
    ],
  },
  liftMutes: {
    ...hosted('/mutes', { method: 'DELETE' }),
    ...jsonOnly('/mutes', 'DELETE'),
    204: [
      () => liftMute(),
      async () => {
        await mute({ name: 'ann', seconds: 60 })
        return liftMute('?name=ANN')
      },
    ],
    400: () => liftMute('?name=ann&address=192.0.2.7'),
    404: [
      () => liftMute('?name=ann'),
      () => sendRequest('/api/rooms/echo/nowhere/mutes', { method: 'DELETE', ...host }),
    ],
  },
  liftBans: {
    ...hosted('/bans', { method: 'DELETE' }),
    ...jsonOnly('/bans', 'DELETE'),
    204: [
      () => lift(),
      // A DELETE may have an empty body, which the front proxy and many HTTP libraries send.
      () => lift('', { body: new Uint8Array(0), headers: { 'content-length': '0' } }),
      async () => {
        await ban({ name: 'ann', seconds: 60 })
        return lift('?name=ANN')
      },
      async () => {
        await ban({ address: '192.0.2.7', seconds: 60 })
        return lift('', { json: { address: '192.0.2.7' } })
      },
    ],
    400: () => lift('?name=ann&address=192.0.2.7'),
    404: [
      () => lift('?id=1'),
      () => sendRequest('/api/rooms/echo/nowhere/bans', { method: 'DELETE', ...host }),
    ],
  },
  openLink: {
    101: () => sendRequest('/echo/harbor/link', { token: 'sidecar-token', ...socket }),
    401: () => sendRequest('/echo/harbor/link', socket),
    404: () => sendRequest('/echo/nowhere/link', { token: 'sidecar-token', ...socket }),
    426: () => sendRequest('/echo/harbor/link', { token: 'sidecar-token' }),
    429: () => afterGuesses('/echo/harbor/link', { token: 'sidecar-token', ...socket }),
  },
  showFilm: {
    200: () => sendRequest('/echo/harbor/film?t=2026-11-28T09:30:00Z'),
    404: [() => sendRequest('/echo/nowhere/film'), () => sendRequest('/quiet/harbor/film')],
  },
  showClip: {
    200: async () => sendRequest(`/echo/harbor/clips/${await clipped()}`),
    404: [() => sendRequest('/echo/harbor/clips/none'), () => sendRequest('/quiet/harbor/clips/none')],
  },
  getFilm: {
    200: [
      () => sendRequest(`${room}/film`),
      async () => {
        await filmed()
        return sendRequest(`${room}/film`)
      },
    ],
    404: [
      () => sendRequest('/api/rooms/echo/nowhere/film'),
      () => sendRequest('/api/rooms/quiet/harbor/film'),
    ],
    422: async () => {
      await patch({ watching: 'off' })
      return sendRequest(`${room}/film`)
    },
  },
  getFilmSegment: {
    200: async () => sendRequest(`${room}/film/segment?at=${(await filmed()).from}`),
    400: [() => sendRequest(`${room}/film/segment`), () => sendRequest(`${room}/film/segment?at=then`)],
    404: [
      () => sendRequest(`${room}/film/segment?at=${past}`),
      () => sendRequest(`/api/rooms/echo/nowhere/film/segment?at=${past}`),
    ],
    422: async () => {
      await patch({ watching: 'off' })
      return sendRequest(`${room}/film/segment?at=${past}`)
    },
  },
  getClip: {
    200: async () => sendRequest(`${room}/clips/${await clipped()}`),
    404: [
      () => sendRequest(`${room}/clips/none`),
      () => sendRequest(`${room}/clips/AAAAAAAAAAAAAAAA`),
      () => sendRequest('/api/rooms/echo/nowhere/clips/none'),
    ],
  },
  listClips: {
    200: async () => {
      await clipped()
      return sendRequest(`${room}/clips`, host)
    },
    401: () => sendRequest(`${room}/clips`),
    404: () => sendRequest('/api/rooms/echo/nowhere/clips', host),
    429: () => afterGuesses(`${room}/clips`, host),
  },
  addClip: {
    201: async () => clip(await filmed()),
    400: [() => clip({}), () => clip({ ...instants, from: 'then' }), () => clip({ ...instants, title: 'x' })],
    401: () => clip(instants, { token: 'guessed' }),
    404: () => sendRequest('/api/rooms/echo/nowhere/clips', { method: 'POST', json: instants, ...host }),
    413: () => clip({ ...instants, to: 'x'.repeat(2_000_000) }),
    415: () => sendRequest(`${room}/clips`, { method: 'POST', body: 'x', ...host }),
    422: [
      () => clip(instants),
      () => clip({ from: instants.to, to: instants.from }),
      () => clip({ ...instants, to: '2026-11-28T09:31:01Z' }),
    ],
    429: () => afterGuesses(`${room}/clips`, { method: 'POST', json: instants, ...host }),
  },
  removeClip: {
    204: async () => sendRequest(`${room}/clips?id=${await clipped()}`, { method: 'DELETE', ...host }),
    400: () => sendRequest(`${room}/clips`, { method: 'DELETE', ...host }),
    401: () => sendRequest(`${room}/clips?id=1`, { method: 'DELETE' }),
    404: () => sendRequest(`${room}/clips?id=1`, { method: 'DELETE', ...host }),
    429: () => afterGuesses(`${room}/clips?id=1`, { method: 'DELETE', ...host }),
  },
  watchWorld: {
    101: () => sendRequest('/echo/harbor/watch', socket),
    404: [() => sendRequest('/echo/nowhere/watch', socket), () => sendRequest('/quiet/harbor/watch', socket)],
    200: () => sendRequest('/echo/harbor/watch', { headers: { accept: 'text/html' } }),
    426: () => sendRequest('/echo/harbor/watch'),
  },
  runThinClient: {
    101: () => sendRequest('/echo/harbor/thin', pixels),
    400: () => sendRequest('/echo/harbor/thin', socket),
    404: [() => sendRequest('/echo/nowhere/thin', pixels), () => sendRequest('/quiet/harbor/thin', pixels)],
    426: () => sendRequest('/echo/harbor/thin'),
    429: async () => {
      await sendRequest('/echo/harbor/thin', pixels)
      return sendRequest('/echo/harbor/thin', pixels)
    },
  },
  'echo.plain': {
    200: () => sendRequest('/echo/harbor/api/plain'),
    304: () => sendRequest('/echo/harbor/api/plain', { headers: { 'if-none-match': '*' } }),
    404: () => sendRequest('/echo/nowhere/api/plain'),
  },
  'echo.shape': {
    200: () => sendRequest('/echo/harbor/api/shapes/shape-of-grey'),
    304: () => sendRequest('/echo/harbor/api/shapes/shape-of-grey', { headers: { 'if-none-match': '*' } }),
    404: () => sendRequest('/echo/harbor/api/shapes/none'),
  },
  'echo.shape.1': {
    200: () => sendRequest('/old/shapes/shape-of-grey'),
    304: () => sendRequest('/old/shapes/shape-of-grey', { headers: { 'if-none-match': '*' } }),
    404: () => sendRequest('/old/shapes/none'),
  },
  'echo.plain.api': {
    200: () => sendRequest(`${room}/plain`),
    304: () => sendRequest(`${room}/plain`, { headers: { 'if-none-match': '*' } }),
    404: () => sendRequest('/api/rooms/echo/nowhere/plain'),
  },
  'echo.sign': {
    200: async () => {
      await sign({ name: 'Ann' })
      return sign({ name: 'Bob' }, host)
    },
    201: () => sign({ name: 'Ann' }),
    400: [() => sign({}), () => sign({ name: 'Ann', who: 'x' })],
    401: () => sign({ name: 'Ann' }, { token: 'guessed' }),
    404: [() => sign({ name: 'Ann' }, {}, 'wet'), () => sign({ name: 'Ann' }, {}, 'n', 'nowhere')],
    409: async () => {
      await sign({ name: 'Ann' })
      return sign({ name: 'Bob' })
    },
    413: () => sign({ name: 'x'.repeat(2_000_000) }),
    415: () => sendRequest(`${room}/walls/north`, { method: 'PUT', body: 'x' }),
    429: () => untilLimited(`${room}/walls/north`, { method: 'PUT', json: { name: 'Ann' } }),
  },
  'echo.wipe': {
    204: async () => {
      await sign({ name: 'Ann' })
      return sendRequest(`${room}/walls/north`, { method: 'DELETE' })
    },
    401: () => sendRequest(`${room}/walls/north`, { method: 'DELETE', token: 'guessed' }),
    404: () => sendRequest(`${room}/walls/north`, { method: 'DELETE' }),
    429: () => untilLimited(`${room}/walls/north`, { method: 'DELETE' }),
  },
  'echo.start': {
    200: async () => {
      await postRoom({ game: 'echo', room: 'meadow', stage: 'gathering' })
      return start({ file: new File(['hello'], 'x') })
    },
    400: async () => {
      await postRoom({ game: 'echo', room: 'meadow', stage: 'gathering' })
      return start({ options: '{' })
    },
    401: () => start({ file }, { token: 'wrong' }, 'harbor'),
    404: () => start({ file }, host, 'nowhere'),
    409: () => start({ file }, host, 'harbor'),
    413: () => start({ file: new File(['x'.repeat(170_000)], 'x') }, host, 'harbor'),
    422: async () => {
      await postRoom({ game: 'echo', room: 'meadow', stage: 'gathering' })
      return start({ file: new File(['bad'], 'x') })
    },
    429: () => afterGuesses('/api/rooms/echo/harbor/world', { method: 'PUT', ...host }),
  },
  'echo.crypt.txt': {
    ...hosted('/crypt.txt'),
    200: () => sendRequest(`${room}/crypt.txt`, host),
  },
  'echo.paste': {
    400: () => sendRequest(`${room}/papers`, { method: 'POST', body: formOf({ text: 'hello' }) }),
    200: () => sendRequest(`${room}/papers`, { method: 'POST', body: 'hello' }),
    401: () => sendRequest(`${room}/papers`, { method: 'POST', body: 'hello', token: 'guessed' }),
    404: () => sendRequest('/api/rooms/echo/nowhere/papers', { method: 'POST', body: 'hello' }),
    413: () => sendRequest(`${room}/papers`, { method: 'POST', body: 'x'.repeat(1001) }),
    429: () => untilLimited(`${room}/papers`, { method: 'POST', body: 'hello' }),
  },
  'echo.ids': { 200: () => sendRequest('/old/shape_ids') },
  'echo.shapes': { 200: () => sendRequest('/old/shapes') },
  'echo.colour': {
    200: () => sendRequest('/echo/harbor/api/colour/dark'),
    304: () => sendRequest('/echo/harbor/api/colour/dark', { headers: { 'if-none-match': '*' } }),
    404: [
      () => sendRequest('/echo/harbor/api/colour/none'),
      () => sendRequest('/echo/nowhere/api/colour/dark'),
    ],
  },
  'echo.servers': { 200: () => sendRequest('/echo-servers.txt') },
  'echo.colour.1': {
    200: async () => sendRequest(`/old/colour/${await guest()}/dark`),
    304: async () => sendRequest(`/old/colour/${await guest()}/dark`, { headers: { 'if-none-match': '*' } }),
    404: () => sendRequest('/old/colour/nobody/dark'),
  },
  getFile: {
    200: [
      () => sendRequest('/echo/harbor/files/map.txt'),
      () => sendRequest('/echo/harbor/files/land.txt'),
      () => sendRequest('/echo/harbor/files/seed.bin', host),
    ],
    304: () => sendRequest('/echo/harbor/files/land.txt', { headers: { 'if-none-match': '*' } }),
    401: () => sendRequest('/echo/harbor/files/seed.bin'),
    404: () => sendRequest('/echo/harbor/files/none.txt'),
    429: () => afterGuesses('/echo/harbor/files/seed.bin', host),
  },
  getPicture: {
    200: () => sendRequest('/echo/harbor/picture.png'),
    304: async () => {
      const etag = (await sendRequest('/echo/harbor/picture.png')).headers.get('etag')!
      return sendRequest('/echo/harbor/picture.png', { headers: { 'if-none-match': etag } })
    },
    404: () => sendRequest('/quiet/harbor/picture.png'),
  },
  getCalendar: {
    200: async () => {
      await patch({ schedule: { timeZone: 'UTC', hours: ['daily 10:00-11:00'] } })
      return sendRequest('/echo/harbor/calendar.ics')
    },
    404: [() => sendRequest('/echo/harbor/calendar.ics'), () => sendRequest('/echo/nowhere/calendar.ics')],
  },
  getSiteCalendar: {
    200: async () => {
      await patch({ schedule: { timeZone: 'UTC', hours: ['daily 10:00-11:00'] } })
      return sendRequest('/calendar.ics')
    },
    404: () => sendRequest('/calendar.ics'),
  },
  getNotificationKey: { 200: () => sendRequest('/api/notifications/key') },
  subscribe: {
    204: () => notify(),
    400: [() => notify({ endpoint: 7 }), () => notify({ keys: { p256dh: 'short', auth: 'short' } })],
    404: () => notify({}, '/api/rooms/echo/nowhere/notifications'),
    413: () => notify({ endpoint: 'x'.repeat(300_000) }),
    415: () => sendRequest(`${room}/notifications`, { method: 'POST', body: '{}' }),
    422: () => notify({ endpoint: 'https://10.0.0.1/push' }),
    429: async () => {
      let last = await notify()
      for (let n = 0; n < 20 && last.status !== 429; n++) last = await notify()
      return last
    },
  },
  unsubscribe: {
    204: async () => {
      await notify()
      return unnotify({ endpoint: pushEndpoint })
    },
    400: () => unnotify({}),
    404: () => unnotify({ endpoint: pushEndpoint }),
    413: () => unnotify({ endpoint: 'x'.repeat(300_000) }),
    415: () => sendRequest(`${room}/notifications`, { method: 'DELETE', body: '{}' }),
  },
  getQrCode: {
    200: () => sendRequest('/echo/harbor/qr.svg'),
    404: () => sendRequest('/chess/harbor/qr.svg'),
  },
  getDocument: {
    200: () => sendRequest('/echo/harbor/where.txt'),
    404: [() => sendRequest('/echo/harbor/none.txt'), () => sendRequest('/echo/nowhere/where.txt')],
  },
  enterRoom: {
    101: () => sendRequest('/echo/harbor', socket),
    200: () => sendRequest('/echo/harbor'),
    404: [() => sendRequest('/echo/nowhere'), () => sendRequest('/chess/harbor')],
  },
}

describe('the OpenAPI document', () => {
  it('conforms to OpenAPI 3.1', async () => {
    const result = await validate(
      'https://spec.openapis.org/oas/3.1/schema-base',
      JSON.parse(JSON.stringify(document)),
      'BASIC',
    )
    expect(result).toEqual({ valid: true })
  })

  it('stays valid with all games, and its option schemas accept the games’ default options', async () => {
    const site = createApp({ games: allGames, version: '1.2.3' })
    const text = await (await site.fetch(new Request(`${origin}/api/openapi.json`), env)).text()
    const result = await validate('https://spec.openapis.org/oas/3.1/schema-base', JSON.parse(text), 'BASIC')
    expect(result).toEqual({ valid: true })
    const all = 'https://play.test/all'
    const { components } = JSON.parse(text)
    registerSchema({ $schema: 'https://json-schema.org/draft/2020-12/schema', components }, all)
    for (const { slug, options } of allGames) {
      const given = Object.fromEntries(
        Object.entries(options).flatMap(([name, option]) =>
          option.isAction || option.defaultDescription ? [] : [[name, option.defaultValue] as const],
        ),
      )
      const shown = publicOptions(options, given)
      for (const [value, as] of [
        [given, 'given'],
        [shown, 'shown'],
      ] as const) {
        const { valid } = await validate(
          `${all}#/components/schemas/${slug}.options.${as}`,
          JSON.parse(JSON.stringify(value)),
        )
        expect([slug, as, valid]).toEqual([slug, as, true])
      }
    }
    unregisterSchema(all)
  })

  it('contains every operation once, with a summary, and this test calls each operation', () => {
    const names = operations().map(({ operationId }) => operationId)
    expect(names.sort()).toEqual(Object.keys(calls).sort())
    for (const { summary } of operations()) expect(summary).toMatch(/^[A-Z].*\.$/)
  })

  it('contains every API path that has a route', () => {
    const routed = new Set(app.routes.map(({ path }) => path.replace(/:(\w+)/g, '{$1}')))
    const undocumented = [...routed].filter(
      (path) =>
        !(path in document.paths) &&
        !/(\*|\/host|\/play|\/join|\/my-data|\/act\/\{action\}|where\.txt|favicon\.ico|robots\.txt|service-worker\.js|shades\/.*)$|^\/(api|docs|echo|quiet|embed\/.*|new|new\/(preview|import)|status\/message|\{game\}\/\{room\}\/my-data)?$/.test(
          path,
        ),
    )
    expect(undocumented).toEqual([])
  })

  it('contains the input and the public options of each game', async () => {
    const schemas = ['components', 'schemas'] as const
    for (const [options, given, shown] of [
      [{ colour: 'red', key: null }, true, false],
      [{ colour: 'red', key: false, password: true, fails: false, history: '1h', film: true }, false, true],
      [{ colour: 7 }, false, false],
      [{ size: 7 }, false, false],
    ] as const) {
      expect(
        (await schemaErrors(JSON.stringify(options), ...schemas, 'echo.options.given')) === undefined,
      ).toBe(given)
      expect(
        (await schemaErrors(JSON.stringify(options), ...schemas, 'echo.options.shown')) === undefined,
      ).toBe(shown)
    }
  })
})

it('the page /api lists every operation, its fields and the options of each game', async () => {
  const answer = await sendRequest('/api')
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  const html = await answer.text()
  for (const { path, method } of operations())
    expect(html).toContain(`<code>${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}</code>`)
  for (const word of ['comments', 'a list of at most 6 lines', 'colour', 'secret', 'slow-down'])
    expect(html).toContain(word)
})

const rejections = ['400', '401', '404', '413', '415', '422', '426']

/**
 * The calls on one site. The rejected calls of an operation change nothing, so they share a site. Every other call has
 * its own site.
 */
const sites = Object.entries(calls).flatMap(([name, byStatus]) => {
  const made = Object.entries(byStatus).flatMap(([status, some]) =>
    [some].flat().map((call) => ({ status, call })),
  )
  const isRejection = ({ status }: { status: string }) => rejections.includes(status)
  const alone = made.filter((each) => !isRejection(each)).map((each) => [each])
  return [made.filter(isRejection), ...alone]
    .filter((some) => some.length)
    .map((some) => ({ name, some, title: `${name} ${some.map(({ status }) => status).join(', ')}` }))
})

describe('an API operation', () => {
  it.each(sites)('$title', async ({ name, some }) => {
    // An announcement that a room sent before a reset can arrive after the reset and register the room's name again.
    while ((await postRoom({ game: 'echo', room: 'harbor' })).status === 409) await reset()
    for (const { status, call } of some) await expectDocumented(name, status, await call())
  })

  async function expectDocumented(name: string, status: string, answer: Response) {
    expect(String(answer.status)).toBe(status)
    const { path, method, responses } = operations().find(({ operationId }) => operationId === name)!
    const documented = responses[status]
    expect(documented, `${status} is not documented`).toBeDefined()
    const body = answer.webSocket ? '' : new TextDecoder().decode(await answer.arrayBuffer())
    answer.webSocket?.accept()
    answer.webSocket?.close()
    if (!documented?.content) return expect(body).toBe('')
    const [[type, { schema }]] = Object.entries(documented.content) as [[string, { schema?: object }]]
    if (!schema) return expect(answer.headers.get('content-type')).toMatch(type === '*/*' ? /\w\/\w/ : type)
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    const steps = ['paths', path, method, 'responses', status, 'content', type, 'schema']
    expect(await schemaErrors(body, ...steps)).toBeUndefined()
  }

  it('has a call above for every documented status except 503 for unavailable objects', () => {
    for (const { operationId, responses } of operations()) {
      const made = Object.keys(calls[operationId] ?? {}).filter((status) => status !== '503')
      expect(made.sort(), operationId).toEqual(
        Object.keys(responses)
          .filter((status) => status !== '503')
          .sort(),
      )
    }
  })
})

describe('the documented request schema matches its route for', () => {
  it.each([
    {},
    { status: 'closed' },
    { status: 'shut' },
    { comments: [] },
    { comments: Array(7).fill('x') },
    { comments: [' '] },
    { comments: ['a\tb'] },
    { title: '⚓'.repeat(80) },
    { title: '⚓'.repeat(81) },
    { listen: [{ transport: 'tcp', port: 0, sidecar: 'east' }] },
    { listen: [{ transport: 'tcp', port: 65_536 }] },
    { listen: [{ transport: 'tcp' }] },
    { listen: [{ transport: 'tcp', port: 0, host: 'x' }] },
    { listen: {} },
    { options: {} },
    { options: [] },
    { password: null },
    { password: '' },
    { password: 'x'.repeat(129) },
    { token: 'mine' },
  ])('PATCH %j', async (body) => {
    await createRoom()
    const schema = [
      'paths',
      '/api/rooms/{game}/{room}',
      'patch',
      'requestBody',
      'content',
      'application/json',
      'schema',
    ]
    const fault = await schemaErrors(JSON.stringify(body), ...schema)
    const { status } = await patch(body)
    expect({ fault, status }).toEqual(fault === undefined ? { fault, status: 200 } : { fault, status: 400 })
  })
})
