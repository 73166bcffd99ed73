// Spells that identify things, or remove their curses. [CF-25.7]
import { messageTypes } from '../hearing/text-kinds.ts'
import type { Player, Thing } from '../scene/scene.ts'
import type { Deed } from '../scene/spell.ts'
import { free, isUnknown, learnTold } from '../things/knowing.ts'
import { nameOf, withContents } from '../things/thing.ts'
import { type Casting, favoured, grown } from './caster.ts'

type Does<D extends Deed['deed']> = Extract<Deed, { readonly deed: D }>

/** [CF-25.7] First things in the pack, in order, then those on the player's cell. */
export function identify({ things, grows }: Does<'identify'>, casting: Casting): boolean {
  let told = false
  for (const player of favoured(casting)) {
    const { level, x, y } = player
    const near = [...player.inventory, ...(level?.things(x, y) ?? [])].flatMap((each) => [
      ...withContents(each),
    ])
    const unknown = near.filter((thing) => isUnknown(thing) && !thing.unpaid)
    const some = unknown.slice(0, Math.max(1, grown(things, grows, casting)))
    for (const thing of some) learnTold(player, thing)
    if (some.length === 0) player.tell('You have nothing that is not known.', messageTypes.spellFailure)
    else told = true
  }
  return told
}

/** [CF-25.8] */
export function uncurse({ damned }: Does<'uncurse'>, casting: Casting): boolean {
  let freed = false
  for (const player of favoured(casting)) {
    const bound = player.inventory.filter((thing) => isBound(thing, damned))
    for (const thing of bound) loosen(player, thing)
    if (bound.length === 0) player.tell('Nothing holds on to you.', messageTypes.spellFailure)
    else freed = true
  }
  return freed
}

/** [CF-25.8] Whether a curse prevents taking it off; `damned`: include what only the strongest spell frees. */
export function isBound({ applied, kind: { curse } }: Thing, damned: boolean): boolean {
  return applied !== undefined && (curse === 'cursed' || (damned && curse === 'damned'))
}

/** [CF-25.8] */
export function loosen(player: Player, thing: Thing): void {
  free(thing)
  player.tell(`The ${nameOf(thing).one} lets go of you.`, messageTypes.spellSuccess)
}
