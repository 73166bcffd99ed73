// The sidecar's image, built and run where there is a builder that has its base or may fetch it. Elsewhere that is said, and
// test/cli/sidecar-package.test.ts reads the Dockerfile.
import { execFileSync, spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import about from '../../../package.json' with { type: 'json' }
import { emptyFolder } from '../folder.ts'

const root = resolve(import.meta.dirname, '../../..')
const base = 'alpine:3.22'

/** Docker or podman, if one of them works here and has what the image begins with. */
function builder(): string | undefined {
  const works = (...[program, ...words]: [string, ...string[]]) =>
    spawnSync(program, words, { stdio: 'ignore', timeout: 60_000 }).status === 0
  return ['docker', 'podman'].find(
    (program) =>
      works(program, 'info') && (works(program, 'image', 'inspect', base) || works(program, 'pull', base)),
  )
}

const program = builder()

test.skipIf(program === undefined)(
  `the image is a sidecar that is not root (skipped where neither docker nor podman works and has ${base})`,
  () => {
    const folder = emptyFolder()
    execFileSync(process.execPath, ['cli/build-sidecar.ts', folder], { cwd: root })
    const image = `packetboat-sidecar:test-${process.pid}`
    const run = (...words: string[]) => execFileSync(program!, words, { encoding: 'utf8' }).trim()
    run('build', '--tag', image, folder)
    onTestFinished(() => void run('image', 'rm', '--force', image))
    expect(run('run', '--rm', image, '--version')).toBe(about.version)
    expect(run('run', '--rm', '--entrypoint', 'id', image, '-u')).not.toBe('0')
  },
)
