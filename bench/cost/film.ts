// Measures the size of a room's film and the number of its writes under simulated time.
import { filmKeyPrefix } from '../../durable-objects/storage/film-store.ts'
import type { PlayerLoad } from './players/load.ts'
import { MeteredRoom } from './simulated-room.ts'

const minuteMs = 60_000
const gapMs = 137
const settleMs = 20_000
/** Milliseconds between two samples of the film's size. The room writes a chunk of the film every ten seconds. */
const sampleMs = 5000

export interface FilmUsage {
  readonly bytes: number
  readonly writes: number
  readonly minutes: number
}

/** Measures `minutes` simulated minutes after all players have joined. */
export async function measureFilm(load: PlayerLoad, players: number, minutes: number): Promise<FilmUsage> {
  const { setup } = load
  const room = await MeteredRoom.create({ ...setup, options: { ...setup.options, film: true } })
  const connections = load.connections?.(players, 'plays') ?? players
  for (let n = 0; n < connections; n++) {
    room.connectClient(load.transport, 'sidecar', (client) => load.player(n, 'plays', client))
    await room.advance(gapMs)
  }
  await room.advance(settleMs)
  const before = sizesOf(room)
  let last = before
  let writes = 0
  for (let ms = 0; ms < minutes * minuteMs; ms += sampleMs) {
    await room.advance(sampleMs)
    const now = sizesOf(room)
    for (const [key, size] of now) if (last.get(key) !== size) writes++
    last = now
  }
  return { bytes: sum(last) - sum(before), writes, minutes }
}

function sizesOf({ records }: MeteredRoom): Map<string, number> {
  return new Map(
    records.filter(([key]) => key.startsWith(filmKeyPrefix)).map(([key, value]) => [key, value.length]),
  )
}

function sum(sizes: ReadonlyMap<string, number>): number {
  return [...sizes.values()].reduce((all, size) => all + size, 0)
}
