import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  parseRandomMapName,
  parseRandomMapSpec,
  randomMapName,
} from '../../../../../games/crossfire/import/random-maps/dungeon.ts'
import { generateLayout, layoutStyles } from '../../../../../games/crossfire/import/random-maps/layouts.ts'
import { Random } from '../../../../../games/shared/random.ts'
import { listPiles, positionOf } from '../../harness/small-maps.ts'
import { archFolderWith, latin1, openImportedYard } from '../harness/imported-world.ts'
import { mapOf } from '../harness/object-lines.ts'
import * as world from '../harness/small-world.ts'

describe('random map layouts', () => {
  it('[CF-20.20] every cell is reachable, the stairs are apart, and the border is closed', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...layoutStyles),
        fc.integer({ min: 10, max: 50 }),
        fc.integer({ min: 10, max: 50 }),
        fc.boolean(),
        fc.nat(),
        (style, width, height, wide, seed) => {
          const { open, up, down, isOpen, ...layout } = generateLayout(
            style,
            { width, height, wide },
            new Random(seed, 'x'),
          )
          expect(open.length).toBeGreaterThan(8)
          expect(up).not.toEqual(down)
          const found = new Set<string>([`${up.x},${up.y}`])
          const cells = [up]
          for (const { x, y } of cells)
            for (const [dx, dy] of [
              [0, 1],
              [1, 0],
              [0, -1],
              [-1, 0],
            ] as const) {
              const key = `${x + dx},${y + dy}`
              if (!isOpen(x + dx, y + dy) || found.has(key)) continue
              found.add(key)
              cells.push({ x: x + dx, y: y + dy })
            }
          expect(cells.length).toBe(open.length)
          for (const { x, y } of open)
            expect(x > 0 && y > 0 && x < layout.width - 1 && y < layout.height - 1).toBe(true)
        },
      ),
      { numRuns: 20 },
    )
  })

  it('[CF-20.20] a layout depends only on its seed and style', () => {
    const size = { width: 30, height: 20, wide: false }
    const draw = () =>
      layoutStyles.map((style) => JSON.stringify(generateLayout(style, size, new Random(1, 'x')).open))
    expect(draw()).toEqual(draw())
    expect(new Set(draw()).size).toBe(layoutStyles.length)
  })
})

it("[CF-20.20] an exit's settings are clamped, and a floor's name contains its depth", () => {
  const read = parseRandomMapSpec(
    'layoutstyle maze\nxsize 5000\nysize -3\ndungeon_depth x\nexpand2x 1\nbogus 7\nfinal_map /end',
  )
  expect([read.layout, read.width, read.height, read.floors, read.wide, read.end]).toEqual([
    'maze',
    80,
    10,
    1,
    true,
    '/end',
  ])
  const place = { origin: '/a/b!c', x: 3, y: 40, floor: 12 }
  expect(parseRandomMapName(randomMapName(place))).toEqual(place)
  expect(parseRandomMapName('/a/b')).toBeUndefined()
})

const wall = 'Object wall_0\nname wall\nface hedge.111\ntype 77\nmove_block all\nno_pick 1\nend\n'
const style = (...archs: string[]) =>
  `arch map\nwidth 2\nheight 2\nend\n${archs.map((arch) => `arch ${arch}\nend\n`).join('')}`
const entrance = `${mapOf([3, 3], [])}arch stair
slaying /!
msg
layoutstyle rogue
xsize 20
ysize 20
dungeon_depth 2
monsterstyle cats
floorstyle green
wallstyle green
final_map end
endmsg
x 2
y 1
end
`
const maps = {
  'maps/regions.reg': latin1(world.regionsFile),
  'maps/entrance': latin1(entrance),
  'maps/end': latin1(mapOf([2, 1], [], { header: 'enter_x 1\n' })),
  'maps/styles/floorstyles/green': latin1(style('meadow')),
  'maps/styles/wallstyles/green': latin1(style('hedge')),
  'maps/styles/exitstyles/up/all': latin1(style('stair')),
  'maps/styles/exitstyles/down/all': latin1(style('stair')),
  'maps/styles/monsterstyles/cats/cats_1': latin1(style('cat')),
  'maps/styles/monsterstyles/cats/cats_9': latin1(style('tower')),
}
const arch = archFolderWith(wall)

