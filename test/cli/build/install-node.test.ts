// cli/node/install-node.cjs in a copy of the project, with a faked version of Node and an npm that installs a script.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import about from '../../../package.json' with { type: 'json' }
import { temporaryFolder } from '../temporary-folder.ts'

const root = resolve(import.meta.dirname, '../../..')
const lock = JSON.parse(readFileSync(join(root, 'cli/node/package-lock.json'), 'utf8'))

interface Project {
  readonly folder: string
  /** Runs the script with `version` as the version of Node, on Windows if `platform` is `win32`. */
  install(version: string, platform?: NodeJS.Platform): { status: number | null; stderr: string }
  npm(): string[]
}

/** `installs`: the file that npm puts into node_modules, or a failure. */
function project(installs: string): Project {
  const folder = temporaryFolder()
  cpSync(join(root, 'cli/node'), join(folder, 'cli/node'), { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ engines: about.engines }))
  const calls = join(folder, 'calls')
  const npm = join(folder, 'npm.cjs')
  writeFileSync(
    npm,
    `const fs = require('fs')
fs.appendFileSync(${JSON.stringify(calls)}, process.argv.slice(2).join(' ') + '\\n')
fs.readFileSync('package-lock.json')
${installs}`,
  )
  return {
    folder,
    install(version, platform = process.platform) {
      const faked = join(folder, 'faked.cjs')
      const versions = `{ ...process.versions, node: ${JSON.stringify(version)} }`
      const values = `{ versions: { value: ${versions} }, platform: { value: ${JSON.stringify(platform)} } }`
      writeFileSync(faked, `Object.defineProperties(process, ${values})`)
      const words = ['-r', faked, join(folder, 'cli/node/install-node.cjs')]
      const env = { ...process.env, npm_execpath: npm, npm_config_omit: 'optional' }
      const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8', env })
      return { status, stderr }
    },
    npm: () => (existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : []),
  }
}

const oneBinary = `if (process.env.npm_config_omit) throw new Error('optional packages are omitted')
fs.mkdirSync('node_modules/node-here/bin', { recursive: true })
fs.writeFileSync('node_modules/node-here/bin/node', '#!/bin/sh\\necho v24.21.0\\n', { mode: 0o755 })`

test.skipIf(process.platform === 'win32')(
  'if Node is too old, the locked version is installed into node_modules/.bin once, and no scripts run',
  () => {
    const { folder, install, npm } = project(oneBinary)
    expect(install('20.20.2')).toEqual({ status: 0, stderr: '' })
    const { stdout } = spawnSync(join(folder, 'node_modules/.bin/node'), ['--version'], { encoding: 'utf8' })
    expect(stdout).toBe('v24.21.0\n')
    expect(existsSync(join(folder, 'node_modules/.node'))).toBe(false)
    expect(install('20.20.2')).toEqual({ status: 0, stderr: '' })
    expect(npm()).toEqual([expect.stringMatching(/^ci --ignore-scripts /)])
  },
)

test.each(['22.18.0', '24.0.0', '26.10.0'])('Node %s is recent enough: nothing is installed', (version) => {
  const { folder, install, npm } = project(oneBinary)
  expect(install(version)).toEqual({ status: 0, stderr: '' })
  expect([npm(), existsSync(join(folder, 'node_modules'))]).toEqual([[], false])
})

test('on Windows, whose shell has no `exec`, a batch file `exec` runs the command of `npm start`', () => {
  expect(about.scripts.start).toMatch(/^exec node /)
  expect(about.scripts.prestart).toContain('cli/node/install-node.cjs')
  const { folder, install } = project(oneBinary)
  expect(install('24.0.0', 'win32')).toEqual({ status: 0, stderr: '' })
  expect(readFileSync(join(folder, 'node_modules/.bin/exec.cmd'), 'utf8')).toBe('@%*\r\n')
})

test.each([
  ['npm fails', 'process.exit(1)'],
  ['npm has no Node for this platform', "fs.mkdirSync('node_modules')"],
])('if %s, one sentence says what to install: exit code 1', (_, installs) => {
  const { folder, install } = project(installs)
  mkdirSync(join(folder, 'node_modules'))
  expect(install('20.20.2')).toEqual({
    status: 1,
    stderr: expect.stringMatching(
      /^Packetboat needs Node 22\.18\.0 or newer; this is 20\.20\.2, and installing another failed: .*\. Install Node 22 or newer from nodejs\.org\.\n$/,
    ),
  })
})

test('the lock file has a supported version of Node with its checksum for each platform', () => {
  const entries = Object.entries<{ version: string; integrity: string; os: string; cpu: string }>(
    lock.packages,
  )
  const binaries = entries.filter(([path]) => path).map(([, one]) => one)
  expect(binaries.map(({ os, cpu }) => `${os} ${cpu}`).toSorted()).toEqual([
    'darwin arm64',
    'darwin x64',
    'linux arm64',
    'linux x64',
    'win32 x64',
  ])
  for (const { version, integrity } of binaries) {
    expect(Number(version.split('.')[0])).toBeGreaterThanOrEqual(22)
    expect(integrity).toMatch(/^sha512-/)
  }
})
