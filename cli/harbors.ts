// The rooms that `packetboat start` founds by itself. They are written down when the Worker is made: to load every game,
// only to ask it for its doors, took a third of what a start takes.
import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Game } from '../games/game.ts'

/** A game that is founded without a file, and its usual doors. */
export type Harbor = Pick<Game, 'slug' | 'listen'>

const fileIn = (folder: string) => resolve(folder, 'harbors.json')

/** Into the folder that the Worker is made in. */
export async function writeHarbors(folder: string): Promise<void> {
  const { games } = await import('../games/index.ts')
  const founded = games.filter(({ uploads }) => !uploads?.file?.needed)
  const harbors: Harbor[] = founded.map(({ slug, listen }) => ({ slug, listen }))
  await writeFile(fileIn(folder), JSON.stringify(harbors))
}

/** From there. */
export async function readHarbors(folder: string): Promise<readonly Harbor[]> {
  return JSON.parse(await readFile(fileIn(folder), 'utf8'))
}
