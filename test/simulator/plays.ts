// The games that are simulated, by their slugs.
import { arcanePlay } from './models/arcane-sector.ts'
import { archipelagoPlay } from './models/archipelago.ts'
import { crossfirePlay } from './models/crossfire.ts'
import { doomPlay } from './models/doom-2077.ts'
import { soaprunPlay } from './models/soaprun.ts'
import { tallyPlay } from './models/tally.ts'
import type { GameModel } from './play.ts'

/** What a client's mind must know of its room differs from game to game; the simulation asks only what `Play` says. */
export const gameModels: ReadonlyMap<string, GameModel> = new Map([
  ['tally', tallyPlay as unknown as GameModel],
  ['crossfire', crossfirePlay as unknown as GameModel],
  ['arcane-sector', arcanePlay as unknown as GameModel],
  ['archipelago', archipelagoPlay as unknown as GameModel],
  ['soaprun', soaprunPlay as unknown as GameModel],
  ['doom-2077', doomPlay as unknown as GameModel],
])
