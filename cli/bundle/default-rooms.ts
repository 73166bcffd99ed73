// The list of default rooms of `packetboat start`. The list is stored when the Worker is bundled, because loading every
// game to find its listeners would take a third of the time of a start.
import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Game } from '../../games/game.ts'

/** The default room of a game that needs no file. `title`: the title of the room. */
export type DefaultRoom = Pick<Game, 'slug' | 'listeners'> & { readonly title: string }

const listFile = (folder: string) => resolve(folder, 'default-rooms.json')

export async function writeDefaultRooms(folder: string): Promise<void> {
  const { games } = await import('../../games/index.ts')
  const withoutFile = games.filter(({ uploads }) => !uploads?.file?.required)
  const defaultRooms: DefaultRoom[] = withoutFile.map(({ slug, listeners, about }) => ({
    ...{ slug, listeners, title: about.defaultRoomTitle },
  }))
  await writeFile(listFile(folder), JSON.stringify(defaultRooms))
}

export async function readDefaultRooms(folder: string): Promise<readonly DefaultRoom[]> {
  return JSON.parse(await readFile(listFile(folder), 'utf8'))
}
