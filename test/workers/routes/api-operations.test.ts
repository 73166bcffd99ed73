import { reset, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Directory } from '../../../durable-objects/directory/directory.ts'
import type { Env } from '../../../durable-objects/env.ts'
import { wordLists } from '../../../workers/create/random-room-name.ts'
import { directoryStub, roomStub } from '../../../workers/platform/stubs.ts'
import { undeleteRoom } from '../../../workers/routes/owner/owner-actions.ts'
import { directoryClock } from '../fixtures/directory-clock.ts'
import { defaultOptions } from '../fixtures/echo-game.ts'
import { requestJson, requestText } from '../fixtures/request-content.ts'
import {
  type CreatedRoom,
  createRoom,
  errorOf,
  formOf,
  origin,
  postRoom,
  sendRequest,
  siteToken,
} from '../fixtures/requests.ts'
import { connectSidecar, TestSidecar, upgrade } from '../fixtures/test-socket.ts'
import { app } from '../worker.ts'

afterEach(async () => {
  vi.restoreAllMocks()
  await reset()
})

const text = (body: string, name: string) => new File([body], name)
const remove = (token: string) => sendRequest('/api/rooms/echo/harbor', { method: 'DELETE', token })
const tcp = (port: unknown) => ({ transport: 'tcp', port })
const listen = (...listeners: object[]) => ({ listen: JSON.stringify(listeners) })

