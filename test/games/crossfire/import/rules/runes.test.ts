import { expect, it } from 'vitest'
import type { RecordingListener, Yard } from '../../harness/small-maps.ts'
import { openHall } from '../harness/imported-hall.ts'

const archetypes = [
  'boar 0 face cat.131 monster 1 alive 1 hp 100 ac 20 wc 20 dam 1 speed 1 level 3 exp 100 Wis 12',
  'rune_fire 154 face post.111 no_pick 1 invisible 1 hp 1 level 1 attacktype 6 dam 30 Cha 20',
  'generic_rune 154 face post.111 no_pick 1 invisible 1 hp 1 level 1 attacktype 2 Cha 20',
  'rune_mark 98 face post.111 no_pick 1',
  'glint 102 face milk.111 no_pick 1',
  'clay 45 face hedge.111 no_pick 1 move_block all hp 3 level 1',
  ...[1, 2, 3, 4, 5, 6, 7, 8].map(
    (way) => `muzzle_${way} 62 face hedge.111 no_pick 1 move_block all direction ${way} speed -0.5 / lance`,
  ),
  'lance 101 subtype 11 dam 20 range 9 attacktype 2 other_arch glint level 1',
  'draw_fire 101 subtype 2 level 4 other_arch rune_fire skill evocation',
  'draw_any 101 subtype 2 level 1 skill evocation',
  'write 101 subtype 3 level 1 other_arch rune_mark skill evocation',
  'earth 101 subtype 15 duration 250 range 1 other_arch clay level 1 skill evocation',
  'conjure 101 subtype 39 duration 1 other_arch boar skill evocation',
  'sign_boar 101 subtype 3 level 1 other_arch boar skill evocation',
  'fence_boar 101 subtype 15 duration 250 range 0 race boar level 1 skill evocation',
  'turret 101 subtype 15 duration 250 range 0 race muzzle_%d level 1 skill evocation',
]

/** The player Ann has all spells of the hall. */
async function hall(...things: readonly string[]) {
  const { yard, ann } = await openHall({ archetypes }, ...things)
  ann.player.skills.set('evocation', 0)
  for (const name of archetypes.flatMap((line) => /^(\w+) 101 /.exec(line)?.[1] ?? []))
    ann.player.spells.add(`arch ${name}`)
  ann.player.markUnsaved()
  return { yard, ann }
}
function cast(yard: Yard, ann: RecordingListener, spell: string): readonly string[] {
  let said: readonly string[] = []
  do said = yard.type(ann, `invoke ${spell}`)
  while (said.some((text) => text.includes('fumble')))
  return said
}
const idsAt = (yard: Yard, ann: RecordingListener, x: number) =>
  yard.idsAt(ann, x, 3).map((id) => id.split('\n')[0])

it('[CF-22.13] a rune survives a restart, harms the first monster that steps on it, and is then used up', async () => {
  const { yard, ann } = await hall('boar 9,3')
  expect(cast(yard, ann, 'draw fire')).toEqual(['You draw a rune fire.'])
  expect(cast(yard, ann, 'draw fire')).toEqual(['Something is written there.'])
  yard.world.save()
  yard.restart()
  expect(idsAt(yard, ann, 3)).toContain('arch rune_fire')
  for (let n = 0; n < 100 && idsAt(yard, ann, 3).includes('arch rune_fire'); n++) yard.tick(1)
  const boar = [...yard.level(ann).creatures][0]!
  expect(boar.life!.hp).toBeLessThan(100)
  expect(idsAt(yard, ann, 3)).not.toContain('arch rune_fire')
})

it('[CF-22.13] a rune does not harm players, is inactive while its maker is not in the game, and can be disarmed', async () => {
  const { yard, ann } = await hall('boar 9,3')
  const bob = yard.join('Bob', 4, 3)
  cast(yard, ann, 'draw fire')
  const { hp } = bob.player
  yard.leave('Ann')
  yard.tick(60)
  yard.walk(bob, 'w')
  expect(idsAt(yard, bob, 3)).toContain('arch rune_fire')
  expect(bob.texts().join()).not.toMatch(/set off/)
  bob.player.hp = hp
  for (let n = 0; n < 60 && idsAt(yard, bob, 3).includes('arch rune_fire'); n++) yard.type(bob, 'disarm')
  expect(idsAt(yard, bob, 3)).not.toContain('arch rune_fire')
  expect(bob.player.hp).toBe(hp)
})

