import { expect, it } from 'vitest'
import type { RecordingListener, Yard } from '../../harness/small-maps.ts'
import { openHall } from '../harness/imported-hall.ts'

const archetypes = [
  'skill_7 43 skill stealing subtype 7 exp 10',
  'farmer 0 face cat.131 monster 1 alive 1 hp 9 level 1 unaggressive 1 randomitems snacks',
  'wolf 0 face cat.131 monster 1 alive 1 hp 100 ac 20 wc 20 dam 1 speed 1 level 3 exp 100 Wis 12',
  'gate 23 face hedge.111 no_pick 1 move_block all blocksview 1 hp 40',
  'vault 20 face hedge.111 no_pick 1 move_block all slaying gold',
  'plain 24 face milk.111 nrof 1 weight 1',
  'special 21 face milk.111 weight 1 slaying gold',
  'blank 21 face milk.111 weight 1',
  'coffer 122 face crate.111 no_pick 1 container 1000 slaying gold',
  'snack 4 face milk.111 auto_apply 1 hp 1 randomitems snacks',
  'mouth 98 face post.111 no_pick 1 invisible 1 move_on walk~fly_low activate_on_push 1 activate_on_release 1',
  'board 98 face post.111 no_pick 1 activate_on_push 1',
  'guard 64 face post.111 no_pick 1 invisible 1 last_sp 1 move_block all',
  'switch 93 face post.111 no_pick 1',
]
const treasures = '\ntreasure snacks\narch milk\nend\n'
const hall = (...things: readonly string[]) => openHall({ archetypes, treasures }, ...things)
const give = (yard: Yard, ann: RecordingListener, id: string, count = 1) =>
  yard.give(ann, `arch ${id}`, count)
const carried = ({ player }: RecordingListener) =>
  player.inventory.map(({ archetype, count }) => `${count} ${archetype.id}`)

it('[CF-20.23] a plain key opens a door and the doors next to it, and is used up; the doors stay open', async () => {
  const { yard, ann } = await hall('gate 3,3', 'gate 3,2 slaying red', 'gate 3,4', 'vault 3,5')
  give(yard, ann, 'blank')
  give(yard, ann, 'plain', 2)
  expect(yard.type(ann, 'east')).toEqual(['You open the door with the plain.'])
  expect(carried(ann)).toEqual(['1 arch blank', '1 arch plain'])
  const open = () => [2, 3, 4, 5].map((y) => !yard.level(ann).blocksMovement(3, y))
  expect(open()).toEqual([false, true, true, false])
  expect(yard.level(ann).blocksView(3, 3)).toBe(false)
  yard.tick(500)
  yard.world.save()
  yard.restart()
  expect(open()).toEqual([false, true, true, false])
})

it('[CF-20.23] without a key, attacks break a door down, and a locked door shows its text', async () => {
  const { yard, ann } = await hall('gate 3,3', 'vault 3,4 msg Gold~opens~me.')
  give(yard, ann, 'plain')
  expect(yard.type(ann, 'southeast')).toEqual(['Gold opens me.'])
  expect(carried(ann)).toEqual(['1 arch plain'])
  yard.type(ann, 'drop plain')
  expect(yard.type(ann, 'east').join()).toMatch(/You (hit|tear down) the gate/)
  for (let n = 0; n < 100 && yard.level(ann).blocksMovement(3, 3); n++) yard.type(ann, 'east')
  expect(yard.level(ann).blocksMovement(3, 3)).toBe(false)
  give(yard, ann, 'special')
  expect(yard.type(ann, 'southeast')).toEqual(['You open the door with the special.'])
  expect(yard.level(ann).blocksMovement(3, 4)).toBe(false)
})

it('[CF-20.23] a chest opens only with its key, and the player keeps the key', async () => {
  const { yard, ann } = await hall('coffer 2,3 / milk')
  give(yard, ann, 'plain')
  expect(yard.type(ann, 'apply')).toEqual(['You do not have the key to the coffer.'])
  give(yard, ann, 'special')
  expect(yard.type(ann, 'apply')).toEqual(['You open the coffer with the special.'])
  expect(carried(ann)).toContain('1 arch special')
})

it('[CF-21.2] a heap that a map puts into a chest is replaced by things drawn from its treasure list', async () => {
  const { yard, ann } = await hall('coffer 2,3 / snack')
  const coffer = yard.container(ann, 2, 3)
  expect(coffer.inside!.map(({ archetype }) => archetype.id)).toEqual(['arch milk'])
})

it('[CF-21.3] a peaceful person also carries things drawn from a treasure list, which a thief can steal', async () => {
  const { yard, ann } = await hall('farmer 3,3')
  ann.player.skills.set('stealing', 1e9)
  const tries = Array.from({ length: 30 }, () => yard.type(ann, 'use_skill stealing').join())
  expect(tries).toContain('You steal a bowl of milk from the farmer.')
})

it('[CF-20.24] a magic mouth speaks to players who step on it, up to its maximum number of times', async () => {
  const { yard, ann } = await hall('mouth 3,3 msg Beware! food 2', 'mouth 4,3 msg On.')
  const said = (way: string) => yard.type(ann, way)
  expect(['east', 'west', 'east', 'west', 'east', 'east'].map(said)).toEqual([
    ['Beware!'],
    [],
    ['Beware!'],
    [],
    [],
    ['On.'],
  ])
})

it('[CF-20.24] a connected sign shows its text to the whole map when it receives a signal or is read', async () => {
  const { yard, ann } = await hall('switch 2,3 connected 7', 'board 9,3 msg Dinner! connected 7 food 2')
  const bob = yard.join('Bob', 9, 3)
  expect([yard.type(ann, 'apply').at(-1), bob.texts().at(-1)]).toEqual(['Dinner!', 'Dinner!'])
  expect(yard.type(bob, 'apply')).toEqual(['Dinner!'])
  expect(yard.type(bob, 'apply')).toEqual(['Nothing more is written there.'])
})

it('[CF-20.15] a checker for players lets all players pass, and a checker for a race lets only that race pass', async () => {
  const { yard, ann } = await hall('guard 3,3 hp 1', `guard 4,3 race elf`)
  yard.type(ann, 'east')
  yard.type(ann, 'east')
  expect(ann.player.x).toBe(3)
  Object.assign(ann.player.origin, { race: 'elf' })
  yard.type(ann, 'east')
  expect(ann.player.x).toBe(4)
})

it('[CF-20.15] a checker blocks creatures, except creatures of the race that it checks for', async () => {
  const row = (more: string) => [0, 1, 2, 3, 4, 5, 6].map((y) => `guard 5,${y} ${more}`)
  const hunter = async (more: string) => {
    const { yard, ann } = await hall('wolf 9,3', ...row(more))
    yard.tick(100)
    return [...yard.level(ann).creatures].map(({ location }) => location?.in === 'cell' && location.x < 5)
  }
  expect(await hunter('hp 1')).toEqual([false])
  expect(await hunter('race wolf')).toEqual([true])
})
