// Spells as data. [CF-14.5]
import type { Kinds } from '../scene/archetype.ts'
import type { Spell } from '../scene/spell.ts'

/** Path bits, numbered as by today's servers. */
const paths = {
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
  paths,
).map(([name, bit]) => ({ bit, name: name.charAt(0).toUpperCase() + name.slice(1) }))

/** Append new spells only: the index determines the tag and the number of the sound. */
const list: readonly Omit<Spell, 'tag'>[] = [
  {
    ...by('sorcery', 1, { mana: 2 }),
    id: 'magic_missile',
    name: 'magic missile',
    about: 'A dart of raw force flies ahead, and never misses who stands in its way.',
    ticks: 4,
    path: paths.missiles,
    face: 'magic_missile_northeast.111',
    does: { deed: 'bolt', attack: 'magic', damage: 8, grows: 1, reach: 10, flies: 'magic_missile' },
  },
  {
    ...by('evocation', 2, { mana: 5 }),
    id: 'fire_bolt',
    name: 'fire bolt',
    about: 'A small ball of fire flies ahead and bursts over all who stand around.',
    ticks: 6,
    path: paths.fire,
    face: 'fire_bolt_northeast.111',
    does: {
      ...{ deed: 'bolt', attack: 'fire', damage: 8, grows: 1, reach: 8, flies: 'fire_bolt' },
      bursts: { into: 'burst', damage: 6 },
    },
  },
  {
    ...by('evocation', 4, { mana: 6 }),
    id: 'frost_bolt',
    name: 'frost bolt',
    about: 'A lance of ice flies ahead.',
    ticks: 6,
    path: paths.frost,
    face: 'frost_northeast.111',
    does: {
      ...{ deed: 'bolt', attack: 'cold', damage: 16, grows: 2, reach: 10, flies: 'frost' },
      bursts: { into: 'chill', damage: 3 },
    },
  },
  {
    ...by('praying', 1, { grace: 4 }),
    id: 'heal',
    name: 'minor healing',
    about: 'Closes the wounds of who says it.',
    ticks: 8,
    path: paths.restoration,
    face: 'heal.111',
    does: { deed: 'heal', hp: [5, 10], grows: 2 },
  },
  {
    ...by('praying', 1, { grace: 5 }),
    id: 'protection',
    name: 'protection',
    about: 'For a while blows are harder to land, and hurt less.',
    ticks: 6,
    path: paths.protection,
    face: 'shield.111',
    does: {
      ...{ deed: 'lasting', name: 'protection', seconds: 60, longer: 20 },
      ...{ strength: 10, grows: 2, mostStrength: 40 },
    },
  },
  {
    ...by('praying', 3, { grace: 8 }),
    id: 'create_food',
    name: 'create food',
    about: 'Bread lies at your feet; or what you ask for: apple, bread, cheese, meat or booze.',
    ticks: 10,
    path: paths.creation,
    face: 'bread.111',
    words: true,
    does: { deed: 'food' },
  },
  {
    ...by('praying', 2, { grace: 5 }),
    id: 'cure_poison',
    name: 'cure poison',
    about: 'Drives poison out.',
    ticks: 6,
    path: paths.restoration,
    face: 'potion_green.111',
    does: { deed: 'cure' },
  },
  {
    ...by('sorcery', 1, { mana: 2 }),
    id: 'light',
    name: 'light',
    about: 'Lights the dark around you for a while.',
    ticks: 5,
    path: paths.light,
    face: 'torch.111',
    does: {
      ...{ deed: 'lasting', name: 'light', seconds: 180, longer: 60 },
      ...{ strength: 4, grows: 1, mostStrength: 6 },
    },
  },
  {
    ...by('sorcery', 4, { mana: 12 }),
    id: 'way_home',
    name: 'way home',
    about: 'In a while it carries you to where you wake after death.',
    ticks: 10,
    path: paths.teleportation,
    face: 'puff.111',
    does: {
      ...{ deed: 'lasting', name: 'way_home', seconds: 12, longer: 0 },
      ...{ strength: 1, grows: 0, mostStrength: 1 },
    },
  },
  {
    ...by(undefined, 1, {}),
    id: 'restore_power',
    name: 'restore power',
    about: 'Gives back what spells have taken.',
    ticks: 1,
    path: 0,
    face: 'potion_blue.111',
    does: { deed: 'power', sp: [15, 30] },
  },
]

export const spells: readonly Spell[] = list.map((spell, place) => ({ ...spell, tag: place + 1 }))

const byId: ReadonlyMap<string, Spell> = new Map(spells.map((spell) => [spell.id, spell]))

/** `kinds`: adds the spells of an owner's world. [CF-22.1] */
export function spellNamed(id: string, kinds?: Kinds): Spell | undefined {
  return byId.get(id) ?? kinds?.spell?.(id)
}

/** Names of the paths in a bit set. */
export function pathNames(bits: number): string[] {
  return Object.entries(paths).flatMap(([name, bit]) => ((bits & bit) !== 0 ? [name] : []))
}

/** The spell of a thing or a monster. Throws for an unknown one, which is our bug. */
export function spellOf(id: string, kinds?: Kinds): Spell {
  const spell = spellNamed(id, kinds)
  if (!spell) throw new Error(`there is no spell ${id}`)
  return spell
}

function by(
  skill: string | undefined,
  level: number,
  { mana = 0, grace = 0 }: { mana?: number; grace?: number },
) {
  return { skill, level, mana, grace }
}
