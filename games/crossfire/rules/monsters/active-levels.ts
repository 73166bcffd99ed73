// Monsters act and find targets also across the edges of a map. [CF-20.8]

import type { Position } from '../../model/definitions/level-plan.ts'
import { AdjacentMapsView } from '../../model/level/adjacent-maps.ts'
import type { GameState, Level, Player, Thing } from '../../model/state/game-state.ts'

/** A player's range of sight in cells. Monsters across the edges of the map act within this distance. */
const activationCells = 12

/** A map on which monsters act, and the maps with their targets, each with the offset of its first cell. */
export interface ActiveLevel {
  readonly level: Level
  readonly targetLevels: ReadonlyMap<Level, Position>
  /** [CF-22.11] The pets of all players. */
  readonly pets: readonly Thing[]
  readonly hasPlayers: boolean
}

/** A target of monsters, at a position relative to the map of the monsters. */
export interface HuntTarget extends Position {
  readonly being: Player | Thing
}

/** Maps with players come first, in the order of their opening, followed by adjacent maps. */
export function activeLevels({ levels, players }: GameState): readonly ActiveLevel[] {
  const peopled = levels.levelsWithPlayers()
  const grounds = new Map<Level, Map<Level, Position>>(
    peopled.map((level) => [level, new Map([[level, { x: 0, y: 0 }]])]),
  )
  for (const level of peopled)
    for (const player of level.players) {
      if (!isNearEdge(player, level)) continue
      const around = new AdjacentMapsView(level, (from, way) => levels.adjacentLevel(from, way, player.name))
      for (const { level: other, x, y } of around.levelsWithin(player, activationCells)) {
        const known = grounds.get(other) ?? new Map<Level, Position>()
        grounds.set(other, known)
        if (!known.has(level)) known.set(level, { x: -x, y: -y })
      }
    }
  const pets = [...players.values()].flatMap((player) => [...player.pets])
  return [...grounds].map(([level, known]) => ({
    ...{ level, targetLevels: known, pets, hasPlayers: known.has(level) },
  }))
}

/**
 * The targets near a monster. Positions are read anew, because players may have died or moved since the tick started.
 * Only the distance is checked, because the function runs for each action of a monster.
 */
export function targetsWithin(
  { targetLevels, pets }: ActiveLevel,
  from: Position,
  cells: number,
): readonly HuntTarget[] {
  const near: HuntTarget[] = []
  const add = (being: Player | Thing, at: Position, first: Position) => {
    const [x, y] = [first.x + at.x, first.y + at.y]
    if (Math.max(Math.abs(x - from.x), Math.abs(y - from.y)) <= cells) near.push({ being, x, y })
  }
  for (const [level, first] of targetLevels) for (const player of level.players) add(player, player, first)
  for (const pet of pets) {
    const { location } = pet
    const first = location?.in === 'cell' ? targetLevels.get(location.level) : undefined
    if (first && location?.in === 'cell') add(pet, location, first)
  }
  return near
}

function isNearEdge({ x, y }: Position, { plan, width, height }: Level): boolean {
  if (!plan.adjacentMaps) return false
  return (
    x < activationCells ||
    y < activationCells ||
    x >= width - activationCells ||
    y >= height - activationCells
  )
}
