// [CF-22.2]
import type { Monster } from '../../model/definitions/archetype.ts'
import { type Direction, neighbourOf } from '../../model/definitions/directions.ts'
import type { Position } from '../../model/definitions/level-plan.ts'
import { mapsAround } from '../../model/level/adjacent-maps.ts'
import {
  type GameState,
  isPlayer,
  type Level,
  type Player,
  type Thing,
} from '../../model/state/game-state.ts'
import { foesAt } from '../combat/missiles.ts'

/** `by`: a player, or a thing that casts, such as a wand or a monster. */
export interface SpellCast {
  readonly level: Level
  readonly from: Position
  readonly by: Player | Thing
  /** 0 for none. */
  readonly direction: Direction | 0
  /** Levels by which the caster exceeds the spell's level. */
  readonly levelsAbove: number
  /** The skill that gains the experience for a player's kills. */
  readonly skill: string | undefined
  /** Set if the target is not the caster: the player who triggered a rune or gave to an altar. */
  readonly to?: Player
  /** Set for a trap or rune; the spell affects the beings on its cell. */
  readonly trap?: true
  /** The words that the player typed after the spell's name. */
  readonly words?: string
}

export function scaleByLevel(
  amount: number,
  grows: number,
  { levelsAbove }: Pick<SpellCast, 'levelsAbove'>,
): number {
  return amount + Math.floor(grows * levelsAbove)
}

/** Undefined if the caster is no monster. */
export function castingMonster(
  by: Player | Thing,
): { readonly thing: Thing; readonly monsterTraits: Monster } | undefined {
  return !isPlayer(by) && by.archetype.traits.role === 'monster'
    ? { thing: by, monsterTraits: by.archetype.traits }
    : undefined
}

/** The casting player, or else the target, or else the players ahead (on the cell, if there is no direction). */
export function affectedPlayers({ by, to, level, from, direction }: SpellCast): readonly Player[] {
  if (isPlayer(by)) return [by]
  if (to) return [to]
  if (castingMonster(by)) return []
  return direction === 0 ? level.playersAt(from.x, from.y) : playersAhead(level, from, direction)
}

function playersAhead(level: Level, from: Position, direction: Direction): readonly Player[] {
  const { x, y } = neighbourOf(from, direction)
  const there = level.playersAt(x, y)
  return there.length > 0 ? there : level.playersAt(from.x, from.y)
}

/**
 * The first foe ahead, up to `range` cells away and up to an obstacle. A trap affects the first foe on its own cell.
 */
export function firstFoeAhead(
  game: GameState,
  range: number,
  { level, from, by, direction, trap, to }: SpellCast,
): Player | Thing | undefined {
  const around = mapsAround(game, level, by)
  let at: Position = from
  for (let left = trap || to ? 0 : range; left >= 0; left--) {
    const cell = around.openCellAt(at.x, at.y)
    const foe = cell && foesAt(cell, by).at(-1)
    if (!cell || foe || direction === 0) return foe
    at = neighbourOf(at, direction)
  }
  return undefined
}
