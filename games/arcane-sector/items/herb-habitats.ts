// [AS-10.4]
import { firstIndoorRow, type Place, type Terrain, tileKinds } from '../terrain/terrain.ts'
import { herbNames } from './items.ts'

/** Indexes of `herbNames`. */
const habitats: { readonly [kind: number]: readonly number[] } = {
  [tileKinds.grass]: [0, 3, 6, 8, 10],
  [tileKinds.forest]: [4, 5, 7, 8, 11],
  [tileKinds.sand]: [1, 9],
  [tileKinds.rocky]: [4, 11, 12],
  [tileKinds.wood]: [2, 3, 6, 8, 10],
}
/** Herbs that grow on grass in the rows of interiors. */
const garden = [2, 13] as const
const all: readonly number[] = herbNames.map((_, index) => index)

/** Indexes of `herbNames`. All are equally likely. */
export function herbsGrowingAt(terrain: Terrain, { x, y }: Place): readonly number[] {
  const kind = terrain.at(x, y)
  return y >= firstIndoorRow && kind === tileKinds.grass ? garden : (habitats[kind] ?? all)
}
