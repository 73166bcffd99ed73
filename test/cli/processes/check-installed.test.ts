import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import about from '../../../package.json' with { type: 'json' }
import { temporaryFolder } from '../temporary-folder.ts'

const root = resolve(import.meta.dirname, '../../..')
const check = 'cli/check-installed.cjs'

function started(isInstalled: boolean) {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'cli'))
  cpSync(join(root, check), join(folder, check))
  if (isInstalled) mkdirSync(join(folder, 'node_modules/commander'), { recursive: true })
  const words = ['-r', `./${check}`, '-e', 'console.log("goes on")']
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8' })
  return { status, stdout, stderr }
}

test('a script in a clone without npm ci ends with one sentence: exit code 1', () => {
  const stderr = 'The packages of this project are not installed. Run npm ci in its folder.\n'
  expect(started(false)).toEqual({ status: 1, stdout: '', stderr })
  expect(started(true)).toEqual({ status: 0, stdout: 'goes on\n', stderr: '' })
})

test('every script of a clone first checks that the packages are installed, itself or in the script before it', () => {
  const scripts: { readonly [name: string]: string } = about.scripts
  const checks = (name: string) => scripts[name]?.includes(check) === true
  // npm runs `preprepare` and `prepare` after an installation. `packetboat` reports a missing package itself, and
  // `version` runs `state`, which is checked.
  const exempt = ['preprepare', 'prepare', 'packetboat', 'version']
  const unchecked = Object.keys(scripts).filter((name) => !checks(name) && !checks(`pre${name}`))
  expect(unchecked.filter((name) => !exempt.includes(name))).toEqual([])
})
