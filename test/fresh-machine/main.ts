// `npm run test:fresh-machine [-- TUTORIAL…]`: follows the tutorials like a reader on a machine of their own. Clones this
// repository's HEAD into an empty folder, with an empty home, the system's own Node and nothing of this clone, and runs
// every line of every shell block in order. Prints a line for each command, and exits 1 at the first command that
// fails. The arguments choose among the tutorials after `at-home`. Needs the npm registry and takes some minutes.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { assets } from '../../games/doom-2077/builtin/assets.ts'
import { netWadName } from '../../games/doom-2077/builtin/wad/net-wad.ts'
import { isAlive } from '../../sidecar/lock/processes.ts'
import { shellLinesOf } from '../cli/processes/documents.ts'

const tutorials = ['at-home', 'class', 'archipelago', 'deployed', 'old-client']
const root = resolve(import.meta.dirname, '../..')

/** Lines that are not run, and why. */
const skipped: readonly (readonly [pattern: RegExp, why: string])[] = [
  [/^npx wrangler login$|^npm run packetboat -- deploy$/, 'needs an account at Cloudflare'],
  [/^npm pkg set repository=/, 'is for a fork on GitHub'],
  [/^scp /, 'needs a second machine'],
  [/^sudo (mkdir|cp|systemctl|apt-get) /, 'changes the machine'],
  [/^docker /, 'needs a builder; test/cli/processes/container.test.ts uses one where there is one'],
  [/^HOSTS=/, 'is for a network with its own host names'],
  [/^(crossfire-client-gtk2|cfclient|ARCANE_HOST=)/, 'needs a screen and the original client'],
]

const machine = mkdtempSync(join(tmpdir(), 'packetboat-fresh-'))
const port = await freePort()
const site = `http://127.0.0.1:${port}`
/** The running programs. Each program runs until the next program of its kind starts, or to the end. */
const running = new Map<'site' | 'sidecar', { pid: number; log(): string }>()
let folder = join(machine, 'projects')

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (typeof address !== 'object' || !address) throw new Error('no free port')
  return address.port
}

function prepareMachine(): void {
  for (const name of ['home', 'bin', 'projects', 'global']) mkdirSync(join(machine, name))
  // This `sudo` only runs the command: a fresh user cannot write to /usr, so `sudo npm install --global` installs into
  // a folder of the test.
  writeFileSync(join(machine, 'bin/sudo'), '#!/bin/sh\nexec "$@"\n')
  chmodSync(join(machine, 'bin/sudo'), 0o755)
}

/** Variables with this network's settings: a proxy, a registry, certificates. */
const network = Object.fromEntries(
  Object.entries(process.env).filter(([name]) =>
    /^(https?_proxy|no_proxy|node_extra_ca_certs|ssl_cert_file|npm_config_(registry|cafile))$/i.test(name),
  ),
)

const environment = () => ({
  ...network,
  HOME: join(machine, 'home'),
  LANG: 'C.UTF-8',
  PATH: [join(machine, 'bin'), join(machine, 'global/bin'), '/usr/local/bin', '/usr/bin', '/bin'].join(':'),
  npm_config_prefix: join(machine, 'global'),
  REPOSITORY: root,
  PACKETBOAT_URL: site,
})

/** The line with this machine's values instead of the examples'. Opens no port beyond loopback. */
function onThisMachine(line: string): string {
  const token = () => readFileSync(join(folder, '.packetboat/sidecarToken'), 'utf8').trim()
  return line
    .replaceAll(/https:\/\/packetboat\.example\.workers\.dev|http:\/\/127\.0\.0\.1:8787/g, site)
    .replace('--advertise play.example.org', '--advertise 127.0.0.1 --bind 127.0.0.1')
    .replace('SIDECAR_TOKEN=…', () => `SIDECAR_TOKEN=${token()}`)
    .replace(/npm start(?: -- (.*))?$/, `npm start -- --port ${port} --ports any`)
}

function run(line: string): void {
  const { status, stdout, stderr } = spawnSync('bash', ['-eo', 'pipefail', '-c', line], {
    cwd: folder,
    env: environment(),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0) throw new Error(`exit code ${status}\n${stdout}\n${stderr}`)
}

const isRunning = (pid: number) => isAlive({ pid, startTime: '' })

async function stop(kind: 'site' | 'sidecar'): Promise<void> {
  const program = running.get(kind)
  if (!program) return
  running.delete(kind)
  if (!isRunning(program.pid)) return
  process.kill(-program.pid, 'SIGTERM')
  while (isRunning(program.pid)) await delay(50)
}

/** Starts a program in its own process group, and waits until its output matches. */
async function start(kind: 'site' | 'sidecar', line: string, ready: RegExp): Promise<void> {
  await stop(kind)
  const child = spawn('bash', ['-c', `exec 2>&1; ${line}`], {
    cwd: folder,
    env: environment(),
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let log = ''
  child.stdout.on('data', (chunk) => {
    log += chunk
  })
  running.set(kind, { pid: child.pid!, log: () => log })
  while (!ready.test(log)) {
    if (child.exitCode !== null) throw new Error(`exit code ${child.exitCode}\n${log}`)
    await delay(50)
  }
}

async function follow(line: string): Promise<void> {
  const here = onThisMachine(line)
  const [, into] = /^cd (\S+)$/.exec(line) ?? []
  if (into) folder = join(folder, into)
  else if (/npm start/.test(line)) await start('site', here, /^Packetboat is running at/m)
  // The tutorial asks for a machine with a newer Node.
  else if (/^SIDECAR_TOKEN=… packetboat-sidecar/.test(line))
    await start('sidecar', `PATH=${dirname(process.execPath)}:$PATH ${here}`, /worker connected/)
  else if (line === 'npm ci') await reinstall()
  else run(here)
}

/**
 * In the tutorial the site is deployed and needs no clone. Here it runs from the clone, so it stops while the packages
 * are replaced.
 */
async function reinstall(): Promise<void> {
  await stop('site')
  run('npm ci')
  await follow('npm start')
}

function addReadersFiles(tutorial: string): void {
  if (tutorial === 'archipelago') {
    cpSync(join(root, 'test/games/archipelago/fixtures/mixed-8p.zip'), join(folder, 'AP_12345.zip'))
    writeFileSync(join(folder, 'ann.yaml'), 'name: Ann\ngame: Clique\nClique: {}\n')
  }
  if (tutorial === 'old-client') writeFileSync(join(folder, 'freedm.wad'), assets[netWadName]!())
}

prepareMachine()
try {
  for (const tutorial of process.argv.length > 2 ? ['at-home', ...process.argv.slice(2)] : tutorials) {
    console.log(`\n== docs/tutorials/${tutorial}.md`)
    addReadersFiles(tutorial)
    for (const line of shellLinesOf(readFileSync(join(root, 'docs/tutorials', `${tutorial}.md`), 'utf8'))) {
      const [, why] = skipped.find(([pattern]) => pattern.test(line)) ?? []
      const began = performance.now()
      if (!why) await follow(line)
      console.log(
        why
          ? `skip  ${line}: ${why}`
          : `ok    ${line} (${((performance.now() - began) / 1000).toFixed(1)} s)`,
      )
    }
  }
} catch (error) {
  console.log(`not ok  ${error instanceof Error ? error.message : error}`)
  for (const { log } of running.values()) console.log(log())
  process.exitCode = 1
} finally {
  await stop('sidecar')
  await stop('site')
  rmSync(machine, { recursive: true, force: true })
}
