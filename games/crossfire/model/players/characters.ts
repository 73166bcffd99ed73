// [CF-4.14]
import { type Abilities, type Ability, abilityNames } from '../definitions/character.ts'
import {
  type CharacterClass,
  type CharacterRules,
  classOrDefault,
  type Race,
  raceOf,
  raceOrDefault,
  type Skill,
  type SkillUse,
} from '../definitions/character-rules.ts'
import type { Player } from '../state/game-state.ts'

/** [CF-8.5] Maximum of an ability before the race's bonus. */
const maxNaturalAbility = 20

/** [CF-8.5] */
export function maxAbilityOf(player: Pick<Player, 'characterRules' | 'origin'>, ability: Ability): number {
  return maxNaturalAbility + (raceOf(player).abilityBonuses[ability] ?? 0)
}

export function withBonuses(abilities: Abilities, race: Race, calling: CharacterClass): Abilities {
  const sums = abilityNames.map((name) => {
    const more = (race.abilityBonuses[name] ?? 0) + (calling.abilityBonuses[name] ?? 0)
    return [name, abilities[name] + more] as const
  })
  return Object.fromEntries(sums) as Abilities
}

/** [CF-9.13] Name and title, such as `Ann the fighter`. A title that the player has chosen replaces `the …`. */
export function nameWithTitle({ name, origin, title, characterRules }: Player): string {
  const called = characterRules.titleFromRace
    ? raceOrDefault(characterRules, origin.race)
    : classOrDefault(characterRules, origin.class)
  return `${name} ${title ?? `the ${called.name}`}`
}

/** [CF-14.6] Undefined if the world has no such skill. */
export function findSkill({ skills }: Pick<CharacterRules, 'skills'>, name: string): Skill | undefined {
  return skills.find((each) => each.name === name)
}

/** The world's first skill for that use; undefined if the world has none. */
export function firstSkillForUse(
  { skills }: Pick<CharacterRules, 'skills'>,
  use: SkillUse,
): string | undefined {
  return skills.find((each) => each.use === use)?.name
}
