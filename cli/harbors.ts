// The default rooms of `packetboat start`, stored when the Worker is bundled: loading every game only for its
// listeners took a third of the start.
import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Game } from '../games/game.ts'

/** A game that needs no file, and its default listeners. */
export type Harbor = Pick<Game, 'slug' | 'listeners'>

const fileIn = (folder: string) => resolve(folder, 'harbors.json')

/** Writes the list into the Worker's build folder. */
export async function writeHarbors(folder: string): Promise<void> {
  const { games } = await import('../games/index.ts')
  const founded = games.filter(({ uploads }) => !uploads?.file?.required)
  const harbors: Harbor[] = founded.map(({ slug, listeners }) => ({ slug, listen: listeners }))
  await writeFile(fileIn(folder), JSON.stringify(harbors))
}

/** Reads the list. */
export async function readHarbors(folder: string): Promise<readonly Harbor[]> {
  return JSON.parse(await readFile(fileIn(folder), 'utf8'))
}
