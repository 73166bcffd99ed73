// Hostile uploads are refused with a message, or stay within the limits of their own room.
import { deflateSync, zipSync } from 'fflate'
import { expect, it } from 'vitest'
import { inflateLargeEntry } from '../../../../../games/crossfire/import/archive/inflate-entries.ts'
import { ArchiveArchetypes } from '../../../../../games/crossfire/import/archive/known-archetypes.ts'
import { openImportedAtlas } from '../../../../../games/crossfire/import/world/imported-atlas.ts'
import { mapKey } from '../../../../../games/crossfire/import/world/stored-records.ts'
import { uploadedFile } from '../../../../../games/shared/uploaded-file.ts'
import { listZipEntries, unpackEntry } from '../../../../../games/shared/zip.ts'
import {
  archFolder,
  archFolderWith,
  type Folder,
  importedAtlas,
  importedRecords,
  importFolders,
  latin1,
  mapsFolder,
} from '../harness/imported-world.ts'
import * as world from '../harness/small-world.ts'

const refusal = async (arch: Folder, maps: Folder) => {
  const answer = await importFolders(arch, maps)
  return 'refused' in answer ? answer.refused : undefined
}

it.each(['maps/../../etc/passwd', 'maps/./hill', 'maps/a\nb', 'maps/a|b', 'maps/a@b'])(
  '[CF-20.2] the import refuses a map named %j',
  async (path) => {
    expect(await refusal(archFolder, { ...mapsFolder, [path]: latin1('arch map\nend\n') })).toEqual({
      field: 'maps',
      detail: expect.stringContaining('characters that map names cannot have'),
    })
  },
)

it('[CF-20.2] the import refuses an archive with too many files before it inflates a file', async () => {
  const many = Object.fromEntries(Array.from({ length: 40_001 }, (_, n) => [`maps/${n}`, new Uint8Array(0)]))
  expect(await refusal(archFolder, many)).toMatchObject({
    field: 'maps',
    detail: 'the zip has over 40000 entries',
  })
})

it.each([
  [
    'of 2,000,000 cells',
    'arch map\nwidth 2000\nheight 1000\nend\n',
    '/x line 1: unsupported size of 2000 × 1000 cells',
  ],
  [
    'of allowed sides with too many cells',
    'arch map\nwidth 512\nheight 512\nend\n',
    '/x line 1: unsupported size of 512 × 512 cells',
  ],
  ['of no cells', 'arch map\nwidth 0\nheight 5\nend\n', '/x line 1: unsupported size of 0 × 5 cells'],
  [
    'of objects that are nested without an end',
    `arch map\nend\n${'arch cat\n'.repeat(40)}`,
    '/x line 20: objects nested more than 16 deep',
  ],
])('[CF-20.2] the import refuses a map %s', async (_, text, detail) => {
  expect(await refusal(archFolder, { ...mapsFolder, 'maps/x': latin1(text) })).toEqual({
    field: 'maps',
    detail,
  })
})

it.each([
  ['animations', 'anim a\ncat.131\n', 'animations line 3: a has no mina'],
  ['treasures', `treasure a\n${'arch cat\nyes\n'.repeat(100)}`, 'treasures line'],
  ['archetypes', `${world.archetypes}\nObject a\nmsg\nfor ever\n`, 'archetypes line'],
])('[CF-20.2] the import refuses %s that do not end, and reports their line', async (file, text, where) => {
  expect(await refusal({ ...archFolder, [`crossfire/${file}`]: latin1(text) }, mapsFolder)).toEqual({
    field: 'arch',
    detail: expect.stringContaining(where),
  })
})

it('[CF-20.2] the import refuses invalid quests, also in included files, and reports their line', async () => {
  const quests = {
    'maps/world.quests': latin1('include more.quests\n'),
    'maps/more.quests': latin1('quest a\nstep x\n'),
  }
  expect(await refusal(archFolder, { ...mapsFolder, ...quests })).toEqual({
    field: 'maps',
    detail: 'more.quests line 2: step "x" is not a number',
  })
})

