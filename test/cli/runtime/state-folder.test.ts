import { existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openStateFolder, readAdminToken, stateFolderFailure } from '../../../cli/runtime/state-folder.ts'
import { commandLine } from '../fake-worker.ts'
import { temporaryFolder } from '../temporary-folder.ts'

test('tokens are 32 random bytes in base64url, made once and kept', () => {
  const folder = join(temporaryFolder(), 'state')
  const first = openStateFolder(folder)
  expect(first.adminToken).toMatch(/^[\w-]{43}$/)
  expect(first.sidecarToken).toMatch(/^[\w-]{43}$/)
  expect(first.sidecarToken).not.toBe(first.adminToken)
  expect(openStateFolder(folder)).toEqual(first)
  expect(readAdminToken(folder)).toBe(first.adminToken)
})

test('the folder is for its owner alone (700), and so are the tokens (600)', () => {
  const { folder } = openStateFolder(join(temporaryFolder(), 'state'))
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  for (const token of ['adminToken', 'sidecarToken']) {
    expect(statSync(join(folder, token)).mode & 0o777).toBe(0o600)
  }
})

test('a token that no header can carry is set aside and named, and another takes its place', () => {
  const folder = join(temporaryFolder(), 'state')
  const first = openStateFolder(folder)
  writeFileSync(join(folder, 'sidecarToken'), Buffer.alloc(44))
  const second = openStateFolder(folder)
  expect(second.sidecarToken).toMatch(/^[\w-]{43}$/)
  expect(second.adminToken).toBe(first.adminToken)
  expect(second.warnings).toEqual([expect.stringContaining(join(folder, 'sidecarToken.damaged'))])
  expect(readFileSync(join(folder, 'sidecarToken.damaged'))).toEqual(Buffer.alloc(44))
  expect(openStateFolder(folder).warnings).toEqual([])
})

test('a folder that is a file is refused in one line', () => {
  const file = join(temporaryFolder(), 'state')
  writeFileSync(file, 'mine')
  const why =
    /^cannot use .* as state folder: .+\. What helps: choose another folder with --state; there is a file/
  expect(() => openStateFolder(file)).toThrow(why)
  expect(() => openStateFolder(join(file, 'deeper'))).toThrow(why)
  expect(readFileSync(file, 'utf8')).toBe('mine')
})

test.each([
  ['EACCES', /make it yours to write, or choose another folder with --state/],
  ['EROFS', /choose another folder with --state; this one is on a disk that is read only/],
  ['ENOSPC', /free some space on its disk, which is full/],
  ['EIO', /choose another with --state/],
])('%s is said with what to do about it, in one line', (code, mend) => {
  const error = Object.assign(new Error(`${code}: of the system\n    at somewhere`), { code })
  const { message } = stateFolderFailure('worlds', error)
  expect(message).toMatch(
    new RegExp(`^cannot use worlds as state folder: ${code}: of the system. What helps: `),
  )
  expect(message).toMatch(mend)
  expect(message).not.toContain('\n')
})

// Linux has a file to which nothing can be written for lack of space.
test.runIf(existsSync('/dev/full'))('a disk that is full when the lock is written: 1, one line', async () => {
  const folder = join(temporaryFolder(), 'state')
  openStateFolder(folder)
  symlinkSync('/dev/full', join(folder, `lock.json.${process.pid}.new`))
  const { code, out, err } = await commandLine('start', '--state', folder)
  expect([code, out]).toEqual([1, []])
  expect(err).toEqual([expect.stringMatching(/^cannot use .* ENOSPC: .* free some space on its disk/)])
})

test('where there is no state there is no token', () => {
  expect(readAdminToken(temporaryFolder())).toBeUndefined()
})
