import { afterEach, expect, test, vi } from 'vitest'
import type { TransportClient } from '../../../sidecar/sessions/session.ts'
import { RoomChannels } from '../../../sidecar/uplink/room-channels.ts'
import { silentLog, testAssignment } from '../harness/test-room.ts'

afterEach(() => vi.useRealTimers())

test('unacknowledged frames of disconnected clients do not accumulate, and an earlier player stays connected', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
  const memory = { usedBytes: () => 1e6, availableBytes: 1e6 }
  const unreachable = { upstream: new URL('http://127.0.0.1:1'), token: 't', id: 'one', headers: {} }
  const channels = new RoomChannels(unreachable as never, silentLog, undefined, memory)
  const terminated: string[] = []
  const client = (name: string): TransportClient => ({
    ...{
      address: name,
      transport: 'tcp',
      compressed: false,
      write() {},
      close() {},
      pause() {},
      resume() {},
    },
    terminate: (reason) => terminated.push(`${name}: ${reason}`),
  })
  const room = testAssignment([])
  channels.open(room, client('player')).sendFrame(new Uint8Array(1000))
  vi.advanceTimersByTime(1)
  for (let n = 0; n < 20; n++) {
    const session = channels.open(room, client('stranger'))
    session.sendFrame(new Uint8Array(60_000))
    session.clientClosed('client closed')
  }
  vi.advanceTimersByTime(100)
  const [stats] = channels.stats()
  expect(stats).toMatchObject({ sessions: 4, unacknowledgedBytes: 181_000 })
  expect(new Set(terminated)).toEqual(new Set(['stranger: memory']))
  channels.drop(room.name)
})
