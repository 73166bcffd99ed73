import { expect, test } from 'vitest'
import { foldersWithTooManyFiles, maxFilesPerFolder } from '../../../cli/build/folder-size.ts'

test(`a folder with more than ${maxFilesPerFolder} source files directly in it is found; other files do not count`, () => {
  const files = (folder: string, count: number) =>
    Array.from({ length: count }, (_, i) => `${folder}/${i}.ts`)
  expect(
    foldersWithTooManyFiles([
      ...[...files('a', maxFilesPerFolder), 'a/x.md'],
      ...files('b', maxFilesPerFolder + 1),
    ]),
  ).toEqual(['b'])
})
