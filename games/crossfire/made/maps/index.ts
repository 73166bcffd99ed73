// All maps, and where everybody begins.
import { barrow, crypt } from './barrow.ts'
import { cellar } from './cellar.ts'
import { greywood } from './greywood.ts'
import { cottage, eldersHouse, inn, shop, smithy, temple } from './houses.ts'
import type { MapPlan } from './map.ts'
import { town } from './town.ts'

export type { MapPlan } from './map.ts'

export const maps: readonly MapPlan[] = [
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

/** A newcomer's first cell, and where the dead come back who have never lain in a bed. */
export const start = { map: 'town', x: 17, y: 16 } as const

/** [CF-19.7] Before the barrow: where one wakes who was in a deep that is gone. */
export const barrowDoor = { map: 'town', x: 26, y: 28 } as const

/** An unknown id is a fault of ours. */
export function mapNamed(id: string): MapPlan {
  const plan = maps.find((each) => each.id === id)
  if (!plan) throw new Error(`there is no map ${id}`)
  return plan
}
