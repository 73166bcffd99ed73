// Monsters of the deep: six kinds in ten strengths, one for every two floors, and four rulers. [CF-19.4]
import type { Archetype, Monster, MonsterDrop } from '../../model/definitions/archetype.ts'

/** Prefixes of monsters' names, from the first strength on. */
const strengths = [
  'pale',
  'grim',
  'scarred',
  'ashen',
  'iron',
  'cruel',
  'dread',
  'hollow',
  'ancient',
  'nameless',
] as const

/** A kind at the first strength. */
type MonsterKind = Omit<Monster, 'role'> & {
  readonly one: string
  readonly many: string
  readonly look: string
}

const kinds: readonly MonsterKind[] = [
  {
    ...{
      one: 'goblin',
      many: 'goblins',
      look: 'goblin',
      level: 3,
      hp: 15,
      ac: 7,
      wc: 16,
      damage: 5,
      armour: 5,
    },
    ...{
      speed: 0.22,
      sightRange: 6,
      experience: 170,
      attack: 'physical',
      roaming: 'seldom',
      fleeBelowPercent: 15,
      remainsId: 'bones',
    },
    drops: [{ id: 'meat', chance: 10 }],
  },
  {
    ...{
      one: 'spider',
      many: 'spiders',
      look: 'spider',
      level: 3,
      hp: 14,
      ac: 6,
      wc: 16,
      damage: 5,
      armour: 5,
    },
    ...{
      speed: 0.28,
      sightRange: 5,
      experience: 180,
      attack: 'poison',
      roaming: 'seldom',
      resists: { poison: 50 },
    },
    drops: [{ id: 'potion_antidote', chance: 15 }],
  },
  {
    ...{ one: 'hound', many: 'hounds', look: 'wolf', level: 3, hp: 16, ac: 6, wc: 15, damage: 4, armour: 5 },
    ...{ speed: 0.3, sightRange: 6, experience: 190, attack: 'physical', roaming: 'often' },
    drops: [{ id: 'pelt', chance: 40 }],
  },
  {
    ...{ one: 'ooze', many: 'oozes', look: 'slime', level: 3, hp: 24, ac: 10, wc: 16, damage: 5, armour: 20 },
    ...{ speed: 0.1, sightRange: 4, experience: 170, attack: 'poison', roaming: 'seldom' },
    resists: { poison: 100, fire: -30 },
    drops: [{ id: 'potion_healing', chance: 6 }],
  },
  {
    ...{
      one: 'dead man',
      many: 'dead men',
      look: 'skeleton',
      level: 4,
      hp: 20,
      ac: 6,
      wc: 15,
      damage: 6,
      armour: 15,
    },
    ...{
      speed: 0.2,
      sightRange: 6,
      experience: 260,
      attack: 'physical',
      roaming: 'seldom',
      undead: true,
      remainsId: 'bones',
    },
    resists: { cold: 60, poison: 100, fire: -20 },
    drops: [{ id: 'bone', chance: 60, count: [1, 3] }],
  },
  {
    ...{
      one: 'bowman',
      many: 'bowmen',
      look: 'skeleton',
      level: 4,
      hp: 16,
      ac: 6,
      wc: 15,
      damage: 4,
      armour: 10,
    },
    ...{
      speed: 0.18,
      sightRange: 7,
      experience: 280,
      attack: 'physical',
      roaming: 'never',
      undead: true,
      remainsId: 'bones',
    },
    resists: { cold: 60, poison: 100, fire: -20 },
    casts: { spell: 'magic_missile', chance: 10 },
    drops: [{ id: 'arrow_fine', chance: 60, count: [2, 6] }],
  },
]

/** Growth per strength; of hp, damage and experience as a fraction of the first strength's. */
const growth = { level: 2, hp: 0.5, damage: 0.3, experience: 1.2, ac: 0.8, wc: 1, armour: 3 } as const
/** Average copper dropped, per strength. */
const purse = 25

/** Ids of all kinds, by index of the strength from 0. */
export const dungeonMonsters: readonly (readonly string[])[] = strengths.map((strength) =>
  kinds.map(({ one }) => idOf(strength, one)),
)

/** Rulers of the deep, from above; each has a floor. */
export const dungeonBosses = ['goblin_king', 'spider_mother', 'grave_knight', 'king_below'] as const

