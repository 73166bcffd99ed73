// Stats in imported worlds. The expected values were measured on Debian's crossfire-server 1.75.
import { describe, expect, it } from 'vitest'
import { ObjectAttributes } from '../../../../../games/crossfire/import/attributes/object-attributes.ts'
import { crossfireFormulas } from '../../../../../games/crossfire/import/characters/crossfire-formulas.ts'
import { convertSkills } from '../../../../../games/crossfire/import/characters/skills.ts'
import {
  defaultExperienceTable,
  parseExperienceTable,
  parseSettings,
  parseStatTables,
} from '../../../../../games/crossfire/import/characters/stat-tables.ts'
import type { Race } from '../../../../../games/crossfire/model/definitions/character-rules.ts'
import { tickMicros } from '../../../../../games/crossfire/model/time/action-timing.ts'
import { openHall } from '../harness/imported-hall.ts'

const average = { Str: 14, Dex: 14, Con: 14, Int: 10, Wis: 10, Pow: 10, Cha: 10 }
const formulas = crossfireFormulas(new Map())
const race = { hp: 30, sp: 30, grace: 30, damage: 1 } as Race

it.each([
  [7, 22, 1, 700],
  [10, 21, 1, 1000],
  [13, 20, 2, 1300],
  [17, 19, 3, 1800],
  [18, 19, 4, 1950],
])(
  '[CF-21.10] Str %i gives wc %i, damage %i without a weapon, and a weight limit of %i kg',
  (Str, ...values) => {
    const abilities = { ...average, Str }
    const [wc, damage] = [formulas.wc(abilities, 1), formulas.damage(abilities, 1, undefined, race)]
    expect([wc, damage, formulas.weightLimit(abilities) / 1000]).toEqual(values)
  },
)

it.each([
  [5, 0.845],
  [8, 0.695],
  [11, 0.545],
])('[CF-21.10] a weapon of speed %i attacks %f times per tick', (last, blows) => {
  expect(formulas.attacksPerTick(average, 1, 5 * last, formulas.speed(average))).toBeCloseTo(blows, 3)
})

it.each([
  [8, 0.75, 0],
  [12, 0.8, 0],
  [13, 0.82, 0],
  [14, 0.84, 1],
  [17, 0.87, 2],
  [19, 0.89, 2],
])('[CF-21.10] Dex %i gives %f actions per tick and reduces ac by %i', (Dex, speed, ac) => {
  const abilities = { ...average, Dex }
  expect(formulas.speed(abilities)).toBeCloseTo(speed)
  expect(formulas.acBonus(abilities)).toBe(ac)
})

it.each([
  [7, 1, 39],
  [11, 1, 40],
  [13, 1, 41],
  [15, 1, 42],
  [19, 1, 44],
  [14, 3, 58],
  [14, 11, 120],
  [14, 33, 164],
])('[CF-21.10] Con %i at level %i gives %i hp', (Con, level, hp) => {
  expect(formulas.maxHp({ ...average, Con }, level, race)).toBe(hp)
})

it.each([
  [13, 13, 12, 37, 34],
  [10, 12, 13, 36, 33],
  [14, 16, 11, 38, 33],
  [17, 17, 9, 39, 33],
])('[CF-21.10] Int %i, Pow %i and Wis %i give %i sp and %i grace', (Int, Pow, Wis, sp, grace) => {
  const abilities = { ...average, Int, Pow, Wis }
  expect(formulas.maxSp(abilities, 1, 1, race)).toBe(sp)
  expect(Math.abs(formulas.maxGrace(abilities, 1, 1, race) - grace)).toBeLessThanOrEqual(1)
  // A character without skills of magic and prayer has magic level 0 and prayer level 0.
  expect([formulas.maxSp(abilities, 9, 0, race), formulas.maxGrace(abilities, 9, 0, race)]).toEqual([1, 1])
})

