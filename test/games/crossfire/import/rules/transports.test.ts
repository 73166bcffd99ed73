import { expect, it } from 'vitest'
import { positionOf, type RecordingListener, type Yard } from '../../harness/small-maps.ts'
import { openHall } from '../harness/imported-hall.ts'
import { archFolderWith, latin1, openImportedYard } from '../harness/imported-world.ts'
import { archetypesOf, mapOf } from '../harness/object-lines.ts'

const archetypes = archetypesOf([
  'sea 67 face meadow.111 is_floor 1 no_pick 1 move_block all~-boat',
  'shore 67 face meadow.111 is_floor 1 no_pick 1 move_block boat~swim',
  'pier 0 face post.111 no_pick 1 move_allow walk move_block boat',
  'boat 2 face crate.111 speed 1 move_type boat passenger_limit 2 no_pick 1 move_allow walk move_block boat',
])

/** A row of 20 cells of sea that continues on another map. A boat is at 1, 0, and a pier at 0, 0, where Ann stands. */
async function harbour(...things: readonly string[]): Promise<{ yard: Yard; ann: RecordingListener }> {
  const row = (header: string, objects: readonly string[]) =>
    latin1(mapOf([20, 1], objects, { header, floor: 'sea' }))
  const yard = await openImportedYard(archFolderWith(archetypes), {
    'maps/bay': row('tile_path_2 ocean\n', ['pier 0,0', 'boat 1,0', ...things]),
    'maps/ocean': row('tile_path_4 bay\n', []),
  })
  return { yard, ann: yard.join('Ann', 0, 0) }
}
function board(yard: Yard, ann: RecordingListener): readonly string[] {
  yard.walk(ann, 'e')
  return yard.type(ann, 'apply')
}

it('[CF-20.4] players can walk over the sea only on a pier', async () => {
  const { yard, ann } = await harbour()
  yard.walk(ann, 'ee')
  expect(positionOf(ann)).toEqual([1, 0])
})

it('[CF-20.22] a player boards a boat, steers it over the sea and across the edge of the map, and leaves it', async () => {
  const { yard, ann } = await harbour()
  expect(board(yard, ann)).toEqual(['You board the boat.'])
  yard.walk(ann, 'e'.repeat(20))
  expect([yard.level(ann).name, ...positionOf(ann)]).toEqual(['/ocean', 1, 0])
  expect(yard.idsAt(ann, 1, 0)).toContain('arch boat')
  expect(yard.type(ann, 'apply')).toEqual(['You leave the boat.'])
  yard.walk(ann, 'e')
  expect(positionOf(ann)).toEqual([1, 0])
})

it('[CF-20.22] a boat does not go onto land, into another boat or over a pier', async () => {
  const { yard, ann } = await harbour('shore 3,0', 'boat 19,0')
  board(yard, ann)
  yard.walk(ann, 'eew')
  expect(positionOf(ann)).toEqual([1, 0])
  yard.walk(ann, 'w')
  expect(positionOf(ann)).toEqual([1, 0])
})

it('[CF-20.22] passengers travel with the player who boarded first, up to the capacity of the boat', async () => {
  const { yard, ann } = await harbour()
  const [bob, cat] = [yard.join('Bob', 0, 0), yard.join('Cat', 0, 0)]
  board(yard, ann)
  expect(board(yard, bob)).toEqual(['You board the boat.'])
  expect(board(yard, cat)).toEqual(['The boat is full.'])
  expect(yard.type(bob, 'east')).toEqual(['Ann steers.'])
  yard.walk(ann, 'ee')
  expect([positionOf(ann), positionOf(bob), positionOf(cat)]).toEqual([
    [3, 0],
    [3, 0],
    [1, 0],
  ])
})

it('[CF-20.22] [CF-16.2] a boat is stored together with the positions of players, so that no player is left in the sea', async () => {
  const { yard, ann } = await harbour()
  board(yard, ann)
  yard.walk(ann, 'eeee')
  yard.world.save()
  yard.restart()
  const boatAt = (x: number) => yard.idsAt(ann, x, 0).includes('arch boat')
  expect([positionOf(ann), boatAt(5), boatAt(1)]).toEqual([[5, 0], true, false])
  // The player's record is newer than that of the boat.
  expect(yard.type(ann, 'apply')).toEqual(['You board the boat.'])
  yard.walk(ann, 'eeeeeeeeee')
  yard.leave('Ann')
  yard.restart()
  const back = yard.comeBack('Ann')
  expect(positionOf(back)).not.toEqual([15, 0])
  expect(yard.level(back).blocksMovement(...positionOf(back))).toBe(false)
})

it.each([
  [1_000_000, 20, ['You push the boulder.']],
  [1_000_000, 10, ['You fail to push the boulder.', 'You push the boulder.']],
  [1_000_000_000, 10, ['You fail to push the boulder.']],
] as const)(
  '[CF-20.26] pushing a boulder of %i g with Str %i succeeds in proportion to Str',
  async (weight, Str, told) => {
    const boulder = `boulder 0 face crate.111 weight ${weight} move_block all can_roll 1 no_pick 1 move_type 1`
    const { yard, ann } = await openHall({ archetypes: [boulder] }, 'boulder 3,3')
    Object.assign(ann.player.origin.abilities, { Str })
    ann.player.markUnsaved()
    const texts = Array.from({ length: 8 }, () => yard.type(ann, 'east')).flat()
    expect([...new Set(texts)].sort()).toEqual(told)
  },
)

it('[CF-20.26] a player can push a row of boulders unless a creature or wall blocks it; boulders press buttons and stay in place after a restart', async () => {
  const { yard, ann } = await openHall(
    {
      archetypes: [
        'boulder 0 face crate.111 weight 1000000 move_block all can_roll 1 no_pick 1 move_type 1',
        'slab 0 face crate.111 move_block all no_pick 1',
      ],
    },
    ...['boulder 3,3', 'boulder 5,3', 'plate 6,3 connected 1 weight 900000', 'grate 9,1 connected 1'],
    ...['slab 8,3', 'boulder 1,2', 'cat 1,1 speed 0 unaggressive 1'],
  )
  Object.assign(ann.player.origin.abilities, { Str: 20 })
  ann.player.markUnsaved()
  const boulders = () =>
    [1, 2, 3]
      .flatMap((y) => Array.from({ length: 14 }, (_, x) => [x, y] as const))
      .filter(([x, y]) => yard.level(ann).topThingWithRole(x, y, 'boulder'))
      .map(([x, y]) => `${x},${y}`)
  const isOpen = () => !yard.level(ann).blocksMovement(9, 1)
  const before = isOpen()
  yard.walk(ann, 'e')
  expect([positionOf(ann), boulders(), isOpen()]).toEqual([[3, 3], ['1,2', '4,3', '5,3'], before])
  expect(yard.type(ann, 'east')).toEqual(['You push the boulder.'])
  yard.tick(12)
  expect([positionOf(ann), boulders(), isOpen()]).toEqual([[4, 3], ['1,2', '5,3', '6,3'], !before])
  yard.walk(ann, 'ee')
  expect([positionOf(ann), boulders()]).toEqual([
    [5, 3],
    ['1,2', '6,3', '7,3'],
  ])
  yard.world.save()
  yard.restart()
  expect(boulders()).toEqual(['1,2', '6,3', '7,3'])
  yard.stand(ann, 1, 3)
  yard.walk(ann, 'n')
  expect(positionOf(ann)).toEqual([1, 3])
})
