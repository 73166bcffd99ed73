import { expect, it } from 'vitest'
import { listPiles } from '../../harness/small-maps.ts'
import { openHall } from '../harness/imported-hall.ts'

const archetypes = [
  'knife 163 face milk.111 weight 10 slaying slice food 2',
  'quern 163 face milk.111 weight 10 slaying grind',
  'cheese 6 face milk.111 weight 10 nrof 1 slaying quern:crumbs;knife:5~slice;rack:nothing',
  'slice 6 face milk.111 weight 1 nrof 1',
  'crumbs 6 face milk.111 weight 1 nrof 1',
  'ghost_cheese 6 face milk.111 weight 1 slaying knife:missing_thing',
]

it("[CF-21.14] a transformer turns a marked thing into the product that the thing names, as often as the transformer's `food` allows", async () => {
  const { yard, ann } = await openHall({ archetypes })
  for (const name of ['knife', 'quern', 'ghost_cheese']) yard.give(ann, `arch ${name}`)
  yard.give(ann, 'arch cheese', 4)
  const use = (tool: string, on?: string) => {
    if (on) yard.type(ann, `mark ${on}`)
    return yard.type(ann, `apply ${tool}`).join()
  }
  const has = () => listPiles(ann.player.inventory).filter((pile) => !/quern|ghost/.test(pile))
  expect(use('knife')).toBe('Use the knife with what? Mark a thing first.')
  expect(use('knife', 'quern')).toBe('You cannot use the knife with your quern.')
  expect(use('knife', 'ghost')).toBe('The ghost cheese is strange. Leave it be.')
  expect([use('knife', 'cheese'), has()]).toEqual([
    'You slice the cheese.',
    ['1 knife', '3 cheese', '5 slice'],
  ])
  expect([use('knife'), has()]).toEqual(['You slice the cheese.', ['2 cheese', '10 slice']])
  expect([use('quern'), has()]).toEqual(['You grind the cheese.', ['1 cheese', '10 slice', '1 crumbs']])
  yard.restart()
  expect(has()).toEqual(['1 cheese', '10 slice', '1 crumbs'])
})

it('[CF-21.15] [CF-21.10] a drink leaves its empty bottle in the same place, and eating restores hp', async () => {
  const { yard, ann } = await openHall({
    archetypes: [
      'wine 54 face milk.111 weight 9 nrof 1 food 150 on_use_yield bottle',
      'stew 6 face milk.111 weight 9 nrof 1 food 200 on_use_yield missing_thing',
      'bottle 15 face milk.111 weight 1 nrof 1',
      'sack 122 face milk.111 weight 10 container 9000',
    ],
  })
  const { player } = ann
  yard.give(ann, 'arch wine', 3)
  yard.give(ann, 'arch stew', 2)
  Object.assign(player, { hp: 1, food: 600 })
  yard.type(ann, 'apply wine')
  yard.type(ann, 'apply stew')
  expect([listPiles(player.inventory), player.hp, player.food]).toEqual([
    ['2 wine', '1 stew', '1 bottle'],
    1 + 3 + 4,
    950,
  ])
  yard.type(ann, 'apply wine')
  expect([listPiles(player.inventory), player.hp, player.food]).toEqual([
    ['1 wine', '1 stew', '2 bottle'],
    1 + 3 + 4,
    999,
  ])
  yard.type(ann, 'drop wine')
  player.food = 600
  expect(yard.type(ann, 'apply')).toEqual(['The wine tastes good.'])
  expect(listPiles(yard.level(ann).thingsAt(2, 3))).toEqual(['1 meadow', '1 bottle'])
  const sack = yard.give(ann, 'arch sack')
  yard.type(ann, 'apply sack')
  const wine = yard.give(ann, 'arch wine', 2)
  yard.world.moveItem(player, sack.tag, wine.tag, 0)
  player.food = 600
  yard.tick(20)
  yard.world.applyItem(player, sack.inside![0]!.tag)
  expect(listPiles(sack.inside!)).toEqual(['1 wine', '1 bottle'])
})
