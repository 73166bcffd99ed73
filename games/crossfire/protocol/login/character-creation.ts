// [CF-4.9] [CF-4.16]

import { type Abilities, type Ability, abilityNames } from '../../model/definitions/character.ts'
import type { CharacterClass, CharacterRules, Race } from '../../model/definitions/character-rules.ts'
import { nameError } from '../room/accounts.ts'

/** Undefined: the default. */
export interface ParsedChoices {
  readonly race: string | undefined
  readonly class: string | undefined
  readonly start: string | undefined
  /** Abilities without the bonuses of race and class. */
  readonly abilities: Abilities
}

/** `place`: index in the list of all combinations of race and class, which login by question offers one by one. */
export function classChoice(
  { races, classes }: CharacterRules,
  place: number,
): { readonly race: Race; readonly calling: CharacterClass } {
  const at = place % (races.length * classes.length)
  return { race: races[Math.floor(at / classes.length)]!, calling: classes[at % classes.length]! }
}

/** [CF-4.9] `abilityRange`: bounds of each chosen ability. `abilityPoints`: maximum total of all seven. */
export const abilityRange = { least: 3, most: 18 } as const
export const abilityPoints = 84

/** Maximum difference between the total of rolled abilities and `abilityPoints`. */
const rolledPointsTolerance = 6
const maxRolls = 100

interface ChoiceError {
  readonly fault: string
}

/** [CF-4.15] Undefined if the name is valid. */
export function characterNameError(name: string): string | undefined {
  return nameError(name, /^[A-Za-z][A-Za-z0-9_-]*$/)
}

/**
 * [CF-4.16] Seven rolls of the best three of four dice, repeated while the total differs too much from `abilityPoints`.
 */
export function rollAbilities(random: () => number): Abilities {
  for (let tries = 0; tries < maxRolls; tries++) {
    const throws = abilityNames.map((name) => [name, rollBestDice(random)] as const)
    const sum = throws.reduce((total, [, value]) => total + value, 0)
    if (Math.abs(sum - abilityPoints) <= rolledPointsTolerance) return Object.fromEntries(throws) as Abilities
  }
  return Object.fromEntries(
    abilityNames.map((name) => [name, abilityPoints / abilityNames.length]),
  ) as Abilities
}

function rollBestDice(random: () => number): number {
  const dice = Array.from({ length: 4 }, () => 1 + Math.floor(random() * 6)).sort((a, b) => b - a)
  return dice[0]! + dice[1]! + dice[2]!
}

export function swapAbilities(abilities: Abilities, one: Ability, other: Ability): Abilities {
  return { ...abilities, [one]: abilities[other], [other]: abilities[one] }
}

/**
 * [CF-4.9] Parses the choices of `createplayer`: `race …`, `class …`, `starting_map …`, `Str 12` and so on. A missing
 * ability is 12. If an ability or the total is out of range, returns an error text in the wording that clients expect.
 */
export function parseChoices(choices: readonly string[]): ParsedChoices | ChoiceError {
  const choicesByKey = new Map(choices.map(split))
  const abilities = parseAbilities(choicesByKey)
  if ('fault' in abilities) return abilities
  return {
    race: choicesByKey.get('race'),
    class: choicesByKey.get('class'),
    start: choicesByKey.get('starting_map'),
    abilities,
  }
}

function parseAbilities(choicesByKey: ReadonlyMap<string, string>): Abilities | ChoiceError {
  const { least, most } = abilityRange
  const values = abilityNames.map((name) => [name, choicesByKey.get(name.toLowerCase()) ?? '12'] as const)
  for (const [, value] of values) {
    const fits = /^\d{1,3}$/.test(value) && Number(value) >= least && Number(value) <= most
    if (!fits)
      return {
        fault: `Stat value is out of range - ${value.slice(0, 20)} must be between ${least} and ${most}`,
      }
  }
  const sum = values.reduce((total, [, value]) => total + Number(value), 0)
  if (sum > abilityPoints)
    return { fault: `Total allocated statistics is higher than allowed (${sum}>${abilityPoints})` }
  return Object.fromEntries(values.map(([name, value]) => [name, Number(value)])) as Abilities
}

/** Splits a choice such as `Str 12`, and converts the key to lower case. */
function split(choice: string): [key: string, value: string] {
  const space = choice.indexOf(' ')
  return space < 0
    ? [choice.toLowerCase(), '']
    : [choice.slice(0, space).toLowerCase(), choice.slice(space + 1).trim()]
}
