import { beforeEach, expect, it } from 'vitest'
import { listPiles, type RecordingListener, type Yard } from '../../harness/small-maps.ts'
import { openHall } from '../harness/imported-hall.ts'

const archetypes = [
  'blade 15 dam 5 weight 10000',
  'shirt 16 ac 1 weight 100',
  'taper 82 food 100 weight 100',
  'tinder 75 weight 100',
  'ruby 60 nrof 1 weight 100',
  'readying 124 sp 1 slaying ruby nrof 1 weight 100',
  'sharpening 124 sp 2 nrof 1 weight 100',
  'lightening 124 sp 3 nrof 1 weight 100',
  'spelling 124 sp 4 nrof 1 weight 100',
  'strengthening 124 sp 5 slaying milk nrof 1 weight 100',
  'charming 123 nrof 1 weight 100',
  'crystal 156 maxsp 5 nrof 1 weight 10',
  'pouch 122 container 1000 nrof 1 weight 10',
].map((line) => `${line} face milk.111`)

let yard: Yard
let ann: RecordingListener

beforeEach(async () => {
  const hall = await openHall({ archetypes })
  yard = hall.yard
  ann = hall.ann
  for (const name of ['readying', 'sharpening', 'lightening', 'spelling', 'strengthening', 'charming'])
    yard.give(ann, `arch ${name}`, 10)
})

const has = (name: string) =>
  ann.player.inventory.find(({ archetype }) => archetype.id.startsWith(`arch ${name}`))!

it('[CF-21.9] only one crystal of a pile stores the spell points', () => {
  yard.give(ann, 'arch crystal', 3)
  ann.player.sp = 40
  yard.type(ann, 'apply crystal')
  const stored = ann.player.inventory.map(({ count, charges = 0 }) => count * charges)
  expect([ann.player.sp, stored.reduce((sum, each) => sum + each)]).toEqual([35, 5])
})

it('[CF-16.4] a crystal of a pile stores no spell points while the inventory is full', () => {
  yard.give(ann, 'arch crystal', 3)
  while (ann.player.inventory.length < 100) yard.give(ann, 'arch pouch')
  ann.player.sp = 40
  expect(yard.type(ann, 'apply crystal')).toContain('You cannot carry more things.')
  expect([ann.player.sp, ann.player.inventory.length]).toEqual([40, 100])
})

it('[CF-7.14] containers do not merge into piles, because a pile would share its contents', () => {
  const pouch = yard.give(ann, 'arch pouch', 2)
  yard.give(ann, 'arch pouch')
  expect(listPiles(ann.player.inventory).filter((pile) => pile.endsWith('pouch'))).toEqual([
    '1 pouch',
    '1 pouch',
  ])
  expect(pouch.count).toBe(1)
})

it('[CF-21.11] a prepared weapon can be improved as often as its number of offerings allows, also after a restart', () => {
  yard.give(ann, 'arch blade')
  expect(yard.type(ann, 'apply sharpening')).toEqual(['Mark a weapon first.'])
  yard.type(ann, 'mark blade')
  expect(yard.type(ann, 'apply sharpening').join()).toContain('must be prepared')
  expect(yard.type(ann, 'apply readying').join()).toContain('without offerings under you')
  yard.give(ann, 'arch ruby', 17)
  yard.type(ann, 'drop 17 ruby')
  expect(yard.type(ann, 'apply readying')).toEqual(['You improve the blade.'])
  expect(yard.idsAt(ann, 2, 3)).toEqual(['arch meadow'])
  expect(yard.type(ann, 'apply readying').join()).toContain('is already prepared')
  yard.type(ann, 'apply sharpening')
  yard.type(ann, 'apply lightening')
  yard.restart()
  yard.type(ann, 'mark blade')
  const is = has('blade').archetype.traits
  expect([is.role === 'weapon' && is.damage, has('blade').archetype.weight]).toEqual([10, 12_000])
  yard.type(ann, 'apply spelling')
  yard.give(ann, 'arch milk', 3)
  expect(yard.type(ann, 'apply strengthening').join()).toContain('Put 2 of milk under you first.')
  yard.type(ann, 'drop 3 bowl of milk')
  yard.type(ann, 'apply strengthening')
  expect(listPiles(yard.level(ann).thingsAt(2, 3))).toEqual(['1 meadow', '1 bowl of milk'])
  expect(has('blade').archetype.attributes?.get('Str')).toBe('1')
  expect(yard.type(ann, 'apply sharpening').join()).toContain('must be prepared')
  expect(listPiles(ann.player.inventory.filter(({ archetype }) => archetype.id.includes('ing')))).toEqual([
    '9 readying',
    '9 sharpening',
    '9 lightening',
    '9 spelling',
    '9 strengthening',
    '10 charming',
  ])
})

it('[CF-21.11] armour accepts up to five enchantments; other items and armour that the player does not own accept none', () => {
  yard.give(ann, 'arch shirt')
  yard.give(ann, 'arch blade')
  yard.type(ann, 'mark blade')
  expect(yard.type(ann, 'apply charming')).toEqual(['Mark a piece of armour first.'])
  yard.type(ann, 'mark shirt')
  for (let n = 0; n < 6; n++) yard.type(ann, 'apply charming')
  expect([has('shirt').archetype.attributes?.get('magic'), has('charming').count]).toEqual(['5', 5])
})

it('[CF-21.12] a lighter lights the marked torch if it is unlit', () => {
  yard.give(ann, 'arch tinder')
  yard.give(ann, 'arch taper')
  expect(yard.type(ann, 'apply tinder').join()).toContain('Mark an unlit torch')
  yard.type(ann, 'mark taper')
  has('taper').unpaid = true
  expect(yard.type(ann, 'apply tinder').join()).toContain('Mark an unlit torch')
  has('taper').unpaid = undefined
  expect(yard.type(ann, 'apply tinder')).toEqual(['You light the taper.'])
  expect(has('taper').applied).toBe('active')
  yard.type(ann, 'mark taper')
  expect(yard.type(ann, 'apply tinder').join()).toContain('Mark an unlit torch')
})
