import { expect, test } from 'vitest'
import type { RoomEntry } from '../../../cli/api/api-client.ts'
import { waitForReports } from '../../../cli/api/listener-reports.ts'
import { Failure } from '../../../cli/terminal/failure.ts'
import type { RoomAddress } from '../../../durable-objects/rpc/rpc-types.ts'
import { roomEntry } from '../fake-worker.ts'

const tcp = { transport: 'tcp', port: 0 } as const
const udp = { transport: 'udp', port: 0 } as const
const opened = (transport: 'tcp' | 'udp', sidecar: string): RoomAddress => ({
  transport,
  host: '127.0.0.1',
  port: 41_234,
  sidecar,
})

/**
 * A fake Worker that answers each request with the next of these states of the room, and then repeats the last state.
 */
function workerWithStates(...rooms: readonly Partial<RoomEntry>[]) {
  let requests = 0
  const room = async () => roomEntry(rooms[Math.min(requests++, rooms.length - 1)]!)
  return { api: { room }, requestCount: () => requests }
}

test('the client polls the room until every listener is reported, open or not', async () => {
  const listen = [tcp, udp]
  const failed: RoomAddress = { transport: 'udp', port: 0, sidecar: 'local', error: 'no free port' }
  const worker = workerWithStates(
    { listen },
    { listen, addresses: [opened('tcp', 'local')] },
    { listen, addresses: [opened('tcp', 'local'), failed] },
  )
  const { entry, missing } = await waitForReports(worker.api, 'soaprun/harbor')
  expect([entry.addresses.length, missing, worker.requestCount()]).toEqual([2, undefined, 3])
})

test('the client waits for the sidecars that the room names, and for those that have reported some listeners', async () => {
  const listen = [tcp, { ...udp, sidecar: 'east' }]
  const worker = workerWithStates(
    { listen, addresses: [opened('tcp', 'west')] },
    { listen, addresses: [opened('tcp', 'west'), opened('tcp', 'east')] },
    { listen, addresses: [opened('tcp', 'west'), opened('tcp', 'east'), opened('udp', 'east')] },
  )
  const { entry } = await waitForReports(worker.api, 'soaprun/harbor')
  expect([entry.addresses.length, worker.requestCount()]).toEqual([3, 3])
})

test('a room that was just read is not requested again', async () => {
  const worker = workerWithStates({})
  const seen = roomEntry({ listen: [tcp], addresses: [opened('tcp', 'local')] })
  expect(await waitForReports(worker.api, 'soaprun/harbor', seen)).toEqual({ entry: seen })
  expect(worker.requestCount()).toBe(0)
})

test('the change of a room succeeds even if the site fails while the client polls the room', async () => {
  const room = async () => {
    throw new Failure('cannot reach the site')
  }
  const entry = roomEntry({ listen: [tcp] })
  const missing = 'cannot read its addresses: cannot reach the site'
  expect(await waitForReports({ room }, 'soaprun/harbor', entry)).toEqual({ entry, missing })
})

test.each([
  ['no sidecar has opened its listeners', {}],
  ['east has not opened all listeners', { addresses: [opened('tcp', 'east')] }],
])('the timeout names the missing reports: %s', async (output, change) => {
  const worker = workerWithStates({ listen: [tcp, tcp], ...change })
  const { missing } = await waitForReports(worker.api, 'soaprun/harbor', undefined, 0)
  expect(missing).toBe(`${output} within 0 s; run npm run packetboat -- doctor soaprun/harbor`)
  expect(worker.requestCount()).toBe(1)
})
