// Who casts, from where, for whom: what every spell's rule is told. [CF-22.2]
import type { Monster } from '../scene/archetype.ts'
import { type Direction, stepped } from '../scene/directions.ts'
import type { Spot } from '../scene/level-plan.ts'
import { isPlayer, type Level, type Player, type Thing } from '../scene/scene.ts'

/** A player, or what casts by itself, as a wand or a monster does. */
export interface Casting {
  readonly level: Level
  readonly from: Spot
  readonly by: Player | Thing
  /** 0: no way more than another. */
  readonly direction: Direction | 0
  /** Levels above the spell's own. */
  readonly above: number
  /** What the kills of a player train. */
  readonly skill: string | undefined
  /** Whom it is for, where that is not who casts: who set off a rune, who gave to an altar. */
  readonly to?: Player
  /** What was said behind the spell's name. */
  readonly words?: string
}

/** So much more for the levels above the spell's own. */
export function grown(amount: number, grows: number, { above }: Pick<Casting, 'above'>): number {
  return amount + Math.floor(grows * above)
}

/** A living caster that is no player. */
export function monsterOf(by: Player | Thing): { readonly thing: Thing; readonly is: Monster } | undefined {
  return !isPlayer(by) && by.kind.is.role === 'monster' ? { thing: by, is: by.kind.is } : undefined
}

/** The players whom a spell that does good reaches: who casts; or whom it is for; or who stands that way, or there. */
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
