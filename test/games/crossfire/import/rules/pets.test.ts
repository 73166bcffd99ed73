import { expect, it } from 'vitest'
import type { Thing } from '../../../../../games/crossfire/model/state/game-state.ts'
import type { RecordingListener, Yard } from '../../harness/small-maps.ts'
import { openHall, readScroll } from '../harness/imported-hall.ts'

const archetypes = [
  'ox 0 face cat.131 monster 1 alive 1 hp 60 ac 20 dam 1 speed 0 level 3 exp 100 Wis 12',
  'bear 0 face cat.131 monster 1 alive 1 hp 500 ac 20 wc -20 dam 60 speed 1 level 9 Wis 12',
  'ghoul 0 face cat.131 monster 1 alive 1 hp 50 ac 20 dam 1 speed 0 level 1 undead 1',
  'imp 0 face cat.131 monster 1 alive 1 hp 5 ac 5 wc -20 dam 30 speed 0.5 level 1',
  'call_imp 101 subtype 27 attack_movement 16 other_arch imp skill evocation',
  'call_golem 101 subtype 12 duration 250 dam 40 other_arch imp',
  'charm 101 subtype 34 level 15 range 3 no_attack 1 other_arch milk',
  'master_dead 101 subtype 34 level 15 range 3 no_attack 1 undead 1 race undead other_arch milk',
  'weak_charm 101 subtype 34 level 2 range 3 no_attack 1 other_arch milk',
  'page 111 face milk.111 nrof 1 weight 10',
  'hatch 66 face stair.111 no_pick 1 slaying /pit hp 2 sp 1',
]

const hall = (...things: readonly string[]) => openHall({ archetypes, maps: { pit: [] } }, ...things)

const petsOf = ({ player }: RecordingListener): readonly Thing[] => [...player.pets]
const creature = (yard: Yard, ann: RecordingListener, x: number, y = 3) => yard.level(ann).creatureAt(x, y)

it("[CF-22.11] a pet's kills give its master experience, and showpets lists it", async () => {
  const { yard, ann } = await hall('ox 5,3')
  readScroll(yard, ann, 'call_imp')
  const before = ann.player.experience
  for (let n = 0; n < 300 && creature(yard, ann, 5); n++) yard.tick(1)
  expect(ann.player.experience).toBeGreaterThan(before)
  expect(yard.type(ann, 'showpets')).toEqual(['imp: level 1, 5 hp'])
})

it('[CF-22.11] [CF-13.12] monsters attack pets, which can be hurt and die', async () => {
  const { yard, ann } = await hall('bear 6,3')
  readScroll(yard, ann, 'call_imp')
  const [imp] = petsOf(ann)
  ann.player.hp = 10_000
  for (let n = 0; n < 100 && imp!.location; n++) yard.tick(1)
  expect([imp!.location, petsOf(ann)]).toEqual([undefined, []])
  expect(ann.texts()).toContain('The imp that serves you dies.')
})

it('[CF-22.7] a summoned golem has the hp that its spell sets', async () => {
  const { yard, ann } = await hall()
  readScroll(yard, ann, 'call_golem')
  expect(petsOf(ann)[0]!.life!.hp).toBe(40)
})

it('[CF-22.11] a pet follows its master on the map and through an exit', async () => {
  const { yard, ann } = await hall('hatch 12,3')
  readScroll(yard, ann, 'call_imp')
  yard.walk(ann, 'eeeeeeee')
  yard.tick(30)
  const [imp] = petsOf(ann)
  expect(imp!.location).toMatchObject({ level: yard.level(ann) })
  expect(Math.abs((imp!.location as { x: number }).x - ann.player.x)).toBeLessThanOrEqual(3)
  yard.walk(ann, 'ee')
  yard.type(ann, 'apply')
  yard.tick(1)
  expect(yard.level(ann).name).toBe('/pit')
  expect(imp!.location).toMatchObject({ level: yard.level(ann) })
})

it('[CF-22.11] in petmode defend pets attack only monsters that attack the master, and in petmode sad also monsters far away', async () => {
  const { yard, ann } = await hall('ox 12,3')
  readScroll(yard, ann, 'call_imp')
  expect(yard.type(ann, 'petmode defend')).toEqual(['The mode of your pets is defend.'])
  yard.tick(60)
  expect(creature(yard, ann, 12)!.life!.hp).toBe(60)
  yard.type(ann, 'petmode sad')
  yard.tick(100)
  expect(creature(yard, ann, 12)?.life?.hp ?? 0).toBeLessThan(60)
  expect(yard.type(ann, 'petmode wild')).toEqual(['The modes of pets are normal, sad, defend, arena.'])
})

it('[CF-22.11] killpets dismisses pets by name, and so does leaving the game', async () => {
  const { yard, ann } = await hall()
  readScroll(yard, ann, 'call_imp')
  readScroll(yard, ann, 'call_imp')
  expect(yard.type(ann, 'killpets ox')).toEqual(['You have no such pets.'])
  expect(yard.type(ann, 'killpets imp')).toEqual(['Dismissed: 2.'])
  readScroll(yard, ann, 'call_imp')
  const level = yard.level(ann)
  yard.leave('Ann')
  expect(level.creatures.size).toBe(0)
})

it('[CF-22.11] a player has at most sixteen pets', async () => {
  const { yard, ann } = await hall()
  for (let n = 0; n < 20; n++) {
    readScroll(yard, ann, 'call_imp')
    yard.tick(4)
  }
  expect(petsOf(ann).length).toBe(16)
})

function charm(yard: Yard, ann: RecordingListener, spell: string): void {
  for (let n = 0; n < 20 && petsOf(ann).length === 0; n++) readScroll(yard, ann, spell)
}

it('[CF-22.12] [CF-21.3] a charmed monster drops its things when it dies', async () => {
  const { yard, ann } = await hall('ox 4,3 / milk', 'bear 13,3')
  charm(yard, ann, 'charm')
  ann.player.hp = 10_000
  const [ox] = petsOf(ann)
  for (let n = 0; n < 200 && ox!.location; n++) yard.tick(1)
  expect(yard.idsAt(ann, 4, 3)).toContain('arch milk')
})

it('[CF-22.12] a charmed monster serves the caster, and is not on its map after a restart', async () => {
  const { yard, ann } = await hall('ox 4,3')
  charm(yard, ann, 'charm')
  const [ox] = petsOf(ann)
  expect(ox?.archetype.traits.role).toBe('person')
  expect([...yard.level(ann).respawnTimes.keys()]).toEqual([0])
  yard.world.save()
  yard.restart()
  expect([yard.level(ann).creatures.size, petsOf(ann)]).toEqual([0, []])
})

it('[CF-22.12] a charm works only on creatures of its kind up to its level', async () => {
  const { yard, ann } = await hall('ox 4,3', 'ghoul 4,2')
  charm(yard, ann, 'weak_charm')
  expect(petsOf(ann).map(({ archetype }) => archetype.name.one)).toEqual(['ghoul'])
  charm(yard, ann, 'master_dead')
  expect(yard.level(ann).creatureAt(4, 3)?.archetype.traits.role).toBe('monster')
})
