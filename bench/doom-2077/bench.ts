// Players walk in circles in the default room. They connect through the sidecar and the Worker.
import type { Bench, Samples } from '../bench.ts'
import { type CrowdProcess, forkCrowd, withCrowd } from '../crowd-channel.ts'
import { residentBytes } from '../processes.ts'
import { withProcessorTime } from '../processor-time.ts'
import { runRounds, type Site, withSite } from '../site.ts'
import type { Crowd, WalkRequest } from './crowd.ts'
import { figures } from './figures.ts'

const movesPerSecond = 30
const forMs = 10_000
const addresses = 100_000

export const doomBench: Bench = {
  name: 'doom-2077',
  description: '4 and 16 players through sidecar and Worker; JOINs from 100,000 addresses',
  figures,
  run: (rounds, samples, onProgress) =>
    withCrowd(forkCrowd<Crowd>(import.meta.dirname), (crowd) =>
      runRounds(rounds, onProgress, (state) => withSite(state, (site) => measure(site, crowd, samples))),
    ),
}

async function measure(site: Site, crowd: CrowdProcess<Crowd>, samples: Samples): Promise<void> {
  const port = site.port('doom-2077', 'udp')
  const walk = (count: number, readsPerSecond = 0): WalkRequest => ({
    port,
    count,
    readsPerSecond,
    movesPerSecond,
    forMs,
  })
  const slow = await crowd.walk(walk(4, 30))
  samples.add('slow-age-p95', slow.ageP95)
  samples.add('slow-unread', slow.unread)
  const four = await crowd.walk(walk(4))
  samples.add('four-fanout-p50', four.fanoutP50)
  samples.add('four-fanout-p95', four.fanoutP95)
  samples.add('four-ping-p99', four.pingP99)
  const sixteen = await withProcessorTime(
    'sixteen',
    site,
    samples,
    ({ delivered }) => delivered,
    () => crowd.walk(walk(16)),
  )
  samples.add('sixteen-joined', sixteen.joined)
  samples.add('sixteen-delivered', (100 * sixteen.delivered) / sixteen.expected)
  samples.add('sixteen-fanout-p50', sixteen.fanoutP50)
  samples.add('sixteen-fanout-p95', sixteen.fanoutP95)
  samples.add('sixteen-ping-p50', sixteen.pingP50)
  samples.add('sixteen-ping-p99', sixteen.pingP99)
  const before = residentBytes(site.sidecarPid)
  samples.add('flood-sent', await crowd.flood(port, addresses))
  samples.add('flood-memory', (residentBytes(site.sidecarPid) - before) / 1e6)
}
