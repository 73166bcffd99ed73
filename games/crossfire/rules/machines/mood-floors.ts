// [CF-20.19]
import type { PlacedPart } from '../../model/level/machine-parts.ts'
import { setMood } from '../../model/things/moods.ts'

export function changeMood({ part, at }: PlacedPart): boolean {
  const creature = at.level.creatureAt(at.x, at.y)
  return part.type === 'mood' && creature !== undefined && setMood(creature, part.mood)
}
