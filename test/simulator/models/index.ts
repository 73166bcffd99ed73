// The games that are simulated, by their slugs.
import { arcanePlay } from './arcane-sector.ts'
import { archipelagoPlay } from './archipelago.ts'
import { crossfirePlay } from './crossfire.ts'
import { doomPlay } from './doom-2077.ts'
import { soaprunPlay } from './soaprun.ts'
import { tallyPlay } from './tally.ts'
import type { GameModel } from '../core/game-model.ts'

/** What a client's mind must know of its room differs from game to game; the simulation asks only what `Play` says. */
export const gameModels: ReadonlyMap<string, GameModel> = new Map([
  ['tally', tallyPlay as unknown as GameModel],
  ['crossfire', crossfirePlay as unknown as GameModel],
  ['arcane-sector', arcanePlay as unknown as GameModel],
  ['archipelago', archipelagoPlay as unknown as GameModel],
  ['soaprun', soaprunPlay as unknown as GameModel],
  ['doom-2077', doomPlay as unknown as GameModel],
])
