// The memory of rooms and uploads, compared with the 128 MB that an isolate has for all its objects. The bench measures
// a local workerd, whose process contains the Worker, the Directory, every room and workerd itself.
import { randomFillSync } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { zipSync } from 'fflate'
import { ApiFailure } from '../../cli/api/api-client.ts'
import { readFixtureMultidata } from '../../test/games/archipelago/sample-multiworlds.ts'
import type { Bench, Samples } from '../bench.ts'
import { residentBytes } from '../processes.ts'
import { type Site, withSite, withTemporaryFolder } from '../site.ts'

const mebibyte = 1024 * 1024
const roomsOfAGame = 10
const games = ['soaprun', 'arcane-sector', 'doom-2077', 'crossfire', 'archipelago'] as const
const uploadBytes = 60 * mebibyte
const settleMs = 2000

function fileOf(game: (typeof games)[number]): File | undefined {
  if (game !== 'archipelago') return undefined
  return new File([readFixtureMultidata('big-120p') as Uint8Array<ArrayBuffer>], 'big.archipelago')
}

/**
 * The measured uploads: a file that is rejected because it is not a multidata, two such files at once, and a zip that
 * is accepted although the room stores little of it.
 */
function uploads(): { readonly [id: string]: readonly File[] } {
  const noise = new Uint8Array(uploadBytes)
  for (let at = 0; at < noise.length; at += 65_536) randomFillSync(noise, at, 65_536)
  noise[0] = 7
  const stored = (from: number, to: number) => [noise.subarray(from, to), { level: 0 }] as const
  const zip = zipSync({
    'a.archipelago': readFixtureMultidata('big-120p'),
    'b.bin': [...stored(0, 20 * mebibyte)],
    'c.bin': [...stored(20 * mebibyte, uploadBytes)],
  })
  const bare = () => new File([noise], 'bare.archipelago')
  return { bare: [bare()], zip: [new File([zip as Uint8Array<ArrayBuffer>], 'a.zip')], two: [bare(), bare()] }
}

let made = 0

async function createRoom(site: Site, game: string, file: File | undefined): Promise<string> {
  const room = `room-${made++}`
  const parts = new FormData()
  for (const [name, value] of Object.entries({ game, room, listen: '[]' })) parts.set(name, value)
  if (file) parts.set('file', file)
  try {
    await site.api.createRoom(parts)
  } catch (error) {
    // The room rejects an invalid multidata only after the whole upload, so a refusal is expected.
    if (!(error instanceof ApiFailure) || error.error !== 'refused') throw error
  }
  return `${game}/${room}`
}

/** Returns the MiB by which the peak of the Worker's memory during `act` exceeds the memory before `act`. */
async function peakIncrease(site: Site, act: () => Promise<unknown>): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, settleMs))
  const before = residentBytes(site.workerPid)
  writeFileSync(`/proc/${site.workerPid}/clear_refs`, '5') // resets VmHWM
  await act()
  const peak = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${site.workerPid}/status`, 'utf8'))?.[1]
  return (Number(peak) * 1024 - before) / mebibyte
}

/**
 * Measures the memory per room with ten rooms of each game: after their creation, and after opening them in a process
 * that has created none.
 */
async function measureRooms(folder: string, samples: Samples): Promise<void> {
  const names = new Map<string, readonly string[]>()
  await measureEachGame(folder, samples, 'creation', async (site, game) => {
    const of: string[] = []
    for (let i = 0; i < roomsOfAGame; i++) of.push(await createRoom(site, game, fileOf(game)))
    names.set(game, of)
  })
  await measureEachGame(folder, samples, 'open', async (site, game) => {
    // Requesting a room's description opens its world.
    for (const name of names.get(game)!) await site.api.room(name)
  })
}

/** `id`: the id of the figure for all games together. The ids of single games are `soaprun open` and the like. */
async function measureEachGame(
  folder: string,
  samples: Samples,
  id: 'creation' | 'open',
  act: (site: Site, game: (typeof games)[number]) => Promise<void>,
): Promise<void> {
  await withSite(folder, async (site) => {
    const memory = () => residentBytes(site.workerPid) / mebibyte
    const alone = memory()
    if (id === 'open') samples.add('alone', alone)
    for (const game of games) {
      const before = memory()
      await act(site, game)
      samples.add(`${game} ${id}`, (memory() - before) / roomsOfAGame)
    }
    samples.add(id, memory() - alone)
  })
}

async function run(rounds: number, samples: Samples, onProgress: (line: string) => void): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    await withTemporaryFolder(async (state) => {
      onProgress('rooms')
      await measureRooms(state, samples)
      for (const [id, files] of Object.entries(uploads())) {
        onProgress(`upload: ${id}`)
        // Measures each upload in a new process, because a process does not return freed memory.
        await withSite(state, async (site) => {
          const act = () => Promise.all(files.map((file) => createRoom(site, 'archipelago', file)))
          samples.add(id, await peakIncrease(site, act))
        })
      }
    })
  }
}

export const memoryBench: Bench = {
  name: 'memory',
  description: 'memory of rooms and uploads',
  figures: [
    { id: 'alone', description: 'workerd after its start, before a room is opened', unit: 'MiB' },
    ...games.map((game) => ({
      id: `${game} open`,
      description: `${game}: memory per open room, with ${roomsOfAGame} rooms`,
      unit: 'MiB',
    })),
    { id: 'open', description: 'all fifty open rooms', unit: 'MiB', atMost: 64 },
    ...games.map((game) => ({
      id: `${game} creation`,
      description: `${game}: memory per created room, including the garbage of its creation`,
      unit: 'MiB',
    })),
    { id: 'creation', description: 'all fifty created rooms', unit: 'MiB' },
    { id: 'bare', description: 'an upload of 60 MiB: increase of the peak', unit: 'MiB', atMost: 32 },
    { id: 'zip', description: 'a zip of 60 MiB: increase of the peak', unit: 'MiB', atMost: 32 },
    {
      id: 'two',
      description: 'two uploads of 60 MiB at once: increase of the peak',
      unit: 'MiB',
      atMost: 64,
    },
  ],
  run,
}
