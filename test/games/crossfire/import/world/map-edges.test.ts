import { expect, it } from 'vitest'
import { animationOf } from '../../../../../games/crossfire/model/level/visible-faces.ts'
import { labelsAt } from '../../../../../games/crossfire/model/view/labels.ts'
import { positionOf } from '../../harness/small-maps.ts'
import { archFolderWith, latin1, mapsFolder, openImportedYard } from '../harness/imported-world.ts'
import { archetypesOf, mapOf } from '../harness/object-lines.ts'

const archetypes = archetypesOf([
  'lamp 0 face post.111 no_pick 1 glow_radius 5',
  'stall 68 face meadow.111 is_floor 1 no_pick 1',
  'beam 41 face post.111',
  'belt 40 face post.111',
])

function hills(hill: string, beside = '') {
  return openImportedYard(archFolderWith(archetypes), {
    ...mapsFolder,
    'maps/land/hill': latin1(hill),
    ...(beside && { 'maps/land/dale': latin1(beside) }),
  })
}

it('[CF-20.4] a thing under a floor keeps its effect and is invisible', async () => {
  const floors = [0, 1, 2].map((x) => `arch meadow\nx ${x}\nend\n`)
  const map = `arch map\nwidth 3\nheight 1\nend\narch plate\nx 1\nconnected 1\nend\narch post\nx 2\nend\n${floors.join('')}arch grate\nconnected 1\nend\n`
  const yard = await hills(map)
  const ann = yard.join('Ann', 2, 0)
  // The player arrives on the plate.
  yard.tick(1)
  const level = yard.level(ann)
  const faces = (x: number) => level.visibleFacesAt(x, 0).map(({ layer }) => layer)
  expect([faces(1), level.thingsAt(2, 0).map(({ archetype }) => archetype.invisible)]).toEqual([
    [0],
    [undefined, true],
  ])
  expect(level.blocksMovement(0, 0)).toBe(true)
  yard.walk(ann, 'w')
  expect(level.blocksMovement(0, 0)).toBe(false)
})

it.each([
  ['the edge of the map', 1, '', 'east', ['dale', 0]],
  ['a teleporter', 1, 'arch beam\nspeed 1\nslaying dale\nhp 1\nend\n', 'stay', ['dale', 1]],
  ['a mover', 2, 'arch belt\nspeed 1\nsp 3\nlevel 1\nend\narch meadow\nx 1\nend\n', 'stay', ['hill', 1]],
])('[CF-15.7] nobody leaves a shop over %s without paying', async (_, width, part, command, [map, x]) => {
  const yard = await hills(
    `arch map\nwidth ${width}\nheight 1\ntile_path_2 dale\nend\narch stall\nend\n${part}`,
    mapOf([2, 1], [], { header: 'tile_path_4 hill\n' }),
  )
  const ann = yard.join('Ann', 0, 0)
  yard.give(ann, 'arch milk').unpaid = true
  const leave = () => {
    yard.type(ann, command)
    yard.tick(20)
    return [yard.level(ann).name.split('/').at(-1), ann.player.x]
  }
  expect(leave()).toEqual(['hill', 0])
  for (const thing of ann.player.inventory) thing.unpaid = undefined
  expect(leave()).toEqual([map, x])
})

it('[CF-20.4] invisible things appear neither in the ground list nor in examine', async () => {
  const yard = await hills(mapOf([2, 1], ['shell 0,0', 'shell 1,0']))
  const ann = yard.join('Ann', 0, 0)
  yard.world.lookAt(ann.player, 1, 0)
  expect(ann.texts()).toEqual(['You see:\n  meadow'])
  expect(yard.type(ann, 'examine')).toEqual(['That is meadow.'])
})

it('[CF-20.4] a map that has the same name as its file is shown with the title of its region', async () => {
  const named = async (header: string) => {
    const yard = await hills(mapOf([1, 1], [], { header }))
    return yard.level(yard.join('Ann', 0, 0)).plan.title
  }
  expect(await named('region hill\n')).toBe('The Hill')
  expect(await named('name hill\nregion land\n')).toBe('The Land')
  expect(await named('name The Top\nregion land\n')).toBe('The Top')
  expect([await named('name hill\nregion sea\n'), await named('')]).toEqual(['hill', '/land/hill'])
})

