import { expect, it } from 'vitest'
import type { RecordingListener, Yard } from '../../harness/small-maps.ts'
import { openHall, readScroll } from '../harness/imported-hall.ts'

const archetypes = [
  'ox 0 face cat.131 monster 1 alive 1 hp 200 ac 20 dam 0 speed 0 level 3 exp 100 race animal',
  'ghoul 0 face cat.131 monster 1 alive 1 hp 200 ac 20 dam 0 speed 0 level 1 undead 1',
  'rat 0 face cat.131 monster 1 alive 1 hp 500 ac 20 wc -20 dam 1 speed 1 level 1 Wis 12',
  'flu 158 invisible 1 attacktype 1048576 wc 127 magic 2 Str -1 Con -2 maxhp 10 dam 2 maxgrace 6 speed 0.05 race * level 2 exp 100',
  'rot 158 invisible 1 attacktype 1 wc 0 magic 0 Dex -1 maxgrace -1 dam -10 ac 100 speed 0.1 last_sp 50 maxsp 1 last_eat 5 race * level 9 exp 100 other_arch milk msg Your~skin~itches.',
  'horse_pox 158 invisible 1 wc 127 magic 1 maxgrace -1 dam 5 speed 0.5 race animal level 2',
  'cause_flu 101 subtype 45 range 5 other_arch flu level 2 skill praying',
  'cause_rot 101 subtype 45 range 5 other_arch rot level 2 skill praying',
  'cause_pox 101 subtype 45 range 5 other_arch horse_pox level 2 skill praying',
  'weak_cure 101 subtype 21 attacktype 33554432 level 2',
  'strong_cure 101 subtype 21 attacktype 33554432 level 9 skill praying',
  'cure_drop 5 face milk.111 weight 100 nrof 1 attacktype 33554432',
  'page 111 face milk.111 nrof 1 weight 10',
  'needle 154 face post.111 no_pick 1 invisible 1 hp 1 level 1 attacktype 1 dam 1 randomitems germs',
]
const treasures = 'treasureone germs\narch rot\nend\n'

const hall = (...things: readonly string[]) => openHall({ archetypes, treasures }, ...things)

const illsOf = ({ player }: RecordingListener) => [...player.effects.keys()].sort()
const hpAt = (yard: Yard, ann: RecordingListener, x: number) => yard.level(ann).creatureAt(x, 3)!.life!.hp

it('[CF-22.15] a trap infects a player with a disease whose symptoms grow until it is cured', async () => {
  const { yard, ann } = await hall('needle 3,3')
  const { player } = ann
  const { Dex } = player.stats.abilities
  Object.assign(player, { sp: 9, food: 500, hp: 20 })
  yard.walk(ann, 'e')
  expect(illsOf(ann)).toEqual(['disease arch rot'])
  yard.tick(31)
  expect(player.stats.abilities.Dex).toBeLessThan(Dex - 1)
  expect([player.food <= 485, player.hp < 20]).toEqual([true, true])
  expect(illsOf(ann)).toEqual(['disease arch rot', 'slow'])
  expect(ann.texts()).toContain('Your skin itches.')
  expect(yard.idsAt(ann, 3, 3)).toContain('arch milk')
  yard.world.save()
  yard.restart()
  expect(illsOf(ann)).toContain('disease arch rot')
  readScroll(yard, ann, 'weak_cure')
  expect(illsOf(ann)).toContain('disease arch rot')
  readScroll(yard, ann, 'strong_cure')
  expect(ann.player.stats.abilities.Dex).toBe(Dex)
  expect(illsOf(ann)).toContain('immune arch rot')
})

it('[CF-22.15] a disease never takes a player’s last hp, ends by itself, and makes the player immune', async () => {
  const { yard, ann } = await hall('rat 3,3 / flu')
  const { player } = ann
  for (let n = 0; n < 200 && !illsOf(ann).includes('disease arch flu'); n++) {
    player.hp = 20
    yard.tick(1)
  }
  expect(illsOf(ann)).toContain('disease arch flu')
  yard.level(ann).creatureAt(3, 3)!.life!.hp = 1
  for (let n = 0; n < 50 && yard.level(ann).creatures.size > 0; n++) yard.type(ann, 'east')
  player.hp = 2
  yard.tick(130)
  expect([player.isDead, illsOf(ann)]).toEqual([false, ['immune arch flu']])
})

it('[CF-22.15] a spell infects the first monster ahead with a disease that spreads among monsters, and its kills give the caster experience', async () => {
  const { yard, ann } = await hall('ox 5,3', 'ox 6,3')
  const bob = yard.join('Bob', 5, 4)
  ann.player.skills.set('praying', 0)
  ann.player.spells.add('arch cause_flu')
  expect(readScroll(yard, ann, 'cause_flu')).toContain('You infect the ox.')
  yard.tick(50)
  expect([hpAt(yard, ann, 5), hpAt(yard, ann, 6)].every((hp) => hp < 200)).toBe(true)
  expect(illsOf(bob)).toEqual([])
  for (const ox of yard.level(ann).creatures) ox.life!.hp = 1
  const before = ann.player.experience
  yard.tick(100)
  expect(ann.player.experience).toBeGreaterThan(before)
})

it('[CF-22.15] a disease affects only its races, and the undead only if it names them', async () => {
  const { yard, ann } = await hall('ghoul 5,3')
  expect(readScroll(yard, ann, 'cause_flu')).toContain('Nobody is infected.')
  const { yard: other, ann: eve } = await hall('rat 12,3')
  readScroll(other, eve, 'cause_pox')
  expect([...other.level(eve).creatures].map(({ life }) => life?.diseases)).toEqual([undefined])
})

it('[CF-22.15] a disease spreads among players, and a potion cures it', async () => {
  const { yard, ann } = await hall('rat 3,3 / flu')
  const bob = yard.join('Bob', 2, 4)
  for (let n = 0; n < 200 && !illsOf(bob).includes('disease arch flu'); n++) {
    for (const { player } of [ann, bob]) player.hp = 20
    yard.tick(1)
  }
  expect(illsOf(bob)).toContain('disease arch flu')
  yard.give(bob, 'arch cure_drop')
  yard.type(bob, 'apply cure drop')
  expect(illsOf(bob)).toEqual(['immune arch flu'])
})
