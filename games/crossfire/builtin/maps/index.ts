// All maps, and the starting place.
import { barrow, crypt } from './barrow.ts'
import { cellar } from './cellar.ts'
import { greywood } from './greywood.ts'
import { cottage, eldersHouse, inn, shop, smithy, temple } from './houses.ts'
import type { MapSource } from './map-source.ts'
import { town } from './town.ts'

export type { MapSource } from './map-source.ts'

export const maps: readonly MapSource[] = [
  town,
  inn,
  temple,
  smithy,
  shop,
  cottage,
  eldersHouse,
  cellar,
  greywood,
  barrow,
  crypt,
]

/** First cell of new players, and where the dead wake if they never used a bed. */
export const startingPosition = { map: 'town', x: 17, y: 16 } as const

/** [CF-19.7] In front of the barrow: where players wake whose deep no longer exists. */
export const barrowEntrance = { map: 'town', x: 26, y: 28 } as const

/** Throws for an unknown id, which is our bug. */
export function mapById(id: string): MapSource {
  const plan = maps.find((each) => each.id === id)
  if (!plan) throw new Error(`there is no map ${id}`)
  return plan
}
