// The parsers of imported files. Formatted data parses to the same data, all constructs are supported, and errors are
// reported.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatAnimation, parseAnimations } from '../../../../../games/crossfire/import/format/animations.ts'
import { parseDialogue } from '../../../../../games/crossfire/import/format/dialogues.ts'
import {
  iterateCollectedPictures,
  parseFaceMetadata,
  parsePicturePath,
} from '../../../../../games/crossfire/import/format/faces.ts'
import { ImportError } from '../../../../../games/crossfire/import/format/import-error.ts'
import {
  formatObject,
  type ObjectDefinition,
  parseArchetypes,
  parseMapObjects,
} from '../../../../../games/crossfire/import/format/objects.ts'
import { parseQuests } from '../../../../../games/crossfire/import/format/quests.ts'
import { parseArtifacts, parseFormulae } from '../../../../../games/crossfire/import/format/recipes.ts'
import { parseRegions } from '../../../../../games/crossfire/import/format/regions.ts'
import {
  parseTreasureLists,
  type TreasureEntry,
  type TreasureList,
} from '../../../../../games/crossfire/import/format/treasures.ts'
import { uploadedFile } from '../../../../../games/shared/uploaded-file.ts'
import { assertProperty } from '../../../../property.ts'
import * as world from '../harness/small-world.ts'

function formatTreasureList({ name, picksOne, entries }: TreasureList): string {
  return `${picksOne ? 'treasureone' : 'treasure'} ${name}\n${entries.map(formatEntry).join('more\n')}end\n`
}

function formatEntry({ arch, list, chance, count, attributes, ifTaken, ifNotTaken }: TreasureEntry): string {
  const lines = [
    ...(arch === undefined ? [] : [`arch ${arch}`]),
    ...(list === undefined ? [] : [`list ${list}`]),
    `chance ${chance}`,
    ...(count ? [`nrof ${count}`] : []),
    ...[...attributes].map(([key, value]) => (value ? `${key} ${value}` : key)),
    ...(ifTaken.length ? [`yes\n${ifTaken.map(formatEntry).join('more\n')}end`] : []),
    ...(ifNotTaken.length ? [`no\n${ifNotTaken.map(formatEntry).join('more\n')}end`] : []),
  ]
  return `${lines.join('\n')}\n`
}

const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const keywords = /^(arch|end|x|y|msg|lore|maplore|anim|Object|More|more|yes|no|list|chance|nrof)$/
const word = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_/.:-]{0,12}$/).filter((text) => !keywords.test(text))
const value = fc.stringMatching(/^[!-~\xa1-\xff]([ -~\xa1-\xff]{0,20}[!-~\xa1-\xff])?$/)
const text = fc
  .array(fc.stringMatching(/^[ -~]{0,20}$/), { maxLength: 4 })
  .map((lines) => lines.join('\n'))
  .filter((said) => !/^\s*(end|mina)/m.test(said) && !said.endsWith('\n') && said !== '')
const attributes = fc
  .tuple(
    fc.dictionary(word, fc.oneof(value, fc.constant('')), { maxKeys: 4, noNullPrototype: true }),
    fc.option(text),
  )
  .map(
    ([keys, msg]) => new Map([...Object.entries(keys), ...(msg === null ? [] : ([['msg', msg]] as const))]),
  )

const object = fc.letrec<{ object: ObjectDefinition }>((tie) => ({
  object: fc.record({
    arch: word,
    line: fc.constant(0),
    x: fc.integer({ min: -9, max: 200 }),
    y: fc.integer({ min: -9, max: 200 }),
    attributes,
    inside: fc.oneof({ depthSize: 'small' }, fc.constant([]), fc.array(tie('object'), { maxLength: 2 })),
    otherParts: fc.constant([]),
  }),
})).object

/** The object without its line numbers, for comparison. */
function placeless(each: ObjectDefinition): ObjectDefinition {
  return { ...each, line: 0, inside: each.inside.map(placeless), otherParts: each.otherParts.map(placeless) }
}

