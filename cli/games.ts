// The games as folders, for what writes their documents and new ones: all of games/ but what they share.
import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'

/** Their slugs. `root`: of the project. */
export function gameFolders(root: string): string[] {
  return readdirSync(resolve(root, 'games'), { withFileTypes: true })
    .filter((one) => one.isDirectory() && one.name !== 'shared')
    .map(({ name }) => name)
}
