import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openState, readAdminToken } from '../../cli/state.ts'
import { emptyFolder } from './folder.ts'

test('tokens are 32 random bytes in base64url, made once and kept', () => {
  const folder = join(emptyFolder(), 'state')
  const first = openState(folder)
  expect(first.adminToken).toMatch(/^[\w-]{43}$/)
  expect(first.sidecarToken).toMatch(/^[\w-]{43}$/)
  expect(first.sidecarToken).not.toBe(first.adminToken)
  expect(openState(folder)).toEqual(first)
  expect(readAdminToken(folder)).toBe(first.adminToken)
})

test('the folder is for its owner alone (700), and so are the tokens (600)', () => {
  const { folder } = openState(join(emptyFolder(), 'state'))
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  for (const token of ['adminToken', 'sidecarToken']) {
    expect(statSync(join(folder, token)).mode & 0o777).toBe(0o600)
  }
})

test('a folder that is a file is refused in one line', () => {
  const file = join(emptyFolder(), 'state')
  writeFileSync(file, 'mine')
  expect(() => openState(file)).toThrow(/^cannot use .* as state folder: .+$/)
  expect(readFileSync(file, 'utf8')).toBe('mine')
})

test('where there is no state there is no token', () => {
  expect(readAdminToken(emptyFolder())).toBeUndefined()
})
