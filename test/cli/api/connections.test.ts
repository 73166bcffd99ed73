// Keep-alive connections. A server closes an idle connection after some seconds, and a request sent at that moment is
// lost.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { ApiClient } from '../../../cli/api/api-client.ts'
import { Failure } from '../../../cli/terminal/failure.ts'

const ends: (() => unknown)[] = []
afterEach(() => Promise.all(ends.splice(0).map((end) => end())))

/** A server that answers one request per connection with keep-alive, and closes the connection at the next request. */
async function forgetful(): Promise<URL> {
  const met = new WeakSet<Socket>()
  const server = createServer((request, answer) => {
    if (met.has(request.socket)) return request.socket.resetAndDestroy()
    met.add(request.socket)
    request.resume().on('end', () => {
      answer.setHeader('content-type', 'application/json')
      answer.end('{"rooms":[],"people":[],"adminToken":"new"}')
    })
  })
  ends.push(() => {
    server.close()
    server.closeAllConnections()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
}

test('a command opens a connection for each request, so that no request is lost or sent twice', async () => {
  const api = new ApiClient(await forgetful(), 'token')
  await api.rooms()
  const parts = new FormData()
  parts.set('game', 'soaprun')
  expect(await api.createRoom(parts)).toMatchObject({ adminToken: 'new' })
  expect(await api.renewToken('soaprun/harbor')).toMatchObject({ adminToken: 'new' })
  await api.deleteRoom('soaprun/harbor')
  expect(await api.people('soaprun/harbor')).toEqual([])
})

test.each(['stageFilesZip', 'downloadFile'] as const)(
  '%s fails with a message, not with an unexpected error, if the site closes the connection in the middle of the answer',
  async (operation) => {
    const server = createServer((_, answer) => {
      answer.writeHead(200, { 'content-length': '100' }).write('half')
      setImmediate(() => answer.socket?.resetAndDestroy())
    })
    ends.push(() => server.close())
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const api = new ApiClient(new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
    await expect(api[operation]('archipelago/harbor', 'world.zip')).rejects.toThrow(Failure)
  },
)
