import { strToU8 } from 'fflate'
import { expect, it } from 'vitest'
import { animationOf } from '../../../../../games/crossfire/model/level/visible-faces.ts'
import { labelsAt } from '../../../../../games/crossfire/model/view/labels.ts'
import { positionOf } from '../../harness/small-maps.ts'
import { archFolder, mapsFolder, openImportedYard } from '../harness/imported-world.ts'
import { archetypes } from '../harness/small-world.ts'

const lamp = `Object lamp
name lamp
face post.111
no_pick 1
glow_radius 5
end
`

function floors(width: number, height: number): string {
  const cells = Array.from({ length: width * height }, (_, index) => [
    index % width,
    Math.floor(index / width),
  ])
  return cells.map(([x, y]) => `arch meadow\nx ${x}\ny ${y}\nend\n`).join('')
}

function hills(hill: string, beside = '') {
  return openImportedYard(
    { ...archFolder, 'crossfire/archetypes': strToU8(`${archetypes}${lamp}`) },
    {
      ...mapsFolder,
      'maps/land/hill': strToU8(hill),
      ...(beside && { 'maps/land/dale': strToU8(beside) }),
    },
  )
}

it('[CF-20.4] a thing under a floor keeps its effect and is invisible', async () => {
  const map = `arch map\nwidth 3\nheight 1\nend\narch plate\nx 1\nconnected 1\nend\narch post\nx 2\nend\n${floors(3, 1)}arch grate\nconnected 1\nend\n`
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
  const stall = 'Object stall\nface meadow.111\ntype 68\nis_floor 1\nno_pick 1\nend\n'
  const parts = 'Object beam\nface post.111\ntype 41\nend\nObject belt\nface post.111\ntype 40\nend\n'
  const yard = await openImportedYard(
    { ...archFolder, 'crossfire/archetypes': strToU8(`${archetypes}${stall}${parts}`) },
    {
      ...mapsFolder,
      'maps/land/hill': strToU8(
        `arch map\nwidth ${width}\nheight 1\ntile_path_2 dale\nend\narch stall\nend\n${part}`,
      ),
      'maps/land/dale': strToU8(`arch map\nwidth 2\nheight 1\ntile_path_4 hill\nend\n${floors(2, 1)}`),
    },
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
  const map = `arch map\nwidth 2\nheight 1\nend\n${floors(2, 1)}arch shell\nend\narch shell\nx 1\nend\n`
  const yard = await hills(map)
  const ann = yard.join('Ann', 0, 0)
  yard.world.lookAt(ann.player, 1, 0)
  expect(ann.texts()).toEqual(['You see:\n  meadow'])
  expect(yard.type(ann, 'examine')).toEqual(['That is meadow.'])
})

it('[CF-20.4] a map that has the same name as its file is shown with the title of its region', async () => {
  const named = async (says: string) => {
    const yard = await hills(`arch map\nwidth 1\nheight 1\n${says}end\n${floors(1, 1)}`)
    return yard.level(yard.join('Ann', 0, 0)).plan.title
  }
  expect(await named('region hill\n')).toBe('The Hill')
  expect(await named('name hill\nregion land\n')).toBe('The Land')
  expect(await named('name The Top\nregion land\n')).toBe('The Top')
  expect([await named('name hill\nregion sea\n'), await named('')]).toEqual(['hill', '/land/hill'])
})

it('[CF-20.8] an exit to a map that was not uploaded leads nowhere, by stepping or applying', async () => {
  const map = `arch map\nwidth 3\nheight 1\nend\n${floors(3, 1)}arch stair\nslaying /gone\nhp 1\nsp 1\nend\narch stair\nslaying /gone\nhp 1\nsp 1\nmove_on walk\nx 2\nend\n`
  const yard = await hills(map)
  const ann = yard.join('Ann', 0, 0)
  expect(yard.type(ann, 'apply')).toEqual(['The stair is closed.'])
  yard.walk(ann, 'ee')
  expect([yard.level(ann).name, positionOf(ann)]).toEqual(['/land/hill', [2, 0]])
})

it('[CF-20.8] an exit without a destination does not block the exit below it', async () => {
  const stair = (x: number, says: string) => `arch stair\nx ${x}\n${says}end\n`
  const ways = [1, 2].map((x) => stair(x, 'hp 4\nmove_on walk\n') + stair(x, '')).join('')
  const map = `arch map\nwidth 5\nheight 2\nend\n${floors(5, 2)}${ways}${stair(3, '')}`
  const yard = await hills(map)
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
  const post = (x: number, text: string) => `arch post\nx ${x}\nmsg\n${text}\nendmsg\nend\n`
  const long = 'Read the signs to the right for information about this world'
  const yard = await hills(
    `arch map\nwidth 3\nheight 1\nend\n${floors(3, 1)}${post(1, long)}${post(2, long.slice(0, 40))}`,
  )
  const ann = yard.join('Ann', 0, 0)
  const written = (x: number) => labelsAt(yard.level(ann), x, 0, ann.player, new Set())
  expect(written(1)).toEqual([{ kind: 'sign', text: 'Read the signs to the right for infor...' }])
  expect(written(2)).toEqual([{ kind: 'sign', text: long.slice(0, 40) }])
})

it("[CF-5.12] a sign's label is its name or the first line of its text that contains a word; an invisible sign has no label", async () => {
  const posts = [
    'arch post\nx 1\nname Rules of the House\nmsg\nWipe your feet.\nendmsg\nend\n',
    'arch post\nx 2\nmsg\n--***--\n=======\nMind the dog.\nendmsg\nend\n',
    'arch post\nx 3\ninvisible 1\nmsg\nMind the step.\nendmsg\nend\n',
  ]
  const yard = await hills(`arch map\nwidth 4\nheight 1\nend\n${floors(4, 1)}${posts.join('')}`)
  const ann = yard.join('Ann', 0, 0)
  const written = [1, 2, 3].map((x) => labelsAt(yard.level(ann), x, 0, ann.player, new Set()))
  const sign = (text: string) => [{ kind: 'sign', text }]
  expect(written).toEqual([sign('Rules of the House'), sign('Mind the dog.'), []])
})

it('[CF-20.5] an object with is_animated 0 keeps its face', async () => {
  const banners = ['x 1\n', 'x 2\nis_animated 0\n'].map((says) => `arch post\nanimation tower\n${says}end\n`)
  const yard = await hills(`arch map\nwidth 3\nheight 1\nend\n${floors(3, 1)}${banners.join('')}`)
  const level = yard.level(yard.join('Ann', 0, 0))
  const moving = [1, 2].map((x) => animationOf(level.thingsAt(x, 0).at(-1)!) !== undefined)
  expect(moving).toEqual([true, false])
})

it('[CF-20.8] a lamp lights cells across a map edge', async () => {
  const head = (name: string, tile: string) =>
    `arch map\nname ${name}\nwidth 20\nheight 1\ndarkness 4\n${tile}\nend\n`
  const yard = await hills(
    `${head('Hill', 'tile_path_2 dale')}${floors(20, 1)}`,
    `${head('Dale', 'tile_path_4 hill')}${floors(20, 1)}arch lamp\nx 1\nend\n`,
  )
  const ann = yard.join('Ann', 15, 0)
  const darkness = (dx: number) => yard.world.viewOf(ann.player).cellAt(dx, 0)!.darkness
  expect([0, 2, 4, 5, 6].map(darkness)).toEqual([208, 160, 64, 0, 0])
})
