import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { gunzipSync, inflateSync } from 'node:zlib'
import { expect, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { headerBytes, maxPayloadBytes } from '../../../games/arcane-sector/framing.ts'
import { fromClient, fromServer } from '../../../games/arcane-sector/packets.ts'
import { placeInDirection } from '../../../games/arcane-sector/terrain/directions.ts'
import { Terrain, terrainHeight, terrainWidth } from '../../../games/arcane-sector/terrain/terrain.ts'
import { worldFile } from '../../games/arcane-sector/transcripts.ts'
import { whenClosed } from '../../sidecar/harness/loopback-clients.ts'
import { test as base, pollOptions, type Site } from '../running-site.ts'
import { ArcaneClient } from './client.ts'
import { createIsland, islandName } from './island.ts'

/** This file has its own site, because a test changes a password of the default room. */
const test = base.extend('env', { scope: 'file' }, () => ({}))

const harbor = 'arcane-sector/harbor'

test('map.data is gzipped for clients that accept gzip, and the answer to a matching ETag is 304', async ({
  site,
}) => {
  const url = `${site.url}/${harbor}/files/map.data`
  // A request without Accept-Encoding, as curl sends it. `fetch` always sends this header.
  const plain = await got(url, {})
  expect([plain.encoding, plain.bytes.length]).toEqual([undefined, terrainWidth * terrainHeight * 2])
  expect((await got(url, { 'accept-encoding': 'identity' })).bytes).toEqual(plain.bytes)
  const compressed = await got(url, { 'accept-encoding': 'gzip' })
  expect([compressed.encoding, compressed.bytes.length < plain.bytes.length / 2]).toEqual(['gzip', true])
  expect(gunzipSync(compressed.bytes)).toEqual(plain.bytes)
  const known = await got(url, { 'if-none-match': plain.etag! })
  expect([known.status, known.bytes.length]).toEqual([304, 0])
})

async function got(url: string, headers: Readonly<Record<string, string>>) {
  const [answer] = (await once(get(url, { headers, agent: false }), 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk as Buffer)
  const { 'content-encoding': encoding, etag } = answer.headers
  return { status: answer.statusCode, encoding, etag, bytes: Buffer.concat(chunks) }
}

test('[AS-12] map.data of a room contains the land on which its players walk', async ({ site }) => {
  const port = await site.listenerPort('local', harbor)
  const land = terrainOf(await mapData(site, harbor))
  for (const facing of [0, 1, 2, 3]) {
    const player = await ArcaneClient.joined(port, facing)
    await player.ask({ type: 'DIRE', direction: facing }, 'MOBS')
    // Ten steps at once are allowed, because that is the limit per second.
    for (let n = 0; n < 10; n++) await tryStep(player, land, facing)
    expect(player.fate).toBe('open')
  }

  await createIsland(site)
  const { terrain } = JSON.parse(Buffer.from(worldFile()).toString())
  const island = terrainOf(await mapData(site, islandName))
  expect(Buffer.from(island.tiles).equals(inflateSync(Buffer.from(terrain, 'base64')))).toBe(true)
})

test('[AS-12.16] only the owner downloads a world, and a room created from it has the same world', async ({
  site,
}) => {
  const path = `/${harbor}/files`
  expect((await fetch(`${site.url}${path}/map.tmj`)).status).toBe(401)
  expect((await got(`${site.url}${path}/tiles.png`, {})).status).toBe(200)
  const file = new Uint8Array(await (await site.fetch(`${path}/map.tmj`)).arrayBuffer())
  await site.create({ game: 'arcane-sector', room: 'again', options: { monsters: false }, listen: [], file })
  const again = 'arcane-sector/again'
  expect(Buffer.compare(await mapData(site, again), await mapData(site, harbor))).toBe(0)
  // Counts only signs and doors, because other items may have respawned.
  const signs = async (name: string) => {
    const { items } = await (await site.fetch(`/${name}/files/map.json`)).json()
    return items.filter(({ type }: { type: string }) => type === 'sign' || type === 'door').length
  }
  expect(await signs(again)).toBe(await signs(harbor))
})

test('a room opens without an uploaded file, shows its players and never shows a password', async ({
  site,
}) => {
  const port = await site.listenerPort('local', harbor)
  expect(site.ready.listeners).toContainEqual({
    game: 'arcane-sector',
    room: 'harbor',
    transport: 'tcp',
    host: '127.0.0.1',
    port,
  })
  await site.patch({ options: { passwords: { 7: 'arc-pass-007' } } }, harbor)
  await ArcaneClient.joined(port, 21, '<b>Ann</b>')
  await expect.poll(async () => (await site.room(harbor)).players, pollOptions).toBe(1)
  const entry = await site.room(harbor)
  expect(entry).toMatchObject({ players: 1, capacity: 256, options: { passwords: true, monsters: true } })
  expect(entry.view).toMatchObject({ players: [{ id: 21, name: '<b>Ann</b>' }] })
  const page = await (await fetch(`${site.url}/${harbor}`)).text()
  expect(page).toContain('Arcane Sector')
  expect(page).not.toContain('<b>Ann</b>')
  const wrong = await ArcaneClient.dialled(port)
  wrong.say({ type: 'ENTR', passwd: 'arc-pass-008', playerId: 7 })
  await expect(wrong.until(() => false, 'a word')).rejects.toThrow('closed by the server')
  const right = await ArcaneClient.dialled(port)
  right.say({ type: 'ENTR', passwd: 'arc-pass-007', playerId: 7 })
  await right.until(() => right.count('NOPC') > 0, 'NOPC')
  expect(JSON.stringify(await site.room(harbor)) + site.program.errors.join()).not.toMatch(/arc-pass|pbkdf2/)
})

test('[AS-1.1] a browser plays by WebSocket, one packet per message', async ({ site }) => {
  const { websocket } = await site.room(harbor)
  const socket = new WebSocket(websocket, { perMessageDeflate: false })
  onTestFinished(() => socket.terminate())
  const received: string[] = []
  socket.on('message', (data: Buffer) => received.push(fromServer.decode(data).type))
  await once(socket, 'open')
  socket.send(fromClient.encode({ type: 'ENTR', packetId: 0n, passwd: 'x', playerId: 9 }))
  await expect.poll(() => received, pollOptions).toEqual(['NOPC'])
  socket.send(fromClient.encode({ type: 'MYPC', packetId: 0n, pcName: 'Web', portrait: 0 }))
  const state = ['NOPC', 'GAME', 'INFO', 'INVT', 'POSI', 'GRND', 'MOBS', 'TEXT']
  await expect.poll(() => received.slice(0, 8), pollOptions).toEqual(state)
  const carried = await ArcaneClient.joined(await site.listenerPort('local', harbor), 8)
  const others = () => carried.mobs.filter(({ id }) => id < 256n)
  await carried.until(() => others().length === 1, 'the sight of Web')
  expect(others()).toMatchObject([{ id: 9n, name: 'Web' }])
  socket.send(new Uint8Array(4))
  await once(socket, 'close')
  await carried.until(() => others().length === 0, 'the leaving of Web')
})

test('connections that send garbage, huge lengths, single bytes or floods are closed or delayed, and players notice nothing', async ({
  site,
}) => {
  const port = await site.listenerPort('local', harbor)
  const [ann, bob] = [await ArcaneClient.joined(port, 31), await ArcaneClient.joined(port, 32)]

  const boastful = await dialled(port)
  boastful.write(header('SAYS', maxPayloadBytes + 1))
  const babbling = await dialled(port)
  babbling.write(Buffer.from('GET / HTTP/1.1\r\nHost: example.org\r\n\r\n'))
  const early = await dialled(port)
  early.write(header('PING', 0))
  const large = await dialled(port)
  large.write(Buffer.concat([header('ENTR', maxPayloadBytes), Buffer.alloc(maxPayloadBytes)]))
  await Promise.all([boastful, babbling, early, large].map(whenClosed))

  await dialled(port) // a client that sends nothing
  const dripping = await dialled(port)
  for (const byte of fromClient.encode({ type: 'ENTR', packetId: 0n, passwd: 'slow', playerId: 33 })) {
    dripping.write(Buffer.of(byte))
    await new Promise((resolve) => setImmediate(resolve))
  }
  const [greeting] = (await once(dripping, 'data')) as [Buffer]
  expect(fromServer.decode(greeting).type).toBe('NOPC')

  const flooding = await ArcaneClient.joined(port, 34)
  for (let n = 0; n < 5000; n++) flooding.say({ type: 'SAYS', text: `flood ${n}` })
  const heard = ann.count('TEXT')
  await ann.until(() => ann.count('TEXT') > heard, 'what the flood says')
  await ann.walk(0, 1)
  await bob.walk(1, 0)
  // On a busy machine the silent client may be disconnected by now, because it has sent nothing.
  expect([ann.fate, bob.fate, flooding.fate]).toEqual(['open', 'open', 'open'])
  await expect.poll(async () => (await site.room(harbor)).players, pollOptions).toBe(3)
  expect(site.program.running).toBe(true)
})

/** Takes a step forward if the map has no wall there and nothing blocks it. */
async function tryStep(player: ArcaneClient, land: Terrain, facing: number): Promise<void> {
  const ahead = placeInDirection(player.position!, facing)
  const bars = () => player.texts.filter((text) => text === 'Way is blocked.').length
  const [moves, texts] = [player.count('POSI'), bars()]
  player.say({ type: 'MOVE', direction: 0 })
  await player.ask({ type: 'PING', payload: new Uint8Array(0) }, 'PONG')
  const barred = land.blocks(ahead.x, ahead.y) || bars() > texts
  expect([ahead, player.count('POSI') - moves]).toEqual([ahead, barred ? 0 : 1])
}

async function mapData(site: Site, name: string): Promise<Uint8Array> {
  const answer = await fetch(`${site.url}/${name}/files/map.data`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/octet-stream'])
  const data = new Uint8Array(await answer.arrayBuffer())
  expect(data.length).toBe(terrainWidth * terrainHeight * 2)
  return data
}

/** The first byte of a cell is its type, the second its appearance. */
function terrainOf(data: Uint8Array): Terrain {
  return new Terrain(data.filter((_, at) => at % 2 === 0))
}

async function dialled(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {}).resume()
  await once(socket, 'connect')
  return socket
}

function header(letters: string, size: number): Buffer {
  const bytes = Buffer.alloc(headerBytes)
  bytes.writeUInt32LE(size)
  bytes.write(letters, 4, 'latin1')
  return bytes
}
