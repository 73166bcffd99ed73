import { strToU8 } from 'fflate'
import { expect, it } from 'vitest'
import { removeThing } from '../../../../../games/crossfire/model/things/move-things.ts'
import { positionOf } from '../../harness/small-maps.ts'
import { archFolder, mapsFolder, openImportedYard } from '../harness/imported-world.ts'
import { mapOf } from '../harness/object-lines.ts'
import { archetypes } from '../harness/small-world.ts'
import bred from './data/monster-generators.arc'

async function field(...creatures: readonly string[]) {
  const yard = await openImportedYard(
    { ...archFolder, 'crossfire/archetypes': strToU8(`${archetypes}${bred}`) },
    {
      ...mapsFolder,
      'maps/land/hill': strToU8(mapOf([20, 5], []) + creatures.join('')),
    },
  )
  const ann = yard.join('Ann', 19, 4)
  const count = (id: string) =>
    [...yard.level(ann).creatures].filter(({ archetype }) => archetype.id === `arch ${id}`).length
  return { yard, ann, count }
}

it('[CF-20.21] a generator spawns up to its limit and stops when destroyed', async () => {
  const { yard, ann, count } = await field('arch nest\nx 3\ny 2\nend\n', 'arch nest\nx 8\ny 2\nend\n')
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
  const { yard, ann } = await field('arch nest\nx 3\ny 2\nmaxsp 100000\nend\n')
  yard.stand(ann, 2, 2)
  const { hp } = ann.player
  yard.tick(60)
  expect([ann.player.hp, positionOf(ann)]).toEqual([hp, [2, 2]])
  for (let blow = 0; blow < 60 && yard.level(ann).creatures.size > 0; blow++) yard.walk(ann, 'e')
  expect(yard.level(ann).creatures.size).toBe(0)
  expect(ann.player.experience).toBeGreaterThan(0)
})

it('[CF-20.21] a confused generator does not move', async () => {
  const { yard, ann } = await field('arch nest\nx 3\ny 2\nmaxsp 100000\nend\n')
  const [nest] = yard.level(ann).creatures
  nest!.life!.statusEffects = new Map([['confused', Number.MAX_SAFE_INTEGER]])
  yard.tick(60)
  expect(nest!.location).toMatchObject({ x: 3, y: 2 })
})

it('[CF-20.21] breeding monsters stop at twenty on a map', async () => {
  const { yard, count } = await field('arch mouse\nx 3\ny 2\nend\n')
  yard.tick(2000)
  expect(count('mouse')).toBe(20)
})

it.each(['arch font\narch hoarder\nend\n', 'arch reaper\narch milk\nend\n'])(
  '[CF-20.16] [CF-21.3] a map opens with a creature that carries things, also if the creature is inside a creator: %j',
  async (object) => {
    const kinds = [
      'hoarder\nface cat.131\nmonster 1\nalive 1\nrandomitems hoard',
      'reaper\nface cat.131\ntype 28\nalive 1',
    ]
    const yard = await openImportedYard(
      {
        ...archFolder,
        'crossfire/archetypes': strToU8(
          `${archetypes}${kinds.map((kind) => `Object ${kind}\nend\n`).join('')}`,
        ),
        'crossfire/treasures': strToU8('treasure hoard\narch milk\nend\n'),
      },
      { ...mapsFolder, 'maps/land/hill': strToU8(`${mapOf([20, 5], [])}${object}x 3\ny 2\nend\n`) },
    )
    const ann = yard.join('Ann', 19, 4)
    expect(yard.level(ann).thingsAt(3, 2)).toHaveLength(2)
    yard.world.save()
    yard.restart()
    expect(yard.level(ann).thingsAt(3, 2)).toHaveLength(2)
  },
)

it('[CF-20.25] a creature regains a quarter of its Con in hp per tick, up to its hp at birth', async () => {
  const { yard, ann } = await field(
    'arch rat\nx 3\ny 2\nhp 60\nCon 6\nend\n',
    'arch rat\nx 3\ny 4\nhp 60\nend\n',
  )
  const wounded = [...yard.level(ann).creatures].map(({ life }) => Object.assign(life!, { hp: 10 }))
  yard.tick(20)
  expect(wounded.map(({ hp }) => hp)).toEqual([40, 10])
  yard.tick(20)
  expect(wounded.map(({ hp }) => hp)).toEqual([60, 10])
})
