import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Game } from '../../games/game.ts'
import { games } from '../../games/index.ts'

/** The games with a stored room in this version. A game that was added later has none until `npm run state`. */
export function storedGames(version: string): readonly Game[] {
  return games.filter(({ slug }) => existsSync(join(import.meta.dirname, version, `${slug}.packetboat`)))
}
