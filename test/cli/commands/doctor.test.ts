import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { WebSocketServer } from 'ws'
import type { RoomEntry } from '../../../cli/api/api-client.ts'
import {
  type CheckedRoom,
  checkAddress,
  checkAdvertisedAddress,
  checkRoomWebSocket,
  checkTls,
} from '../../../cli/doctor/check-listener.ts'
import { doom2077 } from '../../../games/doom-2077/index.ts'
import { dispatchDocument } from '../../../games/soaprun/protocol/dispatch.ts'
import { commandLine, freePort, roomEntry, startFakeWorker } from '../fake-worker.ts'

const host = '127.0.0.1'
type Address = RoomEntry['addresses'][number]

async function tcpServer(talk: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    talk(socket)
  }).listen(0, host)
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

async function webSocketPort(...says: readonly (string | Buffer)[]): Promise<number> {
  const server = new WebSocketServer({ port: 0, host })
  server.on('connection', (socket) => {
    for (const frame of says) socket.send(frame)
  })
  await once(server, 'listening')
  onTestFinished(() => server.close())
  return (server.address() as AddressInfo).port
}

/** A fake Worker with these rooms. `others`: answers that replace those about the rooms. */
function siteWith(rooms: readonly RoomEntry[], others: Parameters<typeof startFakeWorker>[0] = {}) {
  return startFakeWorker({
    'GET /healthz': { body: { ok: true, version: '1.2.3' } },
    'GET /api/rooms': { body: { rooms } },
    ...Object.fromEntries(rooms.map((room) => [`GET /api/rooms/${room.game}/${room.room}`, { body: room }])),
    ...others,
  })
}

/**
 * The doctor's findings about these listeners of a room, without the findings about the Worker, the room and its own
 * WebSocket.
 */
async function examined(listeners: readonly Address[], change: Partial<RoomEntry> = {}) {
  const websocket = `ws://${host}:${await webSocketPort(Buffer.from('WLCM'))}/soaprun/harbor`
  const room = roomEntry({ websocket, listen: listeners, addresses: listeners, ...change })
  const { url } = await siteWith([room])
  const { code, out, err } = await commandLine('doctor', '--url', url, `${room.game}/${room.room}`)
  const welcomed = room.game === 'soaprun' ? 'it accepts new clients (WLCM)' : 'WebSocket opens'
  expect([out[0], out[2]], [...out, ...err].join('\n')).toEqual([
    `ok      worker ${url}: version 1.2.3`,
    `ok      ${room.game}/${room.room} ${websocket}: ${welcomed}`,
  ])
  return { code, output: out.slice(3), err }
}

const at = (transport: Address['transport'], port: number) => ({ transport, host, port, sidecar: 'local' })
const greeting = (word: string) => Buffer.concat([Buffer.from([4, 0, 0, 0]), Buffer.from(word)])
const answer = (port: number, open = true) => {
  const record = { room: 'harbor', title: 'Harbor', open, comments: ['ahoy'] }
  const head = Buffer.from('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n')
  return Buffer.concat([head, dispatchDocument.render(record, { host, port })])
}

test('an unreachable Worker fails with a hint: exit code 1', async () => {
  const url = `http://${host}:${await freePort()}`
  const { code, out, err } = await commandLine('doctor', '--url', url)
  expect([code, err]).toEqual([1, ['1 check failed']])
  expect(out[0]).toBe(`not ok  worker ${url}: cannot reach ${url}: ECONNREFUSED`)
})

test('https for a site without TLS fails with a hint', async () => {
  const { port } = await startFakeWorker({})
  const { code, out } = await commandLine('doctor', '--url', `https://${host}:${port}`)
  expect([code, out[1]]).toEqual([1, expect.stringContaining('the site has no TLS: pass its http URL')])
})

test('a valid greeting and dispatch pass, and the address in the dispatch is probed too', async () => {
  const tcp = await tcpServer((socket) => socket.write(greeting('WLCM')))
  const http = await tcpServer((socket) => socket.once('data', () => socket.end(answer(tcp))))
  const { code, output, err } = await examined([at('tcp', tcp), at('dispatch', http)])
  expect(output).toEqual([
    `ok      soaprun/harbor tcp ${host}:${tcp}: it accepts new clients (WLCM)`,
    `ok      soaprun/harbor dispatch ${host}:${http}: open, ${host}:${tcp}, “ahoy”`,
    `ok      soaprun/harbor dispatch ${host}:${http} → ${host}:${tcp}: it accepts new clients (WLCM)`,
    `ok      soaprun/harbor dispatch: unmodified clients connect only to port 80, but it listens on ${http}`,
    expect.stringMatching(/^ {8}npm run packetboat -- room set soaprun\/harbor --listen dispatch:80/),
  ])
  expect([code, err]).toEqual([0, []])
})

