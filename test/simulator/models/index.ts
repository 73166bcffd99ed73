import type { GameModel } from '../core/game-model.ts'
import { arcaneSectorModel } from './arcane-sector.ts'
import { archipelagoModel } from './archipelago.ts'
import { crossfireModel } from './crossfire.ts'
import { doomModel } from './doom-2077.ts'
import { lanModel } from './lan.ts'
import { retroarchModel } from './retroarch.ts'
import { soaprunModel } from './soaprun.ts'
import { tallyModel } from './tally.ts'

/** The type parameter differs from game to game, and the simulation uses only `GameModel`. */
export const gameModels: ReadonlyMap<string, GameModel> = new Map([
  ['tally', tallyModel as unknown as GameModel],
  ['crossfire', crossfireModel as unknown as GameModel],
  ['arcane-sector', arcaneSectorModel as unknown as GameModel],
  ['archipelago', archipelagoModel as unknown as GameModel],
  ['soaprun', soaprunModel as unknown as GameModel],
  ['doom-2077', doomModel as unknown as GameModel],
  ['lan', lanModel as unknown as GameModel],
  ['retroarch', retroarchModel as unknown as GameModel],
])
