// Money, gems, food, potions, books, tools, keys and containers.
import type { Archetype, Traits } from '../../model/definitions/archetype.ts'

type More = Partial<Archetype>

export const goods: readonly Archetype[] = [
  // ---- Money. A silver coin is worth ten copper coins, a gold coin a hundred.
  coin('copper', 1),
  coin('silver', 10),
  coin('gold', 100),

  // ---- Gems
  gem('ruby', 'ruby', 'rubies', 2500),
  gem('sapphire', 'sapphire', 'sapphires', 2000),
  gem('emerald', 'emerald', 'emeralds', 1500),
  gem('diamond', 'diamond', 'diamonds', 6000),

  // ---- Food and drink. Players hold at most 999 food.
  food('bread', 'loaf of bread', 'loaves of bread', 500, 6, 150),
  food('apple', 'apple', 'apples', 150, 2, 50),
  food('cheese', 'piece of cheese', 'pieces of cheese', 400, 8, 120),
  food('meat', 'piece of meat', 'pieces of meat', 900, 12, 250),
  food('mushroom', 'mushroom', 'mushrooms', 60, 3, 30, { text: 'Red, with white spots.' }),
  food('booze', 'booze', 'boozes', 1000, 5, 40, { type: 611 }),
  food('waterskin', 'waterskin', 'waterskins', 900, 4, 60, { type: 611 }),
  food('wolf_meat', 'wolf meat', 'pieces of wolf meat', 1200, 5, 180, { face: 'meat.111' }),

  // ---- Potions
  potion('potion_healing', 'potion of healing', 'potion_red.111', 250, 'heal'),
  potion('potion_power', 'potion of power', 'potion_blue.111', 350, 'restore_power'),
  potion('potion_antidote', 'antidote', 'potion_green.111', 120, 'cure_poison'),

  // ---- Scrolls, books, wands
  magic('scroll_fire_bolt', 'scroll of fire bolt', 'scroll.111', 1021, 150, {
    role: 'scroll',
    spell: 'fire_bolt',
    level: 3,
  }),
  magic('scroll_heal', 'scroll of healing', 'scroll.111', 1021, 180, {
    role: 'scroll',
    spell: 'heal',
    level: 4,
  }),
  magic('scroll_home', 'scroll of the way home', 'scroll.111', 1021, 400, {
    role: 'scroll',
    spell: 'way_home',
    level: 1,
  }),
  magic('book_magic_missile', 'spellbook of magic missile', 'spellbook.111', 1001, 600, {
    role: 'spellbook',
    spell: 'magic_missile',
    level: 1,
  }),
  magic('book_fire_bolt', 'spellbook of fire bolt', 'spellbook.111', 1001, 1500, {
    role: 'spellbook',
    spell: 'fire_bolt',
    level: 2,
  }),
  magic('book_frost_bolt', 'spellbook of frost bolt', 'spellbook.111', 1001, 2500, {
    role: 'spellbook',
    spell: 'frost_bolt',
    level: 4,
  }),
  magic('book_heal', 'prayer book of healing', 'spellbook.111', 1002, 800, {
    role: 'spellbook',
    spell: 'heal',
    level: 1,
  }),
  magic('wand_magic_missile', 'wand of magic missile', 'wand.111', 711, 1800, {
    role: 'wand',
    spell: 'magic_missile',
    level: 3,
    charges: [8, 20],
  }),
  magic('wand_frost_bolt', 'wand of frost bolt', 'wand.111', 711, 4500, {
    role: 'wand',
    spell: 'frost_bolt',
    level: 5,
    charges: [4, 10],
  }),
  carried('book', 'book', 'books', 1041, 1500, 20, { role: 'book' }),
  carried('note', 'note', 'notes', 1041, 20, 1, { role: 'book' }),

  // ---- Tools
  carried('talisman', "evoker's talisman", "evoker's talismans", 451, 600, 500, {
    role: 'tool',
    skill: 'evocation',
  }),
  carried('holy_symbol', 'holy symbol', 'holy symbols', 451, 600, 500, { role: 'tool', skill: 'praying' }),
  carried(
    'torch',
    'torch',
    'torches',
    461,
    700,
    5,
    { role: 'torch', burnTicks: 5000 },
    { light: 3, stacks: true },
  ),
  carried(
    'key_crypt',
    'golden key',
    'golden keys',
    801,
    60,
    0,
    { role: 'key', lock: 'crypt' },
    { face: 'key.111', text: 'Its bow is a crown of bones.' },
  ),
  carried(
    'key_cellar',
    'iron key',
    'iron keys',
    801,
    80,
    0,
    { role: 'key', lock: 'cellar' },
    { face: 'key.112' },
  ),

  // ---- Containers
  carried('bag', 'bag', 'bags', 51, 400, 60, { role: 'container', maxWeight: 25_000 }),
  carried('quiver', 'quiver', 'quivers', 60, 300, 80, {
    role: 'container',
    maxWeight: 4000,
    acceptedRole: 'missile',
  }),
  {
    ...carried('chest', 'chest', 'chests', 51, -1, 0, {
      role: 'container',
      maxWeight: 100_000,
      opened: 'chest_open.111',
    }),
    face: 'chest_closed.111',
  },

  // ---- Trophies
  carried('pelt', 'wolf pelt', 'wolf pelts', 461, 2500, 90, { role: 'trophy' }, { stacks: true }),
  carried(
    'rat_tail',
    'rat tail',
    'rat tails',
    461,
    30,
    3,
    { role: 'trophy' },
    { face: 'pelt.111', stacks: true },
  ),
  carried(
    'bone',
    'old bone',
    'old bones',
    461,
    400,
    2,
    { role: 'trophy' },
    { face: 'bones.111', stacks: true },
  ),
  carried(
    'crown',
    'crown of bones',
    'crowns of bones',
    461,
    1200,
    12_000,
    { role: 'trophy' },
    { face: 'amulet.111', magic: true },
  ),
]

function carried(
  id: string,
  one: string,
  many: string,
  type: number,
  weight: number,
  value: number,
  is: Traits,
  more: More = {},
): Archetype {
  return {
    id,
    name: { one, many },
    face: `${id}.111`,
    layer: 'item',
    type,
    weight,
    value,
    ...more,
    traits: is,
  }
}

function coin(metal: string, value: number): Archetype {
  return carried(
    `coin_${metal}`,
    `${metal} coin`,
    `${metal} coins`,
    2001,
    5,
    value,
    { role: 'money' },
    { stacks: true },
  )
}

function gem(id: string, one: string, many: string, value: number): Archetype {
  return carried(id, one, many, 2005, 20, value, { role: 'gem' }, { stacks: true })
}

function food(
  id: string,
  one: string,
  many: string,
  weight: number,
  value: number,
  worth: number,
  more: More = {},
): Archetype {
  return carried(id, one, many, 601, weight, value, { role: 'food', food: worth }, { stacks: true, ...more })
}

function potion(id: string, name: string, face: string, value: number, spell: string): Archetype {
  const many = name.startsWith('potion') ? name.replace('potion', 'potions') : `${name}s`
  return carried(
    id,
    name,
    many,
    651,
    400,
    value,
    { role: 'potion', spell, food: 10 },
    { face, stacks: true, magic: true },
  )
}

function magic(id: string, name: string, face: string, type: number, value: number, is: Traits): Archetype {
  const weight = is.role === 'spellbook' ? 1500 : is.role === 'wand' ? 500 : 100
  return carried(id, name, name.replace(' of ', 's of '), type, weight, value, is, {
    face,
    magic: true,
    stacks: is.role === 'scroll',
  })
}
