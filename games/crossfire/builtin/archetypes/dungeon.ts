// Monsters of the deep: six kinds in ten strengths, one for every two floors, and four rulers. [CF-19.4]
import type { Archetype, Monster, MonsterDrop } from '../../model/definitions/archetype.ts'
import dungeon from './dungeon.arc'
import { readArchetypes } from './own-archetype.ts'

/** Rulers of the deep, from above; each has a floor. */
export const dungeonBosses = ['goblin_king', 'spider_mother', 'grave_knight', 'king_below'] as const

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

const read = readArchetypes('dungeon.arc', dungeon)
/** The kinds at the first strength, and after them the rulers. */
const kindCount = read.length - dungeonBosses.length
const kinds: readonly Archetype[] = read.slice(0, kindCount)

/** Growth per strength; of hp, damage and experience as a fraction of the first strength's. */
const growth = { level: 2, hp: 0.5, damage: 0.3, experience: 1.2, ac: 0.8, wc: 1, armour: 3 } as const
/** Average copper dropped, per strength. */
const purse = 25

/** Ids of all kinds, by index of the strength from 0. */
export const dungeonMonsters: readonly (readonly string[])[] = strengths.map((strength) =>
  kinds.map(({ name }) => idOf(strength, name.one)),
)

export const dungeonArchetypes: readonly Archetype[] = [
  ...strengths.flatMap((strength, more) => kinds.map((kind) => strengthen(kind, strength, more))),
  ...read.slice(kindCount),
]

function strengthen(kind: Archetype, strength: string, more: number): Archetype {
  const { one, many } = kind.name
  return {
    ...kind,
    id: idOf(strength, one),
    name: { one: `${strength} ${one}`, many: `${strength} ${many}` },
    traits: scaleMonster(kind.traits as Monster, more),
  }
}

/** `more`: strengths above the first. */
function scaleMonster(kind: Monster, more: number): Monster {
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

function idOf(strength: string, one: string): string {
  return `${strength}_${one.replace(' ', '_')}`
}
