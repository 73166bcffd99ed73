import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { builtinGallery, resolveFaceInSet } from '../../../../../games/crossfire/builtin/pictures/gallery.ts'
import {
  emptyProgress,
  importMapsPart,
  type MapImportProgress,
} from '../../../../../games/crossfire/import/archive/maps-archive.ts'
import { ImportCoverage } from '../../../../../games/crossfire/import/catalog/coverage.ts'
import {
  coverageSummary,
  formatCoverage,
} from '../../../../../games/crossfire/import/catalog/coverage-report.ts'
import { resolveMapPath } from '../../../../../games/crossfire/import/format/map-paths.ts'
import { parseArchetypes, parseMapObjects } from '../../../../../games/crossfire/import/format/objects.ts'
import { openImportedAtlas } from '../../../../../games/crossfire/import/world/imported-atlas.ts'
import { ImportedGallery } from '../../../../../games/crossfire/import/world/imported-gallery.ts'
import { inflateStoredFile } from '../../../../../games/crossfire/import/world/stored-records.ts'
import { cutPicture, decodePng } from '../../../../../games/crossfire/pictures/png.ts'
import type { Json } from '../../../../../games/game.ts'
import { uploadedFile } from '../../../../../games/shared/uploaded-file.ts'
import { countOf, expectCompletePicture, isSame } from '../../../pictures.ts'
import { IdleTown } from '../../harness/idle-town.ts'
import { listPiles, positionOf } from '../../harness/small-maps.ts'
import {
  archFolder,
  type Folder,
  importedAtlas,
  importedRecords,
  importFolders,
  latin1,
  mapsFolder,
  openImportedYard,
  partImporter,
  street,
} from '../harness/imported-world.ts'
import * as world from '../harness/small-world.ts'

describe('importing a world', () => {
  it('[CF-20.3] stores every byte of the upload, with one row per map and per picture', async () => {
    const kept = await importedRecords()
    const text = (key: string) => inflateStoredFile(key, kept.get(key) as Uint8Array)
    expect(text('map//land/hill')).toEqual(latin1(world.hillMap))
    expect(text('file/README')).toEqual(mapsFolder['maps/README'])
    expect(text('lore/treasures')).toEqual(latin1(`${world.treasures}\n`))
    expect([...kept.keys()].filter((key) => key.startsWith('face/'))).toHaveLength(12)
    const atlas = openImportedAtlas({ get: (key) => kept.get(key) })!
    // The room has the imported map and still has the maps of the built-in world.
    expect(['/land/hill', 'town', 'nowhere'].map((name) => atlas.has(name))).toEqual([true, true, false])
  })

  it('[CF-20.3] an import in parts gives the same records as an import in one piece', async () => {
    const noise = Uint8Array.from(
      { length: 300_000 },
      (_, place) => Math.imul(place * place, 0x9e3779b1) >>> 24,
    )
    const part = partImporter({ ...archFolder, 'crossfire/noise': noise })
    const shares: number[] = []
    const kept = new Map<string, unknown>()
    for (let since: Json | undefined; ; ) {
      const created = await part(since)
      if ('refused' in created) throw new Error(created.refused.detail)
      for (const [key, value] of created.records) kept.set(key, structuredClone(value))
      if (!('inProgress' in created)) break
      shares.push(created.inProgress.progress)
      // Between two parts the room stores the progress as JSON.
      since = JSON.parse(JSON.stringify(created.inProgress.continuation)) as Json
    }
    expect(shares).toEqual(shares.toSorted((a, b) => a - b))
    expect(shares.length).toBeGreaterThanOrEqual(1)
    const whole = await importedRecords()
    expect([...kept.keys()].toSorted()).toEqual([...whole.keys()].toSorted())
    for (const key of ['lore/coverage', 'lore/maps', 'lore/start', 'lore/pictures'])
      expect(kept.get(key)).toEqual(whole.get(key))
  })

  it('[CF-20.3] maps read in parts give the same coverage report as maps read at once', async () => {
    const maps = uploadedFile('maps.zip', zipSync({ ...mapsFolder }))
    const archetypes = new Map(parseArchetypes('a', world.archetypes).map((each) => [each.arch, each]))
    const part = (before: MapImportProgress, most?: number) =>
      importMapsPart(maps, archetypes, before, async () => {}, most)
    const whole = await part(emptyProgress)
    const names: string[] = []
    let read = await part(emptyProgress, 1)
    for (let parts = 1; ; parts++) {
      names.push(...read.maps.map(({ name }) => name))
      if (read.all) break
      expect(read.share).toBeCloseTo(parts / Object.keys(mapsFolder).length)
      read = await part(JSON.parse(JSON.stringify(read.soFar)), 1)
    }
    expect(names).toEqual(whole.maps.map(({ name }) => name))
    expect(read.all?.map(({ name }) => name)).toEqual(names)
    expect([read.coverage.counted, read.coverage.share]).toEqual([
      whole.coverage.counted,
      whole.coverage.share,
    ])
  })

  it.each([
    [
      'arch',
      { ...archFolder, 'crossfire/archetypes': latin1('Object a\nx\n') },
      mapsFolder,
      'archetypes line 1: a has no end',
    ],
    ['arch', { readme: latin1('hello') }, mapsFolder, 'arch.zip: contains no archetypes'],
    [
      'arch',
      { ...archFolder, 'crossfire/crossfire.0': latin1('IMAGE 3 a/b.111\nabc') },
      mapsFolder,
      'b.111: a picture is not a PNG',
    ],
    [
      'arch',
      {
        ...archFolder,
        'crossfire/crossfire.0': latin1(
          `IMAGE 65520 a/b.111\n${'\x89PNG\r\n\x1a\n........\0\0\0\x20\0\0\0\x20'.padEnd(65_520)}`,
        ),
      },
      mapsFolder,
      'b.111: a picture of one cell and 65520 bytes is too large',
    ],
    ['maps', archFolder, { 'a/b': latin1('hello') }, 'maps.zip: contains no maps'],
    [
      'maps',
      archFolder,
      { ...mapsFolder, 'maps/x': latin1('arch map\nend\narch cat\n') },
      '/x line 3: cat has no end',
    ],
  ])('[CF-20.2] an invalid %s upload is refused with file and line', async (field, arch, maps, detail) => {
    expect(await importFolders(arch, maps)).toEqual({ refused: { field, detail } })
  })
})

