// Floors that change a creature's mood. [CF-20.19]
import type { Standing } from '../places/parts.ts'
import { become } from '../things/contents.ts'

/** Returns whether a creature changed its mood. */
export function sway({ part, at }: Standing): boolean {
  const creature = at.level.creatureAt(at.x, at.y)
  if (part.is !== 'mood' || !creature?.life) return false
  const before = creature.kind
  const after = before.kinds?.inMood(before, part.mood) ?? before
  if (after === before) return false
  become(creature, after)
  // A peaceful creature has no hp of its own, and starts a fight with all of them.
  if (before.is.role !== 'monster' && after.is.role === 'monster') creature.life.hp = after.is.hp
  at.level.creaturesUnkept = true
  return true
}
