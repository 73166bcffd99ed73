// The maximum number of piles limits everything that creates a thing or splits one off a pile. [CF-16.4]
import { expect, it } from 'vitest'
import type { RecordingListener, Yard } from '../../harness/small-maps.ts'
import { openHall } from '../harness/imported-hall.ts'

const archetypes = [
  'quill 13 face milk.111 nrof 1 weight 10 race arrow dam 2',
  'fletch 101 subtype 39 duration 4 other_arch quill skill evocation',
  'fill 101 subtype 28 dam 16 skill evocation',
  'page 111 face milk.111 nrof 1 weight 10',
  'stick 109 face milk.111 nrof 1 weight 10',
  'blade 15 face milk.111 nrof 1 weight 10 dam 3 body_arm -1 skill punching',
  'crystal 156 face milk.111 nrof 1 weight 10 maxsp 50',
  'writing 43 subtype 22 skill inscription',
]

async function hall(
  piles: number,
  ...given: readonly string[]
): Promise<{ yard: Yard; ann: RecordingListener }> {
  const { yard, ann } = await openHall({ archetypes })
  for (const skill of ['evocation', 'inscription']) ann.player.skills.set(skill, 0)
  for (const name of ['fletch', 'fill']) ann.player.spells.add(`arch ${name}`)
  ann.player.markUnsaved()
  ann.player.sp = ann.player.stats.maxSp
  for (const id of given) yard.give(ann, id, 3)
  while (ann.player.inventory.length < piles) yard.give(ann, 'sword')
  return { yard, ann }
}

const cases = [
  { does: 'a spell that creates arrows', things: [], words: ['invoke fletch'] },
  {
    does: 'charging a wand of a pile',
    things: ['arch stick\npacketboat_spell fletch'],
    words: ['invoke fill'],
  },
  { does: 'wielding a weapon of a pile', things: ['arch blade'], words: ['apply blade'] },
  { does: 'writing on a scroll of a pile', things: ['arch page'], words: ['mark page', 'inscribe fletch'] },
] as const

it.each(cases)('[CF-16.4] $does is refused while the inventory is full', async ({ things, words }) => {
  for (const piles of [100, 99]) {
    const { yard, ann } = await hall(piles, ...things)
    let told: readonly string[] = []
    do for (const each of words) told = yard.type(ann, each)
    while (told.some((text) => /fumble|spoil/.test(text)))
    expect(ann.player.inventory).toHaveLength(100)
    expect(told.includes('You cannot carry more things.')).toBe(piles === 100)
  }
})

it('[CF-16.4] a full inventory has room for things that merge with a pile', async () => {
  const { yard, ann } = await hall(100, 'arch quill')
  let told: readonly string[] = []
  do told = yard.type(ann, 'invoke fletch')
  while (told.some((text) => text.includes('fumble')))
  expect([ann.player.inventory.length, ann.player.inventory[0]!.count]).toEqual([100, 7])
})

it('[CF-16.4] a crystal of a pile on a full cell stores no spell points', async () => {
  const { yard, ann } = await hall(0, 'arch crystal')
  yard.type(ann, 'drop crystal')
  while (yard.level(ann).hasRoomForPile(2, 3)) yard.lay(ann, 'sword')
  ann.player.sp = 40
  expect(yard.type(ann, 'apply')).toEqual(['There is no room here.'])
  expect(ann.player.sp).toBe(40)
})
