import { arcaneSector } from './arcane-sector/index.ts'
import { archipelago } from './archipelago/index.ts'
import { crossfire } from './crossfire/index.ts'
import { doom2077 } from './doom-2077/index.ts'
import type { Game } from './game.ts'
import { lan } from './lan/index.ts'
import { retroarch } from './retroarch/index.ts'
import { soaprun } from './soaprun/index.ts'

export const games: readonly Game[] = [
  soaprun,
  archipelago,
  arcaneSector,
  doom2077,
  crossfire,
  lan,
  retroarch,
]
