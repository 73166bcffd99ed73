// Measures the heap every ten minutes while the crowd plays for an hour of the room's time. The heap must not grow.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Bench } from '../bench.ts'
import { crowdSize, playOnManyMaps } from './crowd.ts'
import { createRoomRecords, readWorld } from './world.ts'

const mebibyte = 1024 * 1024
const minutes = [10, 20, 30, 40, 50, 60] as const

export const crossfireHourBench: Bench = {
  name: 'crossfire-hour',
  description: 'the original Crossfire world: the heap in an hour of 100 players on 60 maps',
  figures: [
    ...minutes.map((minute) => ({
      id: `heap-${minute}`,
      description: `heap after a garbage collection, minute ${minute}`,
      unit: 'MiB',
    })),
    {
      id: 'growth',
      description: 'mean of the last three heaps minus mean of the first three',
      unit: 'MiB',
      atMost: 2,
    },
  ],
  async run(rounds, samples, onProgress) {
    setFlagsFromString('--expose-gc')
    const collectGarbage = runInNewContext('gc') as () => void
    const world = await readWorld()
    for (let round = 1; round <= rounds; round++) {
      const heaps: number[] = []
      const seconds = 60 * minutes.at(-1)!
      await playOnManyMaps(
        await createRoomRecords(world),
        crowdSize.players,
        crowdSize.maps,
        seconds,
        (second, times) => {
          // Clears the recorded times, because the measurement would show them as growth of the heap.
          for (const each of Object.values(times)) each.length = 0
          if (second % (60 * minutes[0]) !== 0) return
          collectGarbage()
          heaps.push(process.memoryUsage().heapUsed / mebibyte)
          samples.add(`heap-${second / 60}`, heaps.at(-1)!)
          onProgress(`round ${round} of ${rounds}: minute ${second / 60}: ${heaps.at(-1)!.toFixed(1)} MiB`)
        },
      )
      const sum = (some: readonly number[]) => some.reduce((all, each) => all + each, 0)
      const half = heaps.length / 2
      samples.add('growth', (sum(heaps.slice(half)) - sum(heaps.slice(0, half))) / half)
    }
  },
}
