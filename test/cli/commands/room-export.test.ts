import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import type { RoomEntry } from '../../../cli/api/api-client.ts'
import { BackupFolder } from '../../../sidecar/backup/backup-folder.ts'
import { commandLine, roomEntry, useAdminToken } from '../fake-worker.ts'
import { temporaryFolder } from '../temporary-folder.ts'

useAdminToken()

const url = 'https://play.example.org'
const harbor = 'soaprun/harbor'
const lines = '{"packetboat":"room","format":1,"game":"soaprun"}\n{"key":"game/map","text":"{}"}\n'
const sha256 = createHash('sha256').update(lines).digest('hex')
const whole = gzipSync(`${lines}{"parts":1,"sha256":"${sha256}"}\n`)

const answers = (...bodies: readonly (Uint8Array<ArrayBuffer> | object)[]) => {
  const left = [...bodies]
  return vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    const body = left.shift() ?? {}
    return body instanceof Uint8Array ? new Response(new Uint8Array(body)) : Response.json(body)
  })
}

test('room export writes the file after a complete download and prints its details', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'harbor.packetboat')
  const requests = answers(new Uint8Array(whole))
  const { code, out } = await commandLine('room', 'export', harbor, file, '--url', url, '--json')
  expect([code, JSON.parse(out[0]!)]).toEqual([
    0,
    {
      room: harbor,
      file,
      bytes: whole.length,
      parts: 1,
      sha256: createHash('sha256').update(whole).digest('hex'),
    },
  ])
  expect(String(requests.mock.calls[0]![0])).toBe(`${url}/api/rooms/${harbor}/export`)
  expect([readdirSync(folder), readFileSync(file)]).toEqual([['harbor.packetboat'], whole])
})

test('an interrupted export keeps the existing file and leaves no partial file', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'harbor.packetboat')
  writeFileSync(file, 'before')
  for (const body of [whole.subarray(0, -20), Buffer.from(lines), Buffer.from('<html>\n'), Buffer.alloc(0)]) {
    answers(new Uint8Array(body))
    const { code, err } = await commandLine('room', 'export', harbor, file, '--url', url)
    expect([code, err]).toEqual([1, [expect.stringMatching(/harbor\.packetboat (is|ends)/)]])
    expect([readdirSync(folder), readFileSync(file, 'utf8')]).toEqual([['harbor.packetboat'], 'before'])
  }
})

test('room import sends only a complete file', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'harbor.packetboat')
  writeFileSync(file, whole)
  const made = {
    game: 'soaprun',
    room: 'pier',
    title: 'Pier',
    url: 'u',
    websocket: 'w',
    adminToken: 't',
    warnings: [],
  }
  const requests = answers(made, { addresses: [], listen: [] })
  const { code, out } = await commandLine('room', 'import', file, '--room', 'pier', '--url', url)
  expect([code, out]).toEqual([0, ['u', 'websocket w', 'token     t']])
  const sent = requests.mock.calls[0]![1]?.body as FormData
  expect([sent.get('room'), Buffer.from(await (sent.get('file') as File).arrayBuffer())]).toEqual([
    'pier',
    whole,
  ])

  writeFileSync(file, whole.subarray(0, -1))
  requests.mockClear()
  const cut = await commandLine('room', 'import', file, '--url', url)
  expect([cut.code, cut.err]).toEqual([1, [expect.stringContaining('harbor.packetboat')]])
  const none = await commandLine('room', 'import', join(folder, 'none'), '--url', url)
  expect([none.code, none.err]).toEqual([1, [expect.stringContaining('no such file')]])
  expect(requests).not.toHaveBeenCalled()
})

test('room import names one command that gives the room free ports and keeps its other listeners', async () => {
  const file = join(temporaryFolder(), 'harbor.packetboat')
  writeFileSync(file, whole)
  type Listener = Pick<RoomEntry['addresses'][number], 'transport' | 'port' | 'error' | 'sidecar'>
  const local = { sidecar: 'local', host: '127.0.0.1' }
  const inUse = { ...local, error: 'EADDRINUSE' }
  const importing = async (listen: RoomEntry['listen'], addresses: readonly Listener[]) => {
    const room = { game: 'soaprun', room: 'pier', url: 'u', websocket: 'w', adminToken: 't' }
    answers(room, { addresses, listen })
    const { code, err } = await commandLine('room', 'import', file, '--url', url)
    expect(code).toBe(0)
    return err
  }
  const command =
    'Choose other ports for this room (0: any free port): npm run packetboat -- room set soaprun/pier'
  const listen = [
    { transport: 'tcp', port: 10020 },
    { transport: 'tcp', port: 10021 },
    { transport: 'dispatch', port: 10080 },
    { transport: 'udp', port: 0 },
    { transport: 'websocket', port: 0 },
  ] as const
  const addresses = [
    { transport: 'tcp', port: 10020, ...inUse },
    { transport: 'tcp', port: 10021, ...inUse },
    { transport: 'dispatch', port: 10080, ...local },
    { transport: 'udp', port: 4711, ...local },
    { transport: 'websocket', port: 4712, ...local },
  ] as const
  const elsewhere = addresses.map((one) => ({ ...one, sidecar: 'other' }))
  expect(await importing(listen, [...addresses, ...elsewhere])).toEqual([
    `ports in use, for example by the original room: 10020, 10021. ${command} ` +
      '--listen tcp:0 --listen tcp:0 --listen dispatch:10080 --listen udp:0 --listen websocket:0',
  ])
  // `--listen` cannot name a sidecar.
  expect(
    await importing([{ transport: 'tcp', port: 10020, sidecar: 'local' }], addresses.slice(0, 1)),
  ).toEqual(['ports in use, for example by the original room: 10020'])
})

