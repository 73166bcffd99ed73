// Lists the folders of the games for the generators of documents and new games: all folders of games/ except shared/.
import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'

/** The slugs of the games in `root`, the project's folder. */
export function gameFolders(root: string): string[] {
  return readdirSync(resolve(root, 'games'), { withFileTypes: true })
    .filter((one) => one.isDirectory() && one.name !== 'shared')
    .map(({ name }) => name)
}