export const dungeonArchetypes: readonly Archetype[] = [
  ...strengths.flatMap((strength, more) =>
    kinds.map(({ one, many, look, ...kind }) => {
      const name = { one: `${strength} ${one}`, many: `${strength} ${many}` }
      return createMonster(idOf(strength, one), name, look, scaleMonster(kind, more))
    }),
  ),
  createBoss('goblin_king', 'goblin king', 'goblin_chief', {
    ...{
      level: 9,
      hp: 110,
      ac: 2,
      wc: 9,
      damage: 13,
      armour: 25,
      speed: 0.26,
      sightRange: 7,
      experience: 4500,
    },
    attack: 'physical',
    drops: [...hoard(12), { id: 'ring_strength', chance: 60 }, { id: 'mail', chance: 50 }],
  }),
  createBoss('spider_mother', 'mother of spiders', 'spider', {
    ...{
      level: 14,
      hp: 230,
      ac: -2,
      wc: 4,
      damage: 20,
      armour: 30,
      speed: 0.3,
      sightRange: 7,
      experience: 14_000,
    },
    attack: 'poison',
    resists: { poison: 100, fire: -20 },
    drops: [...hoard(30), { id: 'amulet_life', chance: 50 }, { id: 'diamond', chance: 60, count: [1, 2] }],
  }),
  createBoss('grave_knight', 'grave knight', 'bone_lord', {
    ...{
      level: 19,
      hp: 380,
      ac: -6,
      wc: 0,
      damage: 28,
      armour: 45,
      speed: 0.26,
      sightRange: 8,
      experience: 34_000,
    },
    attack: 'cold',
    resists: { cold: 100, poison: 100, magic: 30 },
    undead: true,
    casts: { spell: 'frost_bolt', chance: 20 },
    drops: [...hoard(60), { id: 'crown_blade', chance: 70 }, { id: 'wand_frost_bolt', chance: 50 }],
  }),
  createBoss('king_below', 'king below', 'bone_lord', {
    ...{
      level: 25,
      hp: 620,
      ac: -10,
      wc: -5,
      damage: 38,
      armour: 55,
      speed: 0.28,
      sightRange: 8,
      experience: 90_000,
    },
    attack: 'cold',
    resists: { cold: 100, poison: 100, magic: 50 },
    undead: true,
    casts: { spell: 'frost_bolt', chance: 25 },
    drops: [...hoard(150), { id: 'crown', chance: 100 }, { id: 'diamond', chance: 100, count: [3, 6] }],
  }),
]

/** `more`: strengths above the first. */
function scaleMonster(kind: Omit<Monster, 'role'>, more: number): Omit<Monster, 'role'> {
  const copper = purse * (1 + more)
  const coins: MonsterDrop =
    more < 3
      ? { id: 'coin_silver', chance: 50, count: [1, Math.ceil(copper / 5)] }
      : { id: 'coin_gold', chance: 50, count: [1, Math.ceil(copper / 50)] }
  return {
    ...kind,
    level: kind.level + growth.level * more,
    hp: Math.round(kind.hp * (1 + growth.hp * more)),
    damage: Math.round(kind.damage * (1 + growth.damage * more)),
    experience: Math.round(kind.experience * (1 + growth.experience * more)),
    ac: kind.ac - Math.round(growth.ac * more),
    wc: kind.wc - growth.wc * more,
    armour: kind.armour + growth.armour * more,
    drops: [coins, ...kind.drops],
  }
}

function hoard(gold: number): readonly MonsterDrop[] {
  return [{ id: 'coin_gold', chance: 100, count: [gold, 2 * gold] }]
}

function idOf(strength: string, one: string): string {
  return `${strength}_${one.replace(' ', '_')}`
}

type About = Omit<Monster, 'role' | 'roaming' | 'hpPer100Ticks' | 'remains'>

function createBoss(id: string, one: string, look: string, about: About): Archetype {
  const many = one.includes(' of ') ? one.replace(' of ', 's of ') : one.replace('king', 'kings')
  return createMonster(id, { one, many: many === one ? `${one}s` : many }, look, {
    ...about,
    hpPer100Ticks: 6,
    remainsId: 'bones',
    roaming: 'never',
  })
}

function createMonster(
  id: string,
  name: Archetype['name'],
  look: string,
  about: Omit<Monster, 'role'>,
): Archetype {
  const face = look === 'wolf' ? 'wolf_west.111' : `${look}.111`
  const monsterTraits: Monster = { role: 'monster', ...about }
  return { id, name, face, animation: look, layer: 'creature', type: 0, weight: -1, traits: monsterTraits }
}
