// The doctor against doors that work and doors that do not.
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocketServer } from 'ws'
import type { RoomEntry } from '../../cli/api/api.ts'
import { dispatch } from '../../games/soaprun/talk/dispatch.ts'
import { commandLine, refusedPort, roomEntry, standIn } from './stand-in.ts'

const host = '127.0.0.1'
type Door = RoomEntry['addresses'][number]

/** A TCP server on a free port. */
async function door(talk: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    talk(socket)
  }).listen(0, host)
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

async function webSocketPort(): Promise<number> {
  const server = new WebSocketServer({ port: 0, host })
  await once(server, 'listening')
  onTestFinished(() => server.close())
  return (server.address() as AddressInfo).port
}

/** What the doctor says of a room with these doors, besides the Worker, the room and its own WebSocket. */
async function examined(doors: readonly Door[], change: Partial<RoomEntry> = {}) {
  const websocket = `ws://${host}:${await webSocketPort()}/soaprun/harbor`
  const room = roomEntry({ websocket, listen: doors, addresses: doors, ...change })
  const { url } = await standIn({
    'GET /healthz': { body: { ok: true, version: '1.2.3' } },
    'GET /api/rooms': { body: { rooms: [room] } },
    [`GET /api/rooms/${room.game}/${room.room}`]: { body: room },
  })
  const { code, out, err } = await commandLine('doctor', '--url', url, `${room.game}/${room.room}`)
  expect(out[0]).toBe(`ok      worker ${url}: version 1.2.3`)
  expect(out[2]).toBe(`ok      ${room.game}/${room.room} ${websocket}: a WebSocket opens`)
  return { code, said: out.slice(3), err }
}

const at = (transport: Door['transport'], port: number): Door => ({ transport, host, port, sidecar: 'local' })
const greeting = (word: string) => Buffer.concat([Buffer.from([4, 0, 0, 0]), Buffer.from(word)])
const record = (port: number, open = true) =>
  dispatch.render({ room: 'harbor', title: 'Harbor', open, comments: ['ahoy'] }, { host, port })
const answer = (port: number, open?: boolean) =>
  Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n'), record(port, open)])

test('no Worker: 1, with a hint', async () => {
  const url = `http://${host}:${await refusedPort()}`
  const { code, out, err } = await commandLine('doctor', '--url', url)
  expect([code, err]).toEqual([1, ['1 thing is broken']])
  expect(out[0]).toBe(`not ok  worker ${url}: cannot reach ${url}: ECONNREFUSED`)
})

test('a greeting and a dispatch as the client wants them: 0, and the address it names is tried', async () => {
  const tcp = await door((socket) => socket.write(greeting('WLCM')))
  const http = await door((socket) => socket.once('data', () => socket.end(answer(tcp))))
  const { code, said, err } = await examined([at('tcp', tcp), at('dispatch', http)])
  expect(said).toEqual([
    `ok      soaprun/harbor tcp ${host}:${tcp}: it welcomes newcomers (WLCM)`,
    `ok      soaprun/harbor dispatch ${host}:${http}: open, ${host}:${tcp}, “ahoy”`,
    `ok      soaprun/harbor dispatch ${host}:${http} → ${host}:${tcp}: it welcomes newcomers (WLCM)`,
  ])
  expect([code, err]).toEqual([0, []])
})

test('the client asks as in 2010: one request with a final blank line', async () => {
  const asked = Promise.withResolvers<string>()
  const http = await door((socket) => {
    socket.once('data', (bytes) => {
      asked.resolve(bytes.toString('latin1'))
      socket.end(answer(1, false))
    })
  })
  await examined([at('dispatch', http)], { status: 'closed' })
  expect(await asked.promise).toMatch(/^GET \/rochet\/en_0x_kb\/server\.cgi HTTP\/1\.1\r\n.*\r\n\r\n$/s)
})

test('OVER is right for a closed room and for a full one, else broken', async () => {
  const tcp = await door((socket) => socket.end(greeting('OVER')))
  expect((await examined([at('tcp', tcp)], { status: 'closed' })).code).toBe(0)
  expect((await examined([at('tcp', tcp)], { players: 63 })).code).toBe(0)
  expect((await examined([at('tcp', tcp)])).code).toBe(1)
})

test.each([
  [
    'comes in pieces',
    (socket: Socket, whole: Buffer) => {
      socket.setNoDelay(true)
      socket.write(whole.subarray(0, 40))
      setTimeout(() => socket.end(whole.subarray(40)), 50)
    },
    /in pieces \(40 bytes, then \d+\)/,
  ],
  [
    'is too long',
    (socket: Socket, whole: Buffer) => socket.end(Buffer.concat([whole, Buffer.alloc(1000)])),
    /has 1\d\d\d bytes/,
  ],
  ['has no record', (socket: Socket) => socket.end('HTTP/1.1 404 Not Found\r\n\r\n'), /finds no record/],
  ['is empty', (socket: Socket) => socket.end(), /hangs up without an answer/],
])('a dispatch that %s is broken: 1', async (_, send, why) => {
  const http = await door((socket) => socket.once('data', () => send(socket, answer(10020))))
  const { code, said } = await examined([at('dispatch', http)])
  expect(code).toBe(1)
  expect(said[0]).toMatch(/^not ok {2}/)
  expect(said[0]).toMatch(why)
})

