// The Archipelago bench: each round has its own site, with rooms that are created, checked in through both listeners,
// released, and opened cold after a restart on the same state.
import { join } from 'node:path'
import type { Bench, Samples } from '../bench.ts'
import { withProcessorTime } from '../processor-time.ts'
import { Site, temporaryFolder } from '../site.ts'
import type { Slot } from './client.ts'
import { type CheckingWanted, CrowdProcess } from './crowd-process.ts'
import { figures, type Route, routes } from './figures.ts'
import { onBaseline } from './floor.ts'
import { big, createRoom, directUrl, enlargedUpload, mixed, tiny } from './multiworlds.ts'
import { connectPlain } from './wire.ts'

const steady: CheckingWanted = { perSecond: 50, forMs: 4000 }
/** As many checks as the original answered in its ten seconds. */
const loop: CheckingWanted = { forMs: 10_000, most: 5875 }
const all: CheckingWanted = { forMs: 10_000 }
const bounces = 100
const bouncesAtOnce = 20
const released = { items: 1000, clients: 300 } as const

export const archipelago: Bench = {
  name: 'archipelago',
  about: 'multiworlds of 120 and 8, through sidecar and Worker',
  figures,
  async run(rounds, samples, tell) {
    const folder = temporaryFolder()
    const crowd = new CrowdProcess()
    try {
      for (let round = 1; round <= rounds; round++) {
        tell(`round ${round} of ${rounds}`)
        await playRound(join(folder.path, `round-${round}`), crowd, samples)
      }
    } finally {
      crowd.end()
      folder.remove()
    }
  },
}

async function playRound(state: string, crowd: CrowdProcess, samples: Samples): Promise<void> {
  await onSite(state, async (site) => {
    for (const door of routes) await measureBig(site, door, crowd, samples)
    for (const door of routes) await measureMixed(site, door, crowd, samples)
    await measureRelease(site, crowd, samples)
    await createRoom(site, 'tiny', tiny)
  })
  await onSite(state, async (site) => samples.add('cold', await coldMs(site)))
}

async function onSite<T>(state: string, measure: (site: Site) => Promise<T>): Promise<T> {
  const site = await Site.start(state)
  try {
    return await measure(site)
  } finally {
    await site.stop()
  }
}

async function measureBig(site: Site, door: Route, crowd: CrowdProcess, samples: Samples): Promise<void> {
  const room = await createRoom(site, `big-${door}`, big)
  samples.add('founded', room.foundedMs)
  const entered = await crowd.enter({ url: room[door], slots: room.slots, deflate: false })
  samples.add(`${door}-entered`, entered)
  const { p50, p95, lost } = await crowd.check(steady)
  samples.add(`${door}-rate-p50`, p50)
  samples.add(`${door}-rate-p95`, p95)
  samples.add(`${door}-lost`, lost)
  await measureLoop(site, door, crowd, samples)
  const bounced = await crowd.bounce(bounces)
  samples.add(`${door}-bounce`, bounced)
  samples.add(`${door}-bounces`, await crowd.bounce(5 * bounces, bouncesAtOnce))
  await crowd.leave()
  if (door === 'direct') await measureFloor(room.slots, bounced, crowd, samples)
}

/** Measured right beside the room that it is compared with, so that the machine's state is the same. */
async function measureFloor(
  slots: readonly Slot[],
  bounced: number,
  crowd: CrowdProcess,
  samples: Samples,
): Promise<void> {
  await onBaseline(async (url) => {
    samples.add('floor-entered', await crowd.enter({ url, slots, deflate: false }))
    const floor = await crowd.bounce(bounces)
    samples.add('floor-bounce', floor)
    samples.add('floor-share', bounced / floor)
    samples.add('floor-bounces', await crowd.bounce(5 * bounces, bouncesAtOnce))
    await crowd.leave()
  })
}

async function measureLoop(site: Site, door: Route, crowd: CrowdProcess, samples: Samples): Promise<void> {
  const run = await withProcessorTime(
    `${door}-loop`,
    site,
    samples,
    ({ checks }) => checks,
    () => crowd.check(loop),
  )
  samples.add(`${door}-loop`, run.perSecond)
  samples.add(`${door}-loop-p50`, run.p50)
  samples.add(`${door}-loop-p95`, run.p95)
  samples.add(`${door}-loop-frames`, run.frames / run.checks)
  samples.add(`${door}-lost`, run.lost)
}

async function measureMixed(site: Site, door: Route, crowd: CrowdProcess, samples: Samples): Promise<void> {
  const room = await createRoom(site, `mixed-${door}`, mixed)
  await crowd.enter({ url: room[door], slots: room.slots, deflate: false })
  const { perSecond, lost } = await crowd.check(all)
  await crowd.leave()
  samples.add(`${door}-mixed`, perSecond)
  samples.add(`${door}-lost`, lost)
}

/** Several clients per slot, 300 in all, with deflate and through the sidecar. */
async function measureRelease(site: Site, crowd: CrowdProcess, samples: Samples): Promise<void> {
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

/** Milliseconds from the upgrade to RoomInfo, in a running Worker, at a room without a connection since the start. */
async function coldMs(site: Site): Promise<number> {
  await greeted(directUrl(site, 'tiny'))
  return greeted(directUrl(site, 'big-direct'))
}

async function greeted(url: string): Promise<number> {
  const began = performance.now()
  const wire = await connectPlain(new URL(url))
  await new Promise<void>((resolve, reject) => {
    wire.frame = () => resolve()
    wire.lost = (why) => reject(new Error(`${url} sends no RoomInfo: ${why}`))
  })
  wire.end()
  return performance.now() - began
}