it('[CF-20.2] archetypes that contain or create each other are imported like others', async () => {
  const arch = archFolderWith(
    'Object ring_a\ntype 42\nother_arch ring_b\nface cat.131\narch ring_b\nend\nend\nObject ring_b\ntype 42\nother_arch ring_a\nface cat.131\narch ring_a\nend\nend\n',
  )
  const map = 'arch map\nwidth 2\nheight 1\nend\narch meadow\nend\narch ring_a\nend\narch ring_b\nx 1\nend\n'
  const atlas = await importedAtlas(arch, { ...mapsFolder, 'maps/ring': latin1(map) })
  expect(atlas.readContent('/ring', 0).things.map(({ id, x }) => [id.split('\n')[0], x])).toEqual([
    ['arch ring_a', 0],
    ['arch ring_b', 1],
  ])
})

it.each(['constructor', '__proto__'])(
  '[CF-23.1] a connector to the unknown script %j is ignored',
  async (script) => {
    const connector = `arch event\ntype 116\nsubtype 6\ntitle Python\nslaying ${script}\nend\n`
    const map = `arch map\nend\narch cat\n${connector}end\n`
    expect(await refusal(archFolder, { ...mapsFolder, 'maps/x': latin1(map) })).toBeUndefined()
  },
)

const opened = (map: string, arch = archFolder) =>
  importedAtlas(arch, { ...mapsFolder, 'maps/x': latin1(map) })
const blade = 'Object blade\ntype 15\nface cat.131\nweight 10\nend\n'
const oneCell = 'arch map\nwidth 1\nheight 1\nend\narch meadow\nend\n'

it('[CF-20.2] an unidentified item with 512 keys is converted like others', async () => {
  const keys = Array.from({ length: 512 }, (_, n) => `k${n} 1\n`).join('')
  const atlas = await opened(`${oneCell}arch blade\n${keys}end\n`, archFolderWith(blade))
  const [item] = atlas.readContent('/x', 0).things
  expect(atlas.archetypes.get(item!.id).unidentified).toEqual({})
})

it('[CF-20.2] the import refuses an object of more than 100,000 characters, which would be part of each record', async () => {
  const text = (key: string, lines: number) => `${key}\n${`${'x'.repeat(999)}\n`.repeat(lines)}end${key}\n`
  const refused = (lines: number) => {
    const map = `${oneCell}arch cat\n${text('msg', 50)}${text('lore', lines)}end\n`
    return refusal(archFolder, { ...mapsFolder, 'maps/x': latin1(map) })
  }
  expect(await refused(49)).toBeUndefined()
  expect(await refused(50)).toEqual({
    field: 'maps',
    detail: '/x line 111: an object with more than 100000 characters',
  })
})

it('[CF-23.1] a thing keeps its first seven connectors', async () => {
  const connector = (text: string) =>
    `arch event\ntype 116\nsubtype 3\ntitle Python\nslaying /python/misc/death_message.py\nname ${text}\nend\n`
  const all = Array.from({ length: 20 }, (_, n) => connector(`${n}${'x'.repeat(9000)}`)).join('')
  const atlas = await opened(`${oneCell}arch cat\n${all}end\n`)
  const { hooks } = atlas.archetypes.get(atlas.readContent('/x', 0).things[0]!.id)
  expect(hooks!.map(({ script }) => script.type === 'last words' && script.text.slice(0, 2))).toEqual(
    Array.from({ length: 7 }, (_, n) => `${n}x`),
  )
})

it('[CF-20.4] a map has at most 100,000 things, including those inside other things', async () => {
  const map = `${oneCell}arch crate\n${'arch milk\nend\n'.repeat(110_000)}end\n`
  expect((await opened(map)).readContent('/x', 0).things[0]!.inside).toHaveLength(99_998)
})

it.each(['0.5', '-1', '1e300'])(
  '[CF-20.10] the invalid machine state %s in an upload becomes a valid one',
  async (state) => {
    const arch = archFolderWith('Object muzzle\ntype 112\nface cat.131\nno_pick 1\nmaxsp 1\nend\n')
    const atlas = await opened(`${oneCell}arch muzzle\npacketboat_state ${state}\nend\n`, arch)
    const { traits } = atlas.archetypes.get(atlas.readContent('/x', 0).things[0]!.id)
    expect(traits).toMatchObject({
      role: 'machine',
      state: expect.toSatisfy((is) => Number.isSafeInteger(is) && is >= 0),
    })
  },
)