it('[CF-20.8] an exit to a map that was not uploaded leads nowhere, by stepping or applying', async () => {
  const stairs = ['stair 0,0 slaying /gone hp 1 sp 1', 'stair 2,0 slaying /gone hp 1 sp 1 move_on walk']
  const yard = await hills(mapOf([3, 1], stairs))
  const ann = yard.join('Ann', 0, 0)
  expect(yard.type(ann, 'apply')).toEqual(['The stair is closed.'])
  yard.walk(ann, 'ee')
  expect([yard.level(ann).name, positionOf(ann)]).toEqual(['/land/hill', [2, 0]])
})

it('[CF-20.8] an exit without a destination does not block the exit below it', async () => {
  const ways = [1, 2].flatMap((x) => [`stair ${x},0 hp 4 move_on walk`, `stair ${x},0`])
  const yard = await hills(mapOf([5, 2], [...ways, 'stair 3,0']))
  const ann = yard.join('Ann', 0, 0)
  yard.walk(ann, 'e')
  expect(positionOf(ann)).toEqual([4, 0])
  yard.stand(ann, 2, 0)
  expect(yard.type(ann, 'apply')).toEqual([])
  expect(positionOf(ann)).toEqual([4, 0])
  yard.stand(ann, 3, 0)
  expect(yard.type(ann, 'apply')).toEqual(['The stair is closed.'])
})

it('[CF-5.12] a long sign label is cut off with an ellipsis', async () => {
  const post = (x: number, text: string) => `post ${x},0 msg ${text.replaceAll(' ', '~')}`
  const long = 'Read the signs to the right for information about this world'
  const yard = await hills(mapOf([3, 1], [post(1, long), post(2, long.slice(0, 40))]))
  const ann = yard.join('Ann', 0, 0)
  const written = (x: number) => labelsAt(yard.level(ann), x, 0, ann.player, new Set())
  expect(written(1)).toEqual([{ kind: 'sign', text: 'Read the signs to the right for infor...' }])
  expect(written(2)).toEqual([{ kind: 'sign', text: long.slice(0, 40) }])
})

it("[CF-5.12] a sign's label is its name or the first line of its text that contains a word; an invisible sign has no label", async () => {
  const posts = [
    'post 1,0 name Rules~of~the~House msg Wipe~your~feet.',
    'post 2,0 msg --***--\n=======\nMind~the~dog.',
    'post 3,0 invisible 1 msg Mind~the~step.',
  ]
  const yard = await hills(mapOf([4, 1], posts))
  const ann = yard.join('Ann', 0, 0)
  const written = [1, 2, 3].map((x) => labelsAt(yard.level(ann), x, 0, ann.player, new Set()))
  const sign = (text: string) => [{ kind: 'sign', text }]
  expect(written).toEqual([sign('Rules of the House'), sign('Mind the dog.'), []])
})

it('[CF-20.5] an object with is_animated 0 keeps its face', async () => {
  const banners = ['post 1,0 animation tower', 'post 2,0 animation tower is_animated 0']
  const yard = await hills(mapOf([3, 1], banners))
  const level = yard.level(yard.join('Ann', 0, 0))
  const moving = [1, 2].map((x) => animationOf(level.thingsAt(x, 0).at(-1)!) !== undefined)
  expect(moving).toEqual([true, false])
})

it('[CF-20.8] a lamp lights cells across a map edge', async () => {
  const map = (tile: string, ...things: readonly string[]) =>
    mapOf([20, 1], things, { header: `darkness 4\n${tile}\n` })
  const yard = await hills(map('tile_path_2 dale'), map('tile_path_4 hill', 'lamp 1,0'))
  const ann = yard.join('Ann', 15, 0)
  const darkness = (dx: number) => yard.world.viewOf(ann.player).cellAt(dx, 0)!.darkness
  expect([0, 2, 4, 5, 6].map(darkness)).toEqual([208, 160, 64, 0, 0])
})
