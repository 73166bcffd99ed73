import { listDurableObjectIds, reset, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it } from 'vitest'
import { defaultOptions } from '../fixtures/echo-game.ts'
import { requestJson, requestText } from '../fixtures/request-content.ts'
import { createRoom, errorOf, formOf, postRoom, sendRequest, siteToken } from '../fixtures/requests.ts'

afterEach(async () => reset())

type Sent = string | ArrayBuffer | Uint8Array<ArrayBuffer>

const host = { token: siteToken }
const exportRoom = (room = 'echo/harbor', asked = {}) =>
  sendRequest(`/api/rooms/${room}/export`, { ...host, ...asked })
const importRoom = (file: Sent, fields: Parameters<typeof formOf>[0] = {}, asked = {}) =>
  sendRequest('/api/rooms/import', {
    ...host,
    ...{ method: 'POST', body: formOf({ file: new File([file], 'a.packetboat'), ...fields }) },
    ...asked,
  })

async function textOf(packed: Response): Promise<string> {
  return new Response(packed.body!.pipeThrough(new DecompressionStream('gzip'))).text()
}

async function linesOf(packed: Response): Promise<string[]> {
  return (await textOf(packed)).split(/(?<=\n)/)
}

/**
 * Joins the lines of an export and appends its last line: the number of lines between the first and the last, and the
 * digest.
 */
