import { describe, expect, test } from 'vitest'
import { expandNameTemplate } from '../../../../games/archipelago/gathering/slot-name.ts'
import { findEqualNames, planSlots } from '../../../../games/archipelago/gathering/slot-plan.ts'

const file = (...names: string[]) => ({
  slots: names.map((name) => ({ names: name.split('|'), games: ['Clique'], requires: '' })),
})
const plan = (...files: ReturnType<typeof file>[]) => planSlots(files.map((one, i) => [i + 1, one] as const))
const namesOf = (...files: ReturnType<typeof file>[]) => plan(...files).map(({ names }) => names.join('|'))

describe('a slot’s name', () => {
  test.each([
    ['Ann', 3, 2, 'Ann'],
    ['Ann{player}', 3, 2, 'Ann3'],
    ['Ann{PLAYER}', 1, 1, 'Ann'],
    ['Ann{PLAYER}', 3, 1, 'Ann3'],
    ['Ann{number}', 3, 1, 'Ann1'],
    ['Ann{NUMBER}', 3, 1, 'Ann'],
    ['Ann{NUMBER}', 3, 2, 'Ann2'],
    ['%player%-%number%', 3, 2, '3-2'],
    ['100%%player%%', 3, 2, '100%player%'],
    ['  Ann  ', 1, 1, 'Ann'],
    ['abcdefghijklmno pqr', 1, 1, 'abcdefghijklmno'],
    ['abcdefghijklmnopqr', 1, 1, 'abcdefghijklmnop'],
    ['😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀', 1, 1, '😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀'],
  ])(
    '[AP-16.3] from the template %j, for slot %i and number %i among equal templates, is %j',
    (template, player, number, name) => {
      expect(expandNameTemplate(template, player, number)).toBe(name)
    },
  )

  test('[AP-16.3] contains its number among equal templates, which are counted in the order of files and without regard to case', () => {
    expect(
      namesOf(file('Bot{number}', 'Ann'), file('bot{number}'), file('Bot{NUMBER}', 'P{player}')),
    ).toEqual(['Bot1', 'Ann', 'bot2', 'Bot3', 'P5'])
  })
})

describe('equal names', () => {
  test.each<readonly [readonly ReturnType<typeof file>[], readonly (readonly [number, number])[]]>([
    [[file('Ann'), file('Bo')], []],
    [[file('Ann'), file('ANN')], [[1, 2]]],
    [[file('Ann', 'Ann')], [[1, 2]]],
    [[file('Bo2'), file('Bo{number}'), file('Bo{number}')], [[1, 3]]],
    [[file('P2'), file('P{player}')], [[1, 2]]],
    [[file('P2'), file('P{PLAYER}')], [[1, 2]]],
    [[file('P'), file('P{NUMBER}')], [[1, 2]]],
    [[file('abcdefghijklmnopX'), file('abcdefghijklmnopY')], [[1, 2]]],
    [[file('Ann'), file('Ann|Bo')], []],
    [
      [file('Ann'), file('Ann'), file('ann')],
      [
        [1, 2],
        [1, 3],
      ],
    ],
  ])(
    '[AP-16.3] are found after expansion and truncation, but not for slots with several possible names: case %#',
    (files, pairs) => {
      expect(findEqualNames(plan(...files)).map(([a, b]) => [a.slot, b.slot])).toEqual(pairs)
    },
  )

  test('[AP-16.3] of 10,000 slots are found in linear time', () => {
    const many = Array.from({ length: 10_000 }, (_, i) => file(i % 2 ? 'Bot{number}' : `Bot${i}`))
    expect(findEqualNames(plan(...many)).length).toBeGreaterThan(1000)
  })
})
