// [CF-20.21]

import type { Monster } from '../../model/definitions/archetype.ts'
import { isCellFreeFor } from '../../model/level/relocation.ts'
import { addCreature, maxCreaturesPerLevel, neighbourCells } from '../../model/level/spawns.ts'
import { rollDie } from '../../model/state/dice.ts'
import type { CellLocation, GameState, Level, Thing } from '../../model/state/game-state.ts'

/** With some probability, creates a new monster next to the breeding monster, up to a limit. */
export function breedMonster(
  game: GameState,
  level: Level,
  parent: Thing,
  breeds: NonNullable<Monster['breeds']>,
): void {
  if (level.creatures.size >= maxCreaturesPerLevel || rollDie(game, breeds.oneIn) > 1) return
  const kind = game.archetypes.get(breeds.id)
  if (kind.layer !== 'creature' || isPopulationFull(level, parent, breeds)) return
  const { x, y } = parent.location as CellLocation
  const spot = neighbourCells(x, y).find((each) => isCellFreeFor(parent, level, each.x, each.y))
  if (spot) addCreature(game, level, kind, spot)
}

function isPopulationFull(
  level: Level,
  { archetype }: Thing,
  { id, most }: NonNullable<Monster['breeds']>,
): boolean {
  let [nests, children] = [0, 0]
  for (const creature of level.creatures) {
    if (creature.archetype.id === archetype.id) nests++
    if (creature.archetype.id === id) children++
  }
  return children >= ('all' in most ? most.all : most.each * nests)
}
