import { expect } from 'vitest'
import { WebSocket } from 'ws'
import type { Options } from '../../../games/game.ts'
import { canConnect } from '../network/ports.ts'
import { TcpRelay } from '../network/tcp-relay.ts'
import { test as base, pollOptions, type Site, unlimited } from '../running-site.ts'
import { SoaprunClient } from '../soaprun/client.ts'
import { maxAnswerMs, Painters } from '../soaprun/painters.ts'

const cuts = 6

const test = base.extend('env', { scope: 'file' }, () => ({ SIDECAR_TOKEN_NEXT: 'the-next-one' }))

/** Creates a Soaprun room and returns its name, as `game/room`. */
async function createRoom(site: Site, options: Options = unlimited): Promise<string> {
  const { game, room } = await site.create({
    game: 'soaprun',
    options,
    listen: [{ transport: 'tcp', port: 0 }],
  })
  return `${game}/${room}`
}

test('repeated cuts of the link during a game lose nothing and disconnect nobody', async ({
  site,
  annotate,
}) => {
  const room = await createRoom(site)
  const relay = await TcpRelay.to(Number(new URL(site.url).port))
  const sidecar = site.sidecar('cut', relay.url)
  const port = await site.listenerPort('cut', room)
  const painters = await Painters.begin(port, 30)
  for (let cut = 0; cut < cuts; cut++) {
    // Cuts the link and, if it is connected, the control socket.
    expect(relay.cut()).toBeGreaterThanOrEqual(1)
    await painters.paint(3)
  }
  await painters.stop()
  await annotate(`longest wait for an answer over ${cuts} cuts: ${painters.longestWait} ms`)
  expect(painters.longestWait).toBeLessThan(maxAnswerMs)
  await painters.checkBy(await SoaprunClient.seated(await site.listenerPort('local', room)))
  expect(await site.listenerPort('cut', room)).toBe(port)
  expect(sidecar.running).toBe(true)
})

test('a sidecar drains on SIGTERM, disconnects its clients and exits 0, and the room has stored everything that it answered', async ({
  site,
}) => {
  const room = await createRoom(site)
  const sidecar = site.sidecar('drained')
  const painters = await Painters.begin(await site.listenerPort('drained', room), 20)
  expect(await sidecar.stop()).toBe(0)
  await painters.gone()
  const newcomer = await SoaprunClient.seated(await site.listenerPort('local', room))
  await painters.checkBy(newcomer)
  await expect.poll(async () => (await site.room(room)).players, pollOptions).toBe(1)
  const { addresses } = await site.room(room)
  expect(addresses.map(({ sidecar }) => sidecar)).toEqual(['local'])
})

test('frames that reached the room before a SIGTERM are answered before the sidecar disconnects', async ({
  site,
}) => {
  const room = await createRoom(site)
  const relay = await TcpRelay.to(Number(new URL(site.url).port))
  const sidecar = site.sidecar('relayed', relay.url)
  const port = await site.listenerPort('relayed', room)
  const players = await seatedAll(port, 9)
  for (const [index, player] of players.entries())
    await player.walk({ x: 30, y: 24 }, { x: 26 + index, y: 24 })
  const watcher = await SoaprunClient.seated(await site.listenerPort('local', room))

  relay.hold()
  const answers = players.map((player) => player.draw(14))
  const drawn = async () => [...(await watcher.room(1, 1)).slice(9 * 21 + 6, 9 * 21 + 15)]
  await expect.poll(drawn, pollOptions).toEqual(players.map(() => 14))
  const exit = sidecar.stop()
  await expect.poll(() => canConnect(port), pollOptions).toBe(false)
  expect(players.map(({ fate }) => fate)).toEqual(players.map(() => 'open'))
  relay.release()
  await Promise.all(answers)
  await Promise.all(players.map(({ gone }) => gone))
  expect(await exit).toBe(0)
})

