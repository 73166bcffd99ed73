// The recorded server's island as a room of a running site, where nothing happens that no player does.
import { quiet } from '../../games/arcane-sector/harness/island-world.ts'
import { worldFile } from '../../games/arcane-sector/transcripts.ts'
import type { Site } from '../running-site.ts'

export const islandName = 'arcane-sector/island'

/** Founded by the site's HTTP API; back with the port of its TCP door. */
export async function islandOn(site: Site): Promise<number> {
  await site.create({
    game: 'arcane-sector',
    room: 'island',
    options: quiet,
    listen: [{ transport: 'tcp', port: 0 }],
    file: worldFile(),
  })
  return site.listenerPort('local', islandName)
}
