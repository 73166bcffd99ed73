import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { buildCached } from '../../../cli/bundle/build-cache.ts'
import { temporaryFolder } from '../temporary-folder.ts'

function project() {
  const root = temporaryFolder()
  const write = (path: string, text: string) => {
    mkdirSync(join(root, path, '..'), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  write('wire/a.ts', 'a')
  write('node_modules/.package-lock.json', '{}')
  let made = 0
  const make = async (folder: string) => writeFile(join(folder, 'worker.js'), `made ${++made}`)
  return {
    root,
    write,
    build: () => buildCached(root, make),
    read: async () => readFileSync(join(await buildCached(root, make), 'worker.js'), 'utf8'),
  }
}

it('the build runs once for the same sources and again for changed ones', async () => {
  const { root, write, read } = project()
  expect([await read(), await read()]).toEqual(['made 1', 'made 1'])
  write('wire/a.ts', 'b')
  expect(await read()).toBe('made 2')
  write('games/chess/new.ts', '')
  expect(await read()).toBe('made 3')
  write('node_modules/.package-lock.json', '{"esbuild":2}')
  expect(await read()).toBe('made 4')
  rmSync(join(root, 'games'), { recursive: true })
  write('node_modules/.package-lock.json', '{}')
  write('wire/a.ts', 'a')
  expect(await read()).toBe('made 1')
})

it('two concurrent builds both get a complete folder, and a failed build leaves nothing', async () => {
  const { root, build } = project()
  const [first, second] = await Promise.all([build(), build()])
  expect(first).toBe(second)
  const all = join(first, '..')
  expect([readdirSync(all).length, readdirSync(first)]).toEqual([1, ['worker.js']])
  writeFileSync(join(root, 'wire/a.ts'), 'wrong')
  await expect(buildCached(root, () => Promise.reject(new Error('wrong')))).rejects.toThrow('wrong')
  expect(readdirSync(all).length).toBe(1)
})

it('builds that were not used for a month are removed', async () => {
  const { write, build } = project()
  const old = await build()
  utimesSync(old, 0, 0)
  write('wire/a.ts', 'b')
  const now = await build()
  expect(readdirSync(join(now, '..'))).toEqual([basename(now)])
})

it('other users may read a build', async () => {
  expect(statSync(await project().build()).mode & 0o777).toBe(0o755)
})

it.each([
  ['EACCES', /bundled cannot be written, and the Worker is not built \(EACCES\): run npm ci as the owner/],
  ['EROFS', /\(EROFS\): run npm ci as the owner of this checkout$/],
  ['ENOSPC', /^cannot build the Worker: the disk of .*bundled is full \(ENOSPC\)\. Free some space$/],
])('a build that fails with %s is reported in one sentence', async (code, message) => {
  const { root } = project()
  const denied = () => Promise.reject(Object.assign(new Error(`${code}: open 'worker.js'`), { code }))
  await expect(buildCached(root, denied)).rejects.toThrow(message)
})
