// Wielding, wearing and readying. [CF-7.15]
import { messageTypes } from '../../protocol/events/message-types.ts'
import type { EquipmentSlot } from '../definitions/archetype.ts'
import type { EquipState, GameState, Player, Thing } from '../state/game-state.ts'
import { revealProperty } from './identification.ts'
import { markThingChanged, putThing, removeThing, takePieces } from './move-things.ts'
import { nameOf } from './thing.ts'

/** [CF-7.15] Rings worn at a time. */
const maxRings = 2

const equipVerbs: { readonly [way in EquipState]: readonly [on: string, off: string] } = {
  wielded: ['wield', 'unwield'],
  worn: ['wear', 'take off'],
  readied: ['ready', 'unready'],
  active: ['activate', 'deactivate'],
  applied: ['apply', 'unapply'],
}

/** How the thing is used; undefined if it cannot be worn, wielded or readied. */
export function equipStateFor({ archetype }: Thing): EquipState | undefined {
  switch (archetype.traits.role) {
    case 'weapon':
      return 'wielded'
    case 'armour':
    case 'jewel':
      return 'worn'
    case 'launcher':
    case 'wand':
    case 'missile':
      return 'readied'
  }
}

/** [CF-7.15] Uses the thing, or puts it away if it is used. Things in its slot are put away. */
export function toggleEquipped(game: Pick<GameState, 'tags'>, player: Player, thing: Thing): void {
  if (thing.applied) {
    if (!isHeldByCurse(player, thing)) unequip(player, thing)
    return
  }
  const others = conflictingEquipment(player, thing)
  if (others.some((other) => isHeldByCurse(player, other))) return
  for (const other of others) unequip(player, other)
  const way = equipStateFor(thing)!
  const whole = thing.archetype.traits.role === 'missile'
  const one = whole ? thing : takePieces(game.tags, thing, 1)
  one.applied = way
  if (whole) markThingChanged(one)
  else putThing(one, { in: 'pack', player })
  const { role } = one.archetype.traits
  if (role === 'launcher' || role === 'wand') player.readied = { with: role, tag: one.tag }
  player.sendMessage(`You ${equipVerbs[way][0]} the ${nameOf(one).one}.`, messageTypes.applied)
}

/** [CF-25.8] Whether a curse prevents taking it off. Tells the player if so. */
export function isHeldByCurse(player: Player, thing: Thing): boolean {
  if (!thing.applied || !thing.archetype.curse) return false
  revealProperty(thing, 'curse')
  player.sendMessage(
    `You cannot remove the ${nameOf(thing).one}: it is ${thing.archetype.curse}.`,
    messageTypes.applyFailure,
  )
  return true
}

/** Stops using it and merges it with an equal pile. */
export function unequip(player: Player, thing: Thing): void {
  const way = thing.applied
  if (!way) return
  unequipSilently(player, thing)
  removeThing(thing)
  putThing(thing, { in: 'pack', player })
  player.sendMessage(`You ${equipVerbs[way][1]} the ${nameOf(thing).one}.`, messageTypes.unapplied)
}

/** Stops using it without a message: the caller moves it away and tells the player. */
export function unequipSilently(player: Player, thing: Thing): void {
  if (!thing.applied) return
  thing.applied = undefined
  const { readied } = player
  if (readied && 'tag' in readied && readied.tag === thing.tag) player.readied = undefined
  markThingChanged(thing)
}

/** The slots that it occupies, one or two. */
export function slotsOf({ archetype: { traits } }: Thing): readonly (EquipmentSlot | 'quiver')[] {
  switch (traits.role) {
    case 'weapon':
      return traits.twoHanded ? ['weapon', 'shield'] : ['weapon']
    case 'armour':
    case 'jewel':
      return [traits.slot]
    case 'launcher':
    case 'wand':
      return ['range']
    case 'missile':
      return ['quiver']
    default:
      return []
  }
}

function conflictingEquipment(player: Player, thing: Thing): readonly Thing[] {
  const wanted = slotsOf(thing)
  const others = player.inventory.filter(
    (other) => other.applied && slotsOf(other).some((slot) => wanted.includes(slot)),
  )
  // The ring worn longest is replaced.
  return wanted.includes('ring') ? others.slice(0, Math.max(0, others.length - maxRings + 1)) : others
}
