import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { zipArchive } from '../../../browser/archives/zip-archive.ts'
import { debianPackage, tarOf } from './packed-folders.ts'

const text = (words: string) => Buffer.from(words)
const zipped = (name: string, bytes: Buffer, onProgress: (share: number) => void = () => {}) =>
  zipArchive(new File([new Uint8Array(bytes)], name), onProgress)

test('the conversion of an archive to a zip reports progress and leaves out hidden files', async () => {
  const folder = {
    'maps/inn': text('inn '.repeat(5000)),
    'maps/.git/config': text('secret'),
    empty: text(''),
  }
  const shares: number[] = []
  const zip = await zipped('world.deb', debianPackage(await tarOf(folder)), (share) => shares.push(share))
  expect(zip.name).toBe('world.deb.zip')
  expect(zip.size).toBeLessThan(1000)
  const files = Object.entries(unzipSync(new Uint8Array(await zip.arrayBuffer())))
  expect(files.map(([path, bytes]) => [path, strFromU8(bytes)])).toEqual([
    ['maps/inn', 'inn '.repeat(5000)],
    ['empty', ''],
  ])
  expect(Math.max(...shares)).toBeGreaterThan(0.5)
})

function hugeTar(): Buffer {
  const header = Buffer.alloc(1024)
  header.write('big', 0)
  header.write('4000000000\0', 124)
  header.write('        ', 148)
  header.write('0', 156)
  header.write(
    `${header
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0')}\0 `,
    148,
  )
  return header
}

test.each([
  [
    'a file that is too large',
    'huge.tar',
    hugeTar(),
    'huge.tar is too large: it can unpack to at most 1024 MiB',
  ],
  ['no package', 'odd.deb', text('PK'), 'odd.deb is not a Debian package'],
  ['no gzip', 'odd.tar.gz', text('PK'), 'cannot unpack odd.tar.gz: '],
  ['nothing', 'none.tar', Buffer.alloc(1024), 'none.tar contains no files'],
])('an archive with %s is refused with a readable message', async (_, name, bytes, why) => {
  await expect(zipped(name, bytes)).rejects.toThrow(why)
})
