// An effect is an imported archetype, or a built-in one if the imported one has no picture. [CF-22.3]
import type { Traits } from '../../../model/definitions/archetype.ts'
import type { AttackTypes } from '../../../model/definitions/attack-types.ts'
import { archetypeIdOf } from '../../attributes/archetype-id.ts'
import { parseAttacks } from '../../attributes/attack-types.ts'
import type { ObjectAttributes } from '../../attributes/object-attributes.ts'

/** A key of our own for temporary effects of spells. */
export const spellEffectKey = 'packetboat_effect'

export function builtinBolt(attack: AttackTypes): string {
  return attack.includes('fire') ? 'fire_bolt' : attack.includes('cold') ? 'frost' : 'magic_missile'
}
export const builtinEffects = { burst: 'burst', chill: 'chill', heal: 'heal' } as const

/** `named`: archetype name of the effect; default `other_arch`. `ours`: the effect if the archetype has no picture. */
export function spellEffectOf(
  attributes: ObjectAttributes,
  ours: string,
  named: string | undefined = attributes.text('other_arch'),
  changes: Iterable<readonly [key: string, value: string]> = [],
): string {
  if (named === undefined || !attributes.other(named)?.text('face')) return ours
  return archetypeIdOf({ arch: named, attributes: new Map([...changes, [spellEffectKey, '1']]) })
}

/** [CF-22.8] An effect that stays in place. */
export function convertEffect(attributes: ObjectAttributes): Traits {
  const damage = attributes.intWithin('dam', 0, 500)
  if (damage === 0 || !attributes.flag('attacktype')) return { role: 'effect' }
  const attack = parseAttacks(attributes.int('attacktype'))
  return {
    role: 'effect',
    burns: { damage, attack, perTick: Math.min(1, Math.abs(attributes.int('speed')) || 1) },
  }
}
