import { beforeEach, expect, it } from 'vitest'
import { listPiles, type RecordingListener, type Yard } from '../../harness/small-maps.ts'
import { archFolderWith, latin1, openImportedYard } from '../harness/imported-world.ts'
import { archetypesOf } from '../harness/object-lines.ts'

const archetypes = archetypesOf(
  [
    'ashlar 77 move_block all blocksview 1 no_pick 1',
    'pane 77 move_block all no_pick 1',
    'tiles 67 is_floor 1 no_pick 1',
    'trowel 160 subtype 1 weight 10',
    'hammer 160 subtype 2 weight 10',
    'stones 161 subtype 2 slaying ashlar nrof 1 weight 10',
    'glass 161 subtype 4 slaying pane nrof 1 weight 10',
    'planks 161 subtype 1 slaying tiles nrof 1 weight 10',
    'works 161 subtype 3 slaying lever nrof 1 weight 10',
    'bars 161 subtype 3 slaying grate nrof 1 weight 10',
    'dreams 161 subtype 2 slaying nothing nrof 1 weight 10',
  ],
  'face milk.111',
)
const floor = (x: number, y: number) => `arch meadow\nx ${x}\ny ${y}\n${x > 0 ? 'is_buildable 1\n' : ''}end\n`
const plot = `arch map\nwidth 4\nheight 3\nend\n${[0, 1, 2, 3].map((x) => [0, 1, 2].map((y) => floor(x, y)).join('')).join('')}arch post\nx 3\nend\n`

let yard: Yard
let ann: RecordingListener
const goods = ['trowel', 'hammer', 'stones', 'glass', 'planks', 'works', 'bars', 'dreams'] as const

beforeEach(async () => {
  yard = await openImportedYard(archFolderWith(archetypes), { 'maps/plot': latin1(plot) })
  ann = yard.join('Ann', 1, 0)
  for (const name of goods) yard.give(ann, `arch ${name}`, 5)
})

/** Marks a material, and builds with the material in this direction. */
function build(what: (typeof goods)[number], way: RecordingListener['player']['facing']): readonly string[] {
  ann.player.facing = way
  yard.type(ann, `mark ${what}`)
  return yard.type(ann, 'apply trowel')
}
const there = (x: number, y: number) => listPiles(yard.level(ann).thingsAt(x, y))

it('[CF-21.13] a wall is built in front of the player, survives a restart, takes a window and can be torn down', () => {
  expect(build('glass', 5)).toEqual(['A window needs a wall.'])
  expect(build('stones', 5)).toEqual(['You build an ashlar.'])
  expect([there(1, 1), yard.level(ann).blocksMovement(1, 1), yard.level(ann).blocksView(1, 1)]).toEqual([
    ['1 meadow', '1 ashlar'],
    true,
    true,
  ])
  expect(build('stones', 5)).toEqual(['Something is in the way.'])
  yard.restart()
  expect(there(1, 1)).toEqual(['1 meadow', '1 ashlar'])
  expect(build('glass', 5)).toEqual(['You build a pane.'])
  expect([yard.level(ann).blocksMovement(1, 1), yard.level(ann).blocksView(1, 1)]).toEqual([true, false])
  expect(listPiles(ann.player.inventory).filter((pile) => /stones|glass/.test(pile))).toEqual([
    '4 stones',
    '4 glass',
  ])
  ann.player.facing = 5
  expect(yard.type(ann, 'apply hammer')).toEqual(['You tear down the pane.'])
  expect(yard.type(ann, 'apply hammer')).toEqual(['No player has built anything there.'])
  yard.restart()
  expect(there(1, 1)).toEqual(['1 meadow'])
})

it('[CF-21.13] building is refused on forbidden floors, on occupied cells, and with unknown materials', () => {
  expect(build('stones', 7)).toEqual(['You cannot build there.'])
  yard.stand(ann, 2, 0)
  expect(build('stones', 3)).toEqual(['Something is in the way.'])
  yard.join('Bob', 2, 1)
  expect(build('stones', 5)).toEqual(['Somebody is in the way.'])
  expect(build('dreams', 4)).toEqual(['Mark the building material first.'])
  expect(build('stones', 1)).toEqual(['You cannot build there.'])
})

it('[CF-21.13] a second floor replaces the first, and machine parts that are built on one map form one machine', () => {
  for (let times = 0; times < 2; times++) build('planks', 5)
  expect(there(1, 1)).toEqual(['1 meadow', '1 tiles'])
  build('works', 5)
  build('bars', 4)
  yard.restart()
  expect(yard.level(ann).blocksMovement(2, 1)).toBe(true)
  yard.walk(ann, 's')
  yard.type(ann, 'apply')
  expect(yard.level(ann).blocksMovement(2, 1)).toBe(false)
  yard.restart()
  expect(yard.level(ann).blocksMovement(2, 1)).toBe(false)
})
