// What newcomers to a host's world begin with: what the lists of his archetypes of their class and race give. [CF-21.10]
import type { Random } from '../../../shared/random.ts'
import { skillNames } from '../../people/skills.ts'
import type { Outfit } from '../../scene/level-plan.ts'
import type { LoreKinds } from '../kinds/kinds.ts'
import type { Hoards } from './hoards.ts'
import { mostLooks } from './looks.ts'

/** What Crossfire's own server draws a newcomer's purse of. */
const purse = 'starting_wealth'
const skillType = 43
/** Of what is drawn for a newcomer, and what is known of lists: what is for the first level. */
const [firstDifficulty, firstLevel] = [1, 1]

/** `callings`: names of archetypes, of which the first that there is counts; undefined: there is none, or it gives nothing. */
export function outfit(
  kinds: LoreKinds,
  hoards: Hoards,
  random: Random,
  race: string,
  callings: readonly string[],
): Outfit | undefined {
  const list = callings.map((name) => listOf(kinds, name)).find((each) => each !== undefined)
  if (list === undefined) return undefined
  const lists = [list, listOf(kinds, race), purse].flatMap((each) => each ?? [])
  const looks = { left: mostLooks }
  const kit = lists.flatMap((each) => hoards.draw(each, random, firstDifficulty, looks, 'kit'))
  if (kit.length === 0) return undefined
  return { kit: kit.map(({ id, count }) => [id, count] as const), skills: skillsOf(kinds, lists) }
}

function listOf(kinds: LoreKinds, archetype: string): string | undefined {
  return kinds.archetype(archetype)?.says.get('randomitems')
}

/** Of those that our world has. */
function skillsOf(kinds: LoreKinds, lists: readonly string[]): string[] {
  const given = lists
    .flatMap((list) => kinds.listed(list, firstLevel))
    .flatMap((name) => kinds.archetype(name) ?? [])
  const skills = new Set(
    given
      .map((object) => kinds.said(object))
      .filter(({ type }) => type === skillType)
      .map((said) => said.text('skill')),
  )
  return skillNames.filter((name) => skills.has(name))
}
