import type { Figure } from '../bench.ts'

export const filmedGames: readonly string[] = [
  'soaprun',
  'arcane-sector',
  'crossfire',
  'doom-2077',
  'archipelago',
]

export const figures: readonly Figure[] = filmedGames.flatMap((game) => [
  { id: `${game}-alone`, description: `${game}: the Worker's CPU time without the film`, unit: 'ms/s' },
  { id: `${game}-share`, description: `${game}: added by the film`, unit: '%', atMost: 3 },
])
