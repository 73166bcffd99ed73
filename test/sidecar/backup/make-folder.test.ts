import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '../../../sidecar/backup/make-folder.ts'
import { temporaryFolder } from '../../cli/temporary-folder.ts'

test('a folder is created with its parents, and an existing one is accepted', async () => {
  const path = join(temporaryFolder(), 'a/b/c')
  await makeFolder(path)
  await makeFolder(path)
  expect(statSync(path).isDirectory()).toBe(true)
})

test('no folder is created in place of a file or inside of a file', async () => {
  const file = join(temporaryFolder(), 'file')
  writeFileSync(file, '')
  await expect(makeFolder(file)).rejects.toMatchObject({ code: 'EEXIST' })
  await expect(makeFolder(join(file, 'a'))).rejects.toMatchObject({ code: 'ENOTDIR' })
})

test.skipIf(process.platform !== 'linux')(
  'creating a folder fails at once where none can be created, such as in /proc',
  async () => {
    for (const path of ['/proc/a', '/proc/a/b/c'])
      await expect(makeFolder(path)).rejects.toMatchObject({ code: 'ENOENT' })
  },
)