/** A folder with a backup of the room, a site with the room, and the command that replaces the room by its backup. */
async function replacing(answer: (method: string, path: string) => Response) {
  const path = temporaryFolder()
  const folder = new BackupFolder(path)
  async function* backedUp() {
    yield fileThatSays('before')
  }
  const takenAt = '2026-11-23T00:00:00.000Z'
  const { parts, head, ...of } = { ...(await folder.storeRoomFile(harbor, backedUp())) }
  const rooms = [{ name: harbor, title: 'Harbor', etag: '"x"', takenAt, ...of }]
  await folder.writeManifest({
    ...({ packetboat: 'backup', format: 1, site: url, generation: 1 } as const),
    ...{ takenAt, rooms, failed: [] },
  })
  const requests: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (to, { method = 'GET' } = {}) => {
    const { pathname } = new URL(String(to))
    requests.push(`${method} ${pathname}`)
    return answer(method, pathname)
  })
  const words = ['backup', 'restore', path, harbor, '--replace', '--yes', '--url', url]
  return { path, folder, requests, ...(await commandLine(...words)) }
}

function fileThatSays(says: string) {
  const lines = `{"packetboat":"room","format":1,"game":"soaprun","room":"harbor"}\n{"key":"game/map","text":"${says}"}\n`
  const sha256 = createHash('sha256').update(lines).digest('hex')
  return gzipSync(`${lines}{"parts":1,"sha256":"${sha256}"}\n`)
}

test('backup restore --replace saves the existing room to a file, even if the site rejects the backup', async () => {
  const { path, folder, requests, code, err } = await replacing((method) => {
    if (method === 'GET') return new Response(new Uint8Array(fileThatSays('now')))
    if (method === 'DELETE') return new Response(null, { status: 204 })
    return Response.json({ error: 'too-large', detail: 'it is too large' }, { status: 413 })
  })
  expect(requests).toEqual([
    `GET /api/rooms/${harbor}/export`,
    `DELETE /api/rooms/${harbor}`,
    'POST /api/rooms/import',
  ])
  const replaced = readdirSync(join(path, harbor)).find((name) => name.startsWith('replaced-'))!
  expect([code, err.join('\n')]).toEqual([1, expect.stringContaining(replaced)])
  await folder.prune(url, 1)
  expect(readFileSync(join(path, harbor, replaced))).toEqual(fileThatSays('now'))
})

test('backup restore requires --from if the folder has backups of several sites, and the newest is not of the site of --url', async () => {
  const path = temporaryFolder()
  const folder = new BackupFolder(path)
  const writeBackup = (site: string, generation: number) =>
    folder.writeManifest({
      ...({ packetboat: 'backup', format: 1, site, generation } as const),
      ...{ takenAt: `2026-11-2${generation}T00:00:00.000Z`, rooms: [], failed: [] },
    })
  const restored = async (...words: string[]) => {
    const { code, out, err } = await commandLine('backup', 'restore', path, '--json', ...words)
    return code === 0 ? JSON.parse(out[0]!).takenAt : err[0]
  }
  await writeBackup('https://a.test', 1)
  expect(await restored('--url', 'https://new.test')).toBe('2026-11-21T00:00:00.000Z')
  await writeBackup('https://b.test', 2)
  expect(await restored('--url', 'https://b.test')).toBe('2026-11-22T00:00:00.000Z')
  for (const words of [
    ['--url', 'https://a.test'],
    ['--url', 'https://b.test', '--from', 'https://c.test'],
  ])
    expect(await restored(...words)).toBe(
      'choose the site of the backup with --from: https://a.test (2026-11-21T00:00:00.000Z), https://b.test (2026-11-22T00:00:00.000Z)',
    )
  expect(await restored('--url', 'https://b.test', '--from', 'https://a.test/')).toBe(
    '2026-11-21T00:00:00.000Z',
  )
  expect(await restored('--from', 'a.test')).toBe('--from: a.test is not an http or https URL')
})

const notFound = () => Response.json({ error: 'not-found' }, { status: 404 })
const page = () => new Response('<html>', { status: 404 })
const shown = (status: 'open' | 'damaged') => () => Response.json(roomEntry({ status }))
const unreachable = () => {
  throw new TypeError('fetch failed')
}
test.each<[why: string, exported: () => Response, room: () => Response, deletes: boolean]>([
  ['a proxy has an error', () => new Response('<html>', { status: 502 }), shown('open'), false],
  ['a proxy does not find the site', page, page, false],
  ['the site is unreachable', unreachable, unreachable, false],
  ['the download is cut', () => new Response('{"packetboat":'), shown('open'), false],
  ['the room is damaged', () => new Response('', { status: 500 }), shown('damaged'), true],
  ['there is no room', notFound, notFound, true],
])(
  'backup restore --replace deletes a room that it could not export only if the room is damaged or missing: %s',
  async (_, exported, room, deletes) => {
    const { requests, code, err } = await replacing((method, path) => {
      if (method === 'GET') return path.endsWith('/export') ? exported() : room()
      if (method === 'DELETE') return new Response(null, { status: 204 })
      return Response.json({ game: 'soaprun', room: 'harbor', adminToken: 'NEW' }, { status: 201 })
    })
    expect(requests.includes(`DELETE /api/rooms/${harbor}`)).toBe(deletes)
    expect([code, err.length]).toEqual(deletes ? [0, 0] : [1, 2])
  },
)
