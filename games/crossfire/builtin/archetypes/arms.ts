// Weapons, armour and jewels.
import type {
  Archetype,
  Armour,
  Jewellery,
  Launcher,
  Missile,
  Weapon,
} from '../../model/definitions/archetype.ts'

export const arms: readonly Archetype[] = [
  blade('dagger', 'dagger', 1500, 80, { damage: 4, wc: 1, slowdownPercent: 0 }),
  blade('knife', 'skinning knife', 700, 40, { damage: 3, wc: 0, slowdownPercent: 0 }, { face: 'dagger.111' }),
  blade('sword', 'sword', 6000, 350, { damage: 7, wc: 1, slowdownPercent: 10 }),
  blade('long_sword', 'long sword', 11_000, 900, { damage: 10, wc: 2, slowdownPercent: 20 }),
  blade('axe', 'axe', 9000, 600, { damage: 9, wc: 0, slowdownPercent: 25 }),
  blade('club', 'club', 4000, 30, { damage: 5, wc: 0, slowdownPercent: 10 }),
  blade('mace', 'mace', 8000, 500, { damage: 8, wc: 1, slowdownPercent: 15 }),
  blade('staff', 'staff', 3500, 90, { damage: 5, wc: 1, slowdownPercent: 5, twoHanded: true }),
  {
    ...blade('crown_blade', 'blade of the bone lord', 9000, 9000, {
      damage: 14,
      wc: 4,
      slowdownPercent: 10,
      attack: 'cold',
    }),
    name: { one: 'blade of the bone lord', many: 'blades of the bone lord' },
    face: 'long_sword.111',
    magic: true,
    text: 'Rime grows along the edge, and does not melt.',
  },
  launcher('bow', 'bow', 5000, 400, { ammunition: 'arrow', damage: 3, wc: 0, slowdownPercent: 30, range: 9 }),
  launcher('long_bow', 'long bow', 8000, 1200, {
    ammunition: 'arrow',
    damage: 6,
    wc: 2,
    slowdownPercent: 40,
    range: 12,
  }),
  missile('arrow', 'arrow', 40, 4, { damage: 6, wc: 0, breakPercent: 30, flightFace: 'arrow' }),
  {
    ...missile('arrow_fine', 'fine arrow', 35, 15, {
      damage: 8,
      wc: 2,
      breakPercent: 15,
      flightFace: 'arrow',
    }),
    face: 'arrow_northeast.111',
  },
  piece('shield', 'shield', 261, 7000, 300, { slot: 'shield', ac: 1, armour: 5, spellCostPercent: 5 }),
  piece('helmet', 'helmet', 271, 3000, 250, { slot: 'head', ac: 1, armour: 5 }),
  piece('leather', 'leather armour', 253, 9000, 200, { slot: 'body', ac: 2, armour: 10 }),
  piece('mail', 'chain mail', 253, 25_000, 1500, { slot: 'body', ac: 4, armour: 25, spellCostPercent: 25 }),
  piece('robe', 'robe', 256, 2500, 120, { slot: 'body', ac: 1, armour: 2, resists: { magic: 5 } }),
  piece('cloak', 'cloak', 281, 2000, 150, { slot: 'cloak', ac: 1, armour: 3, resists: { cold: 10 } }),
  piece('boots', 'pair of boots', 291, 2000, 100, { slot: 'feet', ac: 1, armour: 2 }),
  piece('gloves', 'pair of gloves', 301, 500, 80, { slot: 'hands', ac: 1, armour: 1 }),
  jewel('ring', 'copper ring', 200, { slot: 'ring', abilityBonuses: {} }),
  magical('ring_strength', 'ring of strength', 4000, { slot: 'ring', abilityBonuses: { Str: 2 } }),
  magical('ring_wits', 'ring of quick wits', 4000, { slot: 'ring', abilityBonuses: { Int: 1, Pow: 1 } }),
  magical('ring_warmth', 'ring of warmth', 3500, { slot: 'ring', abilityBonuses: {}, resists: { cold: 30 } }),
  magical('amulet_ward', 'amulet of warding', 5000, {
    slot: 'neck',
    abilityBonuses: {},
    ac: 2,
    resists: { magic: 15 },
  }),
  magical('amulet_life', 'amulet of slow healing', 8000, {
    slot: 'neck',
    abilityBonuses: { Con: 1 },
    regenerates: 'hp',
  }),
]

type More = Partial<Archetype>

function createItem(id: string, name: string, type: number, weight: number, value: number) {
  const many = name.startsWith('pair of') ? name.replace('pair', 'pairs') : plural(name)
  return { id, name: { one: name, many }, face: `${id}.111`, layer: 'item', type, weight, value } as const
}

function plural(name: string): string {
  if (name.startsWith('blade of') || name.includes(' of ')) return name.replace(' of ', 's of ')
  if (name === 'staff') return 'staves'
  if (name.endsWith('knife')) return name.replace('knife', 'knives')
  return name === 'leather armour' ? 'suits of leather armour' : `${name}s`
}

function blade(
  id: string,
  name: string,
  weight: number,
  value: number,
  weapon: Omit<Weapon, 'role' | 'skill'>,
  more: More = {},
): Archetype {
  const skill = weapon.twoHanded ? 'two handed weapons' : 'one handed weapons'
  return {
    ...createItem(id, name, 101, weight, value),
    ...more,
    traits: { role: 'weapon', skill, ...weapon },
  }
}

function launcher(
  id: string,
  name: string,
  weight: number,
  value: number,
  bow: Omit<Launcher, 'role' | 'skill'>,
): Archetype {
  const is = { role: 'launcher', skill: 'missile weapons', ...bow } as const
  return { ...createItem(id, name, 151, weight, value), face: 'bow.111', traits: is }
}

function missile(
  id: string,
  name: string,
  weight: number,
  value: number,
  shot: Omit<Missile, 'role'>,
): Archetype {
  return {
    ...createItem(id, name, 159, weight, value),
    face: 'arrow_northeast.111',
    stacks: true,
    traits: { role: 'missile', ...shot },
  }
}

function piece(
  id: string,
  name: string,
  type: number,
  weight: number,
  value: number,
  armour: Omit<Armour, 'role'>,
): Archetype {
  return { ...createItem(id, name, type, weight, value), traits: { role: 'armour', ...armour } }
}

function jewel(id: string, name: string, value: number, worn: Omit<Jewellery, 'role'>): Archetype {
  const type = worn.slot === 'ring' ? 390 : 381
  const face = worn.slot === 'ring' ? 'ring.111' : 'amulet.111'
  return { ...createItem(id, name, type, 50, value), face, traits: { role: 'jewel', ...worn } }
}

function magical(id: string, name: string, value: number, worn: Omit<Jewellery, 'role'>): Archetype {
  return { ...jewel(id, name, value, worn), magic: true }
}
