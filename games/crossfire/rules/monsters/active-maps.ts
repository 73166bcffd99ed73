// Selects the maps whose monsters act, and their possible targets on the map and across its edges. [CF-20.8]

import type { Position } from '../../model/definitions/level-plan.ts'
import { AdjacentMapsView } from '../../model/level/adjacent-maps.ts'
import type { GameState, Level, Player } from '../../model/state/game-state.ts'

/** Cells beyond the edge of a player's map within which monsters act: the player's range of sight. */
const activationCells = 12

/** A map whose monsters act, and the maps with possible targets, each with the offset of its first cell. */
export interface ActiveLevel {
  readonly level: Level
  readonly targetLevels: ReadonlyMap<Level, Position>
  /** Whether players are on this map itself. */
  readonly hasPlayers: boolean
}

/** A player, with coordinates relative to the hunting map. */
export interface HuntTarget extends Position {
  readonly player: Player
}

/** Maps with players first, in the order of their opening; then adjacent ones. */
export function activeLevels({ levels }: GameState): readonly ActiveLevel[] {
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
  return [...grounds].map(([level, known]) => ({ level, targetLevels: known, hasPlayers: known.has(level) }))
}

/**
 * Current targets within `cells` of a position: players may have died or moved since the tick started. Each monster
 * looks for them at each of its actions, so those that are far away cost no more than their distance.
 */
export function targetsWithin(
  { targetLevels }: ActiveLevel,
  from: Position,
  cells: number,
): readonly HuntTarget[] {
  const near: HuntTarget[] = []
  for (const [level, first] of targetLevels)
    for (const player of level.players) {
      const [x, y] = [first.x + player.x, first.y + player.y]
      if (Math.max(Math.abs(x - from.x), Math.abs(y - from.y)) <= cells) near.push({ player, x, y })
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
