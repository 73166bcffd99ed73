// [CF-14.5]
import { lazy } from '../../../shared/lazy.ts'
import spellList from '../../builtin/spells.arc'
import { ObjectAttributes } from '../../import/attributes/object-attributes.ts'
import { describeSpell } from '../../import/converters/spells.ts'
import { parseArchetypes } from '../../import/format/objects.ts'
import type { ArchetypeRegistry } from '../../model/definitions/archetype.ts'
import type { Spell, SpellEffect } from '../../model/definitions/spell.ts'

/** Bits of the spell paths, as on today's servers. */
const pathBits = {
  protection: 1,
  fire: 2,
  frost: 4,
  electricity: 8,
  missiles: 16,
  self: 32,
  summoning: 64,
  abjuration: 128,
  restoration: 256,
  detonation: 512,
  mind: 1024,
  creation: 2048,
  teleportation: 4096,
  information: 8192,
  transmutation: 16_384,
  transference: 32_768,
  turning: 65_536,
  wounding: 131_072,
  death: 262_144,
  light: 524_288,
} as const

/** The lines of `spell_paths`. */
export const spellPaths: readonly { readonly bit: number; readonly name: string }[] = Object.entries(
  pathBits,
).map(([name, bit]) => ({ bit, name: name.charAt(0).toUpperCase() + name.slice(1) }))

/** The built-in spells by id, in the order of their numbers and sounds. */
export const builtinSpells = lazy((): ReadonlyMap<string, Spell> => {
  const spells = parseArchetypes('spells.arc', spellList).map(
    ({ arch, attributes }, place): Spell => ({
      ...describeSpell(new ObjectAttributes(arch, attributes)),
      id: arch,
      tag: place + 1,
      effect: JSON.parse(attributes.get('packetboat_effect')!) as SpellEffect,
    }),
  )
  return new Map(spells.map((spell) => [spell.id, spell]))
})

/** `archetypes`: of an imported world. [CF-22.1] */
export function findSpell(id: string, archetypes?: ArchetypeRegistry): Spell | undefined {
  return builtinSpells().get(id) ?? archetypes?.spell?.(id)
}

export function spellPathNames(bits: number): string[] {
  return Object.entries(pathBits).flatMap(([name, bit]) => ((bits & bit) !== 0 ? [name] : []))
}

/** Throws for an unknown spell, which would be a bug of this server. */
export function requireSpell(id: string, archetypes?: ArchetypeRegistry): Spell {
  const spell = findSpell(id, archetypes)
  if (!spell) throw new Error(`there is no spell ${id}`)
  return spell
}