/** The player is in the cellar, on the cell with the milk. */
async function enteredCellar() {
  const yard = await openImportedYard()
  const ann = yard.join('Ann', 1, 1)
  yard.type(ann, 'apply')
  yard.stand(ann, 2, 1)
  return { yard, ann }
}

describe('an imported world', () => {
  it('[CF-20.7] puts new characters on its starting map', async () => {
    const yard = await openImportedYard()
    const ann = yard.join('Ann', 1, 1)
    expect([yard.level(ann).name, yard.level(ann).plan.title]).toEqual(['/land/hill', 'The Hill'])
  })

  it('[CF-4.14] [CF-20.7] offers no built-in starting map', async () => {
    const { startingMaps } = (await openImportedYard()).world.characterRules
    expect(startingMaps).toMatchObject([
      { id: '/land/hill', name: 'The Hill', position: { level: '/land/hill' } },
    ])
  })

  it('[CF-20.4] has floors, walls, signs and contents', async () => {
    const yard = await openImportedYard()
    const ann = yard.join('Ann', 0, 0)
    const level = yard.level(ann)
    expect(listPiles(level.thingsAt(0, 0))).toEqual(['1 meadow'])
    expect([level.blocksMovement(2, 0), level.blocksView(2, 0), level.blocksMovement(2, 1)]).toEqual([
      true,
      true,
      true,
    ])
    expect(level.thingsAt(1, 0).map(({ archetype }) => [archetype.traits.role, archetype.text])).toEqual([
      ['ground', undefined],
      ['sign', 'Down: the cellar.'],
      ['container', undefined],
    ])
    const crate = level.thingsAt(1, 0).find(({ archetype }) => archetype.traits.role === 'container')
    expect(listPiles(crate?.inside ?? [])).toEqual(['2 bowl of milk'])
    // Equal cells share one stack until a player drops something on one of them.
    expect(level.thingsAt(0, 0)[0]).toBe(level.thingsAt(0, 1)[0])
    const before = level.visibleFacesAt(0, 1)
    yard.lay(ann, 'apple', 1, 0, 0)
    expect(level.thingsAt(0, 0)).toHaveLength(2)
    expect([level.thingsAt(0, 1).length, level.visibleFacesAt(0, 1)]).toEqual([1, before])
  })

  it('[CF-20.4] the floor is below everything, whatever the order in the map file', async () => {
    const veiled = world.hillMap.replace(
      'arch meadow\n',
      'arch hex\ninvisible 1\nno_pick 1\nend\narch meadow\n',
    )
    const yard = await openImportedYard(undefined, { ...mapsFolder, 'maps/land/hill': latin1(veiled) })
    const ann = yard.join('Ann', 1, 1)
    const level = yard.level(ann)
    expect(listPiles(level.thingsAt(0, 0))).toEqual(['1 meadow', '1 hex'])
    expect([level.blocksMovement(0, 0), level.blocksView(0, 0)]).toEqual([false, false])
  })

  it('[CF-20.5] numbers its pictures after the built-in ones, and a large picture covers all its cells', async () => {
    const yard = await openImportedYard()
    const ann = yard.join('Ann', 1, 1)
    const { gallery } = yard.world
    const first = gallery.face(builtinGallery.lastFace + 1)
    expect([first.name, first.colour.magic]).toEqual(['meadow.111', 7])
    // One of the two towers is part of a multi-cell object.
    expect(gallery.lastFace).toBe(builtinGallery.lastFace + 12 + 4)
    expect(gallery.png(builtinGallery.lastFace + 1).length).toBeGreaterThan(50)
    yard.type(ann, 'apply')
    const cellar = yard.level(ann)
    const faces = [0, 1].map((x) => gallery.face(cellar.visibleFacesAt(x, 0)[0]!.face).name)
    expect(faces).toEqual(['tower.111+0+0', 'tower.111+1+0'])
    expect(gallery.pixels(cellar.visibleFacesAt(0, 0)[0]!.face).colours[0]).toBe(0x808080)
    expect(String.fromCharCode(...gallery.xpm(builtinGallery.lastFace + 1).subarray(0, 9))).toBe('/* XPM */')
    expect(gallery.bitmap(builtinGallery.lastFace + 1)).toHaveLength(72)
    expect(() => gallery.face(gallery.lastFace + 1)).toThrow(RangeError)
  })

  it('[CF-6.16] face set 1 has the pictures of the archive, and uses those of set 0 for faces that the archive lacks', async () => {
    const { gallery } = (await openImportedYard()).world
    const number = (name: string) => (gallery as ImportedGallery).faceNumber(name)!
    const pictureOf = (name: string) => {
      const { set, checksum } = resolveFaceInSet(gallery, number(name), 1)
      const isOwn = checksum !== gallery.face(number(name)).checksum
      return [set, isOwn, cutPicture(decodePng(name, gallery.classic!.png(number(name))), 0, 0, 1).colours[0]]
    }
    expect(pictureOf('meadow.111')).toEqual([1, true, 0x00ff00])
    expect(pictureOf('tower.111+1+0')).toEqual([1, true, 0x0000ff])
    for (const name of ['hedge.111', 'tower.112'])
      expect(resolveFaceInSet(gallery, number(name), 1)).toEqual(resolveFaceInSet(gallery, number(name), 0))
    expect(resolveFaceInSet(gallery, 1, 1).set).toBe(0)
    expect(number('stray.111')).toBe(undefined)
    const { 'crossfire/crossfire.1': _, ...plain } = archFolder
    expect((await openImportedYard(plain)).world.gallery.classic).toBe(undefined)
  })

  it('[CF-15.13] shows its starting map on the picture of the room', async () => {
    const { world } = await openImportedYard()
    const { picture } = new IdleTown()
    expectCompletePicture(() => world.picture())
    expect(isSame(world.picture(), picture)).toBe(false)
    expect(countOf(world.picture(), 0x102030)).toBeGreaterThan(1000)
  })

  it('[CF-20.5] multi-cell objects are above the floors of all their cells, whatever the map order', async () => {
    const early = world.cellarMap.replace('arch tower\nend\n', '').replace('end\n', 'end\narch tower\nend\n')
    const yard = await openImportedYard(undefined, { ...mapsFolder, 'maps/land/cellar': latin1(early) })
    const ann = yard.join('Ann', 1, 1)
    yard.type(ann, 'apply')
    const cellar = yard.level(ann)
    const faces = [0, 1].map((x) =>
      cellar.visibleFacesAt(x, 0).map(({ face }) => yard.world.gallery.face(face).name),
    )
    expect(faces).toEqual([
      ['tower.111+0+0', 'meadow.111'],
      ['tower.111+1+0', 'meadow.111'],
    ])
  })

  it('[CF-20.5] has only picture numbers within client limits', () => {
    const pictures = Array.from({ length: 12_000 }, (_, place) => {
      return { name: `face${place}`, checksum: 1, columns: 2, rows: 2, magic: 0 }
    })
    const gallery = new ImportedGallery({ get: () => undefined }, pictures, [], new Set(['face0']))
    expect(gallery.lastFace).toBe(9999)
    expect([gallery.faceNumber('face0+1+1'), gallery.faceNumber('face11999')]).toEqual([undefined, undefined])
  })

  it('[CF-20.8] exits lead to maps by relative and absolute paths, and players cannot leave a map at an edge without a neighbour', async () => {
    const yard = await openImportedYard()
    const ann = yard.join('Ann', 1, 1)
    yard.type(ann, 'apply')
    expect([yard.level(ann).name, ...positionOf(ann)]).toEqual(['/land/cellar', 1, 2])
    yard.type(ann, 'apply')
    expect([yard.level(ann).name, ...positionOf(ann)]).toEqual(['/land/hill', 1, 1])
    yard.walk(ann, 'w')
    expect(positionOf(ann)).toEqual([0, 1])
    // No map is adjacent west of the hill.
    yard.walk(ann, 'w')
    expect(positionOf(ann)).toEqual([0, 1])
    expect(resolveMapPath('/a/b', '../c/./d')).toBe('/c/d')
    expect(resolveMapPath('/a/b', '/!')).toBeUndefined()
  })

  it('[CF-20.8] an exit always leads to a cell of the map, whatever position it names', async () => {
    const stair = (to: string) =>
      latin1(world.hillMap.replace('slaying cellar\nhp 1\nsp 2\n', `slaying cellar\n${to}`))
    for (const [to, cell] of [
      ['hp 400\nsp 1.5\n', [3, 1]],
      ['hp 1e17\nsp 0\n', [3, 0]],
    ] as const) {
      const yard = await openImportedYard(archFolder, { ...mapsFolder, 'maps/land/hill': stair(to) })
      const ann = yard.join('Ann', 1, 1)
      yard.type(ann, 'apply')
      expect([yard.level(ann).name, ...positionOf(ann)]).toEqual(['/land/cellar', ...cell])
    }
    const lost = latin1(world.cellarMap.replace('enter_x 2\nenter_y 1\n', 'enter_x 400\nenter_y 0.5\n'))
    const first = await openImportedYard(archFolder, { 'maps/cellar': lost })
    expect(positionOf(first.join('Ann', 1, 1))).toEqual([1, 1])
  })

  it('[CF-20.6] unique maps exist once per player', async () => {
    const yard = await openImportedYard()
    const [ann, bob] = [yard.join('Ann', 1, 1), yard.join('Bob', 1, 1)]
    for (const one of [ann, bob]) {
      yard.stand(one, 1, 0)
      const { level } = one.player
      Object.assign(level!.plan, { adjacentMaps: { north: '/land/hill_east' } })
      yard.walk(one, 'n')
    }
    expect(yard.level(ann).name).toBe('/land/hill_east@ann')
    expect(yard.level(bob).name).toBe('/land/hill_east@bob')
  })

  it('[CF-16.10] [CF-16.11] a character with a unique map is not pruned, and deleting the character deletes this map but no map of others', async () => {
    const yard = await openImportedYard()
    for (const name of ['Ann', 'Bob']) {
      const one = yard.join(name, 1, 1)
      yard.stand(one, 1, 0)
      Object.assign(one.player.level!.plan, { adjacentMaps: { north: '/land/hill_east' } })
      yard.walk(one, 'n')
      yard.lay(one, 'apple', 3, 0, 0)
      yard.leave(name)
    }
    const own = (name: string) =>
      [...yard.store.list('')].map(([key]) => key).filter((key) => key.includes(`hill_east@${name}`))
    expect([...yard.world.ownersAmong(['Ann', 'Cid'])]).toEqual(['Ann'])
    const bobs = own('bob')
    expect(own('ann').length).toBeGreaterThan(1)
    expect(yard.world.deleteCharacters(['Ann', 'Nobody'])).toEqual(['Ann'])
    expect([own('ann'), own('bob')]).toEqual([[], bobs])
  })

  it('[CF-20.6] maps without players stay open while the cache has space, and reset after their reset time', async () => {
    const { yard, ann } = await enteredCellar()
    yard.type(ann, 'take')
    expect(listPiles(ann.player.inventory)).toEqual(['3 bowl of milk'])
    const cellar = yard.level(ann)
    yard.stand(ann, 1, 2)
    yard.type(ann, 'apply')
    yard.tick(50)
    yard.type(ann, 'apply')
    expect(yard.level(ann)).toBe(cellar)
    expect(listPiles(yard.level(ann).thingsAt(2, 1))).toEqual(['1 meadow'])
    yard.type(ann, 'apply')
    yard.tick(50)
    yard.now += 61_000
    yard.type(ann, 'apply')
    expect(listPiles(yard.level(ann).thingsAt(2, 1))).toEqual(['1 meadow', '3 bowl of milk'])
    const tags = [...ann.player.inventory, ...yard.level(ann).thingsAt(2, 1)].map(({ tag }) => tag)
    expect(new Set(tags).size).toBe(tags.length)
  })

  it('[CF-20.6] a map also resets if the last player of the room disconnects there', async () => {
    const { yard, ann } = await enteredCellar()
    yard.type(ann, 'take')
    yard.leave('Ann')
    yard.now += 61_000
    expect(listPiles(yard.level(yard.comeBack('Ann')).thingsAt(2, 1))).toContain('3 bowl of milk')
  })

  it('[CF-20.6] opening a map beyond 200 closes the least recently used map, which reopens unchanged', async () => {
    const yard = await openImportedYard(undefined, street(205))
    const ann = yard.join('Ann', 0, 0)
    yard.lay(ann, 'apple', 3, 0, 0)
    const [first, steps] = [yard.level(ann), 2 * 204]
    yard.walk(ann, 'e'.repeat(steps))
    expect([yard.level(ann).name, ann.player.x]).toEqual(['/street/205', 0])
    const second = yard.level(ann)
    yard.walk(ann, 'w'.repeat(steps))
    expect([yard.level(ann).name, yard.level(ann) === first]).toEqual(['/street/1', false])
    expect(listPiles(yard.level(ann).thingsAt(0, 0))).toContain('3 apple')
    yard.walk(ann, 'ee')
    expect(yard.level(ann)).not.toBe(second)
  })

  it('[CF-20.8] an exit with negative coordinates leads to the entry of its destination map', async () => {
    const less = world.hillMap.replace('hp 1\nsp 2\n', 'hp -1\nsp -1\n')
    const yard = await openImportedYard(undefined, { ...mapsFolder, 'maps/land/hill': latin1(less) })
    const ann = yard.join('Ann', 1, 1)
    yard.type(ann, 'apply')
    expect([yard.level(ann).name, ...positionOf(ann)]).toEqual(['/land/cellar', 2, 1])
  })

  it('[CF-20.4] cells that differ only in elevation share one stack', async () => {
    let height = 0
    const high = world.hillMap.replaceAll('arch meadow\n', () => `arch meadow\nelevation ${++height}\n`)
    const yard = await openImportedYard(undefined, { ...mapsFolder, 'maps/land/hill': latin1(high) })
    const level = yard.level(yard.join('Ann', 1, 1))
    expect(level.thingsAt(0, 0)[0]).toBe(level.thingsAt(0, 1)[0])
  })

  it('[CF-20.8] players see over a map edge, unless a wall is there', async () => {
    const yard = await openImportedYard(undefined, street(3))
    const ann = yard.join('Ann', 0, 0)
    const seen = () =>
      [0, 1, 2, 3, 4, 5].map((dx) => yard.world.viewOf(ann.player).cellAt(dx, 0) !== undefined)
    // The view does not reach beyond the adjacent map.
    expect(seen()).toEqual([true, true, true, true, false, false])
    const [, dale] = yard.world.viewOf(ann.player).levels
    const before = dale!.level.revision
    const bob = yard.join('Bob', 0, 0)
    yard.stand(bob, 1, 0)
    yard.walk(bob, 'e')
    expect(yard.level(bob).name).toBe('/street/2')
    const sight = yard.world.viewOf(ann.player)
    expect(sight.levels[1]!.level.cellsChangedSince(before)).toContain(0)
    expect(sight.cellAt(2, 0)?.visibleFaces.map(({ face }) => face)).toContain(bob.player.face)
    expect(sight.labelsAt(2, 0)).toEqual([{ kind: 'player', text: 'Bob' }])
    expect(sight.cellAt(-1, 0)).toBeUndefined()
  })

  it('[CF-20.3] imported things survive a restart', async () => {
    const { yard, ann } = await enteredCellar()
    yard.type(ann, 'take')
    yard.world.save()
    yard.restart()
    const [milk] = ann.player.inventory
    expect([milk?.archetype.id, milk?.archetype.traits.role, milk?.count]).toEqual(['arch milk', 'food', 3])
    expect(yard.level(ann).name).toBe('/land/cellar')
  })
})

