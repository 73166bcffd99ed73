// Floors that change a creature's mood. [CF-20.19]
import type { PlacedPart } from '../../model/level/machine-parts.ts'
import { changeArchetype } from '../../model/things/move-things.ts'

/** Returns whether a creature changed its mood. */
export function changeMood({ part, at }: PlacedPart): boolean {
  const creature = at.level.creatureAt(at.x, at.y)
  if (part.type !== 'mood' || !creature?.life) return false
  const before = creature.archetype
  const after = before.registry?.withMood(before, part.mood) ?? before
  if (after === before) return false
  changeArchetype(creature, after)
  // A peaceful creature has no hp of its own, and starts a fight with all of them.
  if (before.traits.role !== 'monster' && after.traits.role === 'monster') creature.life.hp = after.traits.hp
  at.level.creaturesUnsaved = true
  return true
}
