// Clients with the current protocol play in the town of the default room. They connect through the sidecar and the
// Worker.
import type { Bench, Samples } from '../bench.ts'
import { type CrowdProcess, forkCrowd, withCrowd } from '../crowd-channel.ts'
import { withProcessorTime } from '../processor-time.ts'
import { runRounds, type Site, withSite } from '../site.ts'
import type { Crowd } from './crowd.ts'
import { crowds, figures, requestKinds } from './figures.ts'

const forMs = 8000
const steps = 12

export const crossfireBench: Bench = {
  name: 'crossfire',
  description: '10 to 200 clients in the town, through sidecar and Worker',
  figures,
  run: (rounds, samples, onProgress) =>
    withCrowd(forkCrowd<Crowd>(import.meta.dirname), (crowd) =>
      runRounds(rounds, onProgress, async (state) => {
        for (const count of crowds)
          await withSite(`${state}-${count}`, (site) => play(site, crowd, count, samples))
      }),
    ),
}

async function play(
  site: Site,
  crowd: CrowdProcess<Crowd>,
  count: (typeof crowds)[number],
  samples: Samples,
): Promise<void> {
  const port = site.port('crossfire', 'tcp')
  if (count === crowds[0]) {
    await crowd.enter(port, 1)
    samples.add('step', await crowd.step(steps))
    await crowd.leave()
  }
  samples.add(`login-p95-${count}`, await crowd.enter(port, count))
  const run = await withProcessorTime(
    `play-${count}`,
    site,
    samples,
    ({ answers }) => answers,
    () => crowd.play(forMs),
  )
  await crowd.leave()
  for (const what of requestKinds) {
    samples.add(`${what}-p50-${count}`, run.waits[what].p50)
    samples.add(`${what}-p95-${count}`, run.waits[what].p95)
  }
  samples.add(`lost-${count}`, run.lost)
  samples.add(`bytes-${count}`, run.bytes / 1000)
}