test('the dispatch probe sends one request with a final blank line, like the client of 2010', async () => {
  const requests = Promise.withResolvers<string>()
  const http = await tcpServer((socket) => {
    socket.once('data', (bytes) => {
      requests.resolve(bytes.toString('latin1'))
      socket.end(answer(1, false))
    })
  })
  await examined([at('dispatch', http)], { status: 'closed' })
  expect(await requests.promise).toMatch(/^GET \/rochet\/en_0x_kb\/server\.cgi HTTP\/1\.1\r\n.*\r\n\r\n$/s)
})

test('the answer OVER passes for a closed, full or private room, and fails for any other room', async () => {
  const tcp = await tcpServer((socket) => socket.end(greeting('OVER')))
  expect((await examined([at('tcp', tcp)], { status: 'closed' })).code).toBe(0)
  expect((await examined([at('tcp', tcp)], { players: 63 })).code).toBe(0)
  const { code, output } = await examined([at('tcp', tcp)], { join: 'password' })
  expect([code, output[0]]).toEqual([0, expect.stringContaining('the room is private')])
  expect((await examined([at('tcp', tcp)])).code).toBe(1)
})

test.each([
  [
    'comes in pieces',
    (socket: Socket, whole: Buffer) => {
      socket.setNoDelay(true)
      socket.write(whole.subarray(0, 40))
      // The doctor runs in this process, and reads the first piece before the second of these callbacks.
      setImmediate(() => setImmediate(() => socket.end(whole.subarray(40))))
    },
    /in pieces \(40 bytes, then \d+\)/,
  ],
  [
    'is too long',
    (socket: Socket, whole: Buffer) => socket.end(Buffer.concat([whole, Buffer.alloc(1000)])),
    /has 1\d\d\d bytes/,
  ],
  ['has no record', (socket: Socket) => socket.end('HTTP/1.1 404 Not Found\r\n\r\n'), /finds no record/],
  ['is empty', (socket: Socket) => socket.end(), /disconnects without an answer/],
])('a dispatch that %s fails: exit code 1', async (_, send, why) => {
  const http = await tcpServer((socket) => socket.once('data', () => send(socket, answer(10020))))
  const { code, output } = await examined([at('dispatch', http)])
  expect([code, output[0]]).toEqual([1, expect.stringMatching(/^not ok {2}/)])
  expect(output[0]).toMatch(why)
})

test('a dispatch that calls a closed room open or names a closed port fails', async () => {
  const dead = await freePort()
  const http = await tcpServer((socket) => socket.once('data', () => socket.end(answer(dead))))
  const closed = await examined([at('dispatch', http)], { status: 'closed' })
  expect(closed.output[0]).toContain('but the room is closed')
  const open = await examined([at('dispatch', http)])
  expect(open.output[1]).toContain(
    `not ok  soaprun/harbor dispatch ${host}:${http} → ${host}:${dead}: clients are redirected there, but: ECONNREFUSED`,
  )
})

test('addresses that were not opened or refuse connections fail with a hint', async () => {
  const dead = await freePort()
  const failed: Address = { transport: 'dispatch', port: 80, sidecar: 'local', error: 'EACCES' }
  const { code, output, err } = await examined([failed, at('tcp', dead)])
  expect([code, err]).toEqual([1, ['2 checks failed']])
  expect(output[0]).toBe('not ok  soaprun/harbor dispatch 80 (EACCES): sidecar local could not open it')
  const unknown = await examined([{ ...failed, error: 'constructor' }])
  expect(unknown.output[0]).toBe(
    'not ok  soaprun/harbor dispatch 80 (constructor): sidecar local could not open it',
  )
  expect(output[1]).toMatch(/^ {8}ports below 1024/)
  expect(output[2]).toBe(`not ok  soaprun/harbor tcp ${host}:${dead}: ECONNREFUSED`)
})

test('a room with listeners and no address fails because no sidecar serves it', async () => {
  const { code, output } = await examined([], { listen: [{ transport: 'tcp', port: 0 }] })
  expect(code, output.join('\n')).toBe(1)
  expect(output[0]).toBe('not ok  soaprun/harbor addresses: no sidecar serves it')
})

