// The monsters of the dungeon: six kinds in ten strengths (one strength for every two floors), and four bosses.
// [CF-19.4]
import type { Archetype, Monster, MonsterDrop } from '../../model/definitions/archetype.ts'
import dungeon from './dungeon.arc'
import { type DropLists, readArchetypes } from './own-archetype.ts'

/** The boss of every fifth floor, from the top. */
export const dungeonBosses = ['goblin_king', 'spider_mother', 'grave_knight', 'king_below'] as const

/** The adjective of each strength. */
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

/** Ids of the kinds in dungeon.arc, without the prefix `deep_`. */
const kinds = ['goblin', 'spider', 'hound', 'ooze', 'dead_man', 'bowman'] as const

/**
 * The improvement from one strength to the next; for hp, damage and experience, as a fraction of the value at the first
 * strength.
 */
const growth = { level: 2, hp: 0.5, damage: 0.3, experience: 1.2, ac: 0.8, wc: 1, armour: 3 } as const
/**
 * Approximate value in copper of the coins of a monster of the first strength, if it has coins. Stronger monsters have
 * a multiple.
 */
const purse = 25

/** Ids of the monsters for each strength, the weakest first. */
export const dungeonMonsters: readonly (readonly string[])[] = strengths.map((strength) =>
  kinds.map((kind) => `${strength}_${kind}`),
)

/** All kinds in all strengths, followed by the bosses. */
export function readDungeonArchetypes(drops: DropLists): readonly Archetype[] {
  const read = new Map(readArchetypes('dungeon.arc', dungeon, drops).map((each) => [each.id, each]))
  return [
    ...strengths.flatMap((strength, more) =>
      kinds.map((kind) => strengthen(read.get(`deep_${kind}`)!, `${strength}_${kind}`, strength, more)),
    ),
    ...dungeonBosses.map((id) => read.get(id)!),
  ]
}

function strengthen(kind: Archetype, id: string, strength: string, more: number): Archetype {
  const { one, many } = kind.name
  return {
    ...kind,
    id,
    name: { one: `${strength} ${one}`, many: `${strength} ${many}` },
    traits: scaleMonster(kind.traits as Monster, more),
  }
}

/** `more`: number of strengths above the first. */
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
