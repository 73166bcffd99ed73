// One idle client: the latency of the same packet on the room's own WebSocket and through the sidecar.
import { setTimeout as delay } from 'node:timers/promises'
import type { Samples } from '../bench.ts'
import type { Site } from '../site.ts'
import { percentile } from '../statistics.ts'
import { LoadClient } from './client.ts'
import { connectTcp, connectWebSocket } from './load-sockets.ts'

/**
 * The connections take turns, with one packet in flight at a time. There are many of them, because a tick's output
 * would otherwise always go to the measured client.
 */
const connections = 24
const windowMs = 3
const turns = 20
const restMs = 20

type Pair = readonly [direct: LoadClient, through: LoadClient]

/** Measures an idle client's latency over both routes. The room must have no rate limits. */
export async function measureIdle(site: Site, port: number, samples: Samples): Promise<void> {
  const url = new URL('/soaprun/harbor', site.url)
  const enter = async (): Promise<Pair> => {
    const pair = [
      await LoadClient.welcomed(await connectWebSocket(url)),
      await LoadClient.welcomed(await connectTcp(port)),
    ] as const
    for (const client of pair) await client.logIn()
    return pair
  }
  const pairs = await Promise.all(Array.from({ length: connections }, enter))
  await measureAwake(pairs, samples)
  await measureRested(pairs, samples)
  for (const client of pairs.flat()) {
    if (client.bad || client.lost !== undefined)
      throw new Error(`idle client: ${client.lost ?? 'bad answers'}`)
    client.end()
  }
}

/**
 * Sends one packet after another, alternately over the two routes, so that disturbances affect both. No process sleeps
 * between two packets, so the result does not include the time in which the machine wakes a process.
 */
async function measureAwake(pairs: readonly Pair[], samples: Samples): Promise<void> {
  const times: (readonly [direct: number, through: number])[] = []
  for (let turn = -2; turn < turns; turn++) {
    const began = performance.now()
    for (const [index, pair] of pairs.entries()) {
      const measured = await measurePair(pair, (turn + index) % 2 !== 0)
      if (turn >= 0) times.push(measured)
    }
    while (performance.now() - began < windowMs) await microseconds(pairs[0]![1])
  }
  const median = (of: (pair: readonly [direct: number, through: number]) => number) =>
    percentile(times.map(of), 0.5)
  samples.add(
    'idle-direct',
    median(([direct]) => direct),
  )
  samples.add(
    'idle-sidecar',
    median(([, through]) => through),
  )
  samples.add(
    'idle-added',
    median(([direct, through]) => through - direct),
  )
}

/**
 * Sends each packet after a pause in which every process has fallen asleep. Packets of real players have pauses of this
 * length.
 */
async function measureRested(pairs: readonly Pair[], samples: Samples): Promise<void> {
  const added: number[] = []
  for (const [direct, through] of pairs) {
    await delay(restMs)
    const directUs = await microseconds(direct)
    await delay(restMs)
    added.push((await microseconds(through)) - directUs)
  }
  samples.add('rested-added', percentile(added, 0.5))
}

async function measurePair(
  [direct, through]: Pair,
  directFirst: boolean,
): Promise<readonly [number, number]> {
  if (directFirst) return [await microseconds(direct), await microseconds(through)]
  const throughUs = await microseconds(through)
  return [await microseconds(direct), throughUs]
}

function microseconds(client: LoadClient): Promise<number> {
  const request = client.request({ type: 'myPo', nodes: [client.place] })
  return new Promise((resolve) => {
    const sent = performance.now()
    client.send(request, () => resolve((performance.now() - sent) * 1000))
  })
}
