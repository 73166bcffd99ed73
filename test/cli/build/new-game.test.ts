import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findBrokenRules, proseOfMarkdown, proseOfSource } from '../../../cli/build/prose.ts'
import { parseGameName } from '../../../cli/new-game/game-name.ts'
import { addToRegistry } from '../../../cli/new-game/register-game.ts'
import { filesFromTemplate } from '../../../cli/new-game/template-files.ts'
import { Failure } from '../../../cli/terminal/failure.ts'
import { forbiddenGlobals } from '../../boundaries/forbidden-names.ts'
import {
  fileCircles,
  foreignModules,
  gameCrossImports,
  gameRootFiles,
  importDirections,
  packetsInWorlds,
} from '../../boundaries/imports.ts'
import { sourcesOf } from '../../boundaries/repository.ts'
import { moduleState } from '../../boundaries/state.ts'

const existing = ['soaprun', 'doom-2077']
const named = (slug: string | undefined, prefixes: readonly string[] = ['SR', 'DM']) =>
  parseGameName(slug, existing, new Set(prefixes))

describe('the name of a new game', () => {
  it('is converted to the forms for folders, titles, types, values and rule ids', () => {
    expect(named('lantern-hall')).toEqual({
      slug: 'lantern-hall',
      title: 'Lantern Hall',
      type: 'LanternHall',
      value: 'lanternHall',
      prefix: 'LH',
    })
    expect(named('tide')).toMatchObject({ title: 'Tide', value: 'tide', prefix: 'TI' })
    expect(named('year-2000')).toMatchObject({ title: 'Year 2000', value: 'year2000', prefix: 'YE' })
  })

  it('gets a rule prefix that no other game has', () => {
    expect(named('sea-road').prefix).toBe('SE')
    expect(named('sea-road', ['SR', 'SE']).prefix).toBe('SEA')
    expect(named('ab', ['AB']).prefix).toBe('ABG')
  })

  it.each([
    [undefined, 'pass a name: npm run new-game lantern-hall'],
    ['Lantern', '"Lantern" is not a valid name: '],
    ['../up', '"../up" is not a valid name: '],
    ['2077', '"2077" is not a valid name: '],
    ['a--b', '"a--b" is not a valid name: '],
    ['a'.repeat(33), 'is not a valid name: '],
    ['soaprun', 'the game soaprun exists: games/soaprun'],
    ['doom2077', 'doom2077 has the same name in code as the game doom-2077'],
    ['api', 'api is reserved'],
    ['delete', 'delete is a reserved word'],
    ['await', 'await is a reserved word'],
  ])('is rejected: %s', (slug, detail) => {
    expect(() => named(slug)).toThrow(detail)
  })
})

describe('the files of a new game', () => {
  const files = filesFromTemplate(named('lantern-hall'), 7008)

  it('contain the new game’s names and none of the template’s names', () => {
    expect(files.map(({ path }) => path)).toContain('test/games/lantern-hall/lantern-hall-room.ts')
    for (const { path, text } of files) expect(text, path).not.toMatch(/say.?back|\bSB-|7007/i)
    const index = files.find(({ path }) => path === 'games/lantern-hall/index.ts')!
    expect(index.text).toContain("slug: 'lantern-hall',\n  title: 'Lantern Hall',")
    expect(index.text).toContain('port: 7008')
  })

  it('have every rule id of the document in the title of a test', () => {
    const document = files.find(({ path }) => path.endsWith('/PROTOCOL.md'))!.text
    const tests = files.filter(({ path }) => path.endsWith('.test.ts')).map(({ text }) => text)
    const rules = [...document.matchAll(/^- \*\*(LH-\d+\.\d+)\*\*/gm)].map(([, id]) => id!)
    expect(rules).toHaveLength(24)
    expect(rules.filter((id) => !tests.some((text) => text.includes(`'[${id}] `)))).toEqual([])
  })

  it('contain no wording that the check refuses', () => {
    const prose = files.flatMap(({ path, text }) =>
      path.endsWith('.md') ? proseOfMarkdown(text) : proseOfSource(path, text),
    )
    expect(prose.length).toBeGreaterThan(100)
    expect(prose.filter(({ text }) => findBrokenRules(text).length > 0)).toEqual([])
  })

  it('keep a name that resembles one of the template’s', () => {
    const odd = filesFromTemplate(named('zone-7007'), 7008).find(
      ({ path }) => path === 'games/zone-7007/index.ts',
    )!
    expect(odd.text).toContain("slug: 'zone-7007'")
  })

  it.each([
    fileCircles,
    forbiddenGlobals,
    foreignModules,
    gameCrossImports,
    importDirections,
    moduleState,
    gameRootFiles,
    packetsInWorlds,
  ])('satisfy the rules for imports between folders: %o', (check) => {
    const code = files.filter(({ path }) => /^games\/.*\.tsx?$/.test(path))
    const sources = new Map([
      ...sourcesOf('wire', 'games/shared'),
      ...code.map(({ path, text }) => [path, text] as const),
    ])
    expect(check(sources).filter((violation) => violation.includes('lantern-hall'))).toEqual([])
  })
})

describe('the registry line of a new game', () => {
  const registry = readFileSync(resolve(import.meta.dirname, '../../../games/index.ts'), 'utf8')

  it('consists of one import and the last entry of the list', () => {
    const text = addToRegistry(registry, { slug: 'lantern-hall', value: 'lanternHall' })
    expect(text).toContain("import { lanternHall } from './lantern-hall/index.ts'\n")
    expect(text).toMatch(/, lanternHall\]\n$/)
    const without = text.replace("import { lanternHall } from './lantern-hall/index.ts'\n", '')
    expect(without.replace(', lanternHall]', ']')).toBe(registry.replace(',\n]', ']'))
  })

  it('is not added if the file has no list of games', () => {
    expect(() => addToRegistry('export const games = []', { slug: 'a', value: 'a' })).toThrow(Failure)
  })
})