it('[CF-20.9] the owner is warned of changed settings that have no effect', async () => {
  const usual = 'item_power_factor 2\nstarting_stat_points 84.0\nset_title ON\nmotd other\ncasting_time 0\n'
  const warningsFor = async (settings: string) => {
    const created = await importFolders({ ...archFolder, 'crossfire/settings': latin1(settings) }, mapsFolder)
    return 'warnings' in created ? created.warnings?.slice(1) : created
  }
  expect(await warningsFor(usual)).toEqual([])
  expect(
    await warningsFor(`${usual}starting_stat_points 140\nset_friendly_fire many\n#set_title off\n`),
  ).toEqual(['settings: these settings have no effect: starting_stat_points, set_friendly_fire'])
})

it('[CF-23.7] the owner is warned of invalid dialogue files that NPCs use, and of no other files', async () => {
  const person = (file: string) =>
    `arch cat\narch event\ntype 116\nsubtype 6\ntitle Python\nslaying /python/dialog/npc_dialog.py\nname ${file}\nend\nend\n`
  const persons = [
    'talks/bad.msg',
    '/talks/good.msg',
    'talks/loop.msg',
    'talks/none.msg',
    'talks/large.msg',
  ].map(person)
  const created = await importFolders(archFolder, {
    ...mapsFolder,
    'maps/x': latin1(`${oneCell}${persons.join('')}`),
    'maps/talks/bad.msg': latin1('{ "rules": ['),
    'maps/talks/other.msg': latin1('{'),
    'maps/talks/good.msg': latin1('{ "rules": [] }'),
    'maps/talks/loop.msg': latin1('{ "rules": [{ "include": "loop.msg" }] }'),
    'maps/talks/large.msg': latin1(`{ "rules": [] ${' '.repeat(4 * 1024 * 1024)}}`),
  })
  expect('warnings' in created && created.warnings?.slice(1)).toEqual(
    [
      'bad.msg: not valid JSON',
      'loop.msg: files nested more than 4 deep',
      'large.msg: files of more than 4 MiB',
    ].map((error) => `talks/${error}; persons with this dialogue say nothing`),
  )
})

it('[CF-22.9] an item holds the spell of its archetype, whatever attributes the object changes', async () => {
  const item = (name: string, held: string) =>
    `Object ${name}\ntype 111\narch ${held}\ntype 101\nsubtype 22\nend\nend\n`
  const atlas = await opened(
    oneCell,
    archFolderWith(`${item('odd', 'nosuch')}${item('fine', 'meal')}Object meal\ntype 101\nsubtype 22\nend\n`),
  )
  const roles = ['odd', 'fine'].map((name) => atlas.archetypes.get(`arch ${name}`).traits)
  expect(roles).toEqual([{ role: 'scenery' }, { role: 'scroll', spell: 'arch meal', level: 1 }])
})

it('[CF-22.7] a god has each ally once, even if the archive names the ally or its race several times', async () => {
  const god = `Object Oma\ntype 50\nrace ${'imps,'.repeat(2000)}\nend\nObject imp\nmonster 1\nalive 1\nend\n`
  const races = latin1(`RACE imps\n${'imp\n'.repeat(20_000)}`)
  const atlas = await opened(oneCell, { ...archFolderWith(god), 'crossfire/races': races })
  expect(atlas.archetypes.alliesOf?.('Oma')).toEqual([{ id: 'arch imp', level: 0 }])
})

it('[CF-4.14] races and classes with names that a list cannot contain are left out, and so are starting maps after the seventh', async () => {
  const starts = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `s${n}\ntype 22\nsubtype 3\nslaying /land/hill`)
  const named = ['fine', 'a|b', 'c'.repeat(61)].flatMap((name) => [`${name}1\ntype 1`, `${name}37\ntype 37`])
  const objects = [...named, ...starts].map((each) => `Object ${each}\nend\n`).join('')
  const { races, classes, startingMaps } = (await importedAtlas(archFolderWith(objects))).characterRules
  expect([...races, ...classes].map(({ id }) => id)).toEqual(['fine1', 'fine37'])
  expect(startingMaps).toHaveLength(7)
})

it('[CF-20.4] a map whose compressed text begins with empty blocks opens like others', async () => {
  const kept = await importedRecords()
  const emptyBlocks = Array.from({ length: 200 }, () => [0, 0, 0, 0xff, 0xff]).flat()
  const packed = Uint8Array.from([...emptyBlocks, ...deflateSync(latin1('arch map\nname Late\nend\n'))])
  kept.set(mapKey('/land/hill'), packed)
  expect(openImportedAtlas({ get: (key) => kept.get(key) })!.propertiesOf('/land/hill').title).toBe('Late')
})

