import { spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { strFromU8, unzipSync } from 'fflate'
import { packTar } from 'modern-tar'
import { expect, test } from 'vitest'
import { readUpload } from '../../../cli/api/upload.ts'
import { arOf } from '../../browser-unit/archives/packed-folders.ts'
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

test.runIf(process.platform === 'linux')('an endless device is rejected at the size limit', async () => {
  await expect(readUpload('/dev/zero', { limit: 1024 * 1024 })).rejects.toThrow(
    '/dev/zero is larger than 1 MiB',
  )
})

test('a missing path or an empty folder fails with one line', async () => {
  await expect(readUpload('/nowhere/map')).rejects.toThrow(/^cannot read \/nowhere\/map: ENOENT.*$/)
  await expect(readUpload(temporaryFolder())).rejects.toThrow(/contains no files$/)
})

/** A tar archive like that of `tar --create ./world`. */
const tar = () =>
  packTar([
    { header: { name: './', type: 'directory', size: 0 } },
    { header: { name: './maps/', type: 'directory', size: 0 } },
    { header: { name: './maps/inn', type: 'file', size: 3 }, body: 'inn' },
    { header: { name: `./${'long/'.repeat(40)}name`, type: 'file', size: 4 }, body: 'long' },
    { header: { name: './link', type: 'symlink', linkname: '/etc/hostname', size: 0 } },
    { header: { name: './.git/config', type: 'file', size: 6 }, body: 'secret' },
  ])

async function unpacked(name: string, bytes: Uint8Array): Promise<{ [name: string]: string }> {
  const file = await readUpload(packed(name, bytes), { unpacks: true })
  expect(file.name).toBe(`${name}.zip`)
  const files = Object.entries(unzipSync(await file.bytes()))
  return Object.fromEntries(files.map(([name, each]) => [name, strFromU8(each)]))
}

test('a tar, compressed or not, is sent as a zip of its files', async () => {
  const files = { 'maps/inn': 'inn', [`${'long/'.repeat(40)}name`]: 'long' }
  expect(await unpacked('world.tar', await tar())).toEqual(files)
  expect(await unpacked('world.tar.gz', gzipSync(await tar()))).toEqual(files)
  expect(await unpacked('world.tgz', gzipSync(await tar()))).toEqual(files)
  expect(await unpacked('world.tar.zst', zstdCompressSync(await tar()))).toEqual(files)
})

/** Whether the program `xz` is installed. Node cannot create such archives itself. */
const xz = spawnSync('xz', ['--version']).status === 0

test.runIf(xz)('a tar compressed with xz is sent as a zip of its files', async () => {
  const { stdout } = spawnSync('xz', ['--stdout'], { input: await tar() })
  expect(await unpacked('world.tar.xz', stdout)).toHaveProperty('maps/inn', 'inn')
  const damaged = packed('half.tar.xz', stdout.subarray(0, stdout.length - 9))
  await expect(readUpload(damaged, { unpacks: true })).rejects.toThrow('cannot unpack half.tar.xz: ')
})

test('a Debian package is sent as a zip of the files that it installs', async () => {
  const members = [
    ['debian-binary', Buffer.from('2.0\n')],
    ['control.tar.gz', gzipSync('of no interest')],
    ['data.tar.gz', gzipSync(await tar())],
  ] as const
  expect(Object.keys(await unpacked('world.deb', arOf(members)))).toContain('maps/inn')
  const without = readUpload(packed('none.deb', arOf(members.slice(0, 2))), { unpacks: true })
  await expect(without).rejects.toThrow('none.deb is a Debian package without files')
})

function packed(name: string, bytes: Uint8Array): string {
  const path = join(temporaryFolder(), name)
  writeFileSync(path, bytes)
  return path
}

test('a damaged archive is refused with an error that names it, but is sent unchanged without the option `unpacks`', async () => {
  const whole = gzipSync(await tar())
  const damaged = packed('world.tar.gz', whole.subarray(0, whole.length - 40))
  await expect(readUpload(damaged, { unpacks: true })).rejects.toThrow(/^cannot unpack world.tar.gz: /)
  await expect(readUpload(packed('odd.deb', whole), { unpacks: true })).rejects.toThrow(
    'odd.deb is not a Debian package',
  )
  const odd = arOf([['data.tar.lzma', whole]])
  await expect(readUpload(packed('old.deb', odd), { unpacks: true })).rejects.toThrow('unknown way')
  const sent = await readUpload(packed('world.tar.gz', whole))
  expect(Buffer.from(await sent.bytes()).equals(whole)).toBe(true)
})