it('[CF-21.10] skill levels make attacks faster, stronger and more accurate', () => {
  const at = (skill: number) => [formulas.wc(average, skill), formulas.damage(average, skill, 4, race)]
  expect([at(1), at(11), at(33)]).toEqual([
    [20, 6],
    [18, 9],
    [14, 17],
  ])
  expect(
    formulas.attacksPerTick(average, 33, 40, 0.84) - formulas.attacksPerTick(average, 1, 40, 0.84),
  ).toBeCloseTo(0.16)
})

it("[CF-21.10] Dex, Str and the skill improve shots, and the player's speed sets the rate of throws and wands", () => {
  expect([1, 10].map((skill) => formulas.shotWc({ ...average, Str: 17, Dex: 17 }, skill))).toEqual([15, 6])
  expect([true, false].map((ignores) => formulas.shotDamage({ ...average, Str: 17 }, 50, ignores))).toEqual([
    0, 2,
  ])
  expect([0.69, 0.89].map((speed) => Math.round(200 / formulas.throwTicks(average, 1, speed)))).toEqual([
    43, 56,
  ])
  expect([0.69, 0.82, 0.89].map((speed) => Math.round(199 / formulas.wandTicks(speed)))).toEqual([58, 62, 64])
})

it.each([
  ['hp', 39, 0, 9],
  ['hp', 73, 0, 5],
  ['hp', 111, 0, 4],
  ['hp', 111, 1, 2],
  ['sp', 38, 0, 18],
  ['sp', 89, 0, 9],
  ['sp', 38, -1, 27],
  ['grace', 34, 0, 16],
  ['grace', 78, 0, 8],
] as const)(
  '[CF-21.10] %s with a maximum of %i and %i jewels regenerate once in %i ticks while the player rests',
  (kind, most, jewels, ticks) => {
    expect(1000 / formulas.pointsPer1000Ticks(kind, average, 1, most, jewels, true)).toBeCloseTo(ticks)
  },
)

it('[CF-21.10] at most one point regenerates in each tick, and a maximum below 20 regenerates as slowly as 20', () => {
  expect(
    [1, 20, 390, 391, 790].map((most) => formulas.pointsPer1000Ticks('hp', average, 1, most, 0, true)),
  ).toEqual([1000 / 14, 1000 / 14, 500, 1000, 1000])
})

it('[CF-21.10] grace regenerates up to half of its maximum, and only regenerated hp and sp cost food', async () => {
  const { yard, ann } = await openHall({ archetypes: [] })
  const { player } = ann
  player.skills.set('praying', 0).set('sorcery', 0)
  player.markUnsaved()
  Object.assign(player, { hp: 1, sp: 0, grace: 0, food: 900 })
  yard.tick(2000)
  const { maxHp, maxSp, maxGrace } = player.stats
  expect([player.hp, player.sp, player.grace]).toEqual([maxHp, maxSp, Math.floor(maxGrace / 2)])
  expect([maxSp, maxGrace].every((most) => most > 5)).toBe(true)
  expect(player.food).toBe(900 - (maxHp - 1) - maxSp)
})

it('[CF-21.10] a player who acts regenerates a third as fast as one who rests', async () => {
  const { yard, ann } = await openHall({ archetypes: [] })
  const regained = (readyAtMicros: number) => {
    Object.assign(ann.player, { hp: 1, food: 900, readyAtMicros })
    yard.tick(100)
    return ann.player.hp - 1
  }
  // In a hundred ticks: one point every 8 ticks at rest, and one every 24 ticks in action.
  expect(ann.player.stats.maxHp).toBe(41)
  expect([regained(0), regained(Number.MAX_SAFE_INTEGER)]).toEqual([12, 4])
})

it('[CF-25.13] the chance to learn grows with Int or Wis, and the file stat_bonus can change it', () => {
  expect([8, 9, 12, 15, 20, 30].map((ability) => formulas.learnPercent!(ability))).toEqual([
    16, 25, 55, 75, 100, 100,
  ])
  const tables = parseStatTables(`int_wis_learn_spell { ${'7 '.repeat(31)}}`)
  expect(crossfireFormulas(tables).learnPercent!(20)).toBe(7)
})

