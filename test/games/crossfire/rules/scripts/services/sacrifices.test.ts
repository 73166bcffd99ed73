import { expect, it } from 'vitest'
import { listPiles } from '../../../harness/small-maps.ts'
import { openHall } from '../../../import/harness/imported-hall.ts'

const archetypes = [
  'Valkyrie 50 monster 1 alive 1 can_use_weapon 1',
  'altar 56 face post.111 no_pick 1 other_arch Valkyrie',
  'prayed 116 subtype 1 title Python slaying /python/gods/altar_valkyrie.py invisible 1',
  'rat_tail 72 face milk.111 weight 10 nrof 1',
  'ox_heart 72 face milk.111 weight 10 exp 100',
]

it('[CF-23.13] followers sacrifice one piece of flesh per prayer at their god’s altar for experience in praying', async () => {
  const { yard, ann } = await openHall({ archetypes }, 'altar 2,3 / prayed')
  ann.player.skills.set('praying', 0)
  const altar = yard
    .level(ann)
    .thingsAt(2, 3)
    .find(({ archetype }) => archetype.traits.role === 'altar')!.tag
  for (const [name, count] of [
    ['ox_heart', 1],
    ['rat_tail', 2],
  ] as const) {
    yard.give(ann, `arch ${name}`, count)
    yard.type(ann, `drop ${count} ${name.replace('_', ' ')}`)
  }
  const lying = () => listPiles(yard.level(ann).thingsAt(2, 3)).filter((pile) => /tail|heart/.test(pile))
  const gained = () => {
    const before = ann.player.skills.get('praying')!
    ann.texts()
    yard.now += 60_000
    yard.world.applyItem(ann.player, altar)
    const told = ann.texts().join()
    return [told.includes('Valkyrie accepts'), ann.player.skills.get('praying')! - before >= 10] as const
  }
  expect(lying()).toEqual(['1 ox heart', '2 rat tail'])
  // The first prayer only makes the player a follower.
  expect(gained()[0]).toBe(false)
  expect(lying()).toEqual(['1 ox heart', '2 rat tail'])
  expect([gained(), lying()]).toEqual([
    [true, true],
    ['1 ox heart', '1 rat tail'],
  ])
  expect([gained(), gained()[0]]).toEqual([[true, true], true])
  expect([lying(), gained()[0]]).toEqual([[], false])
})
