import { once } from 'node:events'
import { connect } from 'node:net'
import { expect } from 'vitest'
import { createHarborMap } from '../../../games/soaprun/builtin/harbor.ts'
import { test as base } from '../running-site.ts'
import { SoaprunClient } from './client.ts'
import { readOnce } from './dispatch-client.ts'

/** A site for this file alone, without earlier players. */
const test = base.extend('env', { scope: 'file' }, () => ({}))

/** The paths that clients request, and the room's own path. */
const paths = ['/server.cgi', '/rochet/en_0x_kb/server.cgi', '/soaprun/harbor/server.cgi']
/** The form of a dispatch that a client can parse, from the protocol document. */
const readable =
  /.*(<html).*(?:\r\n|\r|\n)(Pixel).*(?:\r\n|\r|\n).*\t+(.+)\t+(.+)\t+(\d+)\t+(Soaprun)\t+(\d+)(?:\t+(.+)){0,6}/

test('the ready line has the documented shape, and every address in it is open', async ({ site }) => {
  const { program, ready } = site
  const listener = {
    game: expect.stringMatching(/^[a-z0-9-]+$/),
    room: 'harbor',
    transport: expect.stringMatching(/^(tcp|udp|websocket|dispatch)$/),
    host: '127.0.0.1',
    port: expect.any(Number),
  }
  expect(ready).toStrictEqual({
    ready: true,
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    adminToken: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
    listeners: ready.listeners.map(() => listener),
  })
  const ours = ready.listeners.filter(({ game }) => game === 'soaprun')
  expect(ours.map(({ transport }) => transport).sort()).toEqual(['dispatch', 'tcp'])
  for (const { transport, host, port } of ready.listeners) {
    if (transport === 'udp') continue
    const socket = connect(port, host)
    await once(socket, 'connect')
    socket.destroy()
  }
  expect(program.lines).toHaveLength(1)
  expect(program.errors).toEqual([])
})

test('[SR-1.5] a client of 2010 reads the dispatch with one recv, connects, logs in, walks, draws and is visible', async ({
  site,
}) => {
  const { dispatch, bytes } = await readOnce(site.port('dispatch'))
  expect(bytes).toBeLessThan(1000)
  expect(dispatch).toEqual({
    status: 'open',
    ip: '127.0.0.1',
    port: site.port('tcp'),
    protocol: 'Soaprun',
    version: 64,
    comments: [],
  })
  const ann = await SoaprunClient.welcomed(dispatch!.port, dispatch!.ip)
  const bob = await SoaprunClient.welcomed(dispatch!.port, dispatch!.ip)
  expect(await ann.logIn()).toMatchObject({ status: 1, color: 0, items: 0, weather: 0, players: [] })
  expect(await bob.logIn()).toMatchObject({ color: 1, players: [{ index: 0, nodes: [{ x: 30, y: 22 }] }] })
  await ann.walk({ x: 30, y: 24 })
  const drawn = { x: 30, y: 24, tile: 14 }
  expect((await ann.draw(14)).tiles).toEqual([expect.objectContaining(drawn)])
  const seen = await bob.walk()
  expect(seen.tiles).toEqual([expect.objectContaining(drawn)])
  expect(seen.players[0]?.nodes.at(-1)).toEqual({ x: 30, y: 24 })
  expect((await site.room()).players).toBe(2)
  await ann.leave()
  await bob.leave()
})

test('[SR-1.5] the Worker serves the same dispatch at all three paths with its length', async ({ site }) => {
  for (const path of paths) {
    // A compressed response has no length.
    const answer = await fetch(`${site.url}${path}`, { headers: { 'accept-encoding': 'identity' } })
    const body = await answer.text()
    expect([answer.status, answer.headers.get('content-length')]).toEqual([200, String(body.length)])
    const [, , , status, ip, port, protocol, version] = readable.exec(body) ?? []
    expect([status, ip, port, protocol, version]).toEqual([
      'open',
      '127.0.0.1',
      String(site.port('tcp')),
      'Soaprun',
      '64',
    ])
  }
})

test('the same room plays by WebSocket, one packet per message', async ({ site }) => {
  const { websocket } = await site.room()
  const [ann, greeting] = await SoaprunClient.overWebSocket(websocket)
  expect(greeting).toBe('WLCM')
  await ann.logIn()
  const bob = await SoaprunClient.seated(site.port('tcp'))
  await ann.draw(15, { x: 30, y: 24 })
  expect((await bob.walk()).tiles).toEqual([expect.objectContaining({ x: 30, y: 24, tile: 15 })])
  expect(tileAt(await bob.room(1, 1), 10, 9)).toBe(15)
  expect(tileAt(await ann.room(1, 1), 9, 9)).toBe(createHarborMap().tiles[24 * createHarborMap().width + 29])
  await ann.leave()
  expect(ann.fate).toMatch(/^closed by the server: 1000/)
})

function tileAt(room: Uint8Array, x: number, y: number): number | undefined {
  return room[y * 21 + x]
}
