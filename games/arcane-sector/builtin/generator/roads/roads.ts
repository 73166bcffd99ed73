// Roads and the river follow cheap paths. Existing roads are cheap, so that roads join.

import { Random } from '../../../../shared/random.ts'
import { generateNoise } from '../../../terrain/noise.ts'
import { type Place, terrainWidth, tileKinds } from '../../../terrain/terrain.ts'
import { type IslandDraft, outdoorSize } from '../draft/draft.ts'
import { river } from '../draft/geography.ts'
import { PathFinder } from './path-finding.ts'

const roadCosts = {
  [tileKinds.dirt]: 0.95,
  [tileKinds.wood]: 0.95,
  [tileKinds.rocky]: 1,
  [tileKinds.grass]: 1,
  [tileKinds.forest]: 1.5,
  [tileKinds.sand]: 1.8,
  // High costs keep bridges short and mountain passes shorter.
  [tileKinds.water]: 40,
  [tileKinds.mountain]: 60,
} as const

export class Roads {
  readonly #draft: IslandDraft
  readonly #ways: PathFinder

  constructor(draft: IslandDraft, seed: number) {
    this.#draft = draft
    const rough = generateNoise(outdoorSize, new Random(seed, 'roads'), { span: 28, octaves: 4, rough: 0.9 })
    this.#ways = new PathFinder(draft, { costs: roadCosts, rough, winding: 12 })
  }

  /** The road is wood over water, and rock over mountains. Returns the places of the road's tiles. */
  lay(from: Place, to: Place, kind: number = tileKinds.dirt): readonly Place[] {
    const way = this.#ways
      .find(from, to)
      .map((cell) => ({ x: cell % terrainWidth, y: Math.floor(cell / terrainWidth) }))
    for (const { x, y } of way) this.#draft.set(x, y, paved(this.#draft.at(x, y), kind))
    return way
  }
}

function paved(tile: number, kind: number): number {
  if (tile === tileKinds.water) return tileKinds.wood
  if (tile === tileKinds.mountain) return tileKinds.rocky
  return tile === tileKinds.wood || tile === tileKinds.dirt ? tile : kind
}

/** The river is two tiles wide and runs from the lake to the sea. */
export function drawRiver(draft: IslandDraft, seed: number): void {
  const rough = generateNoise(outdoorSize, new Random(seed, 'river'), { span: 24, octaves: 4, rough: 0.9 })
  const costs = { [tileKinds.grass]: 1, [tileKinds.sand]: 1, [tileKinds.water]: 1 }
  const way = new PathFinder(draft, { costs, rough, winding: 20 }).find(river.spring, river.mouth)
  for (const cell of way)
    for (const wet of [cell, cell + 1, cell + terrainWidth]) draft.tiles[wet] = tileKinds.water
}
