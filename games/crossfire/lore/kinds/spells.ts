// Spells of a host's: as far as they fly, from what shoots in his maps [CF-20.17], and those that potions hold [CF-21.8].
import type { Role } from '../../scene/archetype.ts'
import type { Attack } from '../../scene/attack.ts'
import { attackOf } from './attacks.ts'
import type { Said } from './said.ts'

/** Kinds of spells that leave their caster in a line: bolts, bullets, cones. */
const flying: ReadonlySet<number> = new Set([4, 5, 7])
const looks: { readonly [attack in Attack]: 'fire_bolt' | 'magic_missile' | 'frost' } = {
  physical: 'magic_missile',
  magic: 'magic_missile',
  poison: 'magic_missile',
  fire: 'fire_bolt',
  cold: 'frost',
}

/** A bullet goes as far as a shot; what it leaves behind where it ends is its `food`. */
export function spell(said: Said): Role | undefined {
  if (!flying.has(said.number('subtype'))) return undefined
  const attack = attackOf(said.number('attacktype', 2))
  const damage = said.within('dam', 1, 500, 1)
  return {
    role: 'spell',
    attack,
    damage,
    reach: said.within('range', 4, 30, 10),
    flies: looks[attack],
    ...(said.is('food') && { bursts: { into: attack === 'cold' ? 'chill' : 'burst', damage } }),
  }
}

/** The kind of spells that mend: `dam` of hp, `last_sp` of spell points. */
const healing = 21

/** [CF-21.8] By the spell that its archetype holds; of any other kind it is mute. */
export function potion({ held }: Said): Role | undefined {
  if (held?.number('subtype') !== healing) return undefined
  if (held.is('last_sp')) return { role: 'potion', spell: 'restore_power', food: 0 }
  const hp = held.within('dam', 0, 9999)
  return hp > 0 ? { role: 'potion', spell: 'heal', food: 0, above: Math.ceil(hp / 2) } : undefined
}
