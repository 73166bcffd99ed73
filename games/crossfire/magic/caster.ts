// A cast as spells' rules see it: caster, place and target. [CF-22.2]
import type { Monster } from '../scene/archetype.ts'
import { type Direction, stepped } from '../scene/directions.ts'
import type { Spot } from '../scene/level-plan.ts'
import { isPlayer, type Level, type Player, type Thing } from '../scene/scene.ts'

/** `by`: a player, or a thing that casts, such as a wand or a monster. */
export interface Casting {
  readonly level: Level
  readonly from: Spot
  readonly by: Player | Thing
  /** 0 for no direction. */
  readonly direction: Direction | 0
  /** Caster's levels above the spell's. */
  readonly above: number
  /** The skill that a player's kills train. */
  readonly skill: string | undefined
  /** The target if it is not the caster: the player who triggered a rune or gave to an altar. */
  readonly to?: Player
  /** Words after the spell's name. */
  readonly words?: string
}

/** Adds the growth for levels above the spell's own. */
export function grown(amount: number, grows: number, { above }: Pick<Casting, 'above'>): number {
  return amount + Math.floor(grows * above)
}

/** The caster as a monster; undefined for others. */
export function monsterOf(by: Player | Thing): { readonly thing: Thing; readonly is: Monster } | undefined {
  return !isPlayer(by) && by.kind.is.role === 'monster' ? { thing: by, is: by.kind.is } : undefined
}

/** Players that a beneficial spell reaches: the caster, the target, or those ahead or on the cell. */
export function favoured({ by, to, level, from, direction }: Casting): readonly Player[] {
  if (isPlayer(by)) return [by]
  if (to) return [to]
  if (monsterOf(by)) return []
  return direction === 0 ? level.playersAt(from.x, from.y) : ahead(level, from, direction)
}

function ahead(level: Level, from: Spot, direction: Direction): readonly Player[] {
  const { x, y } = stepped(from, direction)
  const there = level.playersAt(x, y)
  return there.length > 0 ? there : level.playersAt(from.x, from.y)
}
