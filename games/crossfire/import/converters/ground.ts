// [CF-20.11]
import type { Traits } from '../../model/definitions/archetype.ts'
import { parseAttacks } from '../attributes/attack-types.ts'
import type { ObjectAttributes } from '../attributes/object-attributes.ts'

/**
 * Players who die on a battleground respawn on the same map at the cell (`hp`, `sp`). A battleground without these keys
 * is an ordinary floor.
 */
export function convertBattleground(attributes: ObjectAttributes): Traits {
  const [x, y] = [attributes.intWithin('hp', 0, 511), attributes.intWithin('sp', 0, 511)]
  return { role: 'ground', ...((x > 0 || y > 0) && { battle: { x, y } }) }
}

export function convertSwamp(): Traits {
  return { role: 'ground', drowns: true }
}

/** Subtype of spells that spread over the ground. */
const cone = 7

/** [CF-20.11] Converts ground that burns, such as lava, thorns or a fire. */
export function convertBlaze(attributes: ObjectAttributes): Traits | undefined {
  const damage = attributes.intWithin('dam', 0, 500)
  // Fog, flowers and cold lava are harmless.
  if (damage === 0 && attributes.int('subtype') === cone)
    return attributes.flag('is_floor') ? { role: 'ground' } : { role: 'scenery' }
  if (damage === 0 || !attributes.flag('attacktype')) return undefined
  const attack = parseAttacks(attributes.int('attacktype'))
  return {
    role: 'ground',
    burns: { damage, attack, perTick: Math.min(1, Math.abs(attributes.int('speed'))) },
  }
}
