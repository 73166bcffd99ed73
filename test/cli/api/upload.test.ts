import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { readUpload } from '../../../cli/api/upload.ts'
import { temporaryFolder } from '../temporary-folder.ts'

function world(): string {
  const folder = join(temporaryFolder(), 'world')
  mkdirSync(join(folder, 'rooms/.git'), { recursive: true })
  writeFileSync(join(folder, 'map.txt'), 'map')
  writeFileSync(join(folder, 'rooms/a.dat'), 'room a')
  writeFileSync(join(folder, '.hidden'), 'secret')
  writeFileSync(join(folder, 'rooms/.git/config'), 'secret')
  symlinkSync('/etc/hostname', join(folder, 'link'))
  return folder
}

test('a folder is sent as a zip under its name, without dot files and links', async () => {
  const file = await readUpload(world())
  expect(file.name).toBe('world.zip')
  const entries = Object.entries(unzipSync(await file.bytes())).map(([name, bytes]) => [
    name,
    strFromU8(bytes),
  ])
  expect(entries).toEqual([
    ['map.txt', 'map'],
    ['rooms/a.dat', 'room a'],
  ])
})

test('the same folder always gives the same zip', async () => {
  const folder = world()
  const [first, second] = [await readUpload(folder), await readUpload(`${folder}/`)]
  expect(second.name).toBe('world.zip')
  expect(await first.bytes()).toEqual(await second.bytes())
})

test('a file is sent unchanged', async () => {
  const path = join(world(), 'map.txt')
  const file = await readUpload(path)
  expect([file.name, await file.text()]).toEqual(['map.txt', 'map'])
})

test('a file or zipped folder over the limit is rejected', async () => {
  const folder = world()
  await expect(readUpload(join(folder, 'map.txt'), { limit: 2 })).rejects.toThrow('is larger than 0 MiB')
  await expect(readUpload(folder, { limit: 100 })).rejects.toThrow('is larger than 0 MiB')
  await expect(readUpload(folder, { limit: 1000 })).resolves.toBeDefined()
})

test('a missing path or an empty folder fails with one line', async () => {
  await expect(readUpload('/nowhere/map')).rejects.toThrow(/^cannot read \/nowhere\/map: ENOENT.*$/)
  await expect(readUpload(temporaryFolder())).rejects.toThrow(/contains no files$/)
})
