// Effects that spells display: those of the uploaded archetypes, or the built-in ones. [CF-22.3]
import type { Role } from '../../scene/archetype.ts'
import type { Attack } from '../../scene/attack.ts'
import { attackOf } from './attacks.ts'
import { kindId } from './kind-id.ts'
import type { Said } from './said.ts'

/** Private key: a temporary effect of a spell. No Crossfire file has it. */
export const effectKey = 'packetboat_effect'

const flies: { readonly [attack in Attack]: string } = {
  physical: 'magic_missile',
  magic: 'magic_missile',
  poison: 'magic_missile',
  fire: 'fire_bolt',
  cold: 'frost',
}
export const ourEffects = { flies, burst: 'burst', chill: 'chill', heal: 'heal' } as const

/** The kind id of `named` (default: the spell's `other_arch`) as an effect, or `ours` if that has no picture. */
export function effectOf(
  said: Said,
  ours: string,
  named: string | undefined = said.text('other_arch'),
  says: Iterable<readonly [key: string, value: string]> = [],
): string {
  if (named === undefined || !said.other(named)?.text('face')) return ours
  return kindId({ arch: named, says: new Map([...says, [effectKey, '1']]) })
}

/** [CF-22.8] A lasting effect, with the damage to whoever is in its cell. */
export function effect(said: Said): Role {
  const damage = said.within('dam', 0, 500)
  if (damage === 0 || !said.is('attacktype')) return { role: 'effect' }
  const attack = attackOf(said.number('attacktype'))
  return {
    role: 'effect',
    burns: { damage, attack, perTick: Math.min(1, Math.abs(said.number('speed')) || 1) },
  }
}
