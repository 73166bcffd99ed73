// Each round creates its rooms on a new site, and restarts the site to measure a cold start.
import type { Bench, Samples } from '../bench.ts'
import { type CrowdProcess, forkCrowd, withCrowd } from '../crowd-channel.ts'
import { withProcessorTime } from '../processor-time.ts'
import { runRounds, type Site, withSite } from '../site.ts'
import { withBaselineWorker } from './baseline.ts'
import type { Slot } from './client.ts'
import type { CheckRequest, Crowd } from './crowd.ts'
import { type ConnectionPath, connectionPaths, figures } from './figures.ts'
import { connectUncompressed } from './load-socket.ts'
import { bigUpload, createRoom, directUrl, enlargedUpload, mixedUpload, tinyUpload } from './multiworlds.ts'

const steady: CheckRequest = { perSecond: 50, forMs: 4000 }
/** `maxChecks`: the number of checks that the original server answered in ten seconds. */
const loop: CheckRequest = { forMs: 10_000, maxChecks: 5875 }
const all: CheckRequest = { forMs: 10_000 }
const bounces = 100
const bouncesAtOnce = 20
const released = { items: 1000, clients: 300 } as const

export const archipelagoBench: Bench = {
  name: 'archipelago',
  description: 'multiworlds with 120 and with 8 slots, through sidecar and Worker',
  figures,
  run: (rounds, samples, onProgress) =>
    withCrowd(forkCrowd<Crowd>(import.meta.dirname), (crowd) =>
      runRounds(rounds, onProgress, (state) => playRound(state, crowd, samples)),
    ),
}

async function playRound(state: string, crowd: CrowdProcess<Crowd>, samples: Samples): Promise<void> {
  await withSite(state, async (site) => {
    for (const path of connectionPaths) await measureBig(site, path, crowd, samples)
    for (const path of connectionPaths) await measureMixed(site, path, crowd, samples)
    await measureRelease(site, crowd, samples)
    await createRoom(site, 'tiny', tinyUpload)
  })
  await withSite(state, async (site) => samples.add('cold', await coldMs(site)))
}

async function measureBig(
  site: Site,
  path: ConnectionPath,
  crowd: CrowdProcess<Crowd>,
  samples: Samples,
): Promise<void> {
  const room = await createRoom(site, `big-${path}`, bigUpload)
  samples.add('created', room.createdMs)
  const entered = await crowd.enter({ url: room[path], slots: room.slots, deflate: false })
  samples.add(`${path}-entered`, entered)
  const { p50, p95, lost } = await crowd.check(steady)
  samples.add(`${path}-rate-p50`, p50)
  samples.add(`${path}-rate-p95`, p95)
  samples.add(`${path}-lost`, lost)
  await measureLoop(site, path, crowd, samples)
  const bounced = await crowd.bounce(bounces)
  samples.add(`${path}-bounce`, bounced)
  samples.add(`${path}-bounces`, await crowd.bounce(5 * bounces, bouncesAtOnce))
  await crowd.leave()
  if (path === 'direct') await measureBaseline(room.slots, bounced, crowd, samples)
}

/** Measures the baseline directly after the room, because the load of the machine changes over time. */
async function measureBaseline(
  slots: readonly Slot[],
  bounced: number,
  crowd: CrowdProcess<Crowd>,
  samples: Samples,
): Promise<void> {
  await withBaselineWorker(async (url) => {
    samples.add('baseline-entered', await crowd.enter({ url, slots, deflate: false }))
    const baseline = await crowd.bounce(bounces)
    samples.add('baseline-bounce', baseline)
    samples.add('baseline-share', bounced / baseline)
    samples.add('baseline-bounces', await crowd.bounce(5 * bounces, bouncesAtOnce))
    await crowd.leave()
  })
}

async function measureLoop(
  site: Site,
  path: ConnectionPath,
  crowd: CrowdProcess<Crowd>,
  samples: Samples,
): Promise<void> {
  const run = await withProcessorTime(
    `${path}-loop`,
    site,
    samples,
    ({ checks }) => checks,
    () => crowd.check(loop),
  )
  samples.add(`${path}-loop`, run.perSecond)
  samples.add(`${path}-loop-p50`, run.p50)
  samples.add(`${path}-loop-p95`, run.p95)
  samples.add(`${path}-loop-frames`, run.frames / run.checks)
  samples.add(`${path}-lost`, run.lost)
}

async function measureMixed(
  site: Site,
  path: ConnectionPath,
  crowd: CrowdProcess<Crowd>,
  samples: Samples,
): Promise<void> {
  const room = await createRoom(site, `mixed-${path}`, mixedUpload)
  await crowd.enter({ url: room[path], slots: room.slots, deflate: false })
  const { perSecond, lost } = await crowd.check(all)
  await crowd.leave()
  samples.add(`${path}-mixed`, perSecond)
  samples.add(`${path}-lost`, lost)
}

/**
 * Measures how long it takes until 300 clients have the items that a slot releases. The clients use deflate and connect
 * through the sidecar.
 */
async function measureRelease(site: Site, crowd: CrowdProcess<Crowd>, samples: Samples): Promise<void> {
  const room = await createRoom(site, 'release', enlargedUpload(released.items), { release_mode: 'enabled' })
  const slots = Array.from({ length: released.clients }, (_, at) => room.slots[at % room.slots.length]!)
  await crowd.enter({ url: room.sidecar, slots, deflate: true })
  const { frames, bytes, ms, lost } = await crowd.release(released.items)
  await crowd.leave()
  samples.add('release-frames', frames)
  samples.add('release-bytes', bytes / 1e6)
  samples.add('release-ms', ms)
  samples.add('release-lost', lost)
}

/**
 * Milliseconds from the WebSocket upgrade to RoomInfo. The Worker is running, but the room has had no connection since
 * its start.
 */
async function coldMs(site: Site): Promise<number> {
  await measureGreeting(directUrl(site, 'tiny'))
  return measureGreeting(directUrl(site, 'big-direct'))
}

async function measureGreeting(url: string): Promise<number> {
  const began = performance.now()
  const wire = await connectUncompressed(new URL(url))
  await new Promise<void>((resolve, reject) => {
    wire.frame = () => resolve()
    wire.lost = (why) => reject(new Error(`${url} sends no RoomInfo: ${why}`))
  })
  wire.end()
  return performance.now() - began
}
