// Single requests to a multiworld of 120 slots: the server's CPU time for a request, and its requests per second.
import type { Bench, Figure, Samples } from '../bench.ts'
import { type CrowdProcess, forkCrowd, withCrowd } from '../crowd-channel.ts'
import { processorTime } from '../processes.ts'
import { runRounds, type Site, withSite } from '../site.ts'
import type { Operation } from './client.ts'
import type { Crowd } from './crowd.ts'
import { type ConnectionPath, connectionPaths } from './figures.ts'
import { bigUpload, createRoom } from './multiworlds.ts'

/** Labels of the lowest and the highest measurement of MultiServer 0.6.7, in such an environment on another day. */
const [low, high] = ['MultiServer, from', 'to']
const operateMs = 2000
const bounces = 500

interface RequestOf {
  readonly id: string
  readonly kind: Operation
  /** Each client sends its next request when the last request is answered. */
  readonly clients: number
  readonly description: string
  /** The target for the connection path through the sidecar, in answers per second. */
  readonly atLeast?: number
  readonly original?: readonly [from: number, to: number]
}

const operations: readonly RequestOf[] = [
  { id: 'set-1', kind: 'set', clients: 1, description: 'Set, one client', original: [1800, 6400] },
  { id: 'set-10', kind: 'set', clients: 10, description: 'Set, ten clients', atLeast: 1000 },
  { id: 'get-1', kind: 'get', clients: 1, description: 'Get, one client', original: [5800, 9000] },
  { id: 'get-10', kind: 'get', clients: 10, description: 'Get, ten clients', atLeast: 5000 },
  {
    id: 'scout-1',
    kind: 'scout',
    clients: 1,
    description: 'LocationScouts of 50, one client',
    original: [2100, 5050],
  },
  {
    id: 'scout-10',
    kind: 'scout',
    clients: 10,
    description: 'LocationScouts of 50, ten clients',
    atLeast: 5000,
  },
]

const figuresOf = (path: ConnectionPath): Figure[] => [
  {
    id: `${path}-entered`,
    description: `${path}: a client connects, CPU time of Worker and sidecar`,
    unit: 'ms',
    ...(path === 'sidecar' && { atMost: 2 }),
    references: { [low]: 2.7, [high]: 3.4 },
  },
  {
    id: `${path}-bounce`,
    description: `${path}: Bounce to 120 clients, CPU time of Worker and sidecar`,
    unit: 'ms',
    ...(path === 'sidecar' && { atMost: 2 }),
    references: { [low]: 2, [high]: 2.9 },
  },
  ...operations.flatMap(({ id, description, atLeast, original }) => [
    {
      id: `${path}-${id}`,
      description: `${path}: ${description}`,
      unit: '/s',
      ...(atLeast && path === 'sidecar' && { atLeast }),
      ...(original && { references: { [low]: original[0], [high]: original[1] } }),
    },
    {
      id: `${path}-${id}-cpu`,
      description: `${path}: ${description}, CPU time of Worker and sidecar`,
      unit: 'µs',
    },
  ]),
]

export const archipelagoRequestsBench: Bench = {
  name: 'archipelago-requests',
  description: 'single requests of Archipelago clients, through sidecar and Worker',
  figures: connectionPaths.flatMap(figuresOf),
  run: (rounds, samples, onProgress) =>
    withCrowd(forkCrowd<Crowd>(import.meta.dirname), (crowd) =>
      runRounds(rounds, onProgress, (state) =>
        withSite(state, async (site) => {
          for (const path of connectionPaths) await measure(site, path, crowd, samples)
        }),
      ),
    ),
}

async function measure(
  site: Site,
  path: ConnectionPath,
  crowd: CrowdProcess<Crowd>,
  samples: Samples,
): Promise<void> {
  const { [path]: url, slots } = await createRoom(site, `requests-${path}`, bigUpload)
  const spent = async (act: () => Promise<unknown>) => {
    const before = serverTime(site)
    await act()
    return serverTime(site) - before
  }
  // The first clients are not measured, because their connections make the room open its world and the sidecar open its
  // link.
  await crowd.enter({ url, slots: slots.slice(0, 8), deflate: false })
  await crowd.leave()
  const entered = await spent(() => crowd.enter({ url, slots, deflate: false }))
  samples.add(`${path}-entered`, entered / slots.length / 1000)
  samples.add(`${path}-bounce`, (await spent(() => crowd.bounce(bounces))) / bounces / 1000)
  for (const { id, kind, clients } of operations) {
    let answered = 0
    const used = await spent(async () => {
      const result = await crowd.operate({ kind, clients, forMs: operateMs })
      answered = result.answered
      samples.add(`${path}-${id}`, result.perSecond)
    })
    samples.add(`${path}-${id}-cpu`, used / answered)
  }
  await crowd.leave()
}

function serverTime({ workerPid, sidecarPid }: Site): number {
  return processorTime(workerPid) + processorTime(sidecarPid)
}
