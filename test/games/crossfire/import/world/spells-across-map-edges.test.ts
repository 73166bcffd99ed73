import { expect, it } from 'vitest'
import type { Level } from '../../../../../games/crossfire/model/state/game-state.ts'
import type { RecordingListener, Yard } from '../../harness/small-maps.ts'
import { readScroll } from '../harness/imported-hall.ts'
import { archFolderWith, latin1, mapsFolder, openImportedYard } from '../harness/imported-world.ts'
import { archetypesOf, mapOf } from '../harness/object-lines.ts'

const archetypes = archetypesOf([
  'glint 102 face milk.111 no_pick 1',
  'ox 0 face cat.131 monster 1 alive 1 hp 500 ac 20 dam 1 speed 0 level 1 Wis 12',
  'mage 0 face cat.131 monster 1 alive 1 hp 500 ac 20 dam 0 speed 1 level 1 Wis 12 stand_still 1 can_cast_spell 1 / lance',
  'lance 101 subtype 11 dam 20 range 9 attacktype 2 other_arch glint level 1 name lance',
  'shell 101 subtype 5 dam 9 range 6 food 4 attacktype 4 other_arch glint',
  'breath 101 subtype 7 dam 9 range 5 attacktype 4 other_arch glint',
  'wrath 101 subtype 10 dam 30 range 1 attacktype 2 other_arch glint',
  'fence 101 subtype 15 duration 250 range 2 other_arch glint',
  'step 101 subtype 13 range 5',
  'smell 101 subtype 33 range 5 monster 1 other_arch glint',
  'gaze 101 subtype 20 range 9',
  'page 111 face milk.111 nrof 1 weight 10',
])

/** The dale is east of the hill. Ann is on the hill, two cells from the edge, and faces east. */
async function valley(dale: readonly string[], hill: readonly string[] = []) {
  const map = (beside: string, things: readonly string[]) =>
    latin1(mapOf([20, 5], things, { header: `outdoor 1\n${beside}\n` }))
  const yard = await openImportedYard(archFolderWith(archetypes), {
    ...mapsFolder,
    'maps/land/hill': map('tile_path_2 dale', hill),
    'maps/land/dale': map('tile_path_4 hill', dale),
  })
  const ann = yard.join('Ann', 17, 2)
  ann.player.facing = 3
  return { yard, ann }
}

function daleBy(yard: Yard, ann: RecordingListener): Level {
  const [, dale] = yard.world.viewOf(ann.player).levels
  return dale!.level
}
const idsAt = (level: Level, x: number, y = 2) => level.thingsAt(x, y).map(({ archetype }) => archetype.id)

it.each(['lance', 'shell', 'breath', 'wrath'])(
  '[CF-20.8] the spell %s hits a monster across the edge of the map',
  async (name) => {
    const { yard, ann } = await valley(['ox 0,2'])
    readScroll(yard, ann, name)
    yard.tick(5)
    expect(daleBy(yard, ann).creatureAt(0, 2)!.life!.hp).toBeLessThan(500)
  },
)

it('[CF-20.8] [CF-13.7] a thrown thing lands across the edge, and continues its flight after the player has left', async () => {
  const { yard, ann } = await valley([])
  const dale = daleBy(yard, ann)
  yard.stand(ann, 18, 2)
  yard.give(ann, 'arch milk')
  yard.type(ann, 'throw milk')
  expect(yard.level(ann).effects.size).toBe(1)
  yard.stand(ann, 2, 2)
  yard.tick(6)
  expect(Array.from({ length: 20 }, (_, x) => idsAt(dale, x)).flat()).toContain('arch milk')
})

it('[CF-20.8] a wall spell that reaches the edge of the map continues on the next map', async () => {
  const { yard, ann } = await valley([])
  yard.stand(ann, 19, 2)
  ann.player.facing = 1
  readScroll(yard, ann, 'fence')
  const level = yard.level(ann)
  expect([17, 18, 19].map((x) => idsAt(level, x, 1).length)).toEqual([2, 2, 2])
  expect([0, 1, 2].map((x) => idsAt(daleBy(yard, ann), x, 1).length)).toEqual([2, 2, 1])
})

it('[CF-20.8] the leaping spell moves the caster across the edge, past creatures', async () => {
  const { yard, ann } = await valley(['ox 0,2'])
  readScroll(yard, ann, 'step')
  expect([yard.level(ann).name, ann.player.x, ann.player.y]).toEqual(['/land/dale', 2, 2])
})

it('[CF-20.8] probing and detection reach across the edge', async () => {
  const { yard, ann } = await valley(['ox 1,2'])
  expect(readScroll(yard, ann, 'gaze')).toContain('ox: level 1, 500 of 500 hp.')
  readScroll(yard, ann, 'smell')
  expect(daleBy(yard, ann).effects.size).toBe(1)
})

it('[CF-20.8] [CF-13.12] a monster casts at a player across the edge', async () => {
  const { yard, ann } = await valley(['mage 1,2'])
  ann.player.hp = 30
  yard.tick(60)
  expect(ann.texts()).toContain('You are hit by a glint.')
})

it('[CF-20.8] a missile ends at an edge without a map, and at a wall behind the edge', async () => {
  const { yard, ann } = await valley(['hedge 0,2'])
  for (const direction of [3, 1] as const) {
    ann.player.facing = direction
    readScroll(yard, ann, 'lance')
  }
  yard.tick(4)
  expect([yard.level(ann).effects.size, daleBy(yard, ann).effects.size]).toEqual([0, 0])
})
