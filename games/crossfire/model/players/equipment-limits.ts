// [CF-7.15] [CF-25.11]

import { classOrDefault, raceOf } from '../definitions/character-rules.ts'
import type { Player, Thing } from '../state/game-state.ts'
import { reasonForbiddenByGod, restrictedEquipmentKind } from './faith.ts'
import { levelOf } from './levels.ts'

/** The reason why the player cannot use the thing, as a sentence; undefined if the player can use it. */
export function equipRefusal(player: Player, thing: Thing): string | undefined {
  return (
    raceOrClassRefusal(player, thing) ?? reasonForbiddenByGod(player, thing) ?? powerRefusal(player, thing)
  )
}

/** [CF-7.15] The reason why race or class cannot use the thing, as a sentence; undefined if they can use it. */
export function raceOrClassRefusal(player: Player, thing: Thing): string | undefined {
  const { role } = thing.archetype.traits
  const what = unusableKind(thing)
  const [race, calling] = [raceOf(player), classOrDefault(player.characterRules, player.origin.class)]
  if (what === undefined) return undefined
  const unable = race.unusable[what]
    ? race.name
    : calling.unusable[what] && role !== 'launcher' && role !== 'missile'
      ? calling.name
      : undefined
  const things = what === 'armour' ? 'armour' : `a ${what}`
  return unable && `You cannot use ${things}: no ${unable} can.`
}

/** Launchers and missiles count as weapons. Cloaks do not count as armour. */
function unusableKind(thing: Thing): 'weapon' | 'armour' | 'shield' | undefined {
  const { traits } = thing.archetype
  if (traits.role === 'launcher' || traits.role === 'missile') return 'weapon'
  return traits.role === 'armour' && traits.slot === 'cloak' ? undefined : restrictedEquipmentKind(thing)
}

function powerRefusal(player: Player, { archetype }: Thing): string | undefined {
  const { itemPower = 0 } = archetype
  if (itemPower === 0) return undefined
  const used = player.inventory.reduce(
    (sum, { applied, archetype: other }) => sum + (applied ? (other.itemPower ?? 0) : 0),
    0,
  )
  const limit = levelOf(player) * (player.characterRules.itemPowerFactor ?? 1)
  if (used + itemPower <= limit) return undefined
  const all = used > 0 ? `, the power of your other things is ${used}` : ''
  return `That would consume your soul: its power is ${itemPower}${all}, and at your level you can bear ${limit}.`
}
