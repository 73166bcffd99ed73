// What a host's spells show: his own effects, or ours where he has none. [CF-22.3]
import type { Role } from '../../scene/archetype.ts'
import type { Attack } from '../../scene/attack.ts'
import { attackOf } from './attacks.ts'
import { kindId } from './kind-id.ts'
import type { Said } from './said.ts'

/** A key of ours: it is something of a spell's, that is gone by itself. No file of Crossfire's has it. */
export const effectKey = 'packetboat_effect'

const flies: { readonly [attack in Attack]: string } = {
  physical: 'magic_missile',
  magic: 'magic_missile',
  poison: 'magic_missile',
  fire: 'fire_bolt',
  cold: 'frost',
}
export const ourEffects = { flies, burst: 'burst', chill: 'chill', heal: 'heal' } as const

/** The id of `named`, or of the spell's `other_arch`, as an effect; `ours` where there is none. */
export function effectOf(
  said: Said,
  ours: string,
  named: string | undefined = said.text('other_arch'),
  says: Iterable<readonly [key: string, value: string]> = [],
): string {
  if (named === undefined || !said.other(named)?.text('face')) return ours
  return kindId({ arch: named, says: new Map([...says, [effectKey, '1']]) })
}

/** [CF-22.8] Of what stays: how it hurts who stands in it. */
export function effect(said: Said): Role {
  const damage = said.within('dam', 0, 500)
  if (damage === 0 || !said.is('attacktype')) return { role: 'effect' }
  const attack = attackOf(said.number('attacktype'))
  return {
    role: 'effect',
    burns: { damage, attack, perTick: Math.min(1, Math.abs(said.number('speed')) || 1) },
  }
}
