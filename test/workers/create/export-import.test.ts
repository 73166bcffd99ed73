// Rooms leave in one file, and come back from it, here or elsewhere, by the API.
import { listDurableObjectIds, reset, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it } from 'vitest'
import { createRoom, errorOf, formOf, postRoom, sendRequest, siteToken } from '../fixtures/requests.ts'

afterEach(async () => reset())

type Sent = string | ArrayBuffer | Uint8Array<ArrayBuffer>

const host = { token: siteToken }
const exported = (room = 'echo/harbor', asked = {}) =>
  sendRequest(`/api/rooms/${room}/export`, { ...host, ...asked })
const imported = (file: Sent, fields: Parameters<typeof formOf>[0] = {}, asked = {}) =>
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

/** These lines, with an end that fits them. */
async function sealed(lines: readonly string[]): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(lines.join('')))
  const sha256 = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${lines.join('')}${JSON.stringify({ parts: lines.length - 1, sha256 })}\n`
}

const line = (value: object) => `${JSON.stringify(value)}\n`

/** A room with something of everything. */
async function harbor() {
  const made = await createRoom({
    title: 'The harbor',
    options: '{"colour":"blue","key":"hush"}',
    listen: '[]',
  })
  const room = '/api/rooms/echo/harbor'
  await sendRequest(room, {
    method: 'PATCH',
    json: { comments: ['soon'], status: 'closed', watching: 'off' },
    ...host,
  })
  await sendRequest(`${room}/bans`, {
    method: 'POST',
    json: { name: 'Bob', seconds: 60, reason: 'noise' },
    ...host,
  })
  await sendRequest(`${room}/bans`, { method: 'POST', json: { address: '192.0.2.7', seconds: 60 }, ...host })
  return made
}

/** All that its host sees of it, but for its links. */
async function seen(room: string, token: string) {
  const of = async (path: string) =>
    (await sendRequest(`/api/rooms/${room}${path}`, { token })).json<{ [field: string]: unknown }>()
  const { url, websocket, connect, room: _, ...shown } = await of('')
  return { ...shown, ...(await of('/bans')), ...(await of('/log')) }
}

const roomsThere = async () =>
  (await (await sendRequest('/api/rooms', host)).json<{ rooms: { room: string }[] }>()).rooms.map(
    ({ room }) => room,
  )

describe('a room that left', () => {
  it('[EXPORT-3] [EXPORT-8] comes back with everything but its token, and with the links that it had', async () => {
    const { adminToken } = await harbor()
    const before = await seen('echo/harbor', adminToken)
    const file = await (await exported()).arrayBuffer()
    await sendRequest('/api/rooms/echo/harbor', { method: 'DELETE', ...host })
    const answer = await imported(file)
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
    expect(await seen('echo/harbor', back.adminToken)).toEqual(before)
    expect((await exported('echo/harbor', { token: adminToken })).status).toBe(401)
    expect((await textOf(await exported())).includes(adminToken)).toBe(false)
  })

  it('may be there twice, by another name, and then has links of its own', async () => {
    await harbor()
    const file = await (await exported()).arrayBuffer()
    const { adminToken } = await (await imported(file, { room: 'pier' })).json<{ adminToken: string }>()
    const [one, other] = [await seen('echo/harbor', siteToken), await seen('echo/pier', adminToken)]
    expect({ ...other, outside: one.outside }).toEqual(one)
    expect(other.outside).not.toEqual(one.outside)
    const again = await errorOf(await imported(file, { room: 'pier' }))
    expect(again).toMatchObject({ status: 409, error: 'taken', field: 'room' })
    expect(await roomsThere()).toEqual(['harbor', 'pier'])
  })

  it('[EXPORT-9] is known again by its ETag until something in it changes', async () => {
    const { adminToken } = await harbor()
    const first = await exported('echo/harbor', { token: adminToken })
    const etag = first.headers.get('etag')!
    await first.body?.cancel()
    const known = { headers: { 'if-none-match': etag } }
    expect([first.status, etag]).toEqual([200, expect.stringMatching(/^"[\w-]{43}"$/)])
    expect((await exported('echo/harbor', known)).status).toBe(304)
    expect((await exported('echo/harbor', { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
    await sendRequest('/api/rooms/echo/harbor', { method: 'PATCH', json: { title: 'New' }, ...host })
    const later = await exported('echo/harbor', known)
    expect([later.status, later.headers.get('etag') === etag]).toEqual([200, false])
    expect((await linesOf(later))[0]).toContain('"title":"New"')
  })

  it('is for its host and for the site alone', async () => {
    await harbor()
    for (const token of ['', 'wrong']) expect((await exported('echo/harbor', { token })).status).toBe(401)
    expect((await exported('echo/nowhere')).status).toBe(404)
    expect((await sendRequest('/api/rooms/echo/harbor/export', { ...host, method: 'HEAD' })).status).toBe(200)
  })

  it('is told of before it is brought in', async () => {
    await harbor()
    const file = new File([await (await exported()).arrayBuffer()], 'x')
    const answer = await sendRequest('/api/preview', { method: 'POST', body: formOf({ file }), ...host })
    expect([answer.status, await answer.json()]).toEqual([
      200,
      {
        game: 'echo',
        preview: {
          ...{ title: 'The harbor', room: 'echo/harbor', status: 'closed', comments: ['soon'] },
          'taken away': expect.stringMatching(/Z$/),
          founded: expect.stringMatching(/Z$/),
          options: { colour: 'blue', key: true, password: false, fails: false },
        },
      },
    ])
  })
})

describe('without script', () => {
  const html = { headers: { accept: 'text/html' } }
  const post = (path: string, fields: Parameters<typeof formOf>[0]) =>
    sendRequest(path, { method: 'POST', body: formOf(fields), ...html })

  it('a host takes his room with him from its page, looks into the file, and brings it in where there is no such room', async () => {
    const { adminToken } = await harbor()
    expect(await (await sendRequest('/echo/harbor/host', html)).text()).toContain('Export room')
    expect((await post('/echo/harbor/host', { token: 'wrong', act: 'export' })).status).toBe(401)
    const given = await post('/echo/harbor/host', { token: adminToken, act: 'export' })
    expect([given.status, given.headers.get('content-disposition')]).toEqual([
      200,
      'attachment; filename="echo-harbor.packetboat"',
    ])
    const file = new File([await given.arrayBuffer()], 'echo-harbor.packetboat')

    expect(await (await sendRequest('/new', html)).text()).toContain('href="/new/import"')
    const form = await (await sendRequest('/new/import', html)).text()
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
    expect(await roomsThere()).toEqual(['harbor', 'pier'])
  })
})

describe('[EXPORT-6] a file that will not do', () => {
  const lines = async () => (await linesOf(await exported())).slice(0, -1)
  const head = async (change: object) => {
    const [first = '', ...rest] = await lines()
    return sealed([line({ ...JSON.parse(first), ...change }), ...rest])
  }
  const record = async (key: string, text: string) => {
    const [first = '', ...rest] = await lines()
    const others = [...rest.filter((one) => JSON.parse(one).key !== key), line({ key, text })]
    return sealed([first, ...others.sort((a, b) => (JSON.parse(a).key < JSON.parse(b).key ? -1 : 1))])
  }

  const refused: readonly [string, () => Promise<Sent>, number, string][] = [
    ['that is empty', async () => '', 400, 'file'],
    ['that is none', async () => 'PK\u0003\u0004', 400, 'file'],
    ['that is packed, and none', async () => Uint8Array.of(0x1f, 0x8b, 8, 0, 1, 2, 3), 400, 'file'],
    ['cut short, packed', async () => (await (await exported()).arrayBuffer()).slice(0, -40), 400, 'file'],
    ['without its last line', async () => (await lines()).join(''), 400, 'file'],
    ['without a record', async () => (await lines()).toSpliced(2, 1).join(''), 400, 'file'],
    ['doubled', async () => (await textOf(await exported())).repeat(2), 400, 'file'],
    ['of a later format', () => head({ format: 2 }), 422, 'file'],
    ['of a game that is not here', () => head({ game: 'chess' }), 422, 'game'],
    ['of later records', () => head({ version: 2 }), 422, 'version'],
    ['with a field that there is not', () => head({ token: 'x' }), 400, 'token'],
    ['with a name that is none', () => head({ room: '../x' }), 400, 'room'],
    ['with a title that is none', () => head({ title: '\u0007' }), 400, 'title'],
    ['with a status that is none', () => head({ status: 'damaged' }), 400, 'status'],
    ['with options that there are not', () => head({ options: { wings: 2 } }), 422, 'options.wings'],
    ['with options that will not do', () => head({ options: { colour: 7 } }), 422, 'options.colour'],
    [
      'with a door that the game has not',
      () => head({ listen: [{ transport: 'pigeon', port: 1 }] }),
      422,
      'listen',
    ],
    ['with a time that is none', () => head({ createdAt: '2026-99-99T99:99:99Z' }), 400, 'createdAt'],
    ['with a ban that is none', () => record('ban/1', '{"id":"2"}'), 422, 'bans'],
    ['with a log that is none', () => record('log/00', '{"from":1,"lines":[[0,"shout","x"]]}'), 422, 'log'],
  ]

  it('is refused by name, and leaves no room behind', async () => {
    await harbor()
    const objects = (await listDurableObjectIds(env.ROOM)).length
    for (const [what, file, status, field] of refused)
      expect(await errorOf(await imported(await file(), { room: 'pier' })), what).toMatchObject({
        status,
        field,
      })
    expect(await roomsThere()).toEqual(['harbor'])
    for (const id of (await listDurableObjectIds(env.ROOM)).slice(objects))
      await runInDurableObject(env.ROOM.get(id), (_room, { storage }) =>
        expect([...storage.sql.exec("SELECT name FROM sqlite_master WHERE name = 'record'")]).toEqual([]),
      )
    // And its name is free.
    expect((await postRoom({ game: 'echo', room: 'pier' })).status).toBe(201)
  })

  it('[EXPORT-7] that is over what it may be, packed or unpacked, is refused', async () => {
    await harbor()
    const [first = ''] = await lines()
    const large = Array.from({ length: 20 }, (_, i) =>
      line({ key: `game/${10 + i}`, text: 'x'.repeat(40_000) }),
    )
    const file = await sealed([first, ...large])
    const packed = await new Response(
      new Blob([file]).stream().pipeThrough(new CompressionStream('gzip')),
    ).arrayBuffer()
    expect(packed.byteLength).toBeLessThan(20_000)
    expect(await errorOf(await imported(packed, { room: 'pier' }))).toMatchObject({
      ...{ status: 422, field: 'file', detail: expect.stringContaining('when it is unpacked') },
    })
    expect((await imported(file, { room: 'pier' })).status).toBe(413)
  })

  it('is looked at only for who may create rooms', async () => {
    expect((await imported('', {}, { token: 'wrong' })).status).toBe(401)
    expect(
      await errorOf(
        await sendRequest('/api/rooms/import', { method: 'POST', body: formOf({ x: '1' }), ...host }),
      ),
    ).toMatchObject({
      ...{ status: 400, field: 'x' },
    })
    expect(
      await errorOf(await sendRequest('/api/rooms/import', { method: 'POST', body: formOf({}), ...host })),
    ).toMatchObject({
      ...{ status: 400, field: 'file' },
    })
  })
})
