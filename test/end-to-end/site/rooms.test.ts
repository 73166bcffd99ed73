import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { pollOptions, test } from '../running-site.ts'
import { SoaprunClient } from '../soaprun/client.ts'

const world = join(import.meta.dirname, '../../games/soaprun/fixtures/worlds/A')

test('a room from a folder, in either format, has its port open when the command returns, and frees it when deleted', async ({
  site,
}) => {
  const harbored = await SoaprunClient.seated(site.port('tcp'))
  for (const format of ['original-format', 'soapdispenser-format']) {
    const words = ['soaprun', join(world, format), '--room', 'attic', '--listen', 'tcp:0', '--json']
    const made = JSON.parse(await site.roomCommand('create', ...words))
    expect(made).toMatchObject({ game: 'soaprun', room: 'attic', url: `${site.url}/soaprun/attic` })
    const address = { transport: 'tcp', host: '127.0.0.1', port: expect.any(Number), sidecar: 'local' }
    expect(made.addresses).toStrictEqual([address])
    const [{ port }] = made.addresses

    const ann = await SoaprunClient.welcomed(port)
    await ann.logIn()
    const file = readFileSync(join(world, 'soapdispenser-format/1,1.room'))
    expect(Buffer.from(await ann.room(1, 1))).toEqual(file)

    await site.roomCommand('delete', 'soaprun/attic', '--yes')
    await ann.gone
    await expect.poll(() => isFree(port), pollOptions).toBe(true)
    expect((await site.fetch('/api/rooms/soaprun/attic')).status).toBe(404)
    await harbored.walk()
  }
})

test('a room created without a choice of listeners has the default listeners, and the command prints them', async ({
  site,
}) => {
  const said = await site.roomCommand('create', 'soaprun', '--room', 'cellar')
  const { addresses } = await site.room('soaprun/cellar')
  expect(addresses.map(({ transport }) => transport)).toEqual(['tcp', 'dispatch'])
  for (const { transport, port } of addresses) expect(said).toContain(`${transport} 127.0.0.1:${port}`)
  await SoaprunClient.seated(addresses[0]!.port)
})

test('a room without a listener is playable by WebSocket only', async ({ site }) => {
  const { websocket } = JSON.parse(
    await site.roomCommand('create', 'soaprun', join(world, 'original-format'), '--listen', 'none', '--json'),
  )
  const [ann, greeting] = await SoaprunClient.overWebSocket(websocket)
  expect(greeting).toBe('WLCM')
  await ann.logIn()
  const name = new URL(websocket).pathname.slice(1)
  expect(await site.room(name)).toMatchObject({ listen: [], addresses: [], players: 1 })
})

test('a port in use is listed with its error, and the room opens anyway', async ({ site }) => {
  // The site's own sidecar opens any free port; a separate sidecar opens the requested port.
  const sidecar = site.sidecar('strict')
  await site.listenerPort('strict')
  const taken = await occupied()
  await site.roomCommand('create', 'soaprun', '--room', 'loft', '--listen', `tcp:${taken}`)
  const wanted = { transport: 'tcp', port: taken, sidecar: 'strict', error: 'EADDRINUSE' }
  const addresses = async () =>
    (await site.room('soaprun/loft')).addresses.filter((one) => one.sidecar === 'strict')
  await expect.poll(addresses, pollOptions).toStrictEqual([wanted])
  await SoaprunClient.seated(await site.listenerPort('local', 'soaprun/loft'))
  expect(sidecar.running).toBe(true)
})

async function occupied(): Promise<number> {
  const server = createServer()
  onTestFinished(() => void server.close())
  return listening(server, 0)
}

async function listening(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  try {
    await listening(server, port)
    return true
  } catch {
    return false
  } finally {
    server.close()
  }
}
