import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commandLine } from '../../cli/fake-worker.ts'
import { temporaryFolder } from '../../cli/temporary-folder.ts'
import { PackageProcess, pollOptions } from '../running-site.ts'

const at = (state: string, ...words: string[]) =>
  new PackageProcess(['start', '--json', '--port', '0', '--ports', 'any', '--state', state, ...words])

test('start --backup backs up all rooms immediately, through the front proxy, and shuts down cleanly', async () => {
  const state = temporaryFolder()
  const folder = join(state, 'backups')
  const site = at(join(state, 'site'), '--backup', `to=${folder},every=24h,keep=2`)
  await expect
    .poll(() => existsSync(folder) && readdirSync(folder).some((name) => name.endsWith('.json')), pollOptions)
    .toBe(true)
  expect(await site.stop()).toBe(0)
  const { code, out } = await commandLine('backup', 'verify', folder)
  expect([code, out]).toEqual([0, [expect.stringMatching(/^1 backup with \d+ files: all OK$/)]])
})

test('start rejects an invalid --backup before it touches the state: exit code 2', async () => {
  const state = join(temporaryFolder(), 'site')
  const site = at(state, '--backup', 'to=x,every=1s')
  expect([await site.exit, site.errors, existsSync(state)]).toEqual([
    2,
    [expect.stringMatching(/^--backup\.every: /)],
    false,
  ])
})
