// A room with the recorded server's island, in which only players change the world.
import { quietOptions } from '../../games/arcane-sector/harness/island-world.ts'
import { worldFile } from '../../games/arcane-sector/transcripts.ts'
import type { Site } from '../running-site.ts'

export const islandName = 'arcane-sector/island'

/** Returns the port of the room's TCP listener. */
export async function createIsland(site: Site, room = 'island'): Promise<number> {
  await site.create({
    game: 'arcane-sector',
    room,
    options: quietOptions,
    listen: [{ transport: 'tcp', port: 0 }],
    file: worldFile(),
  })
  return site.listenerPort('local', `arcane-sector/${room}`)
}
