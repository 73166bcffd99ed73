// [CF-22.2]
import type { Monster } from '../../model/definitions/archetype.ts'
import { type Direction, neighbourOf } from '../../model/definitions/directions.ts'
import type { Position } from '../../model/definitions/level-plan.ts'
import type { SpellEffect } from '../../model/definitions/spell.ts'
import { mapsAround } from '../../model/level/adjacent-maps.ts'
import {
  type GameState,
  isPlayer,
  type Level,
  type Player,
  type Thing,
} from '../../model/state/game-state.ts'
import { messageTypes } from '../../protocol/events/message-types.ts'
import { foesAt } from '../combat/missiles.ts'

export type EffectOf<T extends SpellEffect['type']> = Extract<SpellEffect, { readonly type: T }>

/** `by`: a player, a monster, or a part of a map such as a rune or an altar. */
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
  /** Set for a trap, rune or altar; the spell affects the beings on its cell. */
  readonly trap?: true
  /** The words that the player typed after the spell's name. */
  readonly words?: string
}

/** Tells the player why the spell had no effect. */
export function failSpell(player: Player, text: string): false {
  player.sendMessage(text, messageTypes.spellFailure)
  return false
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

/**
 * The casting player, or else `to`. Without both, a part of a map affects the players ahead of it or else on its own
 * cell, and a monster affects nobody.
 */
export function benefitingPlayers({ by, to, level, from, direction }: SpellCast): readonly Player[] {
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
