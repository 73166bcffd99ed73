// Adds a line to the text of the registry of games.
import { Failure } from '../terminal/failure.ts'
import type { GameName } from './game-name.ts'

/** The registry with the new game. Throws Failure for a registry of another form. */
export function addToRegistry(text: string, { slug, value }: Pick<GameName, 'slug' | 'value'>): string {
  const list = /(export const games: readonly Game\[\] = \[[^\]]*?),?\s*\]/
  if (!list.test(text)) throw new Failure('games/index.ts has no list of games in the expected form')
  const withImport = text.replace(
    /^import (?![\s\S]*^import )/m,
    `import { ${value} } from './${slug}/index.ts'\nimport `,
  )
  return withImport.replace(list, `$1, ${value}]`)
}
