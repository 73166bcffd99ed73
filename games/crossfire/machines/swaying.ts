// Floors that make who stands there angry or calm. [CF-20.19]
import type { Standing } from '../places/parts.ts'
import { become } from '../things/contents.ts'

/** Whether anybody there is in another mood now. */
export function sway({ part, at }: Standing): boolean {
  const creature = at.level.creatureAt(at.x, at.y)
  if (part.is !== 'mood' || !creature?.life) return false
  const before = creature.kind
  const after = before.kinds?.inMood(before, part.mood) ?? before
  if (after === before) return false
  become(creature, after)
  // Who lets everybody be has no hp to lose, and begins to fight with all of it.
  if (before.is.role !== 'monster' && after.is.role === 'monster') creature.life.hp = after.is.hp
  at.level.creaturesUnkept = true
  return true
}
