import { expect, it } from 'vitest'
import { Artifacts } from '../../../../../games/crossfire/import/attributes/artifacts.ts'
import { ImportCoverage } from '../../../../../games/crossfire/import/catalog/coverage.ts'
import { parseArchetypes, parseMapObjects } from '../../../../../games/crossfire/import/format/objects.ts'
import { parseArtifacts } from '../../../../../games/crossfire/import/format/recipes.ts'
import {
  archetypesOfTreasureList,
  parseTreasureLists,
} from '../../../../../games/crossfire/import/format/treasures.ts'
import archetypes from './coverage.arc'
import treasures from './coverage.trs'
import artifacts from './coverage-artifacts.arc'

const holding = `${['phial', 'balm', 'sparkler', 'dud'].map((name) => `treasure ${name}s\narch ${name}\nend\n`).join('')}
treasureone mixed
arch spark
chance 3
more
arch riddling
chance 7
end
`

const archetypesIn = (text: string) =>
  new Map(parseArchetypes('archetypes', text).map((each) => [each.arch, each]))
const listsIn = (text: string) =>
  new Map(parseTreasureLists('treasures', text).map((each) => [each.name, each]))

/** The types that are not fully supported in a map with these objects. */
function mute(text: string): readonly string[] {
  const all = archetypesIn(archetypes)
  const lists = listsIn(treasures + holding)
  const made = new Artifacts(parseArtifacts('artifacts', artifacts))
  const coverage = new ImportCoverage({
    get: (name) => all.get(name),
    treasureLists: lists,
    artifacts: made.all,
    artifact: (name, { arch, attributes }) => made.named(name, arch, attributes),
    treasureList: (list, level) => archetypesOfTreasureList(lists, list, level),
  })
  coverage.count(parseMapObjects('a map', text))
  return [...coverage.types.values()].filter(({ things, living }) => living < things).map(({ name }) => name)
}
const drawing = (arch: string, list: string, ...says: string[]) =>
  `arch ${arch}\nrandomitems ${list}\n${says.map((line) => `${line}\n`).join('')}end\n`

it('[CF-20.9] a thing is unsupported if more than a tenth of its treasure list is unsupported', () => {
  expect([mute(drawing('chest', 'few')), mute(drawing('heap', 'few'))]).toEqual([[], []])
  for (const list of ['some', 'riddles']) expect(mute(drawing('chest', list))).toEqual(['treasure'])
  expect(mute(drawing('stall', 'few'))).toEqual([])
  expect(mute(drawing('stall', 'some'))).toEqual(['ware of a shop'])
  expect(mute('arch floor\nend\narch stall\nend\n')).toEqual([])
  expect(mute(drawing('mage', 'some', 'can_cast_spell 0'))).toEqual(['living'])
  expect(mute(drawing('mage', 'some', 'friendly 1'))).toEqual([])
  expect([mute(drawing('wand', 'sparks')), mute(drawing('wand', 'riddling'))]).toEqual([[], ['wand']])
})

it('[CF-20.9] [CF-25.3] a potion without effect counts as the artifacts that it can become, weighted by their chances', () => {
  expect(mute(drawing('chest', 'phials'))).toEqual([])
  expect(mute(drawing('chest', 'balms'))).toEqual(['treasure'])
  // A potion without effect that a map contains does not become an artifact.
  expect(mute('arch phial\nend\n')).toEqual(['potion'])
})

it('[CF-20.9] [CF-22.9] an item with a random spell is unsupported if no draw yields a supported spell', () => {
  expect(mute(drawing('chest', 'sparklers'))).toEqual([])
  expect(mute(drawing('chest', 'duds'))).toEqual(['treasure'])
  expect([mute('arch sparkler\nend\n'), mute('arch dud\nend\n')]).toEqual([[], ['wand']])
})

it('[CF-20.9] [CF-22.9] a caster is supported if the spells of its archetype and of its treasure list are supported', () => {
  expect(mute('arch sage\nend\n')).toEqual(['living'])
  expect(mute('arch sage\ncan_cast_spell 0\nend\n')).toEqual([])
  expect(mute(drawing('mage', 'sparks'))).toEqual([])
  expect(mute(drawing('mage', 'riddling', 'level 9'))).toEqual(['living'])
})

it('[CF-20.9] potion artifacts are collected once, not for each list entry with a potion', () => {
  const names = Array.from({ length: 200 }, (_, n) => `flask${n}`)
  const flasks = archetypesIn(names.map((name) => `Object ${name}\ntype 5\nend\n`).join(''))
  let looked = 0
  const artifact = {
    name: 'sparks',
    chance: 1,
    attributes: new Map([['type', '5']]),
    get allowedArchetypes() {
      looked++
      return names
    },
  }
  const list = `treasure flasks\n${[...names, ...names].map((name) => `arch ${name}\n`).join('more\n')}end\n`
  const coverage = new ImportCoverage({
    get: (name) => flasks.get(name),
    treasureLists: listsIn(list),
    artifacts: Array.from({ length: 1000 }, () => artifact),
    artifact: () => undefined,
    treasureList: () => [],
  })
  coverage.count(parseMapObjects('a map', 'arch map\nend\narch flask0\ntype 4\nrandomitems flasks\nend\n'))
  expect(coverage.living).toBe(0)
  expect(looked).toBeLessThanOrEqual(1000)
})

it("[CF-20.9] only the first 4,096 entries of a creature's treasure list are searched for its spells", () => {
  const entries = Array.from({ length: 4095 }, () => 'arch spark\nmagic 9\n').join('more\n')
  const lists = listsIn(`treasure one\nlist two\nend\ntreasure two\n${entries}more\narch late\nend\n`)
  expect(archetypesOfTreasureList(lists, 'two', 1)).toEqual(['late'])
  expect(archetypesOfTreasureList(lists, 'one', 1)).toEqual([])
  const many = `treasure many\n${Array.from({ length: 300 }, (_, n) => `arch spell${n}\n`).join('more\n')}end\n`
  expect(archetypesOfTreasureList(listsIn(many), 'many', 1)).toHaveLength(256)
})

it('[CF-20.9] keys that matter in fights count as dropped if no rule reads them', () => {
  const all = archetypesIn(
    'Object blade\ntype 15\ndam 3\nslaying troll\nitem_power 2\nend\nObject board\ntype 98\nresist_fire 10\nend\n',
  )
  const coverage = new ImportCoverage(all)
  coverage.count(
    parseMapObjects(
      'a map',
      'arch blade\nresist_fire 30\nattacktype 4\nend\narch board\nslaying a key\nend\narch board\nresist_cold 0\nend\n',
    ),
  )
  expect(coverage.keys.counts).toEqual({ keys: 6, dropped: [{ key: 'resist_fire', things: 2 }] })
  expect(coverage.share.keys).toBe(66.7)
  const later = new ImportCoverage(all, coverage.counted)
  expect(later.counted).toEqual(coverage.counted)
})

it('[CF-20.9] at most 1,000 unknown types and 1,000 dropped keys are listed one by one', () => {
  const coverage = new ImportCoverage(new Map())
  const objects = Array.from({ length: 1500 }, (_, n) => `arch a\ntype ${1000 + n}\nend\n`)
  const boards = Array.from({ length: 1500 }, (_, n) => `arch a\ntype 98\nresist_${n} 1\nend\n`)
  coverage.count(parseMapObjects('a map', [...objects, ...boards].join('')))
  const { types, keys, dropped, things } = coverage.counted
  expect([types.length, dropped.length, keys, things]).toEqual([1001, 1000, 1500, 3000])
})
