// [DM-3.7]

import type { GameContext } from '../../game.ts'
import { horizontalDistance, type Position } from '../map/position.ts'
import type { Player } from '../state/player.ts'
import type { WorldState } from '../state/world-state.ts'

/** Radius in map units around a start that must be free of other players. */
const spawnClearance = 64
/**
 * Random offsets of a set position in either direction, in map units × 1000 and degrees × 1000. A client that sends
 * back the position with its offset proves that it has received the position. `secret`: the offset has too many values
 * to guess. `invisible`: the offset is too small to see.
 */
const offsets = { secret: { least: 0, most: 2000 }, invisible: { least: 10, most: 60 } } as const
export type OffsetKind = keyof typeof offsets

/** A random start without players near it, or if there is none, the start farthest from all players. */
export function chooseSpawn(state: WorldState, taken: readonly Position[]): Position {
  const starts = state.level.spawns.map(({ x, y, z, angle }) => {
    const place = { x: x * 1000, y: y * 1000, z: z * 1000, angle: angle * 1000 }
    return {
      place,
      space: Math.min(spawnClearance, ...taken.map((other) => horizontalDistance(place, other))),
    }
  })
  const most = Math.max(...starts.map(({ space }) => space))
  const best = starts.filter(({ space }) => space === most)
  return addRandomOffset(
    state.context,
    best[Math.floor(state.context.random() * best.length)]!.place,
    'secret',
  )
}

/** Only living players occupy positions. */
export function occupiedPositions(state: WorldState, except?: Player): readonly Position[] {
  const others = [...state.players.values()].filter((player) => player !== except && player.isAlive)
  return others.map(({ position }) => position)
}

/** [DM-3.7] [DM-2.14] */
export function addRandomOffset(
  context: Pick<GameContext, 'random'>,
  { x, y, z, angle }: Position,
  kind: OffsetKind,
): Position {
  const { least, most } = offsets[kind]
  const some = () => {
    const drawn = Math.floor(context.random() * 2 * (most - least + 1))
    return drawn % 2 === 0 ? least + drawn / 2 : -least - (drawn - 1) / 2
  }
  return { x: x + some(), y: y + some(), z, angle: (angle + some() + 360_000) % 360_000 }
}
