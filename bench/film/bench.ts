// The CPU time that a film adds to a room. The same players stay in the same room, alternately with and without the
// film.
import { setTimeout as delay } from 'node:timers/promises'
import { bigUpload, createRoom } from '../archipelago/multiworlds.ts'
import type { Bench, Samples } from '../bench.ts'
import { playerLoads } from '../cost/loads.ts'
import { type Site, withSite, withTemporaryFolder } from '../site.ts'
import { measureCpuShare, startPlayer } from '../spectating/bench.ts'
import { figures, filmedGames } from './figures.ts'

const players = 20
/** Milliseconds of a measured period. In this period the room writes three chunks of the film. */
const forMs = 30_000
const restMs = 2000

export const filmBench: Bench = {
  name: 'film',
  description: `CPU time of the Worker that a film adds to a room of ${players} players`,
  select: ({ game }) => (game !== undefined && filmedGames.includes(game) ? benchOf([game]) : undefined),
  figures,
  run: (...run) => benchOf(filmedGames).run(...run),
}

function benchOf(measured: readonly string[]): Bench {
  return {
    ...filmBench,
    figures: figures.filter(({ id }) => measured.some((game) => id.startsWith(game))),
    run: (rounds, samples, onProgress) =>
      withTemporaryFolder((state) =>
        withSite(state, async (site) => {
          for (const game of measured) await measure(site, game, rounds, samples, onProgress)
        }),
      ),
  }
}

async function measure(
  site: Site,
  game: string,
  rounds: number,
  samples: Samples,
  onProgress: (line: string) => void,
): Promise<void> {
  if (game === 'archipelago') await createRoom(site, 'harbor', bigUpload)
  const room = `${game}/harbor`
  const load = playerLoads.get(game)!
  const crowd = Array.from({ length: load.connections?.(players, 'plays') ?? players }, (_, n) =>
    startPlayer(site, room, load, n),
  )
  const worker = async (isFilmed: boolean) => {
    await site.api.updateRoom(room, { options: { film: isFilmed } })
    await delay(restMs)
    return measureCpuShare(site, forMs)
  }
  try {
    await delay(3 * restMs)
    let before = await worker(false)
    for (let round = 1; round <= rounds; round++) {
      const filmed = await worker(true)
      const after = await worker(false)
      // The baseline is the mean of the periods before and after, because other load on the machine changes over time.
      const alone = (before + after) / 2
      before = after
      samples.add(`${game}-alone`, alone)
      samples.add(`${game}-share`, (100 * (filmed - alone)) / alone)
      onProgress(
        `${game}, round ${round} of ${rounds}: ${alone.toFixed(2)} ms/s, ${filmed.toFixed(2)} filmed`,
      )
    }
  } finally {
    for (const end of crowd) end()
  }
}
