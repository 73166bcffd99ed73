// Pings of a sidecar's socket to a room, in fake time over a real socket.
import { EventEmitter, once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { openSocket } from '../../../sidecar/uplink/open-socket.ts'

afterEach(() => void vi.useRealTimers())

it.each([
  ['stays open while the room answers pings', true],
  ['closes 10 s after a ping that the room does not answer', false],
])('a socket to a room %s, and leaves no timer', async (_, autoPong) => {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, autoPong })
  await once(server, 'listening')
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
  const seen = new EventEmitter()
  const [opened, closed, connection] = [once(seen, 'open'), once(seen, 'close'), once(server, 'connection')]
  openSocket(
    new URL(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`),
    { token: 't' },
    {
      onOpen: () => void seen.emit('open'),
      onMessage: () => void seen.emit('message'),
      onClose: (code) => void seen.emit('close', code),
    },
  )
  await opened
  const [room] = (await connection) as [WebSocket]
  for (let ping = 0; ping < (autoPong ? 3 : 1); ping++) {
    const pinged = once(room, 'ping')
    vi.advanceTimersByTime(15_000)
    await pinged
    // The answer to the ping arrives before this message.
    room.send('')
    await once(seen, 'message')
  }
  vi.advanceTimersByTime(10_000)
  if (autoPong) room.terminate()
  expect([await closed, vi.getTimerCount()]).toEqual([[1006], 0])
  server.close()
})
