import { existsSync } from 'node:fs'
import { readUpload } from '../../cli/api/upload.ts'
import { gameRecords } from '../../durable-objects/room/create/game-creation.ts'
import type { Records } from '../../durable-objects/storage/records.ts'
import { createRoom } from '../../games/crossfire/create-room.ts'
import { uploadedFile } from '../../games/shared/uploaded-file.ts'
import { createToEnd } from '../../test/create-game.ts'
import { testContext } from '../../test/games/crossfire/harness/rules-arena.ts'
import { memoryRecords } from '../../test/memory-records.ts'
import type { Site } from '../site.ts'

const debian = '/usr/share/games/crossfire'

export type World = { readonly [field: string]: File }

export async function readWorld(): Promise<World> {
  if (!existsSync(`${debian}/archetypes`))
    throw new Error(`${debian} is missing. Run: sudo apt-get install crossfire-common crossfire-maps`)
  const arch = await readUpload(debian, { includes: (path) => !path.includes('/') })
  return { arch, maps: await readUpload(`${debian}/maps`) }
}

/** Creates a room from the world. `listen`: the JSON text of the request's field `listen`. */
export function createWorldRoom(site: Site, world: World, room: string, listen = '[]') {
  const parts = new FormData()
  for (const [name, value] of Object.entries({ game: 'crossfire', room, listen, ...world }))
    parts.set(name, value)
  return site.api.createRoom(parts)
}

/** Creates a room from the world in this process and returns its records. */
export async function createRoomRecords(world: World): Promise<Records> {
  const files = await Promise.all(
    Object.entries(world).map(
      async ([field, file]) =>
        [field, uploadedFile(file.name, new Uint8Array(await file.arrayBuffer()))] as const,
    ),
  )
  const host = testContext('scorn', () => 0)
  const created = await createToEnd((part) => createRoom(part, host), { options: {}, files: new Map(files) })
  if ('refused' in created) throw new Error(created.refused.detail)
  const records = memoryRecords()
  records.writeAll(gameRecords(created))
  return records
}