it('[CF-20.9] the public state and doctor report how much of the world is supported', async () => {
  const imported = async (maps: Folder) =>
    (await importedAtlas(archFolder, maps)).coverage as { readonly [key: string]: Json }
  const coverage = await imported(mapsFolder)
  expect(coverage).toMatchObject({
    maps: 4,
    percentOfMapsWhole: 100,
    percentOfThingsAlive: 100,
    mute: [],
  })
  // The things of the maps from which random maps are made are not counted.
  const styles = { 'maps/styles/rock': latin1('arch map\nend\narch milk\nend\n') }
  expect(await imported({ ...mapsFolder, ...styles })).toEqual({ ...coverage, maps: 5 })
  const types = [
    { name: 'trap', things: 8, living: 0 },
    { name: 'sign', things: 2, living: 1 },
  ]
  const world = formatCoverage({ things: 10, maps: 50, keys: 100, types, dropped: [] }, 4)
  expect(coverageSummary({ players: [], world })).toBe(
    '4 maps, 50 % fully supported; 10 things, 10 % supported; most common without effect: 8 of type trap, 1 of type sign',
  )
  expect([coverageSummary({ players: [] }), coverageSummary(null)]).toEqual([undefined, undefined])
})

it('[CF-20.9] the preview counts the supported things of each type', () => {
  const archetypes = parseArchetypes('archetypes', world.archetypes)
  const coverage = new ImportCoverage(new Map(archetypes.map((each) => [each.arch, each])))
  const [, ...objects] = parseMapObjects('hill', world.hillMap)
  coverage.count(objects)
  coverage.count(parseMapObjects('trap', 'arch trap\ntype 155\nend\n'))
  expect(coverage.share).toEqual({ things: 80, maps: 50, keys: 100 })
  // A trap without damage is supported if it triggers a machine or shows a message.
  coverage.count(
    parseMapObjects(
      'wires',
      'arch snare\ndam 0\nconnected 3\nend\narch snare\ndam 0\nmsg\nHm.\nendmsg\nend\n',
    ),
  )
  coverage.count(parseMapObjects('no trap', 'arch snare\ndam 0\nend\n'))
  expect([coverage.wholeMaps, coverage.maps]).toEqual([2, 4])
  expect(
    Object.fromEntries([...coverage.types].map(([name, { things, living }]) => [name, [things, living]])),
  ).toEqual({
    exit: [1, 1],
    sign: [1, 1],
    container: [1, 1],
    drink: [1, 1],
    trap: [4, 2],
  })
})
