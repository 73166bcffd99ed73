// The package `packetboat-sidecar` from `npm run build:sidecar`, and its deployment files in deploy/.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { load } from 'js-yaml'
import { parse as parseToml } from 'smol-toml'
import { afterAll, describe, expect, it } from 'vitest'
import { foldersWithDependencies } from '../../../cli/build/licences.ts'
import { settingDefinitions, variableOfSetting } from '../../../sidecar/config/setting-definitions.ts'
import { readSettings, settingsFromEnvironment } from '../../../sidecar/config/settings.ts'

const root = resolve(import.meta.dirname, '../../..')
const caches = join(root, 'node_modules/.cache')
mkdirSync(caches, { recursive: true })
const folder = mkdtempSync(join(caches, 'sidecar-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Manifest {
  readonly bin: { readonly [name: string]: string }
  readonly files: readonly string[]
  readonly dependencies: { readonly [name: string]: string }
}

function sizeOf(path: string): number {
  const files = readdirSync(path, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile())
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
}

describe('the sidecar package', () => {
  execFileSync(process.execPath, ['cli/build/sidecar-package.ts', folder], { cwd: root })
  const { bin, files, dependencies }: Manifest = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  )

  it('contains the command as one file that runs', () => {
    expect(files.toSorted()).toEqual(
      readdirSync(folder)
        .filter((name) => name !== 'package.json')
        .toSorted(),
    )
    const command = join(folder, bin['packetboat-sidecar']!)
    const output = execFileSync(process.execPath, [command, '--help'], { encoding: 'utf8' })
    expect(output).toMatch(/^Usage: packetboat-sidecar/)
    expect(output).not.toContain('crossfire')
  })

  it('contains no Workers runtime and takes 10 MB at most', () => {
    expect(Object.keys(dependencies)).toEqual(['commander', 'pino', 'prom-client', 'smol-toml', 'ws'])
    const packages = foldersWithDependencies(root, Object.keys(dependencies))
    const bytes = [folder, ...packages].reduce((sum, path) => sum + sizeOf(resolve(root, path)), 0)
    expect(bytes).toBeLessThan(10_000_000)
  })
})

describe('the deployment files', () => {
  const text = (name: string) => readFileSync(join(root, 'deploy', name), 'utf8')
  const known = new Set([
    ...Object.keys(settingDefinitions).map(variableOfSetting),
    'SIDECAR_TOKEN_FILE',
    'NODE_ENV',
  ])
  const expectValidSettings = (env: { readonly [name: string]: string }) => {
    expect(Object.keys(env).filter((name) => !known.has(name))).toEqual([])
    readSettings(settingsFromEnvironment(env), 'secret')
  }

  it('include a compose.yaml with valid settings, the secret as a file, and no privileges', () => {
    const { services, secrets } = load(text('compose.yaml')) as {
      services: {
        sidecar: {
          environment: { [name: string]: string }
          secrets: string[]
          build: { context: string; dockerfile: string }
        }
      }
      secrets: object
    }
    const { environment, ...service } = services.sidecar
    expectValidSettings(environment)
    expect(environment.SIDECAR_TOKEN_FILE).toBe(`/run/secrets/${service.secrets[0]}`)
    expect(Object.keys(secrets)).toEqual(service.secrets)
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], network_mode: 'host' })
    expect(resolve(root, 'deploy', service.build.context, service.build.dockerfile)).toBe(
      resolve(root, 'deploy/Dockerfile'),
    )
  })

  it('include a fly.toml with valid settings that exposes each port under the same number', () => {
    const { env, services } = parseToml(text('fly.toml')) as {
      env: { [name: string]: string }
      services: { internal_port: number; ports: { port: number }[] }[]
    }
    expectValidSettings(env)
    // Ports outside and inside must be equal, because rooms advertise the port at which the sidecar listens.
    for (const { internal_port: inside, ports } of services) expect(ports).toEqual([{ port: inside }])
  })

  it('include a Dockerfile that copies the package, runs as nobody and has a health check', () => {
    const lines = text('Dockerfile').split('\n')
    const linesOf = (word: string) => lines.filter((line) => line.startsWith(`${word} `))
    expect(linesOf('COPY')[0]).toBe('COPY package.json packetboat-sidecar.js ./')
    expect(linesOf('USER')).toEqual(['USER packetboat'])
    expect(lines.join('\n')).toMatch(/HEALTHCHECK [^\n]*\\\n {2}CMD \[/)
    expect(linesOf('ENTRYPOINT')).toEqual(['ENTRYPOINT ["node", "/app/packetboat-sidecar.js"]'])
  })

  it('include a systemd unit with a dynamic user, one capability and the secret as a credential', () => {
    const lines = text('packetboat-sidecar.service').split('\n')
    const output = Object.fromEntries(
      lines.filter((line) => /^\w+=/.test(line)).map((line) => line.split(/=(.*)/s).slice(0, 2)),
    )
    expect(output).toMatchObject({
      DynamicUser: 'yes',
      AmbientCapabilities: 'CAP_NET_BIND_SERVICE',
      CapabilityBoundingSet: 'CAP_NET_BIND_SERVICE',
      NoNewPrivileges: 'yes',
      ProtectSystem: 'strict',
      Environment: 'SIDECAR_TOKEN_FILE=%d/token',
    })
    expect(output.LoadCredential).toMatch(/^token:\/etc\/packetboat\//)
    expect(output.ExecStart).toMatch(/packetboat-sidecar --config \/etc\/packetboat\/sidecar\.toml$/)
  })
})
