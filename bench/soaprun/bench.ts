// Each round starts a new site. After the rounds, the bench measures how rooms fall asleep and what their parts cost.
import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Bench, Samples } from '../bench.ts'
import { type CrowdProcess, forkCrowd, withCrowd } from '../crowd-channel.ts'
import { withProcessorTime } from '../processor-time.ts'
import { runRounds, type Site, withSite, withTemporaryFolder } from '../site.ts'
import { percentile } from '../statistics.ts'
import type { Crowd, PaintedTile, RunRequest } from './crowd.ts'
import { countLostDrawings, findBlankCells } from './drawings.ts'
import { figures } from './figures.ts'
import { measureIdle } from './idle.ts'
import { measureInProcess, unlimited } from './in-process.ts'
import { measureSleep } from './sleep.ts'

const clients = 60
const harbor = 'soaprun/harbor'
const natural: RunRequest = { pace: 'natural', drawing: false, warmUpMs: 1000, forMs: 5000 }
const flood: RunRequest = { pace: 'flood', drawing: false, warmUpMs: 1500, forMs: 4000 }
const drawing: RunRequest = { pace: 'flood', drawing: true, warmUpMs: 1500, forMs: 4000 }

export const soaprunBench: Bench = {
  name: 'soaprun',
  description: '60 clients through sidecar and Worker',
  figures,
  async run(rounds, samples, onProgress) {
    await withCrowd(forkCrowd<Crowd>(import.meta.dirname), (crowd) =>
      runRounds(rounds, onProgress, (state) => playRound(state, crowd, samples)),
    )
    onProgress('measuring how rooms fall asleep')
    await withTemporaryFolder((state) => withSite(state, (site) => measureSleep(site, samples)))
    onProgress('measuring the parts of the room')
    for (let round = 0; round < rounds; round++) await measureInProcess(samples)
  },
}

async function playRound(state: string, crowd: CrowdProcess<Crowd>, samples: Samples): Promise<void> {
  const drawings = await withSite(state, async (site) => {
    samples.add('ready-cold', site.readyMs)
    await measureNatural(site, crowd, samples)
    await site.api.updateRoom(harbor, { options: unlimited })
    await measureFlood(site, crowd, samples)
    samples.add('sync', syncMs(join(state, 'sync')))
    const drawn = await measureDrawing(site, crowd, samples)
    samples.add('drawings-lost', await countLostDrawings(drawn, site.port('soaprun', 'tcp')))
    await measureIdle(site, site.port('soaprun', 'tcp'), samples)
    return drawn
  })
  await withSite(state, async (site) => {
    samples.add('ready-warm', site.readyMs)
    samples.add('drawings-lost-after', await countLostDrawings(drawings, site.port('soaprun', 'tcp')))
  })
}

/** The median milliseconds of a disk sync. The room waits for a disk sync before it acknowledges drawings. */
function syncMs(path: string): number {
  const file = openSync(path, 'w')
  const bytes = Buffer.alloc(16_384, 1)
  const times = Array.from({ length: 50 }, (_, at) => {
    writeSync(file, bytes, 0, bytes.length, at * bytes.length)
    const began = performance.now()
    fdatasyncSync(file)
    return performance.now() - began
  })
  closeSync(file)
  return percentile(times, 0.5)
}

async function measureNatural(site: Site, crowd: CrowdProcess<Crowd>, samples: Samples): Promise<void> {
  await crowd.enter(site.port('soaprun', 'tcp'), clients)
  const run = await crowd.run(natural)
  await crowd.leave()
  for (const value of ['p50', 'p95', 'p99', 'wrong'] as const) samples.add(`natural-${value}`, run[value])
}

async function measureFlood(site: Site, crowd: CrowdProcess<Crowd>, samples: Samples): Promise<void> {
  await crowd.enter(site.port('soaprun', 'tcp'), clients)
  const run = await withProcessorTime(
    'flood',
    site,
    samples,
    ({ answers }) => answers,
    () => crowd.run(flood),
  )
  await crowd.leave()
  samples.add('flood', run.perSecond)
  for (const value of ['p50', 'p95', 'p99', 'wrong'] as const) samples.add(`flood-${value}`, run[value])
}

async function measureDrawing(
  site: Site,
  crowd: CrowdProcess<Crowd>,
  samples: Samples,
): Promise<readonly PaintedTile[]> {
  await crowd.enter(site.port('soaprun', 'tcp'), clients, findBlankCells(clients))
  const run = await withProcessorTime(
    'drawing',
    site,
    samples,
    ({ answers }) => answers,
    () => crowd.run(drawing),
  )
  const drawings = await crowd.leave()
  if (drawings.length < clients) throw new Error(`only ${drawings.length} of ${clients} clients drew`)
  samples.add('drawing', run.perSecond)
  samples.add('drawing-p99', run.p99)
  samples.add('drawing-wrong', run.wrong)
  return drawings
}