async function withDigest(lines: readonly string[]): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(lines.join('')))
  const sha256 = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${lines.join('')}${JSON.stringify({ parts: lines.length - 1, sha256 })}\n`
}

const line = (value: object) => `${JSON.stringify(value)}\n`

async function createHarbor() {
  const made = await createRoom({
    title: 'The harbor',
    options: '{"colour":"blue","key":"hush"}',
    listen: '[]',
  })
  const room = '/api/rooms/echo/harbor'
  const change = { comments: ['soon'], status: 'closed', watching: 'off' }
  await sendRequest(room, { method: 'PATCH', json: change, ...host })
  for (const json of [
    { name: 'Bob', seconds: 60, reason: 'noise' },
    { address: '192.0.2.7', seconds: 60 },
  ])
    await sendRequest(`${room}/bans`, { method: 'POST', json, ...host })
  return made
}

/** Everything that the API shows to a room's owner, except the room's links. */
async function stateOf(room: string, token: string) {
  const of = async (path: string) =>
    requestJson<{ [field: string]: unknown }>(`/api/rooms/${room}${path}`, { token })
  const { url, websocket, connect, room: _, ...shown } = await of('')
  return { ...shown, ...(await of('/bans')), ...(await of('/log')) }
}

const listedRooms = async () =>
  (await requestJson<{ rooms: { room: string }[] }>('/api/rooms', host)).rooms.map(({ room }) => room)

describe('an exported room', () => {
  it('[EXPORT-3] [EXPORT-8] keeps everything, including its links, after an import, but gets a new token', async () => {
    const { adminToken } = await createHarbor()
    const before = await stateOf('echo/harbor', adminToken)
    const file = await (await exportRoom()).arrayBuffer()
    await sendRequest('/api/rooms/echo/harbor', { method: 'DELETE', ...host })
    const answer = await importRoom(file)
    const back = await answer.json<{ adminToken: string; host: string; warnings: string[] }>()
    expect([answer.status, back]).toEqual([
      201,
      {
        ...{ game: 'echo', room: 'harbor', title: 'The harbor', warnings: [] },
        ...{ url: 'https://play.test/echo/harbor', websocket: 'wss://play.test/echo/harbor' },
        host: `https://play.test/echo/harbor/host#${back.adminToken}`,
        adminToken: expect.stringMatching(/^[\w-]{43}$/),
      },
    ])
    expect(await stateOf('echo/harbor', back.adminToken)).toEqual(before)
    expect((await exportRoom('echo/harbor', { token: adminToken })).status).toBe(401)
    expect((await textOf(await exportRoom())).includes(adminToken)).toBe(false)
  })

  it('can be imported under another name, and then gets new links', async () => {
    await createHarbor()
    const file = await (await exportRoom()).arrayBuffer()
    const { adminToken } = await (await importRoom(file, { room: 'pier' })).json<{ adminToken: string }>()
    const [one, other] = [await stateOf('echo/harbor', siteToken), await stateOf('echo/pier', adminToken)]
    expect({ ...other, outside: one.outside }).toEqual(one)
    expect(other.outside).not.toEqual(one.outside)
    const again = await errorOf(await importRoom(file, { room: 'pier' }))
    expect(again).toMatchObject({ status: 409, error: 'taken', field: 'room' })
    expect(await listedRooms()).toEqual(['harbor', 'pier'])
  })

  it('[EXPORT-9] keeps its ETag until its content changes', async () => {
    const { adminToken } = await createHarbor()
    const first = await exportRoom('echo/harbor', { token: adminToken })
    const etag = first.headers.get('etag')!
    await first.body?.cancel()
    const known = { headers: { 'if-none-match': etag } }
    expect([first.status, etag]).toEqual([200, expect.stringMatching(/^"[\w-]{43}"$/)])
    expect((await exportRoom('echo/harbor', known)).status).toBe(304)
    expect((await exportRoom('echo/harbor', { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
    await sendRequest('/api/rooms/echo/harbor', { method: 'PATCH', json: { title: 'New' }, ...host })
    const later = await exportRoom('echo/harbor', known)
    expect([later.status, later.headers.get('etag') === etag]).toEqual([200, false])
    expect((await linesOf(later))[0]).toContain('"title":"New"')
  })

  it('can be downloaded only with the token of the room or of the site, and is 404 for an unknown room', async () => {
    await createHarbor()
    for (const token of ['', 'wrong']) expect((await exportRoom('echo/harbor', { token })).status).toBe(401)
    expect((await exportRoom('echo/nowhere')).status).toBe(404)
    expect((await sendRequest('/api/rooms/echo/harbor/export', { ...host, method: 'HEAD' })).status).toBe(200)
  })

  it('can be previewed before the import', async () => {
    await createHarbor()
    const file = new File([await (await exportRoom()).arrayBuffer()], 'x')
    const answer = await sendRequest('/api/preview', { method: 'POST', body: formOf({ file }), ...host })
    expect([answer.status, await answer.json()]).toEqual([
      200,
      {
        game: 'echo',
        preview: {
          ...{ title: 'The harbor', room: 'echo/harbor', status: 'closed', comments: ['soon'] },
          exported: expect.stringMatching(/Z$/),
          created: expect.stringMatching(/Z$/),
          options: { ...defaultOptions, colour: 'blue', key: true },
        },
      },
    ])
  })
})

describe('the forms without scripts', () => {
  const html = { headers: { accept: 'text/html' } }
  const post = (path: string, fields: Parameters<typeof formOf>[0]) =>
    sendRequest(path, { method: 'POST', body: formOf(fields), ...html })

  it('export a room, preview the exported file, and import the file on a site without the room', async () => {
    const { adminToken } = await createHarbor()
    expect(await requestText('/echo/harbor/host', html)).toContain('Export room')
    expect((await post('/echo/harbor/host', { token: 'wrong', act: 'export' })).status).toBe(401)
    const given = await post('/echo/harbor/host', { token: adminToken, act: 'export' })
    expect([given.status, given.headers.get('content-disposition')]).toEqual([
      200,
      'attachment; filename="echo-harbor.packetboat"',
    ])
    const file = new File([await given.arrayBuffer()], 'echo-harbor.packetboat')

    expect(await requestText('/new', html)).toContain('href="/new/import"')
    const form = await requestText('/new/import', html)
    for (const field of ['token', 'file', 'room']) expect(form).toContain(`name="${field}"`)
    const look = await post('/new/preview', { token: siteToken, file, room: '' })
    expect([look.status, await look.text()]).toEqual([
      200,
      expect.stringMatching(/The harbor[\s\S]*echo\/harbor/),
    ])
    expect((await post('/new/import', { token: 'wrong', file, room: '' })).status).toBe(401)
    expect((await post('/new/import', { token: siteToken, file, room: '' })).status).toBe(409)
    const made = await post('/new/import', { token: siteToken, file, room: 'pier' })
    expect([made.status, await made.text()]).toEqual([201, expect.stringContaining('/echo/pier/host#')])
    expect(await listedRooms()).toEqual(['harbor', 'pier'])
  })
})

describe('[EXPORT-6] an invalid export file', () => {
  const lines = async () => (await linesOf(await exportRoom())).slice(0, -1)
  const head = async (change: object) => {
    const [first = '', ...rest] = await lines()
    return withDigest([line({ ...JSON.parse(first), ...change }), ...rest])
  }
  const record = async (key: string, text: string) => {
    const [first = '', ...rest] = await lines()
    const others = [...rest.filter((one) => JSON.parse(one).key !== key), line({ key, text })]
    return withDigest([first, ...others.sort((a, b) => (JSON.parse(a).key < JSON.parse(b).key ? -1 : 1))])
  }

  const invalid: readonly [string, () => Promise<Sent>, number, string][] = [
    ['empty', async () => '', 400, 'file'],
    ['not an export', async () => 'PK\u0003\u0004', 400, 'file'],
    ['invalid gzip', async () => Uint8Array.of(0x1f, 0x8b, 8, 0, 1, 2, 3), 400, 'file'],
    ['truncated gzip', async () => (await (await exportRoom()).arrayBuffer()).slice(0, -40), 400, 'file'],
    ['without its last line', async () => (await lines()).join(''), 400, 'file'],
    ['without a record', async () => (await lines()).toSpliced(2, 1).join(''), 400, 'file'],
    ['doubled', async () => (await textOf(await exportRoom())).repeat(2), 400, 'file'],
    ['of a later format', () => head({ format: 2 }), 422, 'file'],
    ['of an unknown game', () => head({ game: 'chess' }), 422, 'game'],
    ['of a later record version', () => head({ version: 2 }), 422, 'version'],
    ['with an unknown field', () => head({ token: 'x' }), 400, 'token'],
    ['with an invalid name', () => head({ room: '../x' }), 400, 'room'],
    ['with an invalid title', () => head({ title: '\u0007' }), 400, 'title'],
    ['with an invalid status', () => head({ status: 'damaged' }), 400, 'status'],
    ['with unknown options', () => head({ options: { wings: 2 } }), 422, 'options.wings'],
    ['with invalid options', () => head({ options: { colour: 7 } }), 422, 'options.colour'],
    ['with an unknown transport', () => head({ listen: [{ transport: 'pigeon', port: 1 }] }), 422, 'listen'],
    ['with an invalid time', () => head({ createdAt: '2026-99-99T99:99:99Z' }), 400, 'createdAt'],
    ['with an invalid ban', () => record('ban/1', '{"id":"2"}'), 422, 'bans'],
    ['with an invalid log', () => record('log/00', '{"from":1,"lines":[[0,"shout","x"]]}'), 422, 'log'],
  ]

  it('is rejected with the field name, and creates no room', async () => {
    await createHarbor()
    const objects = (await listDurableObjectIds(env.ROOM)).length
    for (const [title, file, status, field] of invalid)
      expect(await errorOf(await importRoom(await file(), { room: 'pier' })), title).toMatchObject({
        status,
        field,
      })
    expect(await listedRooms()).toEqual(['harbor'])
    for (const id of (await listDurableObjectIds(env.ROOM)).slice(objects))
      await runInDurableObject(env.ROOM.get(id), (_room, { storage }) =>
        expect([...storage.sql.exec("SELECT name FROM sqlite_master WHERE name = 'record'")]).toEqual([]),
      )
    // The name of the room stays free after the rejection.
    expect((await postRoom({ game: 'echo', room: 'pier' })).status).toBe(201)
  })

  it('[EXPORT-7] is rejected if it exceeds the compressed or uncompressed limit', async () => {
    await createHarbor()
    const [first = ''] = await lines()
    const large = Array.from({ length: 20 }, (_, i) =>
      line({ key: `game/${10 + i}`, text: 'x'.repeat(40_000) }),
    )
    const file = await withDigest([first, ...large])
    const packed = await new Response(
      new Blob([file]).stream().pipeThrough(new CompressionStream('gzip')),
    ).arrayBuffer()
    expect(packed.byteLength).toBeLessThan(20_000)
    expect(await errorOf(await importRoom(packed, { room: 'pier' }))).toMatchObject({
      status: 422,
      field: 'file',
    })
    expect((await importRoom(file, { room: 'pier' })).status).toBe(413)
  })

  it('is not even read if the client may not create rooms', async () => {
    expect((await importRoom('', {}, { token: 'wrong' })).status).toBe(401)
  })

  it('is rejected with the field name if the form has an unknown field or no file', async () => {
    for (const [fields, field] of [
      [{ x: '1' }, 'x'],
      [{}, 'file'],
    ] as const) {
      const answer = await importRoom('', {}, { body: formOf(fields) })
      expect(await errorOf(answer)).toMatchObject({ status: 400, field })
    }
  })
})
