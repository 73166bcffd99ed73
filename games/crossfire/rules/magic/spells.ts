// Spells as data. [CF-14.5]
import type { ArchetypeRegistry } from '../../model/definitions/archetype.ts'
import type { Spell } from '../../model/definitions/spell.ts'

/** Path bits, numbered as by today's servers. */
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

/** The content of `spell_paths`. */
export const spellPaths: readonly { readonly bit: number; readonly name: string }[] = Object.entries(
  pathBits,
).map(([name, bit]) => ({ bit, name: name.charAt(0).toUpperCase() + name.slice(1) }))

/** Append new spells only: the index determines the tag and the number of the sound. */
const spellDefinitions: readonly Omit<Spell, 'tag'>[] = [
  {
    ...learnedWith('sorcery', 1, { mana: 2 }),
    id: 'magic_missile',
    name: 'magic missile',
    description: 'Fires a dart that never misses.',
    ticks: 4,
    path: pathBits.missiles,
    face: 'magic_missile_northeast.111',
    effect: {
      type: 'bolt',
      attack: 'magic',
      damage: 8,
      damagePerLevel: 1,
      range: 10,
      flightArchetype: 'magic_missile',
    },
  },
  {
    ...learnedWith('evocation', 2, { mana: 5 }),
    id: 'fire_bolt',
    name: 'fire bolt',
    description: 'Fires a small ball of fire that explodes.',
    ticks: 6,
    path: pathBits.fire,
    face: 'fire_bolt_northeast.111',
    effect: {
      ...{
        type: 'bolt',
        attack: 'fire',
        damage: 8,
        damagePerLevel: 1,
        range: 8,
        flightArchetype: 'fire_bolt',
      },
      explosion: { effectId: 'burst', damage: 6 },
    },
  },
  {
    ...learnedWith('evocation', 4, { mana: 6 }),
    id: 'frost_bolt',
    name: 'frost bolt',
    description: 'Fires a lance of ice.',
    ticks: 6,
    path: pathBits.frost,
    face: 'frost_northeast.111',
    effect: {
      ...{ type: 'bolt', attack: 'cold', damage: 16, damagePerLevel: 2, range: 10, flightArchetype: 'frost' },
      explosion: { effectId: 'chill', damage: 3 },
    },
  },
  {
    ...learnedWith('praying', 1, { grace: 4 }),
    id: 'heal',
    name: 'minor healing',
    description: 'Heals the caster.',
    ticks: 8,
    path: pathBits.restoration,
    face: 'heal.111',
    effect: { type: 'heal', hp: [5, 10], perLevel: 2 },
  },
  {
    ...learnedWith('praying', 1, { grace: 5 }),
    id: 'protection',
    name: 'protection',
    description: 'Protects you for a while: attacks miss more often and do less damage.',
    ticks: 6,
    path: pathBits.protection,
    face: 'shield.111',
    effect: {
      ...{ type: 'lasting', name: 'protection', seconds: 60, secondsPerLevel: 20 },
      ...{ strength: 10, perLevel: 2, maxStrength: 40 },
    },
  },
  {
    ...learnedWith('praying', 3, { grace: 8 }),
    id: 'create_food',
    name: 'create food',
    description: 'Creates food: apple, bread (default), cheese, meat or booze.',
    ticks: 10,
    path: pathBits.creation,
    face: 'bread.111',
    acceptsText: true,
    effect: { type: 'food' },
  },
  {
    ...learnedWith('praying', 2, { grace: 5 }),
    id: 'cure_poison',
    name: 'cure poison',
    description: 'Cures poison.',
    ticks: 6,
    path: pathBits.restoration,
    face: 'potion_green.111',
    effect: { type: 'cure' },
  },
  {
    ...learnedWith('sorcery', 1, { mana: 2 }),
    id: 'light',
    name: 'light',
    description: 'Lights your surroundings for a while.',
    ticks: 5,
    path: pathBits.light,
    face: 'torch.111',
    effect: {
      ...{ type: 'lasting', name: 'light', seconds: 180, secondsPerLevel: 60 },
      ...{ strength: 4, perLevel: 1, maxStrength: 6 },
    },
  },
  {
    ...learnedWith('sorcery', 4, { mana: 12 }),
    id: 'way_home',
    name: 'way home',
    description: 'Teleports you to your respawn point after a short delay.',
    ticks: 10,
    path: pathBits.teleportation,
    face: 'puff.111',
    effect: {
      ...{ type: 'lasting', name: 'way_home', seconds: 12, secondsPerLevel: 0 },
      ...{ strength: 1, perLevel: 0, maxStrength: 1 },
    },
  },
  {
    ...learnedWith(undefined, 1, {}),
    id: 'restore_power',
    name: 'restore power',
    description: 'Restores spell points.',
    ticks: 1,
    path: 0,
    face: 'potion_blue.111',
    effect: { type: 'power', sp: [15, 30] },
  },
]

export const spells: readonly Spell[] = spellDefinitions.map((spell, place) => ({ ...spell, tag: place + 1 }))

const spellsById: ReadonlyMap<string, Spell> = new Map(spells.map((spell) => [spell.id, spell]))

/** `kinds`: adds the spells of an owner's world. [CF-22.1] */
export function findSpell(id: string, archetypes?: ArchetypeRegistry): Spell | undefined {
  return spellsById.get(id) ?? archetypes?.spell?.(id)
}

/** Names of the paths in a bit set. */
export function pathNames(bits: number): string[] {
  return Object.entries(pathBits).flatMap(([name, bit]) => ((bits & bit) !== 0 ? [name] : []))
}

/** The spell of a thing or a monster. Throws for an unknown one, which is our bug. */
export function requireSpell(id: string, archetypes?: ArchetypeRegistry): Spell {
  const spell = findSpell(id, archetypes)
  if (!spell) throw new Error(`there is no spell ${id}`)
  return spell
}

function learnedWith(
  skill: string | undefined,
  level: number,
  { mana = 0, grace = 0 }: { mana?: number; grace?: number },
) {
  return { skill, level, mana, grace }
}
