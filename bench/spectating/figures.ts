import type { Figure } from '../bench.ts'

const games = ['soaprun', 'arcane-sector', 'crossfire', 'doom-2077', 'archipelago']

export const figures: readonly Figure[] = games.flatMap((game) => [
  { id: `${game}-alone`, description: `${game}: the Worker's CPU time without spectators`, unit: 'ms/s' },
  { id: `${game}-adds`, description: `${game}: added by 20 spectators`, unit: 'ms/s' },
  {
    id: `${game}-share`,
    description: `${game}: added by 20 spectators, relative to the time without them`,
    unit: '%',
    atMost: 25,
  },
  { id: `${game}-frames`, description: `${game}: updates for each spectator`, unit: 'a second', atLeast: 5 },
  { id: `${game}-bytes`, description: `${game}: bytes sent to each spectator`, unit: 'kB/s' },
])