test('a dispatch that says open of a closed room is broken, and so is one that names a dead port', async () => {
  const dead = await refusedPort()
  const http = await door((socket) => socket.once('data', () => socket.end(answer(dead))))
  const closed = await examined([at('dispatch', http)], { status: 'closed' })
  expect(closed.said[0]).toContain('but the room is closed')
  const open = await examined([at('dispatch', http)])
  expect(open.said[1]).toContain(
    `not ok  soaprun/harbor dispatch ${host}:${http} → ${host}:${dead}: clients are sent there, but: ECONNREFUSED`,
  )
})

test('addresses that were not opened, or refuse, are broken, each with its hint', async () => {
  const dead = await refusedPort()
  const failed: Door = { transport: 'dispatch', port: 80, sidecar: 'local', error: 'EACCES' }
  const { code, said, err } = await examined([failed, at('tcp', dead)])
  expect([code, err]).toEqual([1, ['2 things are broken']])
  expect(said[0]).toBe('not ok  soaprun/harbor dispatch 80 (EACCES): sidecar local could not open it')
  expect(said[1]).toMatch(/^ {8}ports below 1024/)
  expect(said[2]).toBe(`not ok  soaprun/harbor tcp ${host}:${dead}: ECONNREFUSED`)
})

test('a room that listens and has no address is carried by nobody', async () => {
  const { code, said } = await examined([], { listen: [{ transport: 'tcp', port: 0 }] })
  expect(code).toBe(1)
  expect(said[0]).toBe('not ok  soaprun/harbor addresses: no sidecar carries it')
})

test('a game without checks of its own is tried by transport', async () => {
  const udp = createSocket('udp4')
  await new Promise<void>((resolve) => udp.bind(0, host, resolve))
  onTestFinished(() => void udp.close())
  const tcp = await door(() => {})
  const doors = [at('tcp', tcp), at('udp', udp.address().port), at('websocket', await webSocketPort())]
  const { code, said } = await examined(doors, { game: 'ludo' })
  expect(code).toBe(0)
  expect(said.map((line) => line.replace(/^.*: /, ''))).toEqual([
    'it takes connections',
    'nobody refuses a datagram',
    'a WebSocket opens',
  ])
})

test('a UDP port that nobody has refuses', async () => {
  const udp = createSocket('udp4')
  await new Promise<void>((resolve) => udp.bind(0, host, resolve))
  const { port } = udp.address()
  await new Promise<void>((resolve) => udp.close(resolve))
  const { said } = await examined([at('udp', port)], { game: 'ludo' })
  expect(said[0]).toBe(`not ok  ludo/harbor udp ${host}:${port}: ECONNREFUSED`)
})

test('a room whose records this release does not read is broken', async () => {
  const room = roomEntry({ status: 'needs-upgrade', websocket: `ws://${host}:${await webSocketPort()}/` })
  const { url } = await standIn({
    'GET /healthz': { body: { ok: true, version: '1' } },
    'GET /api/rooms': { body: { rooms: [room] } },
    'GET /api/rooms/soaprun/harbor': { body: room },
  })
  const { code, out } = await commandLine('doctor', '--url', url)
  expect(code).toBe(1)
  expect(out[1]).toMatch(/^not ok {2}soaprun\/harbor: needs-upgrade/)
})

test('a damaged room says its cause, one that does not answer says so, and both keep nobody from looking at the others', async () => {
  const websocket = `ws://${host}:${await webSocketPort()}/`
  const damaged = roomEntry({ room: 'attic', status: 'damaged', damage: 'the database says SQLITE_CORRUPT' })
  const well = roomEntry({ websocket, listen: [], addresses: [] })
  const rooms = [damaged, roomEntry({ room: 'cellar' }), well]
  const { url } = await standIn({
    'GET /healthz': { body: { ok: true, version: '1.2.3' } },
    'GET /api/rooms': { body: { rooms } },
    'GET /api/rooms/soaprun/attic': { body: damaged },
    'GET /api/rooms/soaprun/cellar': {
      status: 503,
      body: { error: 'unavailable', detail: 'this cannot be answered at the moment' },
    },
    'GET /api/rooms/soaprun/harbor': { body: well },
  })
  const { code, out, err } = await commandLine('doctor', '--url', url)
  expect([code, err]).toEqual([1, ['2 things are broken']])
  expect(out.slice(1)).toEqual([
    'not ok  soaprun/attic: its records are damaged: the database says SQLITE_CORRUPT',
    '        put its records back from a copy, or give it up: packetboat room delete soaprun/attic',
    'not ok  soaprun/cellar: unavailable: this cannot be answered at the moment',
    expect.stringContaining('ok      soaprun/harbor: open'),
    `ok      soaprun/harbor ${websocket}: a WebSocket opens`,
  ])
})