it('[CF-20.4] the multi-cell objects of a map have at most 100,000 cells together, including cells beyond its edge', async () => {
  const part = (n: number) => `More\nObject long_${n}\nx ${n}\nend\n`
  const long = `Object long\nend\n${Array.from({ length: 249 }, (_, n) => part(n + 1)).join('')}`
  const shown = async (outside: number) => {
    const map = `arch map\nend\n${'arch long\nx 99\nend\n'.repeat(outside)}arch long\nend\n`
    const { things, ground } = (await opened(map, archFolderWith(long))).readContent('/x', 0)
    return things.length + ground!.stacks.flat().length
  }
  expect([await shown(399), await shown(400)]).toEqual([16, 0])
})

it('[CF-20.2] the import refuses an oversized picture by its header alone', async () => {
  const png = new Uint8Array(33)
  png.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  new DataView(png.buffer).setUint32(16, 100_000)
  new DataView(png.buffer).setUint32(20, 100_000)
  const set = [...latin1(`IMAGE ${png.length} a/b.111\n`), ...png]
  expect(await refusal({ ...archFolder, 'crossfire/crossfire.0': Uint8Array.from(set) }, mapsFolder)).toEqual(
    {
      field: 'arch',
      detail: 'b.111: a picture of 3125 × 3125 cells is too large',
    },
  )
})

it('[CF-20.2] the import refuses animations and picture names that the room could not read from its records', async () => {
  const many = (from: number, key: string) =>
    Array.from({ length: 15_000 }, (_, n) => `${key} a${from + n}\ncat.131\nmina\n`).join('')
  const [faces, animations] = [latin1(many(0, 'animation')), latin1(many(15_000, 'anim'))]
  const extra = { 'crossfire/faces': faces, 'crossfire/animations': animations }
  expect((await refusal({ ...archFolder, ...extra }, mapsFolder))?.detail).toMatch(
    /more than 20000 animations/,
  )

  const set = archFolder['crossfire/crossfire.0']!
  const png = set.subarray(set.indexOf(0x0a) + 1, set.indexOf(0x0a) + 1 + 33)
  const pictures = (name: string, count: number) => {
    const picture = [...latin1(`IMAGE ${png.length} ${name}\n`), ...png]
    const bytes = new Uint8Array(picture.length * count).map((_, at) => picture[at % picture.length]!)
    return refusal({ ...archFolder, 'crossfire/crossfire.0': bytes }, mapsFolder)
  }
  expect(await pictures('x'.repeat(256), 1)).toEqual({
    field: 'arch',
    detail: expect.stringMatching(/^x+….*: a picture's name exceeds 255 characters$/),
  })
  expect(await pictures('\u0001'.repeat(255), 15_000)).toEqual({
    field: 'arch',
    detail: 'pictures: larger than 16 MiB',
  })
})

it('[CF-20.2] the import refuses a file as soon as its inflated size differs from the size in the zip file', () => {
  const content = new Uint8Array(3_000_000)
  for (let at = 0; at < content.length; at++) content[at] = Math.imul(at, 0x9e3779b1) >>> (at % 30)
  const zip = uploadedFile('a.zip', zipSync({ big: content }))
  const [entry] = listZipEntries(zip, { entries: 1, bytes: 2 ** 30 })
  expect(inflateLargeEntry(zip, entry!)).toEqual(unpackEntry(zip, entry!))
  expect(() => inflateLargeEntry(zip, { ...entry!, length: 100_000 })).toThrow('big: inflated to more bytes')
  expect(() => inflateLargeEntry(zip, { ...entry!, length: 4_000_000 })).toThrow(
    'big: inflated to 3000000 bytes',
  )
  expect(() => inflateLargeEntry(zip, { ...entry!, packedLength: entry!.packedLength - 1000 })).toThrow(
    'big: ',
  )
})

it('[CF-20.1] the later of two archetypes with the same name is used', () => {
  const known = new ArchiveArchetypes(latin1(`${world.archetypes}\nObject cat\nname another\nend\n`))
  expect(known.get('cat')?.attributes.get('name')).toBe('another')
})
