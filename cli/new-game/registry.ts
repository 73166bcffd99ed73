// The registry of games as text, and a line more in it.
import { Failure } from '../terminal/failure.ts'
import type { GameName } from './name.ts'

/** The registry with one line more. Throws Failure for one that is not written as this expects. */
export function registered(text: string, { slug, value }: Pick<GameName, 'slug' | 'value'>): string {
  const list = /(export const games: readonly Game\[\] = \[[^\]]*?),?\s*\]/
  if (!list.test(text)) throw new Failure('games/index.ts has no list of games to add to')
  const withImport = text.replace(
    /^import (?![\s\S]*^import )/m,
    `import { ${value} } from './${slug}/index.ts'\nimport `,
  )
  return withImport.replace(list, `$1, ${value}]`)
}