it('[CF-20.20] floors lead down to the final map and back up to the entrance', async () => {
  const yard = await openImportedYard(arch, maps)
  const ann = yard.join('Ann', 2, 1)
  expect(yard.level(ann).name).toBe('/entrance')
  yard.type(ann, 'apply')
  expect(yard.level(ann).name).toBe('/!/entrance!2,1!1')
  const level = yard.level(ann)
  expect(listPiles(level.thingsAt(...positionOf(ann)))).toContain('1 stair')
  expect(level.creatures.size).toBeGreaterThan(0)
  expect([...level.creatures].every(({ archetype }) => archetype.id === 'arch cat')).toBe(true)
  const lives = () =>
    [...yard.level(ann).creatures].map(({ location }) => location?.in === 'cell' && [location.x, location.y])
  const before = lives()
  yard.world.save()
  yard.restart()
  expect([yard.level(ann).name, lives()]).toEqual(['/!/entrance!2,1!1', before])
  const [x, y] = positionOf(ann)
  const stairs = () => {
    const { width, height } = yard.level(ann)
    const found: [number, number][] = []
    for (let row = 0; row < height; row++)
      for (let column = 0; column < width; column++)
        if (yard.level(ann).topThingWithRole(column, row, 'exit')) found.push([column, row])
    return found
  }
  const down = stairs().find(([column, row]) => column !== x || row !== y)!
  yard.stand(ann, ...down)
  yard.type(ann, 'apply')
  expect(yard.level(ann).name).toBe('/!/entrance!2,1!2')
  const second = positionOf(ann)
  yard.type(ann, 'apply')
  expect([yard.level(ann).name, positionOf(ann)]).toEqual(['/!/entrance!2,1!1', down])
  yard.type(ann, 'apply')
  const last = stairs().find(([column, row]) => column !== second[0] || row !== second[1])!
  yard.stand(ann, ...last)
  yard.type(ann, 'apply')
  expect([yard.level(ann).name, positionOf(ann)]).toEqual(['/end', [1, 0]])
})

it('[CF-20.20] an exit that looks like a teleporter works only when applied', async () => {
  const portal = 'Object portal\nname portal\nface post.111\ntype 41\nspeed 1\nno_pick 1\nend\n'
  const yard = await openImportedYard(archFolderWith(wall + portal), {
    ...maps,
    'maps/styles/exitstyles/up/all': latin1(style('portal')),
  })
  const ann = yard.join('Ann', 2, 1)
  yard.type(ann, 'apply')
  yard.tick(30)
  expect(yard.level(ann).name).toBe('/!/entrance!2,1!1')
  yard.type(ann, 'apply')
  expect([yard.level(ann).name, positionOf(ann)]).toEqual(['/entrance', [2, 1]])
})

it("[CF-20.20] a floor uses one of its style's ground types", async () => {
  const grounds = Array.from({ length: 8 }, (_, n) => `ground${n}`)
  const drawn = grounds.map(
    (name) => `Object ${name}\nname ${name}\nface meadow.111\nis_floor 1\ntype 67\nend\n`,
  )
  const yard = await openImportedYard(archFolderWith(wall + drawn.join('')), {
    ...maps,
    'maps/styles/floorstyles/green': latin1(style(...grounds)),
  })
  const ann = yard.join('Ann', 2, 1)
  yard.type(ann, 'apply')
  const level = yard.level(ann)
  const cells = Array.from({ length: level.width * level.height }, (_, n) =>
    level.thingsAt(n % level.width, Math.floor(n / level.width)),
  )
  const seen = new Set(
    cells.flat().flatMap(({ archetype }) => (archetype.traits.role === 'ground' ? [archetype.id] : [])),
  )
  expect(seen.size).toBe(1)
})

it('[CF-20.20] a world without styles has no random maps', async () => {
  const yard = await openImportedYard(arch, {
    'maps/regions.reg': latin1(world.regionsFile),
    'maps/entrance': latin1(entrance),
  })
  const ann = yard.join('Ann', 2, 1)
  expect(yard.type(ann, 'apply')).toEqual(['The stair is closed.'])
})