describe('[CF-20.1] objects', () => {
  it('formatted objects parse to the same objects', () => {
    assertProperty(
      fc.property(fc.array(object, { maxLength: 4 }), (objects) => {
        const written = latin1(objects.map((each) => formatObject(each)).join(''))
        expect([...parseMapObjects('m', written)].map(placeless)).toEqual(objects)
      }),
    )
  })

  it('an object can consist of several parts, and keeps its texts and unknown keys', () => {
    const read = parseArchetypes('archetypes', world.archetypes)
    const tower = read.find(({ arch }) => arch === 'tower')!
    expect(tower.otherParts.map(({ arch, x, y }) => [arch, x, y])).toEqual([
      ['tower_2', 1, 0],
      ['tower_3', 0, 1],
    ])
    expect(tower.attributes.get('msg')).toBe('It leans.\n\n Two lines of it.')
    expect(tower.attributes.get('editable')).toBe('7')
    const again = parseArchetypes('again', read.map((each) => formatObject(each, 'Object')).join(''))
    expect(again.map(placeless)).toEqual(read.map(placeless))
  })

  it('map objects contain other objects', () => {
    const [head, ...rest] = [...parseMapObjects('hill', world.hillMap)]
    expect(head?.attributes.get('tile_path_2')).toBe('hill_east')
    expect(head?.attributes.get('maplore')).toBe('It was a hill before it was a map.')
    const crate = rest.at(-1)!
    expect([crate.x, crate.y, crate.inside[0]?.attributes.get('colour_of_nobody')]).toEqual([1, 0, 'white'])
  })

  it('carriage returns, indentation and a missing last line feed make no difference', () => {
    const dos = world.hillMap.replaceAll('\n', '\r\n').replaceAll('arch meadow', '  arch meadow').trimEnd()
    expect([...parseMapObjects('hill', dos)].length).toBe([...parseMapObjects('hill', world.hillMap)].length)
  })
})

describe('[CF-20.1] other files', () => {
  it('animations are parsed', () => {
    const read = parseAnimations('animations', world.animations)
    expect(read.map(({ name, facings, faces }) => [name, facings, faces.length])).toEqual([
      ['tower', 1, 2],
      ['cat', 2, 4],
    ])
    expect(parseAnimations('again', read.map(formatAnimation).join(''))).toEqual(read)
  })

  it('formatted treasure lists parse to the same lists', () => {
    const read = parseTreasureLists('treasures', world.treasures)
    expect(read[0]?.entries[1]?.ifNotTaken[0]?.attributes.get('magic')).toBe('2')
    expect(read.map(({ picksOne }) => picksOne)).toEqual([false, true])
    const { entry } = fc.letrec<{ entry: TreasureEntry; entries: readonly TreasureEntry[] }>((tie) => ({
      entries: fc.oneof({ depthSize: 'small' }, fc.constant([]), fc.array(tie('entry'), { maxLength: 2 })),
      entry: fc
        .record({
          arch: fc.option(word, { nil: undefined }),
          chance: fc.nat(100),
          count: fc.nat(9),
          attributes: fc.dictionary(word, value, { maxKeys: 2 }).map((keys) => new Map(Object.entries(keys))),
          ifTaken: tie('entries'),
          ifNotTaken: tie('entries'),
        })
        .map(({ arch, ...rest }) => ({ ...rest, ...(arch !== undefined && { arch }) })),
    }))
    assertProperty(
      fc.property(word, fc.boolean(), fc.array(entry, { maxLength: 3 }), (name, picksOne, entries) => {
        expect(parseTreasureLists('t', latin1(formatTreasureList({ name, picksOne, entries })))).toEqual([
          { name, picksOne, entries },
        ])
      }),
    )
  })

  it('artifacts and formulae are parsed', () => {
    const artifacts = parseArtifacts('artifacts', world.artifactsFile)
    expect(artifacts.map(({ name, allowedArchetypes, chance }) => [name, allowedArchetypes, chance])).toEqual(
      [
        ['kindness', ['milk', '!crate'], 20],
        ['old age', [], 3],
      ],
    )
    expect(artifacts[1]?.attributes.get('type')).toBe('54')
    const formulae = parseFormulae('formulae', world.formulae)
    expect(formulae[0]?.ingredients).toEqual(['2 bowl of milk', 'cat'])
  })

  it('regions and faces are parsed', () => {
    const regions = parseRegions('regions', world.regionsFile)
    expect(regions.map(({ name, attributes }) => [name, attributes.get('jail')])).toEqual([
      ['hill', undefined],
      ['land', '/hill/cellar 1 2'],
    ])
    const { faces } = parseFaceMetadata('faces', world.faces)
    expect(faces).toEqual([{ name: 'meadow.111', magicMap: 'green' }, { name: 'tower.111' }])
    const source = parseFaceMetadata(
      'cat.face',
      `face cat.131\nforeground grey\nend\nanimation cat\ncat.131\nmina\n`,
    )
    expect(source).toEqual({
      faces: [{ name: 'cat.131', magicMap: 'grey' }],
      animations: [{ name: 'cat', facings: 1, faces: ['cat.131'] }],
    })
  })

  it('pictures of a collected archive and names of a source archive are parsed', () => {
    const archive = latin1('IMAGE 3 ./arch/a/cat.131\nabcIMAGE 00004 2 post.111\nde')
    expect([...iterateCollectedPictures('crossfire.0', uploadedFile('crossfire.0', archive))]).toEqual([
      { name: 'cat.131', from: 25, length: 3 },
      { name: 'post.111', from: 51, length: 2 },
    ])
    expect(parsePicturePath('arch/monster/cat.base.131.png')).toEqual({ name: 'cat.131', set: 'base' })
    expect(parsePicturePath('arch/monster/cat.png')).toBeUndefined()
  })
})

