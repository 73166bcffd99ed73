import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { expect, it } from 'vitest'
import { nodeClock } from '../../../sidecar/util/node-clock.ts'

it("the sidecar's clock runs scheduled work after all ready sockets have been read, so one message contains the output for all of them", async () => {
  const order: string[] = []
  const connected = Promise.withResolvers<void>()
  const both = Promise.withResolvers<void>()
  let sockets = 0
  const server = createServer((socket) => {
    if (++sockets === 2) connected.resolve()
    socket.on('data', (chunk) => {
      order.push(chunk.toString())
      nodeClock.soon(() => {
        order.push('soon')
        if (order.length === 4) both.resolve()
      })
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const clients = [1, 2].map(() => connect((server.address() as AddressInfo).port, '127.0.0.1'))
  await Promise.all([connected.promise, ...clients.map((client) => once(client, 'connect'))])
  for (const client of clients) client.write('said')
  await both.promise
  expect(order).toEqual(['said', 'said', 'soon', 'soon'])
  for (const client of clients) client.destroy()
  server.close()
})
