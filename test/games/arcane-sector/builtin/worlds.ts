// Worlds of seeds, each made once: to make one takes half a second.
import { generate } from '../../../../games/arcane-sector/builtin/generator/index.ts'
import type { WorldMap } from '../../../../games/arcane-sector/state/records.ts'

const worlds = new Map<number, WorldMap>()

export function world(seed: number): WorldMap {
  const map = worlds.get(seed) ?? generate(seed)
  worlds.set(seed, map)
  return map
}