it('[CF-11.9] titles and descriptions of quests are cut off, so that twenty quests fit a packet', () => {
  const long = 'a'.repeat(16_000)
  const text = `description\n${long}\nend_description\n`
  const [quest] = parseQuests(
    'q',
    () => `quest q\ntitle ${long}\n${text}step 1\n${text}end_step\nend_quest\n`,
  )
  expect(
    [quest!.title, quest!.description, quest!.stages.get(1)!.description].map(({ length }) => length),
  ).toEqual([120, 1500, 1500])
})

describe('[CF-20.2] invalid files', () => {
  const deep = 'arch a\n'.repeat(40)
  const keys = Array.from({ length: 513 }, (_, n) => `key${n} 1\n`).join('')
  it.each([
    [
      'a map that ends inside an object',
      () => [...parseMapObjects('m', 'arch a\nx 1\n')],
      'm line 1: a has no end',
    ],
    [
      'no object',
      () => [...parseMapObjects('m', 'arch a\nend\nhello\n')],
      'm line 3: expected an object (arch …), found "hello"',
    ],
    [
      'a coordinate that is not a number',
      () => [...parseMapObjects('m', 'arch a\nx 1e\n')],
      'm line 2: "1e" is not an integer',
    ],
    [
      'a text without an end',
      () => [...parseMapObjects('m', 'arch a\nmsg\nhi')],
      'm line 2: missing endmsg for the text that begins here',
    ],
    ['depth', () => [...parseMapObjects('m', deep)], 'm line 18: objects nested more than 16 deep'],
    [
      'a long line',
      () => [...parseMapObjects('m', `arch ${'a'.repeat(20_000)}\n`)],
      'm line 1: a line longer than 16384 characters',
    ],
    [
      'a part without a head',
      () => parseArchetypes('a', 'More\nObject x\nend\n'),
      'a line 3: More without a preceding part',
    ],
    [
      'a picture beyond the end',
      () => [...iterateCollectedPictures('c', uploadedFile('c', latin1('IMAGE 9 a\nbc')))],
      'c: the file ends inside the picture a',
    ],
    [
      'a picture of negative length',
      () => [...iterateCollectedPictures('c', uploadedFile('c', latin1('IMAGE -1 a\n')))],
      'c: a: invalid picture size of -1 bytes',
    ],
    [
      'a missing picture',
      () => [...iterateCollectedPictures('c', uploadedFile('c', latin1('PNG')))],
      'c: expected a picture (IMAGE …) at byte 0',
    ],
    [
      'a dialogue of too many files',
      () =>
        parseDialogue('d', (file) =>
          latin1(file === 'd' ? `{"rules":[{"include":${JSON.stringify(Array(300).fill('e'))}}]}` : '{}'),
        ),
      'e: more than 200 files',
    ],
    [
      'quest files that are too long together',
      () => parseQuests('q', (file) => (file === 'q' ? 'include r\n' : '# a\n'.repeat(2 ** 21))),
      'r: the quest files have more than 4 MiB',
    ],
    ['facings', () => parseAnimations('a', 'anim x\nfacings 99\n'), 'a line 2: 99 facings: must be 1 to 8'],
    [
      'an unterminated list',
      () => parseTreasureLists('t', 'treasure x\narch a\n'),
      't line 1: the list that begins here has no end',
    ],
    [
      'an entry of 513 keys',
      () => parseTreasureLists('t', `treasure a\n${keys}end\n`),
      't line 514: an entry with more than 512 keys',
    ],
  ])('%s is reported with file and line', (_, read, why) => {
    expect(read).toThrow(ImportError)
    expect(read).toThrow(why)
  })

  it('any truncated or changed file is parsed or throws an ImportError', () => {
    const files = [
      [world.archetypes, (bytes: Uint8Array) => parseArchetypes('f', bytes)],
      [world.hillMap, (bytes: Uint8Array) => [...parseMapObjects('f', bytes)]],
      [world.treasures, (bytes: Uint8Array) => parseTreasureLists('f', bytes)],
      [world.artifactsFile, (bytes: Uint8Array) => parseArtifacts('f', bytes)],
      [world.formulae, (bytes: Uint8Array) => parseFormulae('f', bytes)],
      [world.animations, (bytes: Uint8Array) => parseAnimations('f', bytes)],
      [world.regionsFile, (bytes: Uint8Array) => parseRegions('f', bytes)],
      [world.faces, (bytes: Uint8Array) => parseFaceMetadata('f', bytes)],
    ] as const
    const spots = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 5 })
    assertProperty(
      fc.property(fc.constantFrom(...files), fc.nat(), spots, ([file, read], end, changes) => {
        const bytes = latin1(file).slice(0, end % (file.length + 1))
        for (const [at, byte] of changes) if (bytes.length > 0) bytes[at % bytes.length] = byte
        try {
          read(bytes)
        } catch (error) {
          expect(error).toBeInstanceOf(ImportError)
        }
      }),
    )
  })
})