it('[CF-22.13] a magic rune casts the spell that its maker names, and the maker gets the experience for a kill', async () => {
  const { yard, ann } = await hall('boar 9,3')
  expect(cast(yard, ann, 'draw any')).toEqual(['Which spell? Add the name of one that you know.'])
  expect(cast(yard, ann, 'draw any of lance')).toEqual(['You draw a generic rune.'])
  const boar = [...yard.level(ann).creatures][0]!
  boar.life!.hp = 1
  const before = ann.player.experience
  for (let n = 0; n < 100 && boar.location; n++) yard.tick(1)
  expect(boar.location).toBeUndefined()
  expect(ann.player.experience).toBeGreaterThan(before)
})

it('[CF-22.14] a marking rune keeps its words after a restart, and players read them by applying it', async () => {
  const { yard, ann } = await hall()
  expect(cast(yard, ann, 'write')).toEqual(['What do you want to write? Add the words.'])
  cast(yard, ann, 'write Ann was here')
  yard.world.save()
  yard.restart()
  expect(yard.type(ann, 'apply')).toEqual(['Ann was here'])
})

it('[CF-22.8] an earth wall blocks the way, can be torn down, and disappears after some time', async () => {
  const { yard, ann } = await hall()
  cast(yard, ann, 'earth')
  const blocked = () => [2, 3, 4].map((y) => yard.level(ann).blocksMovement(3, y))
  expect(blocked()).toEqual([true, true, true])
  for (let n = 0; n < 10 && blocked()[1]; n++) yard.type(ann, 'east')
  expect(blocked()).toEqual([true, false, true])
  yard.tick(280)
  expect(blocked()).toEqual([false, false, false])
})

it("[CF-22.8] a wall built by a spell shoots at monsters in the caster's direction", async () => {
  const { yard, ann } = await hall('boar 9,3')
  cast(yard, ann, 'turret')
  expect(idsAt(yard, ann, 3)).toContain('arch muzzle_3')
  const { hp } = ann.player
  const boar = [...yard.level(ann).creatures][0]!
  for (let n = 0; n < 60 && boar.life!.hp === 100; n++) yard.tick(1)
  expect(boar.life!.hp).toBeLessThan(100)
  expect(ann.player.hp).toBeGreaterThan(hp - 10)
})

it('[CF-22.13] [CF-16.11] a rune of a deleted character does not act for a later character of the same name', async () => {
  const { yard, ann } = await hall('boar 9,3')
  cast(yard, ann, 'draw fire')
  yard.leave('Ann')
  expect(yard.world.deleteCharacters(['Ann'])).toEqual(['Ann'])
  const next = yard.join('Ann', 4, 3)
  expect(idsAt(yard, next, 3)).toContain('arch rune_fire')
  const boar = [...yard.level(next).creatures][0]!
  yard.level(next).moveCreature(boar, 3, 3)
  yard.tick(2)
  expect([boar.life!.hp, idsAt(yard, next, 3).includes('arch rune_fire')]).toEqual([100, true])
})

it.each(['sign boar hello', 'fence boar'])(
  '[CF-20.4] the spell %j places a creature’s archetype as a thing that is no creature, also after a restart',
  async (spell) => {
    const { yard, ann } = await hall()
    cast(yard, ann, spell)
    expect(idsAt(yard, ann, 3)).toContain('arch boar')
    yard.tick(5)
    yard.type(ann, 'east')
    yard.world.save()
    yard.restart()
    expect([...yard.level(ann).creatures]).toEqual([])
  },
)

it('[CF-22.8] a spell creates no creature in an inventory', async () => {
  const { yard, ann } = await hall()
  cast(yard, ann, 'conjure')
  expect(ann.player.inventory).toEqual([])
})
