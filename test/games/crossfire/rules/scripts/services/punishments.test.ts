import { expect, it } from 'vitest'
import { listPiles, type RecordingListener, type Yard } from '../../../harness/small-maps.ts'
import { officeHarness } from './office-harness.ts'

const roles = (yard: Yard, by: RecordingListener) =>
  [...yard.level(by).creatures].map(({ archetype }) => archetype.traits.role)
function attackUntil(yard: Yard, by: RecordingListener, text: string, tries = 60): readonly string[] {
  const seen: string[] = []
  while (!seen.some((each) => each.includes(text)) && tries-- > 0) seen.push(...yard.type(by, 'north'))
  return seen
}

it('[CF-13.19] the command peaceful lets a player attack peaceful creatures, but no friendly or invulnerable ones', async () => {
  const yard = await officeHarness([
    ['rat 5,5 unaggressive=1 hp=9 dam=0'],
    ['rat 9,5 unaggressive=1 friendly=1'],
    ['rat 12,5 unaggressive=1 no_damage=1'],
  ])
  const ann = yard.join('Ann', 5, 6)
  expect(yard.type(ann, 'north')).toEqual(['A rat is in your way.'])
  expect(yard.type(ann, 'peaceful')).toEqual(['You attack peaceful creatures, too.'])
  for (const x of [9, 12]) {
    yard.stand(ann, x, 6)
    expect(yard.type(ann, 'north')).toEqual(['A rat is in your way.'])
  }
  yard.stand(ann, 5, 6)
  expect(attackUntil(yard, ann, 'You killed the rat.').at(-1)).toContain('You killed the rat.')
  expect(yard.type(ann, 'peaceful')).toEqual(['You spare peaceful creatures.'])
})

it('[CF-23.16] a player who would kill a protected creature turns all peaceful creatures into enemies, and the protected creature survives', async () => {
  const yard = await officeHarness([
    ['rat 5,5 unaggressive=1 dam=0', 'death items/death_punisher'],
    ['rat 9,5 unaggressive=1 dam=0'],
    ['rat 12,5 unaggressive=1 dam=0', 'death items/death_punisher'],
    ['rat 20,5 unaggressive=1 friendly=1'],
  ])
  const ann = yard.join('Ann', 5, 6)
  yard.type(ann, 'peaceful')
  expect(attackUntil(yard, ann, 'pay for this')).toContain('The rat says: You will pay for this!')
  expect(roles(yard, ann)).toEqual(['person', 'monster', 'monster', 'monster'])
  expect(attackUntil(yard, ann, 'You killed', 20).join()).not.toContain('You killed')
})

it('[CF-23.16] selling a protected thing calls guards to the doors of shops in that area, and not in other areas', async () => {
  for (const [path, guards] of [
    ['/street', true],
    ['/castle', false],
  ] as const) {
    const yard = await officeHarness([
      ['counter 5,5'],
      ['mat 9,9'],
      [`gem 1,1 value=100 identified=1 punish_sell_in=${path}`, 'sell items/sell_punisher'],
    ])
    const ann = yard.join('Ann', 1, 1)
    yard.type(ann, 'take')
    yard.stand(ann, 5, 5)
    expect(yard.type(ann, 'drop gem').includes('Stop, thief!')).toBe(guards)
    const came = roles(yard, ann).length
    expect(came >= 2 && came <= 8).toBe(guards)
    expect(roles(yard, ann).every((role) => role === 'monster')).toBe(true)
    expect(listPiles(ann.player.inventory).includes('1 gem')).toBe(guards)
  }
})

it('[CF-23.16] a machine insults the player who uses it, and a person insults the player who speaks, each in its style', async () => {
  const yard = await officeHarness([
    ['ball 1,1', 'apply misc/CFInsulter shakespear'],
    ['clerk 9,2', 'say misc/CFInsulter texas'],
    ['ball 20,1', 'apply misc/CFInsulter dwarf'],
    ['ball 30,1', 'apply misc/CFInsulter bard'],
  ])
  const ann = yard.join('Ann', 1, 1)
  expect(yard.type(ann, 'apply').join()).toMatch(/^(Thou art|Thy sire was) an? [-a-z ]+!$/)
  yard.stand(ann, 9, 1)
  expect(yard.type(ann, 'say hello').at(-1)).toMatch(/^Yer( horse is)? an? [-a-z ]+!$/)
  yard.stand(ann, 20, 1)
  expect(yard.type(ann, 'apply').join()).toMatch(/^(You are|Your forge-master is) an? [-a-z ]+!$/)
  yard.stand(ann, 30, 1)
  expect(yard.type(ann, 'apply').join()).not.toMatch(/!$/)
})

it.each([
  [0, ['1 token']],
  [30, ['1 gem', '1 token']],
])('[CF-23.16] at stage %i of the quest a creature drops %o', async (stage, left) => {
  const yard = await officeHarness([
    [
      'rat 5,5 dam=0',
      'death quests/QuestConditionalDrop',
      'arch gem\ndrop_if_quest inn/wine 10-20 30',
      'arch token',
    ],
    ['ball 9,1', 'apply quests/QuestAdvance inn/wine 0>30'],
  ])
  const ann = yard.join('Ann', 9, 1)
  if (stage > 0) yard.type(ann, 'apply')
  yard.stand(ann, 5, 6)
  attackUntil(yard, ann, 'You killed')
  expect(
    listPiles(yard.level(ann).thingsAt(5, 5))
      .filter((pile) => /gem|token/.test(pile))
      .sort(),
  ).toEqual(left)
})
