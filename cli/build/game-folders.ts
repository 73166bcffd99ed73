import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'

/** All folders of games/ except shared/. `root`: the project's folder. */
export function gameFolders(root: string): string[] {
  return readdirSync(resolve(root, 'games'), { withFileTypes: true })
    .filter((one) => one.isDirectory() && one.name !== 'shared')
    .map(({ name }) => name)
}