test('if the game has no probes, the doctor checks only that clients can connect', async () => {
  const udp = createSocket('udp4')
  await new Promise<void>((resolve) => udp.bind(0, host, resolve))
  onTestFinished(() => void udp.close())
  const tcp = await tcpServer(() => {})
  const listeners = [at('tcp', tcp), at('udp', udp.address().port), at('websocket', await webSocketPort())]
  const { code, output } = await examined(listeners, { game: 'ludo' })
  expect(code, output.join('\n')).toBe(0)
  expect(output.map((line) => line.replace(/^.*: /, ''))).toEqual([
    'accepts connections',
    'datagrams are not rejected',
    'WebSocket opens',
  ])
})

test('a closed UDP port fails', async () => {
  const udp = createSocket('udp4')
  await new Promise<void>((resolve) => udp.bind(0, host, resolve))
  const { port } = udp.address()
  await new Promise<void>((resolve) => udp.close(resolve))
  const { output } = await examined([at('udp', port)], { game: 'ludo' })
  expect(output[0]).toBe(`not ok  ludo/harbor udp ${host}:${port}: ECONNREFUSED`)
})

test('a room with records of a newer release fails', async () => {
  const room = roomEntry({
    status: 'needs-upgrade',
    websocket: `ws://${host}:${await webSocketPort(Buffer.from('WLCM'))}/`,
  })
  const { url } = await siteWith([room])
  const { code, out } = await commandLine('doctor', '--url', url)
  expect(code, out.join('\n')).toBe(1)
  expect(out[1]).toMatch(/^not ok {2}soaprun\/harbor: needs-upgrade/)
})

test('a damaged or unreachable room fails with its cause, and the other rooms are still checked', async () => {
  const websocket = `ws://${host}:${await webSocketPort()}/`
  const damaged = roomEntry({
    room: 'attic',
    status: 'damaged',
    damage: 'the database reports SQLITE_CORRUPT',
  })
  const well = roomEntry({ websocket, game: 'ludo', listen: [], addresses: [] })
  const unavailable = { error: 'unavailable', detail: 'this cannot be answered at the moment' }
  const { url } = await siteWith([damaged, roomEntry({ room: 'cellar' }), well], {
    'GET /api/rooms/soaprun/cellar': { status: 503, body: unavailable },
  })
  const { code, out, err } = await commandLine('doctor', '--url', url)
  expect([code, err]).toEqual([1, ['2 checks failed']])
  expect(out.slice(1)).toEqual([
    'not ok  soaprun/attic: its records are damaged: the database reports SQLITE_CORRUPT',
    '        restore it from a backup, or delete it: npm run packetboat -- room delete soaprun/attic',
    'not ok  soaprun/cellar: unavailable: this cannot be answered at the moment',
    expect.stringContaining('ok      ludo/harbor: open'),
    `ok      ludo/harbor ${websocket}: WebSocket opens`,
  ])
})

test('the doctor probes the listeners of a game with the protocol of its clients', async () => {
  const roomInfo = JSON.stringify([{ cmd: 'RoomInfo', version: { major: 0, minor: 6, build: 4 } }])
  const websocket = `ws://${host}:${await webSocketPort(roomInfo)}/`
  const listeners = [at('websocket', Number(new URL(websocket).port))]
  const room = roomEntry({ game: 'archipelago', websocket, listen: listeners, addresses: listeners })
  const { url } = await siteWith([room])
  const { out } = await commandLine('doctor', '--url', url, 'archipelago/harbor')
  const greeting = 'the room sends RoomInfo (version 0.6.4)'
  expect(out.slice(2)).toEqual([
    `ok      archipelago/harbor ${websocket}: ${greeting}`,
    `ok      archipelago/harbor websocket ${host}:${listeners[0]!.port}: ${greeting}`,
  ])
})

test('[AP-16.8] a room that gathers files passes if it answers that the game has not started', async () => {
  const waiting = JSON.stringify([{ cmd: 'PrintJSON', data: [{ text: 'not generated yet' }] }])
  const websocket = `ws://${host}:${await webSocketPort(waiting)}/`
  const room = roomEntry({ game: 'archipelago', websocket, stage: 'gathering', players: 0 })
  const { url } = await siteWith([room])
  const { code, out } = await commandLine('doctor', '--url', url, 'archipelago/harbor')
  expect([code, out.slice(1)]).toEqual([
    0,
    [
      'ok      archipelago/harbor: open, gathering files: the game has not started',
      `ok      archipelago/harbor ${websocket}: the room tells clients that the game has not started`,
    ],
  ])
})

