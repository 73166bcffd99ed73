// [CF-20.19] [CF-13.19]
import type { CreatureMood } from '../definitions/machine.ts'
import type { Thing } from '../state/game-state.ts'
import { changeArchetype } from './move-things.ts'

/** Returns whether the mood has changed. */
export function setMood(creature: Thing, mood: CreatureMood): boolean {
  const { archetype: before, life, location } = creature
  const after = before.registry?.withMood(before, mood) ?? before
  if (!life || location?.in !== 'cell' || after === before) return false
  changeArchetype(creature, after)
  // A peaceful creature has no hp of its own, so it starts a fight with the maximum hp of the hostile creature.
  if (before.traits.role !== 'monster' && after.traits.role === 'monster') life.hp = after.traits.hp
  location.level.creaturesUnsaved = true
  return true
}

/** [CF-13.19] False for friendly and invulnerable creatures. */
export function isFightable({ archetype }: Thing): boolean {
  if (archetype.traits.role === 'monster') return true
  if (Number(archetype.attributes?.get('no_damage') ?? 0) !== 0) return false
  return archetype.registry?.withMood(archetype, 'angry').traits.role === 'monster'
}