describe('POST /api/rooms', () => {
  it('creates a room from the form, and returns its addresses', async () => {
    const answer = await postRoom({
      game: 'echo',
      room: 'harbor',
      title: 'Der Hafen ⚓',
      options: '{"colour":"red","key":"hush"}',
      listen: '[{"transport":"tcp","port":0},{"transport":"udp","port":7,"sidecar":"east"}]',
      file: text('hello', 'map.txt'),
    })
    expect(answer.status).toBe(201)
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await answer.json()).toEqual({
      game: 'echo',
      room: 'harbor',
      title: 'Der Hafen ⚓',
      url: `${origin}/echo/harbor`,
      websocket: 'wss://play.test/echo/harbor',
      adminToken: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      host: expect.stringMatching(/^https:\/\/play\.test\/echo\/harbor\/host#[A-Za-z0-9_-]{43}$/),
      warnings: ['5 bytes'],
    })
    expect(await requestJson('/api/rooms/echo/harbor')).toEqual({
      game: 'echo',
      room: 'harbor',
      title: 'Der Hafen ⚓',
      status: 'open',
      comments: [],
      watching: 'on',
      join: 'open',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      players: 0,
      capacity: 7,
      options: { ...defaultOptions, colour: 'red', key: true },
      listen: [
        { transport: 'tcp', port: 0 },
        { transport: 'udp', port: 7, sidecar: 'east' },
      ],
      addresses: [],
      url: `${origin}/echo/harbor`,
      websocket: 'wss://play.test/echo/harbor',
      connect: ['wss://play.test:8443/echo/harbor'],
      outside: {
        room: expect.stringMatching(/^[A-Za-z0-9_-]{22}$/),
        guest: expect.stringMatching(/^[A-Za-z0-9_-]{22}$/),
      },
      view: expect.objectContaining({ colour: 'red', text: 'hello', name: 'map.txt' }),
    })
  })

  it('uses PUBLIC_URL, if set, for the URLs in its answer', async () => {
    const asked = { token: siteToken, env: { PUBLIC_URL: 'http://boats.example:8080/' } }
    const answer = await postRoom({ game: 'quiet', room: 'bay' }, asked)
    expect(await answer.json()).toMatchObject({
      url: 'http://boats.example:8080/quiet/bay',
      websocket: 'ws://boats.example:8080/quiet/bay',
      title: 'Bay',
      warnings: [],
    })
  })

  it('chooses a name of three words, and a title of the same words, if the request has no name', async () => {
    const answer = await postRoom({ game: 'echo' })
    const { room, title } = await answer.json<{ room: string; title: string }>()
    const words = room.split('-')
    expect(words).toHaveLength(3)
    for (const [i, word] of words.entries()) expect(wordLists[i]).toContain(word)
    expect(title.toLowerCase()).toBe(room.replaceAll('-', ' '))
    expect(await requestJson(`/api/rooms/echo/${room}`)).toMatchObject({ options: {} })
  })

  it('opens every listener of the game on a free port by default, and none for []', async () => {
    const listenOf = async (fields: Readonly<Record<string, string>>) => {
      const { game, room } = await (await postRoom(fields)).json<CreatedRoom>()
      return (await requestJson<{ listen: unknown }>(`/api/rooms/${game}/${room}`)).listen
    }
    expect(await listenOf({ game: 'echo' })).toEqual([
      { transport: 'tcp', port: 0 },
      { transport: 'dispatch', port: 0 },
      { transport: 'udp', port: 0 },
      { transport: 'websocket', port: 0 },
    ])
    expect(await listenOf({ game: 'echo', listen: '[]' })).toEqual([])
    expect(await listenOf({ game: 'quiet' })).toEqual([])
  })

  it('rejects a used name with 409, but accepts a name whose earlier creation was abandoned', async () => {
    await createRoom()
    expect(await errorOf(await postRoom({ game: 'echo', room: 'harbor' }))).toMatchObject({
      status: 409,
      error: 'taken',
      field: 'room',
    })
    await directoryStub(env).reserveName('echo/pier')
    expect((await postRoom({ game: 'echo', room: 'pier' })).status).toBe(201)
    expect((await postRoom({ game: 'echo', room: 'pier' })).status).toBe(409)
    expect((await postRoom({ game: 'quiet', room: 'pier' })).status).toBe(201)
  })

  it('rejects the name of an existing room that the Directory has lost, and lists the existing room again', async () => {
    await createRoom({ title: 'First' })
    await runInDurableObject(env.DIRECTORY.getByName('directory'), (_, { storage }) => {
      storage.sql.exec('DELETE FROM room')
    })
    expect(await directoryStub(env).getRoom('echo/harbor')).toBeUndefined()
    expect((await postRoom({ game: 'echo', room: 'harbor', title: 'Second' })).status).toBe(409)
    expect(await roomStub(env, 'echo/harbor').describe()).toMatchObject({ title: 'First' })
    expect(await directoryStub(env).getRoom('echo/harbor')).toMatchObject({ title: 'First' })
  })

  it.each([
    ['game', 400, { game: [] }, /must be/],
    ['game', 422, { game: 'chess' }, /echo, quiet/],
    ['game', 400, { game: ['echo', 'quiet'] }, /once/],
    ['game', 400, { game: new File(['echo'], 'echo') }, /not a file/],
    ['room', 400, { room: '' }, /1 to 63/],
    ['room', 400, { room: '-pier' }, /1 to 63/],
    ['room', 400, { room: 'Pier' }, /1 to 63/],
    ['room', 400, { room: 'pier\n' }, /1 to 63/],
    ['room', 400, { room: 'x'.repeat(64) }, /1 to 63/],
    ['title', 400, { title: '⚓'.repeat(81) }, /80 characters/],
    ['title', 400, { title: ' ' }, /blank/],
    ['title', 400, { title: '\u200b\u202e\u0301\u00ad' }, /blank/],
    ['title', 400, { title: 'a\tb' }, /control/],
    ['options', 400, { options: '{' }, /not valid JSON/],
    ['options', 400, { options: '[]' }, /object/],
    ['options', 400, { options: 'null' }, /object/],
    ['options', 400, { options: `{"colour":"${'x'.repeat(65_536)}"}` }, /65536 characters/],
    [
      'options.shape',
      422,
      { options: '{"shape":1}' },
      /there is no option shape; there are colour, key, password, fails/,
    ],
    ['listen', 400, { listen: 'tcp' }, /not valid JSON/],
    ['listen', 400, { listen: '{}' }, /list/],
    ['listen', 400, { listen: '[null]' }, /\[0\]: must be an object/],
    ['listen', 400, listen({ transport: 'tcp' }), /\[0\]\.port/],
    ['listen', 400, listen(tcp(0), tcp(1.5)), /\[1\]\.port/],
    ['listen', 400, listen(tcp(-1)), /\[0\]\.port/],
    ['listen', 400, listen(tcp(65_536)), /\[0\]\.port/],
    ['listen', 400, listen(tcp('80')), /\[0\]\.port/],
    ['listen', 400, listen({ port: 80 }), /\[0\]\.transport/],
    ['listen', 422, listen({ transport: 'sctp', port: 80 }), /echo supports tcp, dispatch, udp, websocket/],
    ['listen', 422, { game: 'quiet', ...listen(tcp(80)) }, /quiet supports no listeners/],
    ['listen', 400, listen({ ...tcp(0), sidecar: '' }), /\[0\]\.sidecar/],
    ['listen', 400, listen({ ...tcp(0), sidecar: null }), /\[0\]\.sidecar/],
    ['listen', 400, listen({ ...tcp(0), host: 'x' }), /\[0\]\.host: unknown field/],
    ['listen', 400, listen(...Array(17).fill(tcp(0))), /16/],
    ['listen', 400, listen(tcp(80), { ...tcp(80), transport: 'dispatch' }), /\[1\]\.port: another listener/],
    ['file', 400, { file: 'text' }, /file name/],
    ['file', 400, { file: [text('a', 'a'), text('b', 'b')] }, /once/],
    ['file', 400, { file: text('a', 'a'.repeat(256)) }, /255/],
    ['file', 422, { file: text('bad', 'a') }, /begins with bad/],
    ['save', 400, { save: 'text' }, /file name/],
    ['colour', 400, { colour: 'red' }, /unknown field/],
  ])('rejects an invalid %s with %i and stores nothing', async (field, status, fields, detail) => {
    const answer = await postRoom({ game: 'echo', room: 'harbor', ...(fields as Record<string, string>) })
    const error = await errorOf(answer)
    expect(error).toEqual({
      status,
      error: status === 400 ? 'invalid' : 'refused',
      field,
      detail: expect.stringMatching(detail),
    })
    expect(await directoryStub(env).listRooms()).toEqual([])
    expect(await directoryStub(env).reserveName('echo/harbor')).toBeGreaterThan(0)
  })

  it('accepts values at the limits', async () => {
    const room = 'x'.repeat(63)
    const listen = JSON.stringify(new Array(16).fill({ transport: 'tcp', port: 0 }))
    const answer = await postRoom({ game: 'echo', room, title: '⚓'.repeat(80), listen })
    expect(answer.status).toBe(201)
  })

  it('answers 400 without an error log if the client disconnects', async () => {
    await createRoom()
    const log = vi.spyOn(console, 'error')
    const head = `--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n${'a'.repeat(5000)}`
    for (const [method, path, type] of [
      ['POST', '/api/rooms', 'multipart/form-data; boundary=x'],
      ['PATCH', '/api/rooms/echo/harbor', 'application/json'],
    ] as const) {
      const chunks = [new TextEncoder().encode(head)]
      const body = new ReadableStream({
        type: 'bytes',
        pull(controller) {
          const bytes = chunks.pop()
          if (bytes) controller.enqueue(bytes)
          else controller.error(new Error('gone'))
        },
      })
      const headers = { 'content-type': type }
      const answer = await sendRequest(path, { method, token: siteToken, headers, body, env: {} })
      expect(await errorOf(answer)).toMatchObject({ status: 400, error: 'invalid' })
    }
    expect(log).not.toHaveBeenCalled()
  })

  const sent = (body: BodyInit, type = 'multipart/form-data; boundary=x', headers = {}) =>
    sendRequest('/api/rooms', {
      ...{ method: 'POST', token: siteToken, body },
      ...{ headers: { 'content-type': type, ...headers }, env: {} },
    })

  it('rejects other content types with 415 and malformed multipart bodies with 400', async () => {
    for (const type of ['application/json', 'application/x-www-form-urlencoded', 'text/plain']) {
      const error = await errorOf(await sent('{"game":"echo"}', type))
      expect(error).toMatchObject({ status: 415, error: 'unsupported' })
    }
    expect((await sendRequest('/api/rooms', { method: 'POST', token: siteToken })).status).toBe(415)
    for (const type of ['multipart/form-data', 'multipart/form-data; boundary=x'])
      expect(await errorOf(await sent('nonsense', type))).toMatchObject({ status: 400, error: 'invalid' })
  })

  const part = (name: string, value: string) =>
    `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

  it('accepts a form in chunks of any size, with any bytes after its end', async () => {
    const bytes = new TextEncoder().encode(
      `${part('game', 'echo')}--x\r\ncontent-disposition: form-data; name="file"; filename="a b.txt"\r\n\r\n` +
        `--x is not yet\r\n-- the end\r\n--x--\r\nas RFC 2046 has it`,
    )
    for (const size of [1, 7, bytes.length - 20, bytes.length]) {
      const body = new ReadableStream({
        type: 'bytes',
        start(controller) {
          for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size))
          controller.close()
        },
      })
      const answer = await sent(body, 'multipart/form-data; charset=utf-8; boundary="x"')
      const { room } = await answer.json<CreatedRoom>()
      expect(await requestJson(`/api/rooms/echo/${room}`)).toMatchObject({
        view: { name: 'a b.txt', text: '--x is not yet\r\n-- the end' },
      })
    }
  })

  it('rejects a form at its 65th part without reading the remaining parts', async () => {
    const few = part('game', 'echo')
    expect(await errorOf(await sent(`${few.repeat(64)}--x--\r\n`))).toMatchObject({ field: 'game' })
    const tooMany = await errorOf(await sent(`${few.repeat(65)}--x--\r\n`))
    expect(tooMany).toMatchObject({ status: 400, detail: 'the form has more than 64 parts' })
    const chunk = new TextEncoder().encode('--x\r\n\r\n\r\n'.repeat(400))
    let chunks = 0
    const endless = new ReadableStream({
      type: 'bytes',
      pull(controller) {
        chunks++
        controller.enqueue(chunk.slice())
      },
    })
    expect(await errorOf(await sent(endless))).toMatchObject({ status: 400, error: 'invalid' })
    expect(chunks).toBeLessThan(8)
  })

  it.each([
    ['an unfinished form', part('game', 'echo')],
    ['a part without a name', '--x\r\ncontent-disposition: form-data\r\n\r\necho\r\n--x--\r\n'],
    ['a part with endless headers', `--x\r\n${'a: b\r\n'.repeat(3000)}\r\necho\r\n--x--\r\n`],
    [
      'text that is not UTF-8',
      Uint8Array.from(part('title', '?'), (c) => (c === '?' ? 255 : c.charCodeAt(0))),
    ],
    ['an empty body', ''],
  ])('rejects %s with 400', async (_, body) => {
    expect(await errorOf(await sent(body))).toMatchObject({ status: 400, error: 'invalid' })
  })

  it('rejects JSON that is nested deeper than 32 levels, even with 10,000 levels', async () => {
    const nested = (levels: number) => `{"colour":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`
    expect(await errorOf(await postRoom({ game: 'echo', options: nested(32) }))).toMatchObject({
      status: 422,
      field: 'options.colour',
    })
    for (const levels of [33, 10_000]) {
      const answer = await postRoom({ game: 'echo', options: nested(levels) })
      expect(await errorOf(answer)).toMatchObject({
        status: 400,
        field: 'options',
        detail: expect.stringMatching(/32 levels/),
      })
    }
    const listen = `${'['.repeat(10_000)}${']'.repeat(10_000)}`
    expect(await errorOf(await postRoom({ game: 'echo', listen }))).toMatchObject({
      status: 400,
      field: 'listen',
    })
  })

  it('rejects a Content-Length over MAX_UPLOAD without reading the body', async () => {
    let read = false
    const body = new ReadableStream(
      {
        type: 'bytes',
        pull(controller) {
          read = true
          controller.close()
        },
      },
      { highWaterMark: 0 },
    )
    const answer = await sent(body, 'multipart/form-data; boundary=x', { 'content-length': '131073' })
    expect(await errorOf(answer)).toMatchObject({ status: 413, error: 'too-large' })
    expect(read).toBe(false)
  })

  it('rejects an upload over MAX_UPLOAD without reading much more', async () => {
    const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\n'
    let chunks = 0
    const body = new ReadableStream({
      type: 'bytes',
      pull(controller) {
        controller.enqueue(chunks === 0 ? new TextEncoder().encode(head) : new Uint8Array(4096))
        chunks++
      },
    })
    expect(await errorOf(await sent(body))).toMatchObject({ status: 413, error: 'too-large' })
    expect(chunks * 4096).toBeLessThan(4 * 131_072)
  })

  it('accepts uploads up to MAX_UPLOAD, by default 64 MiB', async () => {
    const file = text('y'.repeat(130_000), 'big')
    expect((await postRoom({ game: 'echo', room: 'big', file })).status).toBe(201)
    for (const MAX_UPLOAD of ['', 'lots', '-1', '0']) {
      const over = {
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': String(64 * 2 ** 20 + 1),
      }
      const asked = { method: 'POST', token: siteToken, env: { MAX_UPLOAD } }
      expect((await sendRequest('/api/rooms', { ...asked, body: 'x', headers: over })).status).toBe(413)
      const under = { ...over, 'content-length': String(64 * 2 ** 20) }
      expect((await sendRequest('/api/rooms', { ...asked, body: 'x', headers: under })).status).toBe(400)
    }
  })

  it('answers 503 without the cause if the game throws an error, and frees the name', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    const answer = await postRoom({ game: 'echo', room: 'harbor', options: '{"fails":true}' })
    expect(JSON.parse(logged.mock.calls[0]?.[0])).toMatchObject({
      event: 'request failed',
      path: '/api/rooms',
    })
    expect(await errorOf(answer)).toEqual({
      status: 503,
      error: 'unavailable',
      detail: 'service temporarily unavailable: try again later',
    })
    expect((await sendRequest('/api/rooms/echo/harbor')).status).toBe(404)
    expect((await postRoom({ game: 'echo', room: 'harbor' })).status).toBe(201)
  })

  it('requires the site token, and answers 401 to every token if none is configured', async () => {
    const { adminToken } = await createRoom()
    for (const token of [undefined, '', 'wrong', adminToken, 'sidecar-token', `${siteToken}x`]) {
      const answer = await postRoom({ game: 'echo', room: 'pier' }, { token: token as string })
      expect(await errorOf(answer)).toMatchObject({ status: 401, error: 'unauthorized' })
      expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    }
    for (const ADMIN_TOKEN of ['', undefined]) {
      for (const token of ['', 'undefined', siteToken]) {
        const env = { ADMIN_TOKEN } as Partial<Env>
        expect((await postRoom({ game: 'echo', room: 'pier' }, { token, env })).status).toBe(401)
      }
    }
    const env = { CREATE: 'Open' }
    expect((await postRoom({ game: 'echo', room: 'pier' }, { token: 'wrong', env })).status).toBe(401)
  })

  it('is public if CREATE is `open`: each address can create ten rooms, and then one a minute', async () => {
    const open = (address: string, token = '') =>
      postRoom(
        { game: 'quiet' },
        { token, env: { CREATE: 'open' }, headers: { 'cf-connecting-ip': address } },
      )
    for (let i = 0; i < 10; i++) expect((await open('192.0.2.1')).status).toBe(201)
    const answer = await open('192.0.2.1')
    expect(answer.headers.get('retry-after')).toBe('60')
    expect(await errorOf(answer)).toMatchObject({ status: 429, error: 'slow-down' })
    expect((await open('192.0.2.1', siteToken)).status).toBe(201)
    directoryClock.advance(60_000)
    expect((await open('192.0.2.1')).status).toBe(201)
    for (let i = 0; i < 11; i++) expect((await open('127.0.0.1')).status).toBe(201)
  })

  it('is public if CREATE is `open`, and requires the site token once MAX_ROOMS rooms exist', async () => {
    const open = (MAX_ROOMS: string, token = '') => {
      const headers = { 'cf-connecting-ip': '192.0.2.1' }
      return postRoom({ game: 'quiet' }, { token, env: { CREATE: 'open', MAX_ROOMS }, headers })
    }
    expect((await open('2')).status).toBe(201)
    expect((await open('2')).status).toBe(201)
    expect(await errorOf(await open('2'))).toMatchObject({
      ...{ status: 503, error: 'unavailable' },
      detail: 'this site has reached its room limit: only its operator can create more',
    })
    expect((await open('2', siteToken)).status).toBe(201)
    for (const MAX_ROOMS of ['0', '', 'lots']) expect((await open(MAX_ROOMS)).status).toBe(201)
  })

  it('counts an IPv6 /64 as one address, and accepts X-Forwarded-For only from PROXIES', async () => {
    const statuses = async (addressOf: (i: number) => Readonly<Record<string, string>>, PROXIES = '') => {
      const asked = Array.from({ length: 11 }, (_, i) => addressOf(i))
      const env = { CREATE: 'open', PROXIES }
      const answers: number[] = []
      for (const headers of asked)
        answers.push((await postRoom({ game: 'quiet' }, { token: '', env, headers })).status)
      return answers.filter((status) => status === 201).length
    }
    expect(await statuses((i) => ({ 'cf-connecting-ip': `2001:db8::${i}` }))).toBe(10)
    const forwarded = (i: number) => ({
      'cf-connecting-ip': '192.0.2.9',
      'x-forwarded-for': `198.51.100.${i}, 203.0.113.5`,
    })
    expect(await statuses(forwarded)).toBe(10)
    expect(await statuses(forwarded, '192.0.2.9')).toBe(10)
    expect(await statuses(forwarded, '192.0.2.9, 203.0.113.5')).toBe(11)
  })
})

describe('POST /api/rooms with CREATE open', () => {
  const open = (headers: Readonly<Record<string, string>>, token = '', change: Partial<Env> = {}) =>
    postRoom(
      { game: 'quiet' },
      { token, env: { CREATE: 'open', ...change }, headers: { 'cf-connecting-ip': '127.0.0.1', ...headers } },
    )

  it.each([
    { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' },
    { 'sec-fetch-site': 'same-site', origin: 'https://other.play.test' },
    { 'sec-fetch-site': 'cross-site', origin },
    { origin: 'https://evil.test' },
    { origin: 'null' },
    { origin: `${origin}.evil.test` },
  ])('rejects pages of other sites, with headers %j', async (headers) => {
    const answer = await open(headers as Record<string, string>)
    expect(await errorOf(answer)).toMatchObject({ status: 401, error: 'unauthorized' })
    expect(await directoryStub(env).listRooms()).toEqual([])
    expect((await open(headers as Record<string, string>, siteToken)).status).toBe(201)
  })

  it.each([{ 'sec-fetch-site': 'same-origin', origin }, { 'sec-fetch-site': 'none' }, { origin }, {}])(
    'accepts pages of the site and programs, with headers %j',
    async (headers) => {
      expect((await open(headers as Record<string, string>)).status).toBe(201)
    },
  )

  it('accepts pages of PUBLIC_URL', async () => {
    const PUBLIC_URL = 'https://boats.example/harbour/'
    expect((await open({ origin: 'https://boats.example' }, '', { PUBLIC_URL })).status).toBe(201)
    expect((await open({ origin }, '', { PUBLIC_URL })).status).toBe(201)
    expect((await open({ origin: 'https://boats.example.evil.test' }, '', { PUBLIC_URL })).status).toBe(401)
  })
})

describe('a connecting sidecar', () => {
  const connect = (query: string) =>
    upgrade(`/api/sidecar?id=own&advertise=own.test&${query}`, 'sidecar-token')

  it('[LINK-12] [LINK-14] sends the names of its rooms and its port range', async () => {
    const listen = '[{"transport":"tcp","port":0}]'
    await createRoom({ room: 'harbor', listen })
    await createRoom({ room: 'pier', listen })
    const answer = await connect('ports=500-509&room=echo/pier&room=echo/attic')
    const own = new TestSidecar(answer.webSocket!)
    expect(await own.message()).toMatchObject({ type: 'all', assignments: [{ name: 'echo/pier' }] })
    await upgrade('/api/sidecar?id=other&advertise=other.test&ports=509-600', 'sidecar-token')
    await createRoom({ room: 'attic', listen })
    expect((await own.assignment()).doors).toMatchObject([{ port: 0, remembered: 509 }])
  })

  it.each([
    ['ports=500', 'ports'],
    ['ports=9-5', 'ports'],
    ['room=echo', 'room'],
    [Array.from({ length: 101 }, (_, i) => `room=echo/room-${i}`).join('&'), 'room'],
  ])('is rejected with the query %s', async (query, field) => {
    expect(await errorOf(await connect(query))).toMatchObject({ status: 400, error: 'invalid', field })
  })
})

describe('the region of a room', () => {
  const from = (latitude: string, longitude: string) => ({
    cf: { latitude, longitude } as unknown as IncomingRequestCfProperties,
    headers: { 'cf-connecting-ip': '198.51.100.7' },
  })
  const createIn = async (fields: Record<string, string>, sent: object = {}) => {
    const headers = { authorization: `Bearer ${siteToken}`, ...(sent as { headers?: object }).headers }
    const request = new Request(`${origin}/api/rooms`, {
      ...sent,
      method: 'POST',
      headers,
      body: formOf(fields),
    })
    const answer = await app.fetch(request, env)
    expect(answer.status).toBe(201)
    const { room } = await answer.json<{ room: string }>()
    return requestJson<{ region?: string }>(`/api/rooms/echo/${room}`)
  }

  it('is the requested region, or else the owner’s region, or else unknown, and never changes', async () => {
    expect((await createIn({ game: 'echo', region: 'sam' }, from('52.5', '13.4'))).region).toBe('sam')
    expect((await createIn({ game: 'echo' }, from('-36.8', '174.8'))).region).toBe('oc')
    // The local runtime reports a made-up location, which the test ignores.
    expect(
      (await createIn({ game: 'echo' }, { ...from('30.3', '-97.7'), headers: {} })).region,
    ).toBeUndefined()
    expect((await createIn({ game: 'echo' })).region).toBeUndefined()
  })

  it('is rejected if no such region exists', async () => {
    const answer = await sendRequest('/api/rooms', {
      method: 'POST',
      token: siteToken,
      body: formOf({ game: 'echo', region: 'mars' }),
    })
    expect(await errorOf(answer)).toMatchObject({ status: 400, field: 'region' })
  })

  it('does not replace the region in each sidecar address, and clients get the nearest address', async () => {
    await createRoom({ room: 'harbor', listen: '[{"transport":"tcp","port":0}]' })
    for (const [id, region, port] of [
      ['east', 'apac', 40_001],
      ['west', 'weur', 40_002],
    ] as const) {
      const answer = await upgrade(
        `/api/sidecar?id=${id}&advertise=${id}.test&region=${region}`,
        'sidecar-token',
      )
      const sidecar = new TestSidecar(answer.webSocket!)
      await sidecar.message()
      sidecar.report('echo/harbor', [{ transport: 'tcp', asked: 0, port }])
    }
    const addresses = async () =>
      (await requestJson<{ addresses: { sidecar: string; region: string }[] }>('/api/rooms/echo/harbor'))
        .addresses
    await expect.poll(async () => (await addresses()).map(({ region }) => region)).toEqual(['apac', 'weur'])
    const text = async (path: string, sent: object) =>
      (await app.fetch(new Request(`${origin}${path}`, sent), env)).text()
    expect(await text('/where.txt', {})).toContain('east.test')
    expect(await text('/where.txt', from('48.9', '2.4'))).toContain('west.test')
    const html = await text('/echo/harbor', from('48.9', '2.4'))
    const page = html.replaceAll(/<[^>]+>/g, '').replaceAll(/\s+/g, ' ')
    expect(page.indexOf('west.test')).toBeLessThan(page.indexOf('east.test'))
    expect(page).toContain('in western Europe, about 2 ms from you')
  })
})

describe('GET /api/rooms', () => {
  it('returns the rooms in pages, like the home page', async () => {
    for (const room of ['attic', 'barn', 'pier']) await createRoom({ room })
    const paged = async (query: string) => {
      const { rooms, next } = await requestJson<{ rooms: { room: string }[]; next?: string }>(
        `/api/rooms${query}`,
      )
      return [rooms.map(({ room }) => room), next]
    }
    expect(await paged('')).toEqual([['attic', 'barn', 'pier'], undefined])
    expect(await paged('?limit=2')).toEqual([['attic', 'barn'], 'echo/barn'])
    expect(await paged('?limit=2&after=echo/barn')).toEqual([['pier'], undefined])
    expect(await paged('?after=echo/attic')).toEqual([['barn', 'pier'], undefined])
    expect((await sendRequest(`/?after=${'z'.repeat(128)}`)).status).toBe(400)
    const home = await requestText('/?after=echo/barn')
    expect([home.includes('Pier'), home.includes('Barn'), home.includes('More rooms')]).toEqual([
      true,
      false,
      false,
    ])
    expect((await sendRequest('/api/rooms')).headers.get('cache-control')).toContain('stale-while-revalidate')
    expect((await sendRequest('/api/rooms', { token: siteToken })).headers.get('cache-control')).toBe(
      'no-store',
    )
  })

  it('lists every room without its public state, sorted by name', async () => {
    await createRoom({ room: 'pier', listen: '[{"transport":"tcp","port":0}]', options: '{"key":"hush"}' })
    await createRoom({ room: 'attic' })
    const answer = await sendRequest('/api/rooms')
    expect(answer.status).toBe(200)
    const { rooms } = await answer.json<{ rooms: Record<string, unknown>[] }>()
    expect(rooms.map(({ room }) => room)).toEqual(['attic', 'pier'])
    expect(rooms[1]).toEqual({
      game: 'echo',
      room: 'pier',
      title: 'Pier',
      status: 'open',
      comments: [],
      watching: 'on',
      join: 'open',
      createdAt: expect.any(String),
      players: 0,
      capacity: 7,
      options: { ...defaultOptions, key: true },
      listen: [{ transport: 'tcp', port: 0 }],
      addresses: [],
      url: `${origin}/echo/pier`,
      websocket: 'wss://play.test/echo/pier',
      connect: ['wss://play.test:8443/echo/pier'],
      outside: {
        room: expect.stringMatching(/^[A-Za-z0-9_-]{22}$/),
        guest: expect.stringMatching(/^[A-Za-z0-9_-]{22}$/),
      },
    })
  })

  it('returns the addresses at sidecars, in the list and for a single room', async () => {
    await createRoom({ listen: '[{"transport":"tcp","port":0},{"transport":"udp","port":7}]' })
    const east = await connectSidecar('east', '127.0.0.1')
    east.report('echo/harbor', [
      { transport: 'tcp', asked: 0, port: 41_234 },
      { transport: 'udp', asked: 7, port: 7, error: 'EACCES' },
    ])
    const addresses = [
      { transport: 'tcp', host: '127.0.0.1', port: 41_234, sidecar: 'east' },
      { transport: 'udp', port: 7, sidecar: 'east', error: 'EACCES' },
    ]
    await expect.poll(async () => requestJson('/api/rooms/echo/harbor')).toMatchObject({ addresses })
    expect(await requestJson('/api/rooms')).toMatchObject({ rooms: [{ addresses }] })
  })

  it.each(['/api/rooms/echo/Harbor', '/api/rooms/echo/%00'])('answers 404 to %s', async (path) => {
    expect(await errorOf(await sendRequest(path))).toMatchObject({ status: 404, error: 'not-found' })
  })
})

describe('PATCH /api/rooms/:game/:room', () => {
  const patch = (json: unknown, token = siteToken, path = '/api/rooms/echo/harbor') =>
    sendRequest(path, { method: 'PATCH', token, json })

  it('changes the given fields, with the room token or the site token, and returns what GET returns', async () => {
    const { adminToken } = await createRoom({ options: '{"colour":"red"}' })
    const change = {
      status: 'closed',
      comments: ['back soon', 'sorry'],
      title: 'Pier',
      listen: [{ transport: 'websocket', port: 0 }],
      options: { key: 'hush' },
    }
    const answer = await patch(change, adminToken)
    expect(answer.status).toBe(200)
    const body = await answer.json()
    expect(body).toMatchObject({ ...change, options: { colour: 'red', key: true } })
    expect(body).toEqual(await requestJson('/api/rooms/echo/harbor'))
    expect(await (await patch({ status: 'open' })).json()).toMatchObject({ status: 'open', title: 'Pier' })
    expect((await patch({ password: 'hush' })).status).toBe(200)
    expect((await patch({ password: null })).status).toBe(200)
    expect((await patch({})).status).toBe(200)
  })

  it.each([
    ['status', 400, { status: 'needs-upgrade' }],
    ['status', 400, { status: null }],
    ['comments', 400, { comments: 'soon' }],
    ['comments', 400, { comments: ['1', '2', '3', '4', '5', '6', '7'] }],
    ['comments', 400, { comments: [1] }],
    ['comments', 400, { comments: ['x'.repeat(81)] }],
    ['comments', 400, { comments: ['a\topen\t10.0.0.1'] }],
    ['comments', 400, { comments: ['a\u2028b'] }],
    ['title', 400, { title: 7 }],
    ['title', 400, { title: '\ud800' }],
    ['title', 400, { title: 'x'.repeat(81) }],
    ['listen', 400, { listen: '[]' }],
    ['listen', 400, { listen: [{ transport: 'tcp', port: 70_000 }] }],
    ['listen', 422, { listen: [{ transport: 'carrier-pigeon', port: 0 }] }],
    ['options', 400, { options: [] }],
    ['options.fails', 422, { options: { fails: true } }],
    ['password', 400, { password: 5 }],
    ['password', 400, { password: '' }],
    ['password', 400, { password: 'x'.repeat(129) }],
    ['adminToken', 400, { adminToken: 'mine' }],
    ['__proto__', 400, JSON.parse('{"__proto__":{"status":"closed"}}')],
  ])('rejects an invalid %s with %i and changes nothing', async (field, status, change) => {
    await createRoom()
    const before = await requestText('/api/rooms/echo/harbor')
    const error = await errorOf(
      await patch({ title: 'Changed', ...change, ...(field === '__proto__' && change) }),
    )
    expect(error).toMatchObject({ status, error: status === 400 ? 'invalid' : 'refused', field })
    expect(await requestText('/api/rooms/echo/harbor')).toBe(before)
  })

  it('accepts only a JSON object of limited size', async () => {
    await createRoom()
    const send = (body: string, type = 'application/json') =>
      sendRequest('/api/rooms/echo/harbor', {
        method: 'PATCH',
        token: siteToken,
        body,
        headers: { 'content-type': type },
      })
    expect((await send('{}', 'text/plain')).status).toBe(415)
    expect(await errorOf(await send('{'))).toMatchObject({ status: 400, field: 'body' })
    expect(await errorOf(await send('[]'))).toMatchObject({ status: 400, field: 'body' })
    expect((await send(JSON.stringify({ title: 'x'.repeat(256 * 1024) }))).status).toBe(413)
    const deep = `{"options":{"colour":${'['.repeat(10_000)}${']'.repeat(10_000)}}}`
    expect(await errorOf(await send(deep))).toMatchObject({ status: 400, field: 'body' })
    expect((await send('{}', 'application/json; charset=utf-8')).status).toBe(200)
  })

  it('needs the room token or the site token, and is 404 for an unknown room', async () => {
    await createRoom()
    const { adminToken: other } = await createRoom({ room: 'pier' })
    for (const token of ['', 'wrong', other, 'sidecar-token']) {
      expect(await errorOf(await patch({}, token))).toMatchObject({ status: 401, error: 'unauthorized' })
    }
    expect((await patch({}, siteToken, '/api/rooms/echo/nowhere')).status).toBe(404)
    expect((await patch({}, 'wrong', '/api/rooms/echo/nowhere')).status).toBe(404)
    expect((await patch({}, siteToken, '/api/rooms/chess/harbor')).status).toBe(404)
  })
})

describe('DELETE /api/rooms/:game/:room', () => {
  it('deletes the room for its owner, and frees the name', async () => {
    const { adminToken } = await createRoom()
    expect((await remove('wrong')).status).toBe(401)
    const answer = await remove(adminToken)
    expect([answer.status, await answer.text()]).toEqual([204, ''])
    expect((await sendRequest('/api/rooms/echo/harbor')).status).toBe(404)
    expect(await requestJson('/api/rooms')).toEqual({ rooms: [] })
    expect((await remove(adminToken)).status).toBe(404)
    expect((await remove(siteToken)).status).toBe(404)
    await createRoom()
    expect((await remove(adminToken)).status).toBe(401)
    expect((await remove(siteToken)).status).toBe(204)
  })
})

describe('on a site where everybody can create rooms', () => {
  const open = { env: { CREATE: 'open' }, headers: { 'cf-connecting-ip': '192.0.2.1' } }

  it('an owner can delete and copy any number of rooms, because room tokens are no guesses at the site token', async () => {
    for (let n = 0; n < 12; n++) {
      const room = `room-${n}`
      const { adminToken: token } = await createRoom({ room })
      const path = `/api/rooms/echo/${room}`
      const answer =
        n % 2 === 0
          ? await sendRequest(path, { method: 'DELETE', token, ...open })
          : await sendRequest(`${path}/fork`, {
              method: 'POST',
              body: formOf({ from: 'now' }),
              token,
              ...open,
            })
      expect([n, answer.status]).toEqual([n, n % 2 === 0 ? 204 : 201])
    }
  })

  it.each(['api', 'page'])(
    'a room that the site’s operator deletes by the %s can be restored',
    async (by) => {
      const remove = (token: string) =>
        by === 'api'
          ? sendRequest('/api/rooms/echo/harbor', { method: 'DELETE', token, ...open })
          : sendRequest('/echo/harbor/host', {
              ...{ method: 'POST', body: formOf({ token, act: 'remove', room: 'harbor' }), ...open },
            })
      for (const isAdmin of [true, false]) {
        const { adminToken } = await createRoom()
        expect((await remove(isAdmin ? siteToken : adminToken)).ok).toBe(true)
        const restored = await sendRequest('/api/rooms/echo/harbor/undelete', {
          method: 'POST',
          token: siteToken,
        })
        expect(restored.status).toBe(isAdmin ? 200 : 404)
        if (isAdmin) await remove(adminToken)
      }
    },
  )
})

describe('POST /api/rooms/:game/:room/undelete', () => {
  const undelete = (token: string) =>
    sendRequest('/api/rooms/echo/harbor/undelete', { method: 'POST', token })

  it('requires the site token, and restores a deleted room together with its room token', async () => {
    const { adminToken } = await createRoom()
    await remove(adminToken)
    expect((await undelete(adminToken)).status).toBe(401)
    const answer = await undelete(siteToken)
    expect([answer.status, await answer.json()]).toMatchObject([200, { game: 'echo', room: 'harbor' }])
    expect(await requestJson('/api/rooms')).toMatchObject({ rooms: [{ room: 'harbor' }] })
    expect((await remove(adminToken)).status).toBe(204)
    expect((await undelete(siteToken)).status).toBe(200)
  })

  it('is 409 while the name is used, and 404 once another room with the name was created', async () => {
    await createRoom()
    await remove(siteToken)
    await createRoom()
    expect((await undelete(siteToken)).status).toBe(409)
    await remove(siteToken)
    expect((await undelete(siteToken)).status).toBe(200)
    expect((await undelete(siteToken)).status).toBe(409)
  })

  it('can be retried at once after a call that did not reach the room', async () => {
    await createRoom()
    await remove(siteToken)
    const lost = { undelete: () => Promise.reject(new Error('the room was not reached')) }
    await expect(undeleteRoom({ env }, 'echo/harbor', lost)).rejects.toThrow('not reached')
    expect((await undelete(siteToken)).status).toBe(200)
  })

  it('keeps the name reserved if the room is restored but its answer is lost', async () => {
    await createRoom()
    await remove(siteToken)
    vi.spyOn(Directory.prototype, 'announce').mockRejectedValue(new Error('the Directory is overloaded'))
    const unreliable = {
      async undelete(generation: number): Promise<never> {
        await roomStub(env, 'echo/harbor').undelete(generation)
        throw new Error('the connection to the room was lost')
      },
    }
    await expect(undeleteRoom({ env }, 'echo/harbor', unreliable)).rejects.toThrow('was lost')
    expect(await roomStub(env, 'echo/harbor').describe()).toMatchObject({ status: 'open' })
    expect(await directoryStub(env).reserveName('echo/harbor')).toBeUndefined()
  })
})

describe('POST /api/rooms/:game/:room/token', () => {
  it('requires the site token, returns a new room token, and voids the old room token', async () => {
    const { adminToken } = await createRoom()
    const renew = (token: string, room = 'harbor') =>
      sendRequest(`/api/rooms/echo/${room}/token`, { method: 'POST', token })
    expect((await renew(adminToken)).status).toBe(401)
    expect((await renew(siteToken, 'nowhere')).status).toBe(404)
    const answer = await renew(siteToken)
    expect(answer.status).toBe(201)
    const body = await answer.json<{ adminToken: string }>()
    expect(body).toEqual({ adminToken: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/) })
    const patch = (token: string) =>
      sendRequest('/api/rooms/echo/harbor', { method: 'PATCH', token, json: {} })
    expect((await patch(adminToken)).status).toBe(401)
    expect((await patch(body.adminToken)).status).toBe(200)
  })
})

describe('an answer 404', () => {
  it.each([
    ['echo/nowhere', 'DELETE', 'no room is called echo/nowhere'],
    ['echo/nowhere/undelete', 'POST', 'no room called echo/nowhere was deleted in the last seven days'],
    ['echo/nowhere/founding', 'GET', 'no room called echo/nowhere is being created'],
    ['echo/harbor/bans?address=192.0.2.7', 'DELETE', 'no ban has the address 192.0.2.7: it may have expired'],
    ['echo/harbor/mutes?name=Ann', 'DELETE', 'no mute has the name Ann: it may have expired'],
    ['echo/harbor/mutes?id=7', 'DELETE', 'no mute has the id 7: it may have expired'],
    ['echo/harbor/webhooks?id=7', 'DELETE', 'no webhook has the id 7: it may have been deleted'],
    ['echo/harbor/clips?id=7', 'DELETE', 'no clip has the id 7: it may have been deleted'],
  ])('names what is missing: %s', async (path, method, detail) => {
    await createRoom()
    const answer = await sendRequest(`/api/rooms/${path}`, { method, token: siteToken })
    expect(await errorOf(answer)).toMatchObject({ status: 404, detail })
  })
})

describe('GET /api/sidecar', () => {
  const path = '/api/sidecar?id=east&advertise=east.test'

  it('accepts the old and the new sidecar token during a rotation, and no third token', async () => {
    expect((await upgrade(path, 'sidecar-token')).status).toBe(101)
    expect((await upgrade(path, 'sidecar-token-next')).status).toBe(101)
    for (const token of [undefined, '', 'sidecar-token-old', siteToken]) {
      expect((await upgrade(path, token)).status).toBe(401)
    }
    const unset = { SIDECAR_TOKEN: '', SIDECAR_TOKEN_NEXT: '' }
    const answer = await sendRequest(path, { token: '', headers: { upgrade: 'websocket' }, env: unset })
    expect(answer.status).toBe(401)
  })

  it('requires an upgrade, a name and a host', async () => {
    const plain = await sendRequest(path, { token: 'sidecar-token' })
    expect(plain.headers.get('upgrade')).toBe('websocket')
    expect(await errorOf(plain)).toMatchObject({ status: 426, error: 'unsupported' })
    const wrong = async (query: string) => errorOf(await upgrade(`/api/sidecar?${query}`, 'sidecar-token'))
    expect(await wrong('advertise=east.test')).toMatchObject({ status: 400, field: 'id' })
    expect(await wrong('id=a%20b&advertise=east.test')).toMatchObject({ status: 400, field: 'id' })
    expect(await wrong('id=east')).toMatchObject({ status: 400, field: 'advertise' })
    expect(await wrong('id=east&advertise=a%09open')).toMatchObject({ status: 400, field: 'advertise' })
  })
})

describe('the site', () => {
  it('returns its version at /healthz', async () => {
    const answer = await sendRequest('/healthz')
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect([answer.status, await answer.json()]).toEqual([200, { ok: true, version: '1.2.3' }])
  })

  it.each([
    ['/', 'GET, HEAD'],
    ['/healthz', 'GET, HEAD'],
    ['/api/rooms', 'GET, HEAD, POST'],
    ['/api/rooms/echo/harbor', 'GET, HEAD, PATCH, DELETE'],
    ['/api/rooms/echo/harbor/token', 'POST'],
    ['/api/sidecar', 'GET, HEAD'],
    ['/echo/harbor', 'GET, HEAD'],
    ['/echo/harbor/link', 'GET, HEAD'],
    ['/echo/harbor/files/map.txt', 'GET, HEAD'],
    ['/where.txt', 'GET, HEAD'],
    ['/docs', 'GET, HEAD'],
    ['/echo', 'GET, HEAD'],
    ['/robots.txt', 'GET, HEAD'],
    ['/echo/harbor/picture.png', 'GET, HEAD'],
    ['/echo/harbor/shades/dark', 'GET, HEAD'],
  ])('answers 405 with the allowed methods at %s', async (path, allow) => {
    const answer = await sendRequest(path, { method: 'PUT', token: siteToken })
    expect(answer.headers.get('allow')).toBe(allow)
    expect(await errorOf(answer)).toMatchObject({ status: 405, error: 'unsupported' })
  })

  it.each(['/nothing', '/api/nothing', '/api/nothing/x', '/chess', '/echo/harbor/a/b/c'])(
    'answers 404 at %s',
    async (path) => {
      expect(await errorOf(await sendRequest(path))).toMatchObject({ status: 404, error: 'not-found' })
    },
  )

  it.each([
    ['database or disk is full: SQLITE_FULL', 'nothing can be stored: the disk is full'],
    ['overloaded at /srv', 'service temporarily unavailable: try again later'],
  ])(
    'answers 503 to the failure %j of a Durable Object, with a detail for callers',
    async (cause, detail) => {
      vi.spyOn(console, 'error').mockImplementation(() => {})
      const broken = { getByName: () => ({ listRoomPage: () => Promise.reject(new Error(cause)) }) }
      const answer = await sendRequest('/api/rooms', {
        env: { DIRECTORY: broken as unknown as Env['DIRECTORY'] },
      })
      expect(await errorOf(answer)).toEqual({ status: 503, error: 'unavailable', detail })
    },
  )
})
