// The files in deploy/site/, which run a whole site as a service. Only systemd, a container engine or a proxy can run
// them, so this test compares their flags, paths and settings with the command and the documents.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { load } from 'js-yaml'
import { describe, expect, it } from 'vitest'
import { buildProgram } from '../../../cli/commands/commands.ts'

const root = resolve(import.meta.dirname, '../../..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')
const unitFile = 'deploy/site/packetboat.service'

/** Throws for an unknown flag. */
function startFlags(words: readonly string[]): Record<string, unknown> {
  const start = buildProgram({ out() {}, err() {} }, []).commands.find((one) => one.name() === 'start')!
  const { operands, unknown } = start.parseOptions([...words])
  expect([operands, unknown]).toEqual([[], []])
  return start.opts()
}

describe('the systemd unit', () => {
  const unit = read(unitFile)
  const [, command = ''] = /^ExecStart=(.*)$/m.exec(unit) ?? []
  const words = command.split(' ')

  it('runs the command of this clone with valid flags, whose paths are below its state directory', () => {
    expect(words.slice(0, 5)).toEqual([
      '/usr/bin/env',
      'node',
      '-r',
      './cli/check-node-version.cjs',
      'cli/packetboat.ts',
    ])
    expect(existsSync(join(root, words[4]!))).toBe(true)
    expect(startFlags(words.slice(6))).toMatchObject({
      host: '0.0.0.0',
      state: '/var/lib/packetboat/state',
      metricsPort: 9180,
      backup: 'to=/var/lib/packetboat/backups,every=24h,keep=14',
    })
    expect(unit).toContain('\nStateDirectory=packetboat\n')
  })

  it('has a dynamic user, one capability and a read-only system', () => {
    for (const line of [
      'DynamicUser=yes',
      'CapabilityBoundingSet=CAP_NET_BIND_SERVICE',
      'ProtectSystem=strict',
    ])
      expect(unit).toContain(`\n${line}\n`)
  })

  it.skipIf(spawnSync('systemd-analyze', ['--version']).status !== 0)(
    'passes systemd-analyze, like the unit of the sidecar (skipped without systemd)',
    () => {
      for (const file of [unitFile, 'deploy/packetboat-sidecar.service']) {
        const { status, stderr } = spawnSync('systemd-analyze', ['verify', join(root, file)], {
          encoding: 'utf8',
        })
        expect([file, status, stderr]).toEqual([file, 0, ''])
      }
    },
  )
})

describe('the container', () => {
  const dockerfile = read('deploy/site/Dockerfile')

  it('starts the command of the systemd unit without root rights, and has a health check', () => {
    const entry: string[] = JSON.parse(/^ENTRYPOINT (.*)$/m.exec(dockerfile)![1]!)
    expect(entry.slice(0, 5)).toEqual([
      'node',
      '-r',
      './cli/check-node-version.cjs',
      'cli/packetboat.ts',
      'start',
    ])
    expect(startFlags(entry.slice(5))).toMatchObject({ state: '/state/site' })
    expect(dockerfile).toMatch(/^USER node$/m)
    expect(dockerfile).toMatch(/^HEALTHCHECK /m)
  })

  it('contains all source folders from which a start builds', () => {
    const ignored = read('deploy/site/Dockerfile.dockerignore').trim().split('\n')
    expect(
      ignored.filter((name) =>
        /^(browser|cli|deploy|docs|durable-objects|games|sidecar|wire|workers)$/.test(name),
      ),
    ).toEqual([])
  })

  it('has a compose file with valid flags, a volume for the state, and a proxy that the site trusts', () => {
    const { services } = load(read('deploy/site/compose.yaml')) as {
      services: {
        site: { build: { context: string; dockerfile: string }; command: string[]; environment: object }
        caddy: { command: string }
      }
    }
    const { site } = services
    expect(resolve(root, 'deploy/site', site.build.context, site.build.dockerfile)).toBe(
      join(root, 'deploy/site/Dockerfile'),
    )
    expect(startFlags(site.command)).toMatchObject({
      host: '0.0.0.0',
      backup: 'to=/state/backups,every=24h,keep=14',
    })
    expect(site).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      volumes: ['state:/state'],
      restart: 'unless-stopped',
    })
    expect(site.environment).toEqual({ PUBLIC_URL: 'https://play.example.org', PROXIES: '127.0.0.1' })
    expect(services.caddy.command).toContain('--from play.example.org --to 127.0.0.1:8787')
  })
})
