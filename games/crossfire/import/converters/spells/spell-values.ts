// [CF-22.1]
import type { SpellEffect, TimedEffectName } from '../../../model/definitions/spell.ts'
import type { ObjectAttributes } from '../../attributes/object-attributes.ts'

const tickMs = 120
export const maxEffectSeconds = 600

export function spellDamageOf(attributes: ObjectAttributes) {
  return { damage: attributes.intWithin('dam', 1, 500, 1), damagePerLevel: levelScaling(attributes) }
}

/** In seconds. The duration grows by `ticks` for every `duration_modifier` levels. */
export function durationSecondsPerLevel(attributes: ObjectAttributes, ticks: number): number {
  const every = attributes.intWithin('duration_modifier', 0, 1000)
  return every === 0 ? 0 : (ticks * tickMs) / 1000 / every
}

/** The damage grows by one point for every `dam_modifier` levels. */
export function levelScaling(attributes: ObjectAttributes): number {
  const every = attributes.intWithin('dam_modifier', 0, 1000)
  return every === 0 ? 0 : 1 / every
}

export function spellSecondsOf(attributes: ObjectAttributes, usual: number): number {
  return Math.round((attributes.intWithin('duration', 1, 10_000, usual) * tickMs) / 1000)
}

export function createTimedEffectSpell(
  name: TimedEffectName,
  seconds: number,
): Extract<SpellEffect, { readonly type: 'lasting' }> {
  return {
    type: 'lasting',
    name,
    seconds: Math.min(maxEffectSeconds, seconds),
    secondsPerLevel: 0,
    strength: 1,
    perLevel: 0,
    maxStrength: 1,
  }
}
