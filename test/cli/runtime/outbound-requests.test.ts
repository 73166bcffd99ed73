import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { sendRequest } from '../../../cli/runtime/outbound-requests.ts'

async function server(answer: (response: ServerResponse) => void) {
  const bodies: string[] = []
  const closed = Promise.withResolvers<void>()
  const http = createServer((request, response) => {
    let body = ''
    request.on('data', (piece) => (body += piece))
    request.on('end', () => {
      bodies.push(body)
      response.on('close', () => closed.resolve())
      answer(response)
    })
  })
  await new Promise<void>((resolve) => http.listen(0, 'localhost', resolve))
  onTestFinished(() => {
    http.closeAllConnections()
    http.close()
  })
  const { port } = http.address() as AddressInfo
  return { url: new URL(`http://localhost:${port}/in`), bodies, closed: closed.promise }
}

const message = (url: URL) => ({ url, method: 'POST', headers: { 'webhook-id': '1' }, body: '{"a":1}' })

test('a request to a name of this machine is rejected unless private addresses are allowed', async () => {
  const { url, bodies } = await server((response) => response.writeHead(429, { 'retry-after': '7' }).end())
  await expect(sendRequest(message(url), false)).rejects.toThrow('not public')
  expect(bodies).toEqual([])
  expect(await sendRequest(message(url), true)).toEqual({ status: 429, headers: { 'retry-after': '7' } })
  expect(bodies).toEqual(['{"a":1}'])
})

test('endless responses are not read, and redirects are not followed', async () => {
  const endless = await server((response) => {
    response.writeHead(307, { location: 'http://localhost/' })
    response.write('x'.repeat(100_000))
  })
  expect(await sendRequest(message(endless.url), true)).toEqual({ status: 307, headers: {} })
  await endless.closed
})

test('an answer that upgrades the connection is an error, because no request asks for an upgrade', async () => {
  const { url } = await server((response) => {
    response.socket!.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n')
  })
  await expect(sendRequest(message(url), true)).rejects.toThrow('no answer')
})

test('a request to a server that does not answer ends at the timeout', async () => {
  const { url } = await server(() => {})
  await expect(sendRequest(message(url), true, 50)).rejects.toThrow()
})
