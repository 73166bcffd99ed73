// Adds a new game to the registry and to the lists of games in tests and documents.
import { Failure } from '../terminal/failure.ts'
import type { GameName } from './game-name.ts'

interface Registration {
  /** The path of the file, relative to the project's root. */
  readonly path: string
  add(text: string, name: GameName): string
}

export const registrationPlaces: readonly Registration[] = [
  { path: 'games/index.ts', add: addToRegistry },
  {
    path: 'docs/README.md',
    add: (text, { slug, title }) =>
      insert(
        text,
        /^(?:- \[[^\]]+\]\(\.\.\/games\/[^)]+PROTOCOL\.md\)\n)+/m,
        (list) => `${list}- [${title}](../games/${slug}/PROTOCOL.md)\n`,
      ),
  },
  {
    path: 'bench/growth/game-tables.ts',
    add: (text, { slug }) =>
      insert(
        text,
        /\n\]\n$/,
        () => `
  {
    in: '${slug}',
    table: 'game/lines/*',
    kind: 'capped',
    rows: 32,
    bytes: 32 * 640,
    by: 'the newest 32 lines',
  },
]
`,
      ),
  },
  {
    path: 'bench/cost/loads.ts',
    add: (text, { slug, value }) =>
      addToMap(
        text,
        'playerLoads',
        `['${slug}', ${value}Load]`,
        `import { ${value}Load } from './players/${slug}.ts'`,
      ),
  },
  {
    path: 'test/simulator/models/index.ts',
    add: (text, { slug, value }) =>
      addToMap(
        text,
        'gameModels',
        `['${slug}', ${value}Model as unknown as GameModel]`,
        `import { ${value}Model } from './${slug}.ts'`,
      ),
  },
  {
    path: 'test/room/games/game-fixtures.ts',
    add(text, { slug, value }) {
      const withKind = insert(
        text,
        /^(export const kinds[^=]*= \[\n[\s\S]*?)^\]\n/m,
        (list) =>
          `${list.slice(0, -2)}  { title: 'the first line', game: '${slug}', covers: ['no upload'] },\n]\n`,
      )
      const withPlayer = insert(
        withKind,
        /^ {4}default:\n/m,
        (rest) =>
          `    case '${slug}':\n      return [[${value}.fromClient.encode({ type: 'HELO', name: 'Ann' })]]\n${rest}`,
      )
      return addImport(withPlayer, `import * as ${value} from '../../../games/${slug}/packets.ts'`)
    },
  },
]

/** Throws Failure if the registry does not have the expected form. */
export function addToRegistry(text: string, { slug, value }: Pick<GameName, 'slug' | 'value'>): string {
  const list = /(export const games: readonly Game\[\] = \[[^\]]*?),?\s*\]/
  if (!list.test(text)) throw new Failure('games/index.ts has no list of games in the expected form')
  return addImport(text, `import { ${value} } from './${slug}/index.ts'`).replace(list, `$1, ${value}]`)
}

function addToMap(text: string, name: string, row: string, imported: string): string {
  const list = new RegExp(`^export const ${name}\\b[^=]*= new Map\\(\\[\\n[\\s\\S]*?^\\]\\)\\n`, 'm')
  return addImport(
    insert(text, list, (map) => `${map.slice(0, -'])\n'.length)}  ${row},\n])\n`),
    imported,
  )
}

function addImport(text: string, line: string): string {
  return insert(text, /^import (?![\s\S]*^import )/m, (last) => `${line}\n${last}`)
}

function insert(text: string, where: RegExp, change: (found: string) => string): string {
  if (!where.test(text)) throw new Failure(`a list of games does not match ${where.source}`)
  return text.replace(where, change)
}
