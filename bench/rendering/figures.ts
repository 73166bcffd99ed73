import type { Figure } from '../bench.ts'

/** Places on the island of seed 1, from the emptiest view to the fullest. */
export const viewpoints = {
  green: { x: 185, y: 428, facing: 2 },
  house: { x: 29, y: 719, facing: 0 },
  cave: { x: 182, y: 682, facing: 1 },
  mountain: { x: 317, y: 131, facing: 3 },
  pines: { x: 233, y: 110, facing: 1 },
  'leaf trees': { x: 131, y: 212, facing: 3 },
} as const

/** A remote client needs ten pictures a second, a page sixty. */
export const figures: readonly Figure[] = [
  { id: 'art', description: 'all art drawn, once per page', unit: 'ms', atMost: 1000 },
  ...Object.keys(viewpoints).map((place) => ({
    id: place,
    description: `a whole picture: ${place}`,
    unit: 'ms',
    atMost: 8,
  })),
]
