import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import {
  openStateFolder,
  prepareStateFolder,
  readAdminToken,
  stateFolderFailure,
} from '../../../cli/runtime/state-folder.ts'
import { acquireLock } from '../../../cli/runtime/state-lock.ts'
import { commandLine } from '../fake-worker.ts'
import { temporaryFolder } from '../temporary-folder.ts'

test('tokens are 32 random bytes in base64url, created once', () => {
  const folder = join(temporaryFolder(), 'state')
  const first = openStateFolder(folder)
  expect(first.adminToken).toMatch(/^[\w-]{43}$/)
  expect(first.sidecarToken).toMatch(/^[\w-]{43}$/)
  expect(first.sidecarToken).not.toBe(first.adminToken)
  expect(openStateFolder(folder)).toEqual(first)
  expect(readAdminToken(folder)).toBe(first.adminToken)
})

test('the state folder has mode 700, and its token files have mode 600', () => {
  const { folder } = openStateFolder(join(temporaryFolder(), 'state'))
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  for (const token of ['adminToken', 'sidecarToken']) {
    expect(statSync(join(folder, token)).mode & 0o777).toBe(0o600)
  }
})

test('a token that no HTTP header can contain is replaced with a warning, and its file is renamed', () => {
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

test('a state folder that is a file is rejected in one line', () => {
  const file = join(temporaryFolder(), 'state')
  writeFileSync(file, 'mine')
  const why =
    /^cannot use .* as state folder: .+\. To fix it, choose another folder with --state; (this|a part of this) path is a file/
  expect(() => openStateFolder(file)).toThrow(why)
  expect(() => openStateFolder(join(file, 'deeper'))).toThrow(why)
  expect(readFileSync(file, 'utf8')).toBe('mine')
})

test('a folder with other files is rejected and keeps its mode, but a new disk or home folder is accepted', () => {
  const folder = temporaryFolder()
  for (const name of ['lost+found', '.profile']) mkdirSync(join(folder, name))
  expect(prepareStateFolder(folder).folder).toBe(folder)
  writeFileSync(join(folder, 'notes'), 'mine')
  chmodSync(folder, 0o755)
  expect(() => openStateFolder(folder)).toThrow(/contains other files: choose an empty folder with --state$/)
  expect([statSync(folder).mode & 0o777, readdirSync(folder).length]).toEqual([0o755, 3])
})

test('a start that finds the lock of another start creates no token, because the other start may be creating it', async () => {
  const { folder, lock } = prepareStateFolder(join(temporaryFolder(), 'state'))
  const held = await acquireLock(lock)
  onTestFinished(() => held.release())
  const { code, err } = await commandLine('start', '--state', folder)
  expect([code, err]).toEqual([1, [expect.stringContaining('is in use by process')]])
  expect(existsSync(join(folder, 'adminToken'))).toBe(false)
})

test.each([
  ['EACCES', /make it writable for your user, or choose another folder with --state/],
  ['EROFS', /choose another folder with --state; this one is on a read-only disk/],
  ['ENOSPC', /free some space on its disk/],
  ['EIO', /choose another with --state/],
])('the error %s of a state folder is reported with a remedy, in one line', (code, mend) => {
  const error = Object.assign(new Error(`${code}: of the system\n    at somewhere`), { code })
  const { message } = stateFolderFailure('worlds', error)
  expect(message).toMatch(
    new RegExp(`^cannot use worlds as state folder: ${code}: of the system. To fix it, `),
  )
  expect(message).toMatch(mend)
  expect(message).not.toContain('\n')
})

// Linux has /dev/full, to which every write fails with ENOSPC.
test.runIf(existsSync('/dev/full'))(
  'a command that cannot write the lock to a full disk prints one line and exits with code 1',
  async () => {
    const folder = join(temporaryFolder(), 'state')
    openStateFolder(folder)
    symlinkSync('/dev/full', join(folder, `lock.json.${process.pid}.new`))
    const { code, out, err } = await commandLine('start', '--state', folder)
    expect([code, out]).toEqual([1, []])
    expect(err).toEqual([expect.stringMatching(/^cannot use .* ENOSPC: .* free some space on its disk/)])
    expect(
      readdirSync(folder)
        .filter((name) => name.startsWith('lock.json.'))
        .sort(),
    ).toEqual(['lock.json.held'])
  },
)

test('an empty state folder has no token', () => {
  expect(readAdminToken(temporaryFolder())).toBeUndefined()
})
