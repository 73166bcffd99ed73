// The CPU time that a sidecar's listener and link use for a packet, compared with a Node server that answers at once.
// This process runs the sidecar and the Node server. Another process runs the clients and a stand-in for the room.
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import pino from 'pino'
import { framing } from '../../games/soaprun/framing.ts'
import { AddressCounts, type ListenerSpec } from '../../sidecar/listeners/base/listener.ts'
import { openTcpListener } from '../../sidecar/listeners/transports/tcp.ts'
import { Counters } from '../../sidecar/monitoring/counters.ts'
import { RoomChannels } from '../../sidecar/uplink/room-channels.ts'
import { nodeClock } from '../../sidecar/util/node-clock.ts'
import { addLengthField } from '../../wire/net/framing.ts'
import type { Bench, Figure, Samples } from '../bench.ts'
import { type CrowdProcess, forkCrowd, withCrowd } from '../crowd-channel.ts'
import type { Crowd, EchoResult } from './crowd.ts'
import { answerBytes } from './load.ts'

const clients = 60
const warmUpMs = 4000
const forMs = 5000

const settings = { id: 'bench', advertise: '127.0.0.1', bind: '127.0.0.1', token: 'bench' } as const
const request: ListenerSpec = {
  assignment: {
    name: 'soaprun/bench',
    generation: 1,
    doors: [],
    windowBytes: 65_536,
    frameBytes: framing.max,
    peersPerAddress: 0,
    ticks: true,
    idleMs: 0,
  },
  definition: { transport: 'tcp', port: 0, framing },
}

const figures: readonly Figure[] = [
  { id: 'packet', description: 'a packet and its answer, one in flight per client', unit: 'µs', atMost: 7 },
  { id: 'packet-messages', description: 'messages to the room per 100 packets', unit: '' },
  { id: 'packet-own', description: 'a packet and its answer, user mode only', unit: 'µs' },
  { id: 'cast', description: 'a multicast frame, per receiver', unit: 'µs' },
  { id: 'cast-own', description: 'a multicast frame, per receiver, user mode only', unit: 'µs' },
  { id: 'echo', description: 'a packet and its answer, bare Node server', unit: 'µs' },
  { id: 'echo-own', description: 'a packet and its answer, bare Node server, user mode only', unit: 'µs' },
]

export const sidecarBench: Bench = {
  name: 'sidecar',
  description: 'CPU time of a sidecar’s listener and link, 60 clients',
  figures,
  async run(rounds, samples, onProgress) {
    for (let round = 1; round <= rounds; round++) {
      onProgress(`round ${round} of ${rounds}`)
      await withCrowd(forkCrowd<Crowd>(import.meta.dirname), (crowd) => throughLink(crowd, samples))
      await withCrowd(forkCrowd<Crowd>(import.meta.dirname), (crowd) => echoed(crowd, samples))
    }
  },
}

async function throughLink(crowd: CrowdProcess<Crowd>, samples: Samples): Promise<void> {
  const log = pino({ level: 'silent' })
  const upstream = new URL(`http://127.0.0.1:${await crowd.roomPort()}`)
  const links = new RoomChannels({ ...settings, upstream }, log)
  const listener = await openTcpListener(
    request,
    { host: '127.0.0.1', port: 0 },
    {
      openSession: (room, client) => links.open(room, client),
      addressCounts: new AddressCounts(),
      maxConnections: clients,
      proxies: [],
      balancers: [],
      counters: new Counters(),
      log,
      clock: nodeClock,
      isWorkerUnreachable: () => false,
    },
  )
  await crowd.enter(listener.port, clients)
  await delay(500) // waits until the link is connected and the sessions are open
  await measured('packet', samples, (ms) => crowd.ask(ms))
  await measured('cast', samples, (ms) => crowd.listen(ms))
  await crowd.leave()
  links.drop(request.assignment.name)
  await listener.close('measured')
}

async function echoed(crowd: CrowdProcess<Crowd>, samples: Samples): Promise<void> {
  const answer = addLengthField(framing, new Uint8Array(answerBytes))
  const server = createServer({ noDelay: true }, (socket) => {
    socket.on('data', () => socket.write(answer))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  await crowd.enter((server.address() as AddressInfo).port, clients)
  await measured('echo', samples, (ms) => crowd.ask(ms))
  await crowd.leave()
  server.close()
}

/** Adds the microseconds of CPU time per frame that the clients receive. */
async function measured(
  id: string,
  samples: Samples,
  play: (ms: number) => Promise<EchoResult>,
): Promise<void> {
  await play(warmUpMs)
  const before = process.cpuUsage()
  const { frames, messages } = await play(forMs)
  const { user, system } = process.cpuUsage(before)
  samples.add(id, (user + system) / frames)
  samples.add(`${id}-own`, user / frames)
  if (id === 'packet') samples.add('packet-messages', (100 * messages) / frames)
}
