// [CF-25.5]

import type { Traits } from '../../../model/definitions/archetype.ts'
import { abilityBonus } from '../../../model/players/ability-bonus.ts'
import { findSkill } from '../../../model/players/characters.ts'
import { skillLevel } from '../../../model/players/derived-stats.ts'
import { gainExperience } from '../../../model/players/gain-experience.ts'
import { rollPercent } from '../../../model/state/dice.ts'
import type { GameState, Player, Thing } from '../../../model/state/game-state.ts'
import { identifyAndReport, isUnidentified, revealProperty } from '../../../model/things/identification.ts'
import { withContents } from '../../../model/things/thing.ts'
import { actionMicros } from '../../../model/time/action-timing.ts'
import { messageTypes } from '../../../protocol/events/message-types.ts'
import { reachableThings } from './take-and-drop.ts'

type RoleName = Traits['role']

/** [CF-25.5] Roles of the things that are identified by their use. */
const identifiedByUse: ReadonlySet<RoleName> = new Set([
  ...(['weapon', 'armour', 'jewel', 'launcher', 'missile', 'wand', 'potion', 'scroll'] as const),
  ...(['spellbook', 'book', 'lesson', 'food', 'tool', 'crystal', 'container'] as const),
])
/** [CF-25.6] */
const rolesBySkill = {
  smithery: ['weapon', 'armour'],
  bowyer: ['launcher', 'missile'],
  jeweler: ['jewel', 'gem'],
  thaumaturgy: ['wand'],
  literacy: ['scroll', 'spellbook', 'book', 'lesson'],
  alchemy: ['potion', 'container', 'trophy'],
  woodsman: ['food'],
} as const satisfies { readonly [skill: string]: readonly RoleName[] }
const propertyBySkill = { 'sense magic': 'magic', 'sense curse': 'curse' } as const

/**
 * [CF-25.6] Chance in percent to identify an item, and the amounts that level, ability and magic add to it or subtract
 * from it.
 */
const findChances = { chance: 40, perLevel: 4, perInt: 5, perMagic: 5 } as const
/** [CF-25.6] Experience for an identified item if the skill has no `exp`. */
const usualExperience = 10

/** [CF-25.5] Identifies a thing by its use. Returns the pile that contains the item afterwards. */
export function identifyByUse(player: Player, thing: Thing): Thing {
  return isUnidentified(thing) && identifiedByUse.has(thing.archetype.traits.role)
    ? identifyAndReport(player, thing)
    : thing
}

/** [CF-25.6] Returns the duration in microseconds; undefined if the skill identifies nothing. */
export function identifyBySkill(game: GameState, player: Player, skill: string): number | undefined {
  if (Object.hasOwn(propertyBySkill, skill))
    return senseNearby(game, player, skill as keyof typeof propertyBySkill)
  if (Object.hasOwn(rolesBySkill, skill))
    return identifyNearby(game, player, skill as keyof typeof rolesBySkill)
  return undefined
}

function identifyNearby(game: GameState, player: Player, skill: keyof typeof rolesBySkill): number {
  const roles: readonly RoleName[] = rolesBySkill[skill]
  const things = unidentifiedNear(player).filter(({ archetype }) => roles.includes(archetype.traits.role))
  let found = 0
  for (const thing of things) {
    const magic = Math.abs(Number(thing.archetype.attributes?.get('magic') ?? 0))
    if (!succeeds(game, player, skill, findChances.perMagic * magic)) continue
    identifyAndReport(player, thing)
    found++
  }
  return finishStudy(game, player, skill, found)
}

function senseNearby(game: GameState, player: Player, skill: keyof typeof propertyBySkill): number {
  const felt = unidentifiedNear(player).filter(
    (thing) => succeeds(game, player, skill, 0) && revealProperty(thing, propertyBySkill[skill]),
  )
  const what = propertyBySkill[skill] === 'magic' ? 'magic' : 'cursed'
  if (felt.length > 0) player.sendMessage(`Something here is ${what}.`, messageTypes.skillSuccess)
  return finishStudy(game, player, skill, felt.length)
}

function finishStudy(game: GameState, player: Player, skill: string, found: number): number {
  if (found === 0) player.sendMessage('You learn nothing new.', messageTypes.skillFailure)
  else
    gainExperience(
      game,
      player,
      found * (findSkill(player.characterRules, skill)?.experience || usualExperience),
      skill,
    )
  return actionMicros(player)
}

function succeeds(game: GameState, player: Player, skill: string, harder: number): boolean {
  const level = skillLevel(player, skill)
  const bonus = abilityBonus(player.stats.abilities.Int)
  return rollPercent(
    game,
    findChances.chance + findChances.perLevel * level + findChances.perInt * bonus - harder,
  )
}

/** Unidentified things within reach, except unpaid ones. */
function unidentifiedNear(player: Player): Thing[] {
  return [...reachableThings(player)]
    .flatMap((thing) => [...withContents(thing)])
    .filter((thing) => isUnidentified(thing) && !thing.unpaid)
}
