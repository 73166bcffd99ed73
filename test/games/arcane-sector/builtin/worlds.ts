// Worlds by seed, each generated once because it takes half a second.
import { generate } from '../../../../games/arcane-sector/builtin/generator/index.ts'
import type { WorldMap } from '../../../../games/arcane-sector/state/records.ts'

const worlds = new Map<number, WorldMap>()

export function generatedWorld(seed: number): WorldMap {
  const map = worlds.get(seed) ?? generate(seed)
  worlds.set(seed, map)
  return map
}
