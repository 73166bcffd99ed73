// [CF-7.15]

import { messageTypes } from '../../protocol/events/message-types.ts'
import type { BodyPart, BodyPartCounts, EquipmentSlot } from '../definitions/archetype.ts'
import { raceOf } from '../definitions/character-rules.ts'
import type { EquipState, GameState, Player, Thing } from '../state/game-state.ts'
import { revealProperty } from './identification.ts'
import { markThingChanged, putThing, removeThing, takeFromPile } from './move-things.ts'
import { canSplit } from './pile-limits.ts'
import { nameOf } from './thing.ts'

const equipVerbs: { readonly [way in EquipState]: readonly [on: string, off: string] } = {
  wielded: ['wield', 'unwield'],
  worn: ['wear', 'take off'],
  readied: ['ready', 'unready'],
  active: ['activate', 'deactivate'],
  applied: ['apply', 'unapply'],
}

/** Undefined if a thing of its role cannot be used as equipment. */
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
    case 'tool':
      return 'applied'
  }
}

/** [CF-7.15] Stops using the thing, or uses it after putting away all things that conflict with it. */
export function toggleEquipped(game: Pick<GameState, 'tags'>, player: Player, thing: Thing): void {
  if (thing.applied) {
    if (!refuseIfCursed(player, thing)) unequip(player, thing)
    return
  }
  if (!fitsBody(player, thing))
    return player.sendMessage(`Your body has no place for the ${nameOf(thing).one}.`, messageTypes.applyError)
  const whole = thing.archetype.traits.role === 'missile'
  if (!whole && !canSplit(thing))
    return player.sendMessage('You cannot carry more things.', messageTypes.applyError)
  const others = conflictingEquipment(player, thing)
  if (others.some((other) => refuseIfCursed(player, other))) return
  for (const other of others) unequip(player, other)
  const way = equipStateFor(thing)!
  const one = whole ? thing : takeFromPile(game.tags, thing, 1)
  one.applied = way
  if (whole) markThingChanged(one)
  else putThing(one, { in: 'pack', player })
  const { traits } = one.archetype
  if (traits.role === 'launcher' || traits.role === 'wand')
    player.readied = { with: traits.role, tag: one.tag }
  player.sendMessage(`You ${equipVerbs[way][0]} the ${nameOf(one).one}.`, messageTypes.applied)
  if (traits.role !== 'tool') return
  player.readied = { with: 'skill', name: traits.skill }
  player.sendMessage(`You can now use the skill ${traits.skill}.`, messageTypes.skillSuccess)
}

/**
 * [CF-25.8] Returns whether a curse prevents the player from taking off the thing. If so, reveals the curse and sends
 * the player a message.
 */
export function refuseIfCursed(player: Player, thing: Thing): boolean {
  if (!thing.applied || !thing.archetype.curse) return false
  revealProperty(thing, 'curse')
  player.sendMessage(
    `You cannot remove the ${nameOf(thing).one}: it is ${thing.archetype.curse}.`,
    messageTypes.applyFailure,
  )
  return true
}

export function unequip(player: Player, thing: Thing): void {
  const way = thing.applied
  if (!way) return
  unequipSilently(player, thing)
  removeThing(thing)
  putThing(thing, { in: 'pack', player })
  player.sendMessage(`You ${equipVerbs[way][1]} the ${nameOf(thing).one}.`, messageTypes.unapplied)
}

/** Stops the use of the thing. The caller must move the thing and tell the player. */
export function unequipSilently(player: Player, thing: Thing): void {
  if (!thing.applied) return
  thing.applied = undefined
  const { readied } = player
  if (readied && 'tag' in readied && readied.tag === thing.tag) player.readied = undefined
  markThingChanged(thing)
}

/**
 * [CF-7.15] The parts of the body that the thing occupies: those that its archetype names, or else those of its role.
 */
export function occupiedBodyParts({ archetype: { body, traits } }: Thing): BodyPartCounts {
  if (body) return body
  switch (traits.role) {
    case 'weapon':
      return { arm: traits.twoHanded ? 2 : 1 }
    case 'armour':
    case 'jewel':
      return partsOfSlot[traits.slot]
    case 'launcher':
    case 'wand':
      return { range: 1 }
    case 'tool':
      return { skill: 1 }
    default:
      return {}
  }
}

const partsOfSlot: { readonly [slot in EquipmentSlot]: BodyPartCounts } = {
  ...{ shield: { arm: 1 }, body: { torso: 1 }, cloak: { shoulder: 1 }, head: { head: 1 } },
  ...{ hands: { hand: 2 }, wrists: { wrist: 2 }, feet: { foot: 2 } },
  ...{ neck: { neck: 1 }, waist: { waist: 1 }, ring: { finger: 1 } },
}

function fitsBody(player: Player, thing: Thing): boolean {
  const { body } = raceOf(player)
  return usedParts(thing).every(([part, count]) => count <= (body[part] ?? 0))
}

/** [CF-7.15] Whether the player can use the thing without putting another thing away. */
export function hasBodyRoomFor(player: Player, thing: Thing): boolean {
  return fitsBody(player, thing) && conflictingEquipment(player, thing).length === 0
}

/**
 * [CF-7.15] The things to put away for `thing`: those that cannot be used together with it, then those in use longest
 * (first in the inventory), until enough body parts are free.
 */
function conflictingEquipment(player: Player, thing: Thing): readonly Thing[] {
  const { body } = raceOf(player)
  const used = player.inventory.filter((other) => other.applied)
  const conflicting = new Set(used.filter((other) => excludeEachOther(other, thing)))
  for (const [part, count] of usedParts(thing)) {
    const takes = (other: Thing) => occupiedBodyParts(other)[part] ?? 0
    let free =
      (body[part] ?? 0) - used.reduce((sum, other) => sum + (conflicting.has(other) ? 0 : takes(other)), 0)
    for (const other of used) {
      if (free >= count) break
      if (conflicting.has(other) || takes(other) === 0) continue
      conflicting.add(other)
      free += takes(other)
    }
  }
  return [...conflicting]
}

/** True for two weapons, two shields and two kinds of missiles: a player can use only one of the two. */
function excludeEachOther({ archetype: { traits: a } }: Thing, { archetype: { traits: b } }: Thing): boolean {
  if (a.role !== b.role) return false
  return a.role === 'armour' && b.role === 'armour'
    ? a.slot === 'shield' && b.slot === 'shield'
    : a.role === 'weapon' || a.role === 'missile'
}

function usedParts(thing: Thing): readonly (readonly [part: BodyPart, count: number])[] {
  return Object.entries(occupiedBodyParts(thing)) as [BodyPart, number][]
}
