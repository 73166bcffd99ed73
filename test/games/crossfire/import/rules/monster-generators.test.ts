import { expect, it } from 'vitest'
import { removeThing } from '../../../../../games/crossfire/model/things/move-things.ts'
import { positionOf } from '../../harness/small-maps.ts'
import { archFolderWith, latin1, mapsFolder, openImportedYard } from '../harness/imported-world.ts'
import { archetypesOf, mapOf } from '../harness/object-lines.ts'
import bred from './data/monster-generators.arc'

async function field(...creatures: readonly string[]) {
  const map = latin1(mapOf([20, 5], creatures))
  const yard = await openImportedYard(archFolderWith(bred), { ...mapsFolder, 'maps/land/hill': map })
  const ann = yard.join('Ann', 19, 4)
  const count = (id: string) =>
    [...yard.level(ann).creatures].filter(({ archetype }) => archetype.id === `arch ${id}`).length
  return { yard, ann, count }
}

it('[CF-20.21] a generator spawns up to its limit and stops when destroyed', async () => {
  const { yard, ann, count } = await field('nest 3,2', 'nest 8,2')
  const places = () =>
    [...yard.level(ann).creatures]
      .filter(({ archetype }) => archetype.id === 'arch nest')
      .map(({ location }) => location)
  const before = places()
  yard.tick(6)
  expect(count('rat')).toBeLessThan(6)
  yard.tick(400)
  expect([count('rat'), places()]).toEqual([6, before])
  yard.world.save()
  yard.restart()
  expect([count('nest'), count('rat')]).toEqual([2, 6])
  for (const creature of [...yard.level(ann).creatures])
    if (creature.archetype.id === 'arch rat') removeThing(creature)
  yard.tick(400)
  expect(count('rat')).toBe(6)
  for (const creature of [...yard.level(ann).creatures]) removeThing(creature)
  yard.tick(400)
  expect(count('rat')).toBe(0)
})

it('[CF-20.21] a generator does not move or attack, and can be destroyed', async () => {
  const { yard, ann } = await field('nest 3,2 maxsp 100000')
  yard.stand(ann, 2, 2)
  const { hp } = ann.player
  yard.tick(60)
  expect([ann.player.hp, positionOf(ann)]).toEqual([hp, [2, 2]])
  for (let blow = 0; blow < 60 && yard.level(ann).creatures.size > 0; blow++) yard.walk(ann, 'e')
  expect(yard.level(ann).creatures.size).toBe(0)
  expect(ann.player.experience).toBeGreaterThan(0)
})

it('[CF-20.21] a confused generator does not move', async () => {
  const { yard, ann } = await field('nest 3,2 maxsp 100000')
  const [nest] = yard.level(ann).creatures
  nest!.life!.statusEffects = new Map([['confused', Number.MAX_SAFE_INTEGER]])
  yard.tick(60)
  expect(nest!.location).toMatchObject({ x: 3, y: 2 })
})

it('[CF-20.21] breeding monsters stop at twenty on a map', async () => {
  const { yard, count } = await field('mouse 3,2')
  yard.tick(2000)
  expect(count('mouse')).toBe(20)
})

it.each(['font 3,2 / hoarder', 'reaper 3,2 / milk'])(
  '[CF-20.16] [CF-21.3] a map opens with a creature that carries things, also if the creature is inside a creator: %j',
  async (object) => {
    const creatures = archetypesOf([
      'hoarder 0 face cat.131 monster 1 alive 1 randomitems hoard',
      'reaper 28 face cat.131 alive 1',
    ])
    const folder = archFolderWith(creatures, { treasures: 'treasure hoard\narch milk\nend\n' })
    const map = latin1(mapOf([20, 5], [object]))
    const yard = await openImportedYard(folder, { ...mapsFolder, 'maps/land/hill': map })
    const ann = yard.join('Ann', 19, 4)
    expect(yard.level(ann).thingsAt(3, 2)).toHaveLength(2)
    yard.world.save()
    yard.restart()
    expect(yard.level(ann).thingsAt(3, 2)).toHaveLength(2)
  },
)

it('[CF-20.25] a creature regains a quarter of its Con in hp per tick, up to its hp at birth', async () => {
  const { yard, ann } = await field('rat 3,2 hp 60 Con 6', 'rat 3,4 hp 60')
  const wounded = [...yard.level(ann).creatures].map(({ life }) => Object.assign(life!, { hp: 10 }))
  yard.tick(20)
  expect(wounded.map(({ hp }) => hp)).toEqual([40, 10])
  yard.tick(20)
  expect(wounded.map(({ hp }) => hp)).toEqual([60, 10])
})
