// Monsters. Level 1 is a fair fight for a beginner with a sword; level 8 is meant for a party.
import type { Archetype, Monster } from '../../model/definitions/archetype.ts'

export const monsters: readonly Archetype[] = [
  monster('rat', 'rat', 'rats', {
    ...{ level: 1, hp: 5, ac: 9, wc: 19, damage: 2, armour: 0, speed: 0.2, sightRange: 4, experience: 40 },
    drops: [
      { id: 'rat_tail', chance: 40 },
      { id: 'cheese', chance: 6 },
    ],
    fleeBelowPercent: 20,
    roaming: 'often',
  }),
  monster('bat', 'bat', 'bats', {
    ...{ level: 1, hp: 4, ac: 6, wc: 18, damage: 2, armour: 0, speed: 0.45, sightRange: 5, experience: 55 },
    drops: [],
    roaming: 'often',
  }),
  monster('slime', 'slime', 'slimes', {
    ...{
      level: 2,
      hp: 16,
      ac: 10,
      wc: 18,
      damage: 4,
      armour: 20,
      speed: 0.08,
      sightRange: 3,
      experience: 90,
    },
    attack: 'poison',
    resists: { poison: 100, fire: -30 },
    drops: [
      { id: 'coin_copper', chance: 40, count: [1, 9] },
      { id: 'potion_antidote', chance: 8 },
    ],
    roaming: 'seldom',
  }),
  monster('spider', 'cave spider', 'cave spiders', {
    ...{ level: 3, hp: 14, ac: 6, wc: 16, damage: 5, armour: 5, speed: 0.28, sightRange: 5, experience: 160 },
    attack: 'poison',
    resists: { poison: 50 },
    drops: [{ id: 'potion_antidote', chance: 15 }],
    roaming: 'seldom',
  }),
  monster('goblin', 'goblin', 'goblins', {
    ...{ level: 2, hp: 12, ac: 7, wc: 17, damage: 4, armour: 5, speed: 0.22, sightRange: 6, experience: 120 },
    drops: [
      { id: 'coin_copper', chance: 70, count: [2, 15] },
      { id: 'coin_silver', chance: 30, count: [1, 4] },
      { id: 'club', chance: 12 },
      { id: 'meat', chance: 10 },
    ],
    remainsId: 'bones',
    fleeBelowPercent: 15,
    roaming: 'seldom',
  }),
  monster('goblin_chief', 'goblin chief', 'goblin chiefs', {
    ...{
      level: 5,
      hp: 45,
      ac: 4,
      wc: 13,
      damage: 9,
      armour: 20,
      speed: 0.25,
      sightRange: 6,
      experience: 700,
    },
    drops: [
      { id: 'key_crypt', chance: 100 },
      { id: 'coin_silver', chance: 100, count: [8, 20] },
      { id: 'sword', chance: 50 },
      { id: 'ring_strength', chance: 10 },
    ],
    remainsId: 'bones',
    roaming: 'never',
  }),
  monster('wolf', 'wolf', 'wolves', {
    ...{ level: 3, hp: 18, ac: 6, wc: 15, damage: 6, armour: 5, speed: 0.34, sightRange: 7, experience: 180 },
    drops: [
      { id: 'pelt', chance: 60 },
      { id: 'wolf_meat', chance: 45 },
    ],
    fleeBelowPercent: 15,
    roaming: 'often',
  }),
  monster('skeleton', 'skeleton', 'skeletons', {
    ...{ level: 4, hp: 24, ac: 5, wc: 14, damage: 7, armour: 15, speed: 0.2, sightRange: 6, experience: 320 },
    resists: { cold: 60, poison: 100, fire: -20 },
    undead: true,
    drops: [
      { id: 'bone', chance: 70, count: [1, 3] },
      { id: 'coin_silver', chance: 35, count: [1, 8] },
      { id: 'dagger', chance: 10 },
      { id: 'helmet', chance: 4 },
    ],
    remainsId: 'bones',
    roaming: 'seldom',
  }),
  monster('bone_archer', 'skeleton archer', 'skeleton archers', {
    ...{
      level: 5,
      hp: 20,
      ac: 5,
      wc: 14,
      damage: 5,
      armour: 10,
      speed: 0.18,
      sightRange: 8,
      experience: 380,
    },
    attack: 'physical',
    resists: { cold: 60, poison: 100, fire: -20 },
    undead: true,
    casts: { spell: 'magic_missile', chance: 20 },
    drops: [
      { id: 'arrow', chance: 80, count: [2, 8] },
      { id: 'bow', chance: 15 },
    ],
    remainsId: 'bones',
    roaming: 'never',
  }),
  monster('bone_lord', 'bone lord', 'bone lords', {
    ...{
      level: 9,
      hp: 140,
      ac: 1,
      wc: 8,
      damage: 16,
      armour: 35,
      speed: 0.24,
      sightRange: 8,
      experience: 4000,
    },
    attack: 'cold',
    resists: { cold: 100, poison: 100, magic: 30, fire: -20 },
    undead: true,
    hpPer100Ticks: 4,
    casts: { spell: 'frost_bolt', chance: 25 },
    drops: [
      { id: 'crown', chance: 100 },
      { id: 'crown_blade', chance: 35 },
      { id: 'coin_gold', chance: 100, count: [5, 15] },
      { id: 'diamond', chance: 30 },
      { id: 'book_frost_bolt', chance: 30 },
    ],
    remainsId: 'bones',
    roaming: 'never',
  }),
]

type About = Omit<Monster, 'role' | 'attack'> & Partial<Pick<Monster, 'attack'>>

function monster(id: string, one: string, many: string, about: About): Archetype {
  const look = id === 'bone_archer' ? 'skeleton' : id
  const face = look === 'rat' || look === 'wolf' ? `${look}_west.111` : `${look}.111`
  const monsterTraits: Monster = { role: 'monster', attack: 'physical', ...about }
  return {
    id,
    name: { one, many },
    face,
    animation: look,
    layer: 'creature',
    type: 0,
    weight: -1,
    traits: monsterTraits,
  }
}
