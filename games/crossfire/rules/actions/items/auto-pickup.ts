// [CF-7.13]
import { isLevitating } from '../../../model/level/machine-parts.ts'
import type { GameState, Player, Thing } from '../../../model/state/game-state.ts'
import { isPortable } from '../../../model/things/thing.ts'
import { takeThing, thingsUnderPlayer } from './take-and-drop.ts'

/** [CF-7.13] Bits of the pickup mode. Each of the lowest four bits, an older format, picks up everything. */
const inhibitBit = 0x4000_0000
const legacyModeMask = 0x0f
const pickupRules: { readonly [bit: number]: (thing: Thing) => boolean } = {
  16: ({ archetype }) => archetype.traits.role === 'food' && archetype.type === 601,
  32: ({ archetype }) => archetype.traits.role === 'food' && archetype.type !== 601,
  64: ({ archetype }) => archetype.traits.role === 'money',
  128: ({ archetype }) => archetype.traits.role === 'launcher',
  256: ({ archetype }) => archetype.traits.role === 'missile',
  512: (thing) => isArmourFor(thing, 'head'),
  1024: (thing) => isArmourFor(thing, 'shield'),
  2048: (thing) => isArmourFor(thing, 'body'),
  4096: (thing) => isArmourFor(thing, 'feet'),
  8192: (thing) => isArmourFor(thing, 'hands'),
  16384: (thing) => isArmourFor(thing, 'cloak'),
  32768: ({ archetype }) => archetype.traits.role === 'key',
  131072: ({ archetype }) => archetype.traits.role === 'weapon',
  262144: ({ archetype }) => archetype.magic === true,
  524288: ({ archetype }) => archetype.traits.role === 'potion',
  1048576: ({ archetype }) => archetype.traits.role === 'spellbook',
  4194304: ({ archetype }) => archetype.traits.role === 'book' || archetype.traits.role === 'scroll',
  8388608: ({ archetype }) => archetype.traits.role === 'wand' || archetype.traits.role === 'tool',
  33554432: ({ archetype }) => archetype.traits.role === 'gem' || archetype.traits.role === 'jewel',
  134217728: ({ archetype }) => archetype.traits.role === 'container',
}

/** Picks up things by the player's pickup mode, except in a shop. */
export function autoPickUp(game: GameState, player: Player): void {
  const { pickupMode, level, x, y } = player
  if (isLevitating(player)) return
  if (pickupMode === 0 || pickupMode & inhibitBit || level?.isShopFloor(x, y)) return
  for (const thing of thingsUnderPlayer(player))
    if (isPortable(thing) && selects(pickupMode, thing)) takeThing(game, player, thing, thing.count)
}

function selects(mode: number, thing: Thing): boolean {
  if (mode & legacyModeMask) return true
  return Object.entries(pickupRules).some(([bit, fits]) => mode & Number(bit) && fits(thing))
}

function isArmourFor({ archetype: { traits } }: Thing, slot: string): boolean {
  return traits.role === 'armour' && traits.slot === slot
}
