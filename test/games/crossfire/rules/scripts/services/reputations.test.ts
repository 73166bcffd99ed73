import { expect, it } from 'vitest'
import { mapOf } from '../../../import/harness/object-lines.ts'
import { officeHarness } from './office-harness.ts'

it('[CF-23.20] kills in a region change a player’s reputation with its factions, depending on the race of the victim', async () => {
  const road = mapOf([10, 10], ['rat 5,4 race human dam 0', 'rat 7,4 race goblin dam 0', 'rat 3,4 dam 0'], {
    header: 'region scorn\n',
  })
  const yard = await officeHarness([['portal 1,1 slaying=/road hp=5 sp=5']], { road })
  const ann = yard.join('Ann', 1, 1)
  yard.type(ann, 'apply')
  const known = () => [...ann.player.journal].filter(([key]) => key.startsWith('reputation'))
  for (const x of [5, 7, 3]) {
    yard.stand(ann, x, 5)
    for (let tries = 0; tries < 40 && yard.level(ann).creatureAt(x, 4); tries++) yard.type(ann, 'north')
  }
  expect(known()).toEqual([
    ['reputation Dragons', '1'],
    ['reputation Scorn', '-9'],
    ['reputation Valkyrie', '-10'],
    ['reputation Mostrai', '1'],
    ['reputation Lythander', '1'],
    ['reputation Gnarg', '-10'],
  ])
  expect(yard.type(ann, 'reputation')).toEqual(['No faction knows you.'])
  ann.player.journal.set('reputation Scorn', '-640')
  expect(yard.type(ann, 'reputation')).toEqual(['You are known to\nScorn: -6 percent'])
})

it.each([
  ['', []],
  ['-640', ['Go away!']],
  ['-500', ['Welcome.']],
  ['300', ['Welcome.']],
  ['-40', []],
])(
  '[CF-23.20] a trigger at -5 percent answers a reputation of "%s" ten-thousandths with %o',
  async (reputation, heard) => {
    const yard = await officeHarness([
      ['plate 5,5', 'step misc/reputation_trigger_connect Scorn -5 8 2'],
      ['mouth 30,5 msg=Go~away! move_on=0 connected=2'],
      ['mouth 31,5 msg=Welcome. move_on=0 connected=8'],
    ])
    const ann = yard.join('Ann', 5, 4)
    if (reputation) ann.player.journal.set('reputation Scorn', reputation)
    expect(yard.type(ann, 'south').map((text) => text.replaceAll('~', ' '))).toEqual(heard)
  },
)
