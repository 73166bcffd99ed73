// Spells that identify things, or remove their curses. [CF-25.7]

import type { SpellEffect } from '../../model/definitions/spell.ts'
import type { Player, Thing } from '../../model/state/game-state.ts'
import { identifyAndReport, isUnidentified, removeCurse } from '../../model/things/identification.ts'
import { nameOf, withContents } from '../../model/things/thing.ts'
import { messageTypes } from '../../protocol/events/message-types.ts'
import { affectedPlayers, type SpellCast, scaledByLevel } from './spell-cast.ts'

type EffectOf<D extends SpellEffect['type']> = Extract<SpellEffect, { readonly type: D }>

/** [CF-25.7] First things in the pack, in order, then those on the player's cell. */
export function identifyItems({ things, perLevel }: EffectOf<'identify'>, casting: SpellCast): boolean {
  let told = false
  for (const player of affectedPlayers(casting)) {
    const { level, x, y } = player
    const near = [...player.inventory, ...(level?.thingsAt(x, y) ?? [])].flatMap((each) => [
      ...withContents(each),
    ])
    const unknown = near.filter((thing) => isUnidentified(thing) && !thing.unpaid)
    const some = unknown.slice(0, Math.max(1, scaledByLevel(things, perLevel, casting)))
    for (const thing of some) identifyAndReport(player, thing)
    if (some.length === 0) player.sendMessage('You have nothing unidentified.', messageTypes.spellFailure)
    else told = true
  }
  return told
}

/** [CF-25.8] */
export function removeCurses({ damned }: EffectOf<'uncurse'>, casting: SpellCast): boolean {
  let freed = false
  for (const player of affectedPlayers(casting)) {
    const bound = player.inventory.filter((thing) => isHeldByRemovableCurse(thing, damned))
    for (const thing of bound) releaseFromCurse(player, thing)
    if (bound.length === 0) player.sendMessage('None of your things is cursed.', messageTypes.spellFailure)
    else freed = true
  }
  return freed
}

/** [CF-25.8] Whether a curse prevents taking it off; `damned`: include what only the strongest spell frees. */
export function isHeldByRemovableCurse({ applied, archetype: { curse } }: Thing, damned: boolean): boolean {
  return applied !== undefined && (curse === 'cursed' || (damned && curse === 'damned'))
}

/** [CF-25.8] */
export function releaseFromCurse(player: Player, thing: Thing): void {
  removeCurse(thing)
  player.sendMessage(`You can remove the ${nameOf(thing).one} again.`, messageTypes.spellSuccess)
}
