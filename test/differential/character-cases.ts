// Classifies differences between characters of the two servers. A difference without a case is a bug of either server.
import type { SeenCharacter } from './compare-characters.ts'
import type { DifferenceCase } from './difference-cases.ts'

export interface CharacterDifference {
  /** A stat, `skills`, `equipment`, `in use` or `creation`. */
  readonly what: string
  readonly real: string
  readonly ours: string
}

/** By name. */
export const characterCases = {
  'drawn things': {
    verdict: 'chance',
    explanation: 'Money, books, scrolls and what humans know are drawn for each character (CF-21.10).',
  },
  'drawn properties': {
    verdict: 'chance',
    explanation:
      'A piece of equipment was drawn with a bonus, or as an artifact that is cursed or too powerful to be used (CF-21.2, CF-25.11).',
  },
  'all in use': {
    verdict: 'by design',
    explanation:
      'Our new characters use everything that they can use. On the reference server cloaks, jewellery and missiles stay in the inventory.',
  },
  'carried tool': {
    verdict: 'by design',
    explanation:
      'On our server a carried tool, such as a talisman, gives its skill (CF-21.9), and with it spell points and grace. On the reference server it has to be applied first.',
  },
  'unarmed skill': {
    verdict: 'by design',
    explanation:
      'The stat dam includes the skill of fighting unarmed that the next blow will use (CF-13.3). On the reference server that skill is chosen by the first blow.',
  },
  rounding: {
    verdict: 'by design',
    explanation:
      'Percentages are rounded down thing by thing. The servers combine them in different orders, so that a sum can differ by one.',
  },
  'out of bounds': {
    verdict: 'by design',
    explanation:
      'The reference server refuses a race and class that would take an ability out of its bounds. Our server clamps it (CF-4.13).',
  },
} as const satisfies { readonly [name: string]: DifferenceCase }
export type CharacterCaseName = keyof typeof characterCases

const drawnThings =
  /^(-|.*(coin|scroll|book|grimoire|codex|prayer|tome|guide|staff|lockpicks|pen|amulet|ring|arrow|crystal).*)$/
const alwaysUsedHere = /^(-|.*(cloak|amulet|ring|arrow|bow|staff|dagger|shield|crystal).*)$/
const unarmedSkills = ['karate', 'clawing', 'flame touch', 'wraith feed', 'punching']

/** Undefined if unexplained. */
export function classifyCharacterDifference(
  { what, real, ours }: CharacterDifference,
  both: { readonly real: SeenCharacter; readonly ours: SeenCharacter },
): CharacterCaseName | undefined {
  const lists = [...real.split(', '), ...ours.split(', ')]
  switch (what) {
    case 'creation':
      return /out of bounds/.test(real) ? 'out of bounds' : undefined
    case 'skills':
      return undefined
    case 'equipment':
      return lists.every((name) => drawnThings.test(name)) ? 'drawn things' : undefined
    case 'in use':
      if (lists.every((name) => alwaysUsedHere.test(name))) return 'all in use'
      return lists.every((name) => alwaysUsedHere.test(name) || isDrawn(name, both))
        ? 'drawn properties'
        : undefined
    case 'maxsp':
    case 'maxgrace':
      return real === '1' ? 'carried tool' : hasDrawnEquipment(both) ? 'drawn properties' : undefined
    case 'dam':
      if (both.ours.skills.some((skill) => unarmedSkills.includes(skill)) && !usesWeapon(both.ours))
        return 'unarmed skill'
      return hasDrawnEquipment(both) ? 'drawn properties' : undefined
    default:
      if (what.startsWith('resist') && Math.abs(Number(real) - Number(ours)) === 1) return 'rounding'
      return hasDrawnEquipment(both) ? 'drawn properties' : undefined
  }
}

/** Whether either server drew a bonus or an artifact for a thing of that name. */
function isDrawn(
  kind: string,
  { real, ours }: { readonly real: SeenCharacter; readonly ours: SeenCharacter },
): boolean {
  return [...real.things, ...ours.things].some(({ name }) => name.startsWith(kind) && hasDrawnProperty(name))
}

function hasDrawnProperty(name: string): boolean {
  return / (of|\+|\(|-)/.test(name)
}

/** Wielded things have the lowest bits 2. */
function usesWeapon({ things }: SeenCharacter): boolean {
  return things.some(({ flags }) => (flags & 0xf) === 2)
}

/** Whether either has equipment with a drawn property. It can be one that prevents its use. */
function hasDrawnEquipment({
  real,
  ours,
}: {
  readonly real: SeenCharacter
  readonly ours: SeenCharacter
}): boolean {
  return [...real.things, ...ours.things].some(
    ({ name }) => hasDrawnProperty(name) && !/book|codex|grimoire|tome|guide|quiver|sack|scroll/.test(name),
  )
}
