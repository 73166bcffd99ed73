// [CF-22.3] [CF-22.4]
import type {
  AreaSpell,
  BoltSpell,
  Explosion,
  SpellEffect,
  StatusEffect,
  StatusEffectSpec,
} from '../../../model/definitions/spell.ts'
import {
  holyWordBit,
  parseAttacks,
  statusEffectOfAttack,
  undeadAttackBits,
} from '../../attributes/attack-types.ts'
import type { ObjectAttributes } from '../../attributes/object-attributes.ts'
import { builtinBolt, builtinEffects, spellEffectOf } from './spell-effects.ts'
import {
  durationSecondsPerLevel,
  levelScaling,
  maxEffectSeconds,
  spellDamageOf,
  spellSecondsOf,
} from './spell-values.ts'

/** Object type of spell effects, which some walls shoot directly. */
export const spellEffectObjectType = 102

export function parseProjectile(attributes: ObjectAttributes, reach: number): BoltSpell {
  const attack = parseAttacks(attributes.int('attacktype', 2))
  return {
    type: 'bolt',
    attack,
    ...spellDamageOf(attributes),
    range: attributes.intWithin('range', 4, 30, reach),
    flightArchetype: spellEffectOf(attributes, builtinBolt(attack)),
  }
}

/** A bullet flies as far as a shot missile. If the spell has `food`, the bullet bursts at the end of its flight. */
export function parseBullet(attributes: ObjectAttributes): BoltSpell {
  const bolt = { ...parseProjectile(attributes, 10), range: 12 }
  const bursts =
    attributes.flag('food') && burstOf(attributes, bolt.damage, attributes.intWithin('range', 0, 9))
  return bursts ? { ...bolt, explosion: bursts } : bolt
}

/** The `other_arch` of the spell's effect describes the explosion. */
function burstOf(attributes: ObjectAttributes, damage: number, range: number): Explosion {
  const effect = attributes.other(attributes.text('other_arch') ?? '') ?? attributes
  const attack = parseAttacks(attributes.int('attacktype', 2))
  const ours = attack.includes('cold') ? builtinEffects.chill : builtinEffects.burst
  return {
    effectId: spellEffectOf(effect, ours),
    damage,
    radius: Math.min(3, Math.max(1, Math.round(range / 3))),
  }
}

/** [CF-22.20] The picture is the `other_arch` of the force that the spell names. */
export function parseAura(attributes: ObjectAttributes): SpellEffect {
  const attacktype = attributes.int('attacktype')
  const force = attributes.other(attributes.text('other_arch') ?? '') ?? attributes
  return {
    type: 'aura',
    attack: parseAttacks(attacktype),
    effectId: spellEffectOf(force, builtinEffects.burst),
    damage: attributes.intWithin('dam', 0, 500),
    damagePerLevel: levelScaling(attributes),
    seconds: Math.min(maxEffectSeconds, spellSecondsOf(attributes, 100)),
    secondsPerLevel: durationSecondsPerLevel(attributes, 10),
    ...((attacktype & countering) !== 0 && { counters: true as const }),
  }
}

/** [CF-22.5] The effect of a cone without an `attacktype`: webs slow creatures, and a god's peace calms them. */
function parseHarmlessCone(attributes: ObjectAttributes): AreaSpell {
  const effect = attributes.other(attributes.text('other_arch') ?? '')
  const left = attributes.other(effect?.text('other_arch') ?? '')
  const ail = left?.text('move_slow') !== undefined ? 'slow' : 'calm'
  return { ...harmlessArea(attributes), statusEffect: parseAilment(attributes, ail) }
}

/** [CF-22.10] The `attacktype` bit of spells that counter other spells. */
const countering = 524_288

function harmlessArea(attributes: ObjectAttributes): AreaSpell {
  return {
    ...{ type: 'wave', attack: ['magic'], damage: 0, damagePerLevel: 0 },
    range: attributes.intWithin('range', 1, 15, 5),
    effectId: spellEffectOf(attributes, builtinEffects.burst),
  }
}

/** [CF-22.4] */
export function parseCone(attributes: ObjectAttributes, around: boolean): AreaSpell {
  const attacktype = attributes.int('attacktype')
  const ail = statusEffectOfAttack(attacktype)
  const undead = (attacktype & undeadAttackBits) !== 0
  if ((attacktype & countering) !== 0)
    return { ...harmlessArea(attributes), ...(around && { around }), counters: true }
  if (attacktype === 0) return parseHarmlessCone(attributes)
  const damage = ail !== undefined && ail !== 'blind' ? 0 : attributes.intWithin('dam', 1, 500, 1)
  return {
    ...{ type: 'wave', attack: parseAttacks(attacktype), damage, damagePerLevel: levelScaling(attributes) },
    range: attributes.intWithin('range', 1, 15, 5),
    effectId: spellEffectOf(attributes, builtinEffects.burst),
    ...(around && { around }),
    ...(ail && { statusEffect: parseAilment(attributes, ail) }),
    ...(undead && { undead }),
    ...((attacktype & holyWordBit) !== 0 && { holy: true as const }),
  }
}

/** Ailments caused by spells last 3 to 60 s. In the original Crossfire some last only a few ticks. */
function parseAilment(attributes: ObjectAttributes, ail: StatusEffect): StatusEffectSpec {
  const seconds = Math.min(
    60,
    Math.max(3, attributes.intWithin('dam', 0, 60) + spellSecondsOf(attributes, 2)),
  )
  return { effect: ail, ms: seconds * 1000 }
}

export function parseBomb(attributes: ObjectAttributes): SpellEffect {
  const damage = attributes.intWithin('dam', 1, 500, 12)
  return {
    type: 'bomb',
    ticks: attributes.intWithin('duration', 1, 30, 8) * 4,
    attack: parseAttacks(attributes.int('attacktype', 1)),
    // A bomb object that a wall shoots directly shows its own picture.
    effectId: spellEffectOf(
      attributes,
      builtinEffects.burst,
      attributes.type === spellEffectObjectType ? attributes.arch : undefined,
    ),
    damagePerLevel: levelScaling(attributes),
    explosion: burstOf(attributes, damage, attributes.intWithin('range', 3, 9, 5)),
  }
}
