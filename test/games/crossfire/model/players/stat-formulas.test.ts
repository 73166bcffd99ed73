// Stats in imported worlds. The expected values were measured with Debian's crossfire-server 1.75.
import { expect, it } from 'vitest'
import type { ArchetypeRegistry } from '../../../../../games/crossfire/model/definitions/archetype.ts'
import { statFormulasOf } from '../../../../../games/crossfire/model/players/stat-formulas.ts'

const average = { Str: 14, Dex: 14, Con: 14, Int: 10, Wis: 10, Pow: 10, Cha: 10 }
const theirs = statFormulasOf({ archetypes: { usesCrossfireStats: true } as ArchetypeRegistry })

it.each([
  [6, 22, 6, 600],
  [10, 21, 6, 1000],
  [14, 20, 7, 1400],
  [16, 19, 8, 1650],
  [20, 19, 9, 2250],
  [24, 18, 11, 2850],
])(
  '[CF-21.10] Str %i gives wc %i, damage %i with a weapon of damage 4, and a weight limit of about %i kg',
  (Str, wc, damage, kg) => {
    const abilities = { ...average, Str }
    expect(Math.abs(theirs.wc(abilities, 1) - wc)).toBeLessThanOrEqual(1)
    expect(Math.abs(theirs.damage(abilities, 1, 4) - damage)).toBeLessThanOrEqual(1)
    expect(theirs.weightLimit(abilities)).toBe(kg * 1000)
  },
)

it.each([
  [5, 0.845],
  [8, 0.695],
  [11, 0.545],
])('[CF-21.10] a weapon of speed %i attacks %f times per tick', (last, blows) => {
  expect(theirs.attacksPerTick(average, 1, 5 * last, theirs.speed(average))).toBeCloseTo(blows, 3)
})

it.each([
  [8, 0.75],
  [12, 0.8],
  [13, 0.82],
  [14, 0.84],
  [20, 0.9],
  [30, 1],
])('[CF-21.10] Dex %i gives %f actions per tick', (Dex, speed) => {
  expect(Math.abs(theirs.speed({ ...average, Dex }) - speed)).toBeLessThan(0.06)
})

it.each([
  [10, 1, 39],
  [14, 1, 41],
  [20, 1, 44],
  [26, 1, 50],
  [14, 3, 58],
  [14, 11, 119],
  [14, 33, 163],
])('[CF-21.10] Con %i at level %i gives about %i hp', (Con, level, hp) => {
  expect(Math.abs(theirs.maxHp({ ...average, Con }, level) - hp)).toBeLessThanOrEqual(0.05 * hp)
})

it('[CF-21.10] skill levels make attacks faster, and some of them stronger and more accurate', () => {
  const at = (skill: number) => [theirs.wc(average, skill), theirs.damage(average, skill, 4)]
  expect([at(1), at(11), at(33)]).toEqual([
    [20, 7],
    [18, 10],
    [14, 18],
  ])
  expect(
    theirs.attacksPerTick(average, 33, 40, 0.84) - theirs.attacksPerTick(average, 1, 40, 0.84),
  ).toBeCloseTo(0.16)
})

it('[CF-21.10] hp regenerate at Crossfire’s rate in imported worlds, and at the built-in rate in others', () => {
  expect(theirs.hpPer1000Ticks(average, 1)).toBeGreaterThan(110)
  expect(theirs.hpPer1000Ticks(average, 1)).toBeLessThan(150)
  expect(statFormulasOf({ archetypes: undefined }).hpPer1000Ticks(average, 1)).toBe(16)
})