test('the UDP probe resends a lost datagram', async () => {
  const udp = createSocket('udp4')
  await new Promise<void>((resolve) => udp.bind(0, host, resolve))
  onTestFinished(() => void udp.close())
  let received = 0
  udp.on('message', (ping, from) => {
    // A PONG consists of its type and the data of the PING.
    if (++received === 2)
      udp.send(Buffer.concat([Buffer.from('PONG'), ping.subarray(4)]), from.port, from.address)
  })
  const room = roomEntry({ game: 'doom-2077' })
  const target = { name: 'doom-2077/harbor', room, game: doom2077, site: new URL(room.url) }
  const [finding] = await checkAddress(target, at('udp', udp.address().port))
  expect(finding).toMatchObject({ ok: true, seen: expect.stringContaining('answers PING with PONG') })
})

test('a server that answers in another protocol or not at all fails', async () => {
  const ssh = await tcpServer((socket) => socket.write('SSH-2.0-OpenSSH_9.6\r\n'))
  const mute = await tcpServer(() => {})
  const { code, output } = await examined([at('tcp', ssh), at('tcp', mute)])
  expect(code, output.join('\n')).toBe(1)
  expect(output[0]).toContain('the server at this port is not Soaprun')
  expect(output[2]).toContain('no message within 3 s')
})

test('a sidecar that opened only some listeners fails', async () => {
  const tcp = await tcpServer((socket) => socket.write(greeting('WLCM')))
  const listen = [at('tcp', tcp), { transport: 'dispatch', port: 0 } as const]
  const { code, output } = await examined([at('tcp', tcp)], { listen })
  expect(code, output.join('\n')).toBe(1)
  expect(output[0]).toBe('not ok  soaprun/harbor addresses: sidecar local has not opened all listeners')
})

describe('the doctor on a public site', () => {
  const site = new URL('https://play.example.org')
  const checked = (change: Partial<RoomEntry>, url = site): CheckedRoom => ({
    name: 'ludo/harbor',
    room: roomEntry({ game: 'ludo', ...change }),
    game: undefined,
    site: url,
  })

  test('fails for an https site with a ws:// address, names PUBLIC_URL and probes nothing', async () => {
    const [finding] = await checkRoomWebSocket(checked({ websocket: 'ws://play.example.org/ludo/harbor' }))
    expect(finding).toMatchObject({ ok: false, hint: expect.stringContaining('PUBLIC_URL') })
  })

  test('fails for a loopback address and warns of a private one', async () => {
    const [loopback] = await checkAddress(checked({}), at('tcp', 1))
    expect(loopback).toMatchObject({ ok: false, hint: expect.stringContaining('advertise of sidecar local') })
    for (const home of ['192.168.1.7', '100.64.0.1', 'fd00::1', 'box.local'])
      expect(checkAdvertisedAddress('tcp', home, 'local', site)).toMatchObject({
        ok: true,
        seen: expect.stringContaining('works only in its own network'),
      })
    expect(checkAdvertisedAddress('tcp', 'play.example.org', 'local', site)).toBeUndefined()
    expect(checkAdvertisedAddress('tcp', host, 'local', new URL('http://localhost:8787'))).toBeUndefined()
  })

  test('accepts a WebSocket listener without TLS, and warns that web pages cannot use it', async () => {
    const port = await webSocketPort()
    // This test uses the loopback address in place of the site's public name.
    const findings = await checkTls('listener', { host, port }, site)
    expect(findings).toEqual([
      expect.objectContaining({ ok: true, hint: expect.stringContaining('certificate') }),
    ])
  })
})

test('--json prints all findings as one line, with the same exit codes', async () => {
  const dead = await freePort()
  const room = roomEntry({
    game: 'ludo',
    websocket: `ws://${host}:${await webSocketPort()}/`,
    addresses: [at('tcp', dead)],
  })
  const { url } = await siteWith([room])
  const { code, out, err } = await commandLine('doctor', '--url', url, '--json')
  expect([code, out.length, err]).toEqual([1, 1, ['1 check failed']])
  const { ok, findings } = JSON.parse(out[0]!)
  expect([ok, findings.map((finding: { ok: boolean }) => finding.ok)]).toEqual([
    false,
    [true, true, true, false],
  ])
  expect(findings[3]).toMatchObject({ what: `ludo/harbor tcp ${host}:${dead}`, seen: 'ECONNREFUSED' })
})
