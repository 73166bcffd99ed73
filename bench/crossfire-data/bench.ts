// The original Crossfire world as a room: what it costs to create the room in workerd, to read a map, and to serve a
// hundred players on sixty of its maps. The world is licensed under the GPL and not part of this repository. The bench
// reads the world from Debian's packages.
import { readFileSync, writeFileSync } from 'node:fs'
import { type Records, TransactionStore } from '../../durable-objects/storage/records.ts'
import { openImportedAtlas } from '../../games/crossfire/import/world/imported-atlas.ts'
import { mapKey } from '../../games/crossfire/import/world/stored-records.ts'
import type { Bench, Samples } from '../bench.ts'
import { processorTime, residentBytes } from '../processes.ts'
import { type Site, withSite, withTemporaryFolder } from '../site.ts'
import { median, percentile } from '../statistics.ts'
import { cpuTimeSince, crowdSize, playOnManyMaps } from './crowd.ts'
import { createRoomRecords, createWorldRoom, readWorld, type World } from './world.ts'

const mebibyte = 1024 * 1024
const { players, maps } = crowdSize
const seconds = 30
/** Loads every eighth map, because loading all maps takes minutes. */
const sampled = 8
const settleMs = 2000

export const crossfireDataBench: Bench = {
  name: 'crossfire-data',
  description: 'the original Crossfire world: its creation, the loading of maps, and 100 players on 60 maps',
  figures: [
    { id: 'peak', description: "creation: increase of workerd's peak memory", unit: 'MiB', atMost: 100 },
    { id: 'creation', description: 'creation: CPU time of workerd, including the upload', unit: 's' },
    { id: 'took', description: 'creation: time from request to answer', unit: 's', atMost: 60 },
    { id: 'read-p50', description: 'loading one map, p50', unit: 'ms' },
    { id: 'read-p95', description: 'loading one map, p95', unit: 'ms', atMost: 20 },
    { id: 'maps', description: `${players} players: maps with players`, unit: '' },
    { id: 'tick-p50', description: `${players} players: a tick, p50`, unit: 'ms' },
    { id: 'tick-p99', description: `${players} players: a tick, p99`, unit: 'ms', atMost: 10 },
    { id: 'answer-p50', description: `${players} players: a command with its answer, p50`, unit: 'ms' },
    {
      id: 'answer-p95',
      description: `${players} players: a command with its answer, p95`,
      unit: 'ms',
      atMost: 20,
    },
    {
      id: 'second',
      description: `${players} players: CPU time of the room per second`,
      unit: 'ms',
      atMost: 120,
    },
  ],
  async run(rounds, samples, onProgress) {
    const world = await readWorld()
    for (let round = 1; round <= rounds; round++) {
      onProgress(`round ${round} of ${rounds}: creation`)
      await withTemporaryFolder((state) => withSite(state, (site) => measureCreation(site, world, samples)))
      const records = await createRoomRecords(world)
      onProgress('reading maps')
      readMaps(records, samples)
      onProgress('players')
      await play(records, samples)
    }
  },
}

async function measureCreation(site: Site, world: World, samples: Samples): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, settleMs))
  const before = residentBytes(site.workerPid)
  const used = processorTime(site.workerPid)
  writeFileSync(`/proc/${site.workerPid}/clear_refs`, '5') // resets VmHWM
  const began = performance.now()
  await createWorldRoom(site, world, 'scorn')
  samples.add('took', (performance.now() - began) / 1000)
  samples.add('creation', (processorTime(site.workerPid) - used) / 1e6)
  const peak = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${site.workerPid}/status`, 'utf8'))?.[1]
  samples.add('peak', (Number(peak) * 1024 - before) / mebibyte)
}

function readMaps(records: Records, samples: Samples): void {
  const store = new TransactionStore(records, 'game/', new Map())
  const atlas = openImportedAtlas(store)
  if (!atlas) throw new Error('no world was created')
  const names = Array.from(store.list(mapKey('')), ([key]) => key.slice(mapKey('').length))
  const took = names
    .filter((_, place) => place % sampled === 0)
    .map((name) => {
      const began = process.cpuUsage()
      atlas.readContent(name, 0)
      return cpuTimeSince(began)
    })
  samples.add('read-p50', median(took))
  samples.add('read-p95', percentile(took, 0.95))
}

async function play(records: Records, samples: Samples): Promise<void> {
  const times = await playOnManyMaps(records, players, maps, seconds)
  samples.add('maps', times.maps)
  samples.add('tick-p50', median(times.ticks))
  samples.add('tick-p99', percentile(times.ticks, 0.99))
  samples.add('answer-p50', median(times.answers))
  samples.add('answer-p95', percentile(times.answers, 0.95))
  samples.add('second', median(times.seconds))
}
