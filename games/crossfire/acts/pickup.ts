// Automatic pickup while walking, by the client's `pickup` bits. [CF-7.13]
import type { Player, Scene, Thing } from '../scene/scene.ts'
import { isPortable } from '../things/thing.ts'
import { lyingUnder, take } from './carrying.ts'

/** [CF-7.13] Mode bits. Values below 0x10 are the old modes: 0 picks up nothing, the others everything. */
const inhibited = 0x4000_0000
const oldModes = 0x0f
const bits: { readonly [bit: number]: (thing: Thing) => boolean } = {
  16: ({ kind }) => kind.is.role === 'food' && kind.type === 601,
  32: ({ kind }) => kind.is.role === 'food' && kind.type !== 601,
  64: ({ kind }) => kind.is.role === 'money',
  128: ({ kind }) => kind.is.role === 'launcher',
  256: ({ kind }) => kind.is.role === 'missile',
  512: (thing) => isWornOn(thing, 'head'),
  1024: (thing) => isWornOn(thing, 'shield'),
  2048: (thing) => isWornOn(thing, 'body'),
  4096: (thing) => isWornOn(thing, 'feet'),
  8192: (thing) => isWornOn(thing, 'hands'),
  16384: (thing) => isWornOn(thing, 'cloak'),
  32768: ({ kind }) => kind.is.role === 'key',
  131072: ({ kind }) => kind.is.role === 'weapon',
  262144: ({ kind }) => kind.magic === true,
  524288: ({ kind }) => kind.is.role === 'potion',
  1048576: ({ kind }) => kind.is.role === 'spellbook',
  4194304: ({ kind }) => kind.is.role === 'book' || kind.is.role === 'scroll',
  8388608: ({ kind }) => kind.is.role === 'wand' || kind.is.role === 'tool',
  33554432: ({ kind }) => kind.is.role === 'gem' || kind.is.role === 'jewel',
  134217728: ({ kind }) => kind.is.role === 'container',
}

/** Picks up what the player's mode selects from the cell. Never in a shop. */
export function pickUpHere(scene: Scene, player: Player): void {
  const { pickup, level, x, y } = player
  if (pickup === 0 || pickup & inhibited || level?.isShop(x, y)) return
  for (const thing of lyingUnder(player))
    if (isPortable(thing) && wants(pickup, thing)) take(scene, player, thing, thing.count)
}

function wants(mode: number, thing: Thing): boolean {
  if (mode & oldModes) return true
  return Object.entries(bits).some(([bit, fits]) => mode & Number(bit) && fits(thing))
}

function isWornOn({ kind: { is } }: Thing, slot: string): boolean {
  return is.role === 'armour' && is.slot === slot
}
