// The games that are simulated, by their slugs.
import { arcanePlay } from './models/arcane-sector.ts'
import { archipelagoPlay } from './models/archipelago.ts'
import { crossfirePlay } from './models/crossfire.ts'
import { doomPlay } from './models/doom-2077.ts'
import { soaprunPlay } from './models/soaprun.ts'
import { tallyPlay } from './models/tally.ts'
import type { Play } from './play.ts'

/** What a client's mind must know of its room differs from game to game; the simulation asks only what `Play` says. */
export const plays: ReadonlyMap<string, Play> = new Map([
  ['tally', tallyPlay as unknown as Play],
  ['crossfire', crossfirePlay as unknown as Play],
  ['arcane-sector', arcanePlay as unknown as Play],
  ['archipelago', archipelagoPlay as unknown as Play],
  ['soaprun', soaprunPlay as unknown as Play],
  ['doom-2077', doomPlay as unknown as Play],
])
