// The games that are simulated, by their slugs.

import type { GameModel } from '../core/game-model.ts'
import { arcaneSectorModel } from './arcane-sector.ts'
import { archipelagoModel } from './archipelago.ts'
import { crossfireModel } from './crossfire.ts'
import { doomModel } from './doom-2077.ts'
import { soaprunModel } from './soaprun.ts'
import { tallyModel } from './tally.ts'

/** What a client's mind must know of its room differs from game to game; the simulation asks only what `Play` says. */
export const gameModels: ReadonlyMap<string, GameModel> = new Map([
  ['tally', tallyModel as unknown as GameModel],
  ['crossfire', crossfireModel as unknown as GameModel],
  ['arcane-sector', arcaneSectorModel as unknown as GameModel],
  ['archipelago', archipelagoModel as unknown as GameModel],
  ['soaprun', soaprunModel as unknown as GameModel],
  ['doom-2077', doomModel as unknown as GameModel],
])
