// The Arcane Sector bench: crowds of players walk in the default room. They connect through the sidecar and the Worker.
import type { Bench, Samples } from '../bench.ts'
import { type CrowdProcess, forkCrowd, withCrowd } from '../crowd-channel.ts'
import { withProcessorTime } from '../processor-time.ts'
import { runRounds, type Site, withSite } from '../site.ts'
import type { Crowd, WalkRequest } from './crowd.ts'
import { crowds, figures } from './figures.ts'
import { measureWorld } from './world.ts'

const steps: WalkRequest = { perSecond: 5, warmUpMs: 2000, forMs: 10_000 }

export const arcaneSectorBench: Bench = {
  name: 'arcane-sector',
  description: 'crowds of 25 to 200 players, through sidecar and Worker',
  figures,
  run: (rounds, samples, onProgress) =>
    withCrowd(forkCrowd<Crowd>(import.meta.dirname), (crowd) =>
      runRounds(rounds, onProgress, async (state) => {
        await measureWorld(samples)
        for (const one of crowds)
          await withSite(`${state}-${one.id}`, (site) => walk(site, crowd, one, samples))
      }),
    ),
}

/** Starts a site and measures one crowd on it, so that all players are new and start at the same place. */
async function walk(
  site: Site,
  crowd: CrowdProcess<Crowd>,
  { id, count, spread }: (typeof crowds)[number],
  samples: Samples,
): Promise<void> {
  const port = site.port('arcane-sector', 'tcp')
  samples.add(`${id}-entered`, await crowd.enter({ port, count, spread }))
  const run = await withProcessorTime(
    id,
    site,
    samples,
    ({ moves }) => moves,
    () => crowd.walk(steps),
  )
  await crowd.leave()
  samples.add(`${id}-p50`, run.p50)
  samples.add(`${id}-p99`, run.p99)
  samples.add(`${id}-unanswered`, run.unanswered + run.lost)
  samples.add(`${id}-packets`, run.packets)
  samples.add(`${id}-bytes`, run.bytes / 1e6)
}
