// Selects the maps whose monsters act, and their possible targets on the map and across its edges. [CF-20.8]

import type { Position } from '../../model/definitions/level-plan.ts'
import { AdjacentMapsView } from '../../model/level/adjacent-maps.ts'
import type { GameState, Level, Player, Thing } from '../../model/state/game-state.ts'

/** Cells beyond the edge of a player's map within which monsters act: the player's range of sight. */
const activationCells = 12

/** A map whose monsters act, and the maps with possible targets, each with the offset of its first cell. */
export interface ActiveLevel {
  readonly level: Level
  readonly targetLevels: ReadonlyMap<Level, Position>
  /** [CF-22.11] All pets. */
  readonly pets: readonly Thing[]
  /** Whether players are on this map itself. */
  readonly hasPlayers: boolean
}

/** A player or pet, with coordinates relative to the hunting map. */
export interface HuntTarget extends Position {
  readonly being: Player | Thing
}

/** Maps with players first, in the order of their opening; then adjacent ones. */
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
 * Current targets within `cells` of a position: players may have died or moved since the tick started. Each monster
 * calls this for each action, so targets farther away are excluded by their distance alone.
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
