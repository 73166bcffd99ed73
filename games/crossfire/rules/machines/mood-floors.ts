// Floors that change a creature's mood. [CF-20.19]
import type { PlacedPart } from '../../model/level/machine-parts.ts'
import { setMood } from '../../model/things/moods.ts'

/** Changes the mood of the creature on the floor. Returns whether a mood changed. */
export function changeMood({ part, at }: PlacedPart): boolean {
  const creature = at.level.creatureAt(at.x, at.y)
  return part.type === 'mood' && creature !== undefined && setMood(creature, part.mood)
}
