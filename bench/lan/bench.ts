// Eight nodes that broadcast at Doom's rate in the default room, through sidecar and Worker.
import type { Bench, Figure, Samples } from '../bench.ts'
import { withProcessorTime } from '../processor-time.ts'
import { runRounds, type Site, withSite } from '../site.ts'
import { percentile } from '../statistics.ts'
import { runBroadcasters } from './crowd.ts'

const nodes = 8
const perSecond = 35
const forMs = 10_000

const figures: readonly Figure[] = [
  {
    id: 'delivered',
    description: 'packets delivered, 8 nodes at 35 broadcasts a second',
    unit: '%',
    atLeast: 99.9,
  },
  { id: 'age-p50', description: 'age of a packet at its receivers, p50', unit: 'ms', atMost: 1 },
  { id: 'age-p99', description: 'age of a packet at its receivers, p99', unit: 'ms', atMost: 5 },
  { id: 'eight-worker', description: 'CPU time of the Worker per delivered packet', unit: 'µs' },
  { id: 'eight-sidecar', description: 'CPU time of the sidecar per delivered packet', unit: 'µs' },
  { id: 'eight-clients', description: 'CPU time of the clients per delivered packet', unit: 'µs' },
  { id: 'others', description: 'CPU share of other processes', unit: '%' },
]

export const lanBench: Bench = {
  name: 'lan',
  description: '8 nodes that broadcast 35 packets a second each through sidecar and Worker',
  figures,
  run: (rounds, samples, onProgress) =>
    runRounds(rounds, onProgress, (state) => withSite(state, (site) => measure(site, samples))),
}

async function measure(site: Site, samples: Samples): Promise<void> {
  const { ages, expected } = await withProcessorTime(
    'eight',
    site,
    samples,
    (run) => run.ages.length,
    () => runBroadcasters(site.port('lan', 'udp'), nodes, perSecond, forMs),
  )
  samples.add('delivered', (100 * ages.length) / expected)
  samples.add('age-p50', percentile(ages, 0.5))
  samples.add('age-p99', percentile(ages, 0.99))
}
