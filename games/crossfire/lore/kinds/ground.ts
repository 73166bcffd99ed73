// Floors with an effect. [CF-20.11]
import type { Role } from '../../scene/archetype.ts'
import { attackOf } from './attacks.ts'
import type { Said } from './said.ts'

/** `hp`, `sp`: where players who would die there respawn, on the same map. Without them it is an ordinary floor. */
export function battleground(said: Said): Role {
  const [x, y] = [said.within('hp', 0, 511), said.within('sp', 0, 511)]
  return { role: 'ground', ...((x > 0 || y > 0) && { battle: { x, y } }) }
}

export function swamp(): Role {
  return { role: 'ground', sinks: true }
}

/** Subtype of spells that spread over the ground. */
const cone = 7

/** [CF-20.11] A spell effect that stays in place: lava, thorns, a fire. */
export function blaze(said: Said): Role | undefined {
  const damage = said.within('dam', 0, 500)
  // Fog, flowers and cold lava harm nobody.
  if (damage === 0 && said.number('subtype') === cone)
    return said.is('is_floor') ? { role: 'ground' } : { role: 'scenery' }
  if (damage === 0 || !said.is('attacktype')) return undefined
  const attack = attackOf(said.number('attacktype'))
  return { role: 'ground', burns: { damage, attack, perTick: Math.min(1, Math.abs(said.number('speed'))) } }
}