describe('the files of the server', () => {
  it('[CF-8.3] [CF-21.10] exp_table sets the experience of each level, and the default table is used if it is missing', () => {
    expect(parseExperienceTable('# three\nmax_level 3\n0, 100,\n300 700')).toEqual([0, 100, 300, 700])
    for (const broken of ['', '0', '5, 6', '0, 7, 7', 'max_level 3'])
      expect(parseExperienceTable(broken)).toBe(undefined)
    expect([5, 10, 20, 50, 100, 115].map((level) => defaultExperienceTable[level - 1])).toEqual([
      16_000, 500_000, 7_500_000, 73_900_000, 978_700_000, 67_200_000_000,
    ])
  })

  it('[CF-21.10] stat_bonus replaces the tables that it names, if they have all 31 values', () => {
    const values = Array.from({ length: 31 }, (_, ability) => ability / 2 - 5)
    const tables = parseStatTables(`# con\ncon_hp_bonus\n{\n ${values.join(', ')}\n}\ndex_bonus { 1 2 }`)
    expect([...tables]).toEqual([['con_hp_bonus', values]])
    expect(crossfireFormulas(tables).maxHp(average, 1, race)).toBe(41)
    expect(crossfireFormulas(tables).maxHp({ ...average, Con: 30 }, 1, race)).toBe(49)
  })

  it.each([
    ['settings', () => parseSettings(`a b${' '.repeat(200_000)}c\n`)],
    ['stat_bonus of one long word', () => parseStatTables('a'.repeat(200_000))],
    ['stat_bonus of tables without an end', () => parseStatTables('a {'.repeat(100_000))],
  ])('[CF-21.10] a hostile file %s is read in linear time', (_, read) => {
    expect(read().size).toBeLessThan(2)
  })

  it('[CF-21.10] a hostile stat_bonus yields finite numbers and a weight limit above 0', () => {
    const many = (value: string) => `str_weight_limit { ${`${value} `.repeat(31)}}`
    const limit = (value: string) => crossfireFormulas(parseStatTables(many(value))).weightLimit(average)
    expect([limit('0'), limit('-5'), limit('9'.repeat(400))]).toEqual([1, 1, 1_000_000_000])
  })

  it('[CF-14.6] a skill with a name of more than 60 characters is left out, because all names must fit a packet', () => {
    const skill = (length: number) =>
      new ObjectAttributes(
        'a',
        new Map(Object.entries({ type: '43', subtype: '1', skill: 'a'.repeat(length) })),
      )
    expect(convertSkills([skill(61), skill(60)], () => 1).map(({ name }) => name.length)).toEqual([60])
  })

  it('[CF-13.14] the file settings is parsed as names and values', () => {
    expect([...parseSettings('# x 1\n\nstat_loss_on_death TRUE\ndeath_penalty_levels  2 \n')]).toEqual([
      ['stat_loss_on_death', 'TRUE'],
      ['death_penalty_levels', '2'],
    ])
  })
})

it('[CF-21.10] a prayer restores two points of grace, and prayers and searches take two actions', async () => {
  const { yard, ann } = await openHall({ archetypes: [] })
  const { player } = ann
  player.skills.set('praying', 0)
  player.markUnsaved()
  player.grace = 0
  const duration = (text: string) => {
    yard.tick(20)
    player.readyAtMicros = yard.now * 1000
    const [grace, before] = [player.grace, player.readyAtMicros]
    yard.type(ann, text)
    return [player.grace - grace, Math.round((player.readyAtMicros - before) * player.stats.speed)]
  }
  expect(duration('use_skill praying')).toEqual([2, 2 * tickMicros])
  expect(duration('search')[1]).toBe(2 * tickMicros)
})
