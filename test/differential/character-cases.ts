// Classifies differences between characters of the reference server and of our server. A difference that matches no
// known case is a bug of either server.
import { kindOf, type SeenPair } from './compare-characters.ts'
import type { DifferenceCase } from './difference-cases.ts'

export interface CharacterDifference {
  /**
   * The name of the difference: a stat, `skills`, `spells`, `equipment`, `in use`, `not locked`, `creation`, or a fact
   * from the `examine` text of a thing or from the comparison of lives (compare-lives.ts).
   */
  readonly what: string
  readonly real: string
  readonly ours: string
}

export const characterCases = {
  'drawn things': {
    verdict: 'chance',
    explanation:
      'Money, books, and the spells and skills of books and scrolls are drawn for each character (CF-21.10). Our server can draw each of these things for the same race and class.',
  },
  'drawn properties': {
    verdict: 'chance',
    explanation:
      'A piece of equipment was drawn with a bonus, or as an artifact that is cursed or too powerful for the character (CF-21.2, CF-25.11).',
  },
  'points of a tool': {
    verdict: 'by design',
    explanation:
      'On our server the tool of a skill, such as a talisman, gives spell points and grace like the skill itself (CF-21.9). On the reference server alchemists, evokers, summoners, warlocks and paladins have 1 point even while they apply the tool, so they cannot cast the spells of their books.',
  },
  rounding: {
    verdict: 'by design',
    explanation:
      'Both servers round percentages down for each thing. They combine things in different orders, so a sum can differ by one.',
  },
  'out of bounds': {
    verdict: 'by design',
    explanation:
      'The reference server refuses a combination of race and class that would take an ability out of its bounds. Our server clamps the ability (CF-4.13).',
  },
  'sort of a material': {
    verdict: 'by design',
    explanation:
      'The reference server chooses a kind of the material, such as pine, when it creates a thing. Our server shows the material of the archetype, such as wood (CF-12.18).',
  },
  'material of an artifact': {
    verdict: 'by design',
    explanation:
      'The reference server shows no material for some artifacts. Our server shows the material that the artifact has in the archive (CF-12.18).',
  },
  'calculated power': {
    verdict: 'by design',
    explanation:
      'The reference server calculates the power of a tool from its bonuses. Our server uses the `item_power` of the archetype (CF-25.11).',
  },
  'charges of a wand': {
    verdict: 'by design',
    explanation: 'Our server draws the charges of a wand at its first use (CF-22.9).',
  },
  'rolled points': {
    verdict: 'by design',
    explanation:
      'The reference server rolls the hit points of levels after the first. Our server uses the average (CF-21.10).',
  },
  'lost ability': {
    verdict: 'chance',
    explanation:
      'A death lowers one of the seven abilities at random (CF-13.14), and with it the stats that depend on the ability.',
  },
  'stuck missile': {
    verdict: 'by design',
    explanation:
      'On the reference server a thrown weapon that hits a player goes into the inventory. On our server the weapon falls to the ground (CF-13.8).',
  },
  'spell of a wand': {
    verdict: 'by design',
    explanation: 'Our server also shows the level and path of a wand’s spell (CF-12.18).',
  },
  'chance of a fight': {
    verdict: 'chance',
    explanation: 'Each blow and its damage are random.',
  },
} as const satisfies { readonly [name: string]: DifferenceCase }
export type CharacterCaseName = keyof typeof characterCases

/** The known case that explains a difference. Undefined if there is none. */
export function classifyCharacterDifference(
  difference: CharacterDifference,
  pair: SeenPair,
): (DifferenceCase & { readonly name: CharacterCaseName }) | undefined {
  const name = caseOf(difference, pair)
  return name && { name, ...characterCases[name] }
}

function caseOf({ what, real, ours }: CharacterDifference, pair: SeenPair): CharacterCaseName | undefined {
  const lists = [...real.split(', '), ...ours.split(', ')].filter((name) => name !== '-')
  const [fact] = what.split(/ (of|after|with) /) as [string]
  switch (fact) {
    case 'creation':
      return /out of bounds/.test(real) ? 'out of bounds' : undefined
    case 'skills':
    case 'spells':
    case 'not locked':
      return undefined
    case 'equipment':
      return lists.every((name) => pair.possible.has(name)) ? 'drawn things' : undefined
    case 'in use':
      return lists.every((name) => isDrawn(name, pair)) ? 'drawn properties' : undefined
    case 'maxsp':
    case 'maxgrace':
      if (real === '1') return 'points of a tool'
      break
    case 'maxhp':
      if (/after/.test(what)) return 'rolled points'
      break
    case 'material':
      if (real === '-') return 'material of an artifact'
      return /^(wood|stone|metal|cloth|leather|bone)$/.test(ours) ? 'sort of a material' : undefined
    case 'power':
      return ours === '-' && real === '1' ? 'calculated power' : undefined
    case 'spell level':
    case 'path':
      return real === '-' ? 'spell of a wand' : undefined
    case 'charges':
      return ours === '-' ? 'charges of a wand' : undefined
    case 'things gained':
      return ours === '' && /throwing|arrow|bolt/.test(real) ? 'stuck missile' : undefined
    case 'fight':
      return 'chance of a fight'
  }
  if (what.startsWith('resist') && Math.abs(Number(real) - Number(ours)) === 1) return 'rounding'
  if (/after a death/.test(what) && isStat(pair, fact)) return 'lost ability'
  return isStat(pair, fact) && hasDrawnEquipment(pair) ? 'drawn properties' : undefined
}

function isStat({ ours }: SeenPair, fact: string): boolean {
  return fact in ours.stats
}

/** Whether either server drew a random bonus or artifact for a thing of this kind. */
function isDrawn(kind: string, { real, ours }: SeenPair): boolean {
  return [...real.things, ...ours.things].some(({ name }) => kindOf(name) === kind && hasDrawnProperty(name))
}

function hasDrawnProperty(name: string): boolean {
  return / (of|\+|\(|-)/.test(name)
}

/** Whether either character has equipment with a randomly drawn property, which can prevent its use. */
function hasDrawnEquipment({ real, ours }: SeenPair): boolean {
  return [...real.things, ...ours.things].some(({ name }) => hasDrawnProperty(name) && !neverUsed.test(name))
}

/** Names of things that new characters do not use. Their names often depend on their contents. */
const neverUsed =
  /book|tome|codex|grimoire|guide|quiver|sack|scroll|\bstaff|talisman|^ring|amulet|arrow|cloak|bag|rucksack/
