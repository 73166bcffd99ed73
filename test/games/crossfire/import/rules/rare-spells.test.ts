// Spells of imported worlds that few know: curses, altars, alchemy, auras, portals, servants of gods.
import { expect, it } from 'vitest'
import { listPiles, type RecordingListener, type Yard } from '../../harness/small-maps.ts'
import { openHall } from '../harness/imported-hall.ts'

const archetypes = [
  'ox 0 face cat.131 monster 1 alive 1 hp 500 ac 20 wc 5 dam 1 speed 0 level 3',
  'boar 0 face cat.131 monster 1 alive 1 hp 500 ac 20 wc -20 dam 5 speed 1 level 3 Wis 12',
  'sleeper 0 face cat.131 monster 1 alive 1 hp 500 ac 20 wc -20 dam 5 speed 1 level 3 Wis 12 sleep 1',
  'shaman 0 face cat.131 monster 1 alive 1 hp 50 ac 20 wc 20 dam 1 speed 1 level 1 Wis 12 stand_still 1 can_cast_spell 1 randomitems NONE',
  'hex 101 subtype 26 range 5 duration 250 ac -1 wc -1 skill praying',
  'consecrate 101 subtype 40 level 8 skill praying',
  'transmute 101 subtype 30 duration 1 duration_modifier 5 dam_modifier 1',
  'revive 101 subtype 1 skill praying',
  'taunt 101 subtype 34 level 5 range 10 undead 1 monster 1',
  'strife 101 subtype 34 level 5 range 5 berserk 1',
  'Oma 50 monster 1 alive 1 can_use_weapon 1 can_use_armour 1 can_use_shield 1 race imp randomitems NONE',
  'Ork 50 monster 1 alive 1 can_use_weapon 1 can_use_armour 1 can_use_shield 1 randomitems NONE',
  'altar_oma 56 face post.111 no_pick 1 other_arch Oma level 5',
  'altar_ork 56 face post.111 no_pick 1 other_arch Ork level 5',
  'high_altar 56 face post.111 no_pick 1 other_arch Ork level 50',
  'smallnugget 60 face milk.111 nrof 1 weight 40 value 40',
  'largenugget 60 face milk.111 nrof 1 weight 400 value 400',
  'idol 0 face milk.111 weight 100 value 20000',
  'anvil 0 face milk.111 weight 5000 value 20000',
  'pot 122 face milk.111 weight 100 is_cauldron 1',
  'gem 60 face milk.111 nrof 1 weight 10 value 16000',
  'remains 157 face milk.111 weight 75000',
  'page 111 face milk.111 nrof 1 weight 10',
]

const hall = (...things: readonly string[]) => openHall({ archetypes }, ...things)

function read(yard: Yard, ann: RecordingListener, name: string): readonly string[] {
  yard.give(ann, `arch page\npacketboat_spell ${name}`)
  return yard.type(ann, `apply page of ${name.replaceAll('_', ' ')}`)
}
const creature = (yard: Yard, ann: RecordingListener, x: number, y = 3) => yard.level(ann).creatureAt(x, y)!
const follow = ({ player }: RecordingListener, god: string) => {
  player.faith = { god, granted: new Set() }
  player.markUnsaved()
}

it('[CF-22.16] a curse worsens ac and wc of the first foe ahead for a time', async () => {
  const { yard, ann } = await hall('ox 5,3', 'ox 6,3', 'shaman 2,1 / hex')
  expect(read(yard, ann, 'hex')).toContain('You curse the ox.')
  expect([...creature(yard, ann, 5).life!.statusEffects!.keys()]).toEqual(['cursed'])
  expect(creature(yard, ann, 6).life!.statusEffects).toBe(undefined)
  ann.player.facing = 7
  expect(read(yard, ann, 'hex')).toContain('There is no one in that direction to curse.')
  const { ac, wc } = ann.player.stats
  for (let n = 0; n < 200 && !ann.player.effects.has('cursed'); n++) yard.tick(1)
  expect([ann.player.stats.ac, ann.player.stats.wc]).toEqual([ac + 1, wc + 1])
})

it.each([
  { altar: 'altar_ork', god: 'Oma', told: 'You consecrate the altar to Oma.', becomes: 'Oma' },
  { altar: 'high_altar', god: 'Oma', told: 'You are not powerful enough', becomes: 'Ork' },
  { altar: 'altar_ork', god: undefined, told: 'You follow no god', becomes: 'Ork' },
  { altar: undefined, god: 'Oma', told: 'You are not standing at an altar.', becomes: undefined },
])('[CF-22.17] $told: a prayer to $god at $altar', async ({ altar, god, told, becomes }) => {
  const { yard, ann } = await hall(...(altar ? [`${altar} 2,3`] : []))
  if (god) follow(ann, god)
  expect(read(yard, ann, 'consecrate').join()).toContain(told)
  yard.world.save()
  yard.restart()
  const traits = yard.level(ann).topThingWithRole(2, 3, 'altar')?.archetype.traits
  expect(traits?.role === 'altar' ? traits.god : undefined).toBe(becomes)
})

it.each([
  { case: 'five percent of the value', things: ['idol 3,3'], left: ['2 largenugget', '5 smallnugget'] },
  { case: 'half of that for gems', things: ['gem 3,3'], left: ['1 largenugget'] },
  { case: 'nothing for cauldrons and things farther away', things: ['pot 3,3', 'idol 4,3'], left: ['1 pot'] },
  { case: 'nothing once the weight is spent', things: ['anvil 2,2', 'idol 3,3'], left: ['1 idol'] },
])('[CF-22.18] alchemy gives $case', async ({ things, left }) => {
  const { yard, ann } = await hall(...things)
  read(yard, ann, 'transmute')
  expect(listPiles(yard.level(ann).thingsAt(3, 3)).slice(1)).toEqual(left)
})

it('[CF-22.19] nobody is raised from the dead, because nobody stays dead, and the body burns', async () => {
  const { yard, ann } = await hall()
  expect(read(yard, ann, 'revive')).toContain('You need a body for this spell.')
  yard.give(ann, 'arch remains')
  yard.type(ann, 'drop remains')
  yard.walk(ann, 'w')
  ann.player.facing = 3
  expect(read(yard, ann, 'revive')).toContain('The soul cannot be reached.')
  expect(yard.level(ann).thingsAt(2, 3)).toHaveLength(1)
})

it('[CF-22.12] a taunt wakes creatures and turns them against the caster', async () => {
  const { yard, ann } = await hall('sleeper 6,3')
  yard.tick(10)
  expect(creature(yard, ann, 6).life!.targetTag).toBe(undefined)
  const sleeper = creature(yard, ann, 6)
  for (let n = 0; n < 10 && sleeper.life!.targetTag === undefined; n++) read(yard, ann, 'taunt')
  yard.tick(20)
  expect(sleeper.location).not.toMatchObject({ x: 6, y: 3 })
})

it('[CF-22.12] strife makes creatures attack whoever is nearest', async () => {
  const { yard, ann } = await hall('boar 6,3', 'ox 8,3')
  const ox = creature(yard, ann, 8)
  for (let n = 0; n < 10 && !creature(yard, ann, 6).life!.statusEffects?.has('berserk'); n++)
    read(yard, ann, 'strife')
  yard.tick(20)
  expect(ox.life!.hp).toBeLessThan(500)
})
