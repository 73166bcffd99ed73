import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import about from '../../../package.json' with { type: 'json' }
import { temporaryFolder } from '../temporary-folder.ts'

const root = resolve(import.meta.dirname, '../../..')
const check = join(root, 'cli/check-node-version.cjs')

function started(version: string) {
  const file = join(temporaryFolder(), 'another-node.cjs')
  const versions = `{ ...process.versions, node: ${JSON.stringify(version)} }`
  writeFileSync(file, `Object.defineProperty(process, 'versions', { value: ${versions} })`)
  const words = ['-r', file, '-r', check, '-e', 'console.log("goes on")']
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' })
  return { status, stdout, stderr }
}

const [, least] = /^>=(.*)$/.exec(about.engines.node) ?? []

test.each(['18.20.8', '20.20.2', '22.9.0', '22.17.99'])(
  'Node %s is rejected with one sentence: exit code 1',
  (version) => {
    expect(started(version)).toEqual({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(
        new RegExp(`^Packetboat needs Node ${least} or newer; this is ${version}\\. .*\n$`),
      ),
    })
  },
)

test.each(['22.18.0', '22.22.1', '24.0.0', '100.1.2'])('Node %s is accepted', (version) => {
  expect(started(version)).toEqual({ status: 0, stdout: 'goes on\n', stderr: '' })
})

test('npm start and the command check the version first, from source and in the package', () => {
  const before = /^exec node -r \.\/cli\/check-node-version\.cjs cli\/packetboat\.ts/
  expect([about.scripts.start, about.scripts.packetboat]).toEqual([
    expect.stringMatching(before),
    expect.stringMatching(before),
  ])
  expect(about.engines.node).toBe('>=22.18.0') // the first version that runs TypeScript
})
