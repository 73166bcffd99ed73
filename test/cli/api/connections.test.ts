// Keep-alive connections. A server closes an idle connection after some seconds, and a request sent at that moment is
// lost.
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { ApiClient } from '../../../cli/api/api-client.ts'
import { Failure } from '../../../cli/terminal/failure.ts'

async function startServer(listener: RequestListener): Promise<URL> {
  const server = createServer(listener)
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
}

test('a command opens a connection for each request, so that no request is lost or sent twice', async () => {
  const used = new WeakSet<Socket>()
  const url = await startServer((request, answer) => {
    if (used.has(request.socket)) return request.socket.resetAndDestroy()
    used.add(request.socket)
    request.resume().on('end', () => {
      answer.setHeader('content-type', 'application/json')
      answer.end('{"rooms":[],"people":[],"adminToken":"new"}')
    })
  })
  const api = new ApiClient(url, 'token')
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
    const url = await startServer((_, answer) => {
      answer.writeHead(200, { 'content-length': '100' }).write('half')
      setImmediate(() => answer.socket?.resetAndDestroy())
    })
    await expect(new ApiClient(url)[operation]('archipelago/harbor', 'world.zip')).rejects.toThrow(Failure)
  },
)
