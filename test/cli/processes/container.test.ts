// Builds and runs the sidecar's image where a builder has the base image or can download it. Elsewhere
// test/cli/build/sidecar-package.test.ts only reads the Dockerfile.
import { execFileSync, spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import about from '../../../package.json' with { type: 'json' }
import { temporaryFolder } from '../temporary-folder.ts'

const root = resolve(import.meta.dirname, '../../..')
const base = 'alpine:3.23'

/** A builder that can also run programs in an image. */
interface Builder {
  readonly program: string
  /** A command that succeeds if the builder works and has the base image, or downloads it. */
  readonly works: readonly string[]
  readonly has: readonly string[]
  readonly build: readonly string[]
  run(image: string, words: readonly string[], entrypoint?: string): string
}

const exec = (program: string, ...words: string[]) =>
  execFileSync(program, words, { encoding: 'utf8' }).trim()

function engine(program: string): Builder {
  return {
    ...{ program, works: ['info'], has: ['image', 'inspect', base], build: ['build'] },
    run: (image, words, entrypoint) =>
      exec(program, 'run', '--rm', ...(entrypoint ? ['--entrypoint', entrypoint] : []), image, ...words),
  }
}

/** buildah runs programs without a container engine, in chroot isolation. */
const buildah: Builder = {
  ...{ program: 'buildah', works: ['info'], has: ['inspect', '--type', 'image', base] },
  build: ['build', '--isolation', 'chroot'],
  run(image, words, entrypoint) {
    const container = exec('buildah', 'from', '--pull-never', image)
    try {
      const { OCIv1 } = JSON.parse(exec('buildah', 'inspect', '--type', 'image', image))
      const started = entrypoint ? [entrypoint] : OCIv1.config.Entrypoint
      return exec('buildah', 'run', '--isolation', 'chroot', container, '--', ...started, ...words)
    } finally {
      exec('buildah', 'rm', container)
    }
  },
}

function builderHere(): Builder | undefined {
  const succeeds = (program: string, words: readonly string[]) =>
    spawnSync(program, words, { stdio: 'ignore', timeout: 60_000 }).status === 0
  return [engine('docker'), engine('podman'), buildah].find(
    ({ program, works, has }) =>
      succeeds(program, works) && (succeeds(program, has) || succeeds(program, ['pull', base])),
  )
}

const builder = builderHere()

test.skipIf(builder === undefined)(
  `the image runs the sidecar without root rights (skipped where neither docker, podman nor buildah works and has ${base})`,
  () => {
    const { program, build, run } = builder!
    const folder = temporaryFolder()
    execFileSync(process.execPath, ['cli/build/sidecar-package.ts', folder], { cwd: root })
    const image = `packetboat-sidecar:test-${process.pid}`
    exec(program, ...build, '--tag', image, folder)
    onTestFinished(() => void exec(program, 'rmi', '--force', image))
    expect(run(image, ['--version'])).toBe(about.version)
    expect(run(image, ['-u'], 'id')).not.toBe('0')
  },
)