test('a killed sidecar returns on its ports, and the sessions of its lost clients end at once', async ({
  site,
}) => {
  const room = await createRoom(site, { maxPlayers: 5 })
  const sidecar = site.sidecar('struck')
  const port = await site.listenerPort('struck', room)
  const before = await seatedAll(port, 5)
  expect((await SoaprunClient.overTcp(port))[1]).toBe('OVER')
  await sidecar.kill()
  await Promise.all(before.map((client) => client.gone))
  const again = site.sidecar('struck')
  await expect.poll(() => canConnect(port), pollOptions).toBe(true)
  const after = await seatedAll(port, 5)
  for (const client of after) await client.walk()
  expect(again.running).toBe(true)
})

test('the newer of two sidecars with one id fences the older one, whose process exits with code 1', async ({
  site,
}) => {
  const room = await createRoom(site)
  const older = site.sidecar('twin')
  const ann = await SoaprunClient.seated(await site.listenerPort('twin', room))
  const newer = site.sidecar('twin')
  expect(await older.exit).toBe(1)
  expect(older.errors.at(-1)).toBe('another sidecar took over the id twin')
  await ann.gone
  await expect.poll(async () => canConnect(await site.listenerPort('twin', room)), pollOptions).toBe(true)
  const bob = await SoaprunClient.seated(await site.listenerPort('twin', room))
  expect((await bob.walk()).players).toEqual([])
  expect(newer.running).toBe(true)
})

test('a hanging sidecar is fenced: its sessions end, and its process exits when it continues', async ({
  site,
}) => {
  const room = await createRoom(site, { maxPlayers: 5 })
  const older = site.sidecar('hanging')
  const port = await site.listenerPort('hanging', room)
  const lost = await seatedAll(port, 5)
  older.process.kill('SIGSTOP')
  const newer = site.sidecar('hanging')
  await expect.poll(() => site.listenerPort('hanging', room), pollOptions).not.toBe(port)
  const players = await seatedAll(await site.listenerPort('hanging', room), 5)
  older.process.kill('SIGCONT')
  expect(await older.exit).toBe(1)
  await Promise.all(lost.map(({ gone }) => gone))
  for (const player of players) expect((await player.walk()).players).toHaveLength(4)
  expect(newer.running).toBe(true)
})

test('during a rotation the old and the new secret are valid, and any other is rejected with 401', async ({
  site,
}) => {
  const ids = ['early', 'late']
  // The room names both sidecars, because otherwise it would use only one of them in addition to the site's own.
  await site.patch({ listen: ids.map((sidecar) => ({ transport: 'tcp', port: 0, sidecar })) })
  site.sidecar('early', site.url, 'the-next-one')
  site.sidecar('late')
  for (const id of ids) {
    const client = await SoaprunClient.seated(await site.listenerPort(id))
    await client.leave()
  }
  for (const path of ['/soaprun/harbor/link', '/api/sidecar?id=third&advertise=127.0.0.1']) {
    expect(await upgrade(`${site.url}${path}`, site.sidecarToken)).toBe(101)
    expect(await upgrade(`${site.url}${path}`, 'the-next-one')).toBe(101)
    for (const wrong of ['a-third', site.ready.adminToken]) {
      expect(await upgrade(`${site.url}${path}`, wrong)).toBe(401)
    }
  }
  const third = site.sidecar('third', site.url, 'a-third')
  await expect.poll(() => third.errors.join('\n'), pollOptions).toContain('rejects SIDECAR_TOKEN')
})

function seatedAll(port: number, count: number): Promise<SoaprunClient[]> {
  return Promise.all(Array.from({ length: count }, () => SoaprunClient.seated(port)))
}

function upgrade(url: string, token: string): Promise<number | undefined> {
  const socket = new WebSocket(url.replace('http', 'ws'), { headers: { authorization: `Bearer ${token}` } })
  return new Promise((resolve, reject) => {
    socket.on('error', reject)
    socket.on('unexpected-response', (request, response) => {
      resolve(response.statusCode)
      request.destroy()
    })
    socket.on('open', () => {
      resolve(101)
      socket.terminate()
    })
  })
}
