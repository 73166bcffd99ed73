// The figures of the spectating bench, for each game.
import type { Figure } from '../bench.ts'

const games = ['soaprun', 'arcane-sector', 'crossfire', 'doom-2077', 'archipelago']

export const figures: readonly Figure[] = games.flatMap((game) => [
  { id: `${game}-alone`, what: `${game}: the Worker's CPU time without spectators`, unit: 'ms/s' },
  { id: `${game}-adds`, what: `${game}: added by 20 spectators`, unit: 'ms/s' },
  { id: `${game}-share`, what: `${game}: that is`, unit: '%', atMost: 25 },
  { id: `${game}-frames`, what: `${game}: updates for each spectator`, unit: 'a second', atLeast: 5 },
  { id: `${game}-bytes`, what: `${game}: bytes sent to each spectator`, unit: 'kB/s' },
])
