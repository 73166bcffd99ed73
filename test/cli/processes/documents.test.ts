// Runs every command in README, CONTRIBUTING and docs/ on a site of the test. Commands that are not run are listed with
// a reason and a substitute check. Any other command fails the test.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, posix, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { arenaMap, arenaWad } from '../../../games/doom-2077/builtin/arena/arena.ts'
import { assets as madeFiles } from '../../../games/doom-2077/builtin/assets.ts'
import { netWadName } from '../../../games/doom-2077/builtin/wad/net-wad.ts'
import { findMaps, readWad } from '../../../games/doom-2077/import/wad.ts'
import { games } from '../../../games/index.ts'
import emulators from '../../../games/lan/browser/installed-package.json' with { type: 'json' }
import about from '../../../package.json' with { type: 'json' }
import { settingDefinitions, variableOfSetting } from '../../../sidecar/config/setting-definitions.ts'
import { parseToml, readSettings } from '../../../sidecar/config/settings.ts'
import { PackageProcess, pollOptions, Site } from '../../end-to-end/running-site.ts'
import { worldFile } from '../../games/arcane-sector/transcripts.ts'
import { wadOf } from '../../games/doom-2077/map/level/small-maps.ts'
import { commandLine } from '../fake-worker.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { commandsOf, readCodeBlock, wordsOf } from './documents.ts'

const root = resolve(import.meta.dirname, '../../..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')
/** The documents, in the order in which they are read. */
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  ...[...read('docs/README.md').matchAll(/\]\(([^)]+)\)/g)]
    .map(([, to = '']) => posix.join('docs', to))
    .filter((name) => /^(docs|deploy)\//.test(name)),
]
const commands = [...new Set(documents.flatMap((name) => commandsOf(read(name))))]
const localWorker = 'http://127.0.0.1:8787'
const ownCommand = 'npm run packetboat -- '

/** Commands that are not run, with the reason and a substitute check. */
const unrun: readonly [pattern: RegExp, why: string, check: (command: string) => void | Promise<void>][] = [
  [
    /^npm ci( --omit=dev)?$/,
    'needs the network; test/fresh-machine runs it',
    () => expectFile('package-lock.json'),
  ],
  [
    /^(git clone "\$REPOSITORY" packetboat|cd packetboat|scp packetboat-sidecar-\*\.tgz \S+:)$/,
    'needs an address; test/fresh-machine clones the repository',
    () => expectFile('test/fresh-machine/main.ts'),
  ],
  [
    /^(npm run build:sidecar|npm pack \.\/dist-sidecar|tar -xzf packetboat-sidecar-\*\.tgz)$/,
    'test/cli/processes/published.test.ts builds, packs and unpacks the package',
    () => expectScript('build:sidecar'),
  ],
  [
    /^npm start$/,
    'test/cli/processes/start.test.ts runs it',
    () => expectText('test/cli/processes/start.test.ts', "spawn('npm', ['start'"),
  ],
  [
    /^(HOSTS|PROXIES)=.* npm start/,
    'test/end-to-end/site/front-proxy.test.ts starts a site with both',
    () => expectText('cli/commands/start.ts', 'listOf(PROXIES)'),
  ],
  [/^((PACKETBOAT_SEED=…|CI=1) )?npm test( -- test\/games)?$/, 'runs this test', () => expectScript('test')],
  [
    /^npm run (check|docs|test:quick)$/,
    'CI runs `check`, which checks the documents; `test:quick` is a part of npm test',
    (command) => expectScript(lastWord(command)),
  ],
  [/^npm run state$/, 'changes files of the repository', () => expectScript('state')],
  [
    /^npm run new-game lantern-hall$/,
    'test/end-to-end/site/new-game.test.ts runs it',
    () => expectFile('test/end-to-end/site/new-game.test.ts'),
  ],
  [
    /^npm run pictures$/,
    'runs test/browser, like npm test, and stores the pictures',
    () => expectFile('test/browser/pictures.ts'),
  ],
  [
    /^sudo npm run --prefix \/opt\/packetboat packetboat -- room list --state \S+$/,
    'reads the state of a service',
    () => expectFile('deploy/site/packetboat.service'),
  ],
  [
    /^(docker compose .*(up|logs) .*|git pull)$/,
    'needs a container engine or a newer release',
    () => expectFile('deploy/site/compose.yaml'),
  ],
  [/^npm run figures$/, 'counts lines and bundles the Worker', () => expectScript('figures')],
  [
    /^npm install --no-save emulators@/,
    'needs the network; test:lan tests the page with this package',
    (command) => expect(command).toContain(`${emulators.name}@${emulators.version}`),
  ],
  [
    /^npm run test:(lan|proxies|differential|crossfire-data)\b/,
    'needs packages of Debian, and takes minutes',
    (command) => expectScript(command.split(' ')[2]!),
  ],
  [
    /^npm run test:fresh-machine$/,
    'needs the network, and takes minutes',
    () => expectScript('test:fresh-machine'),
  ],
  [/^npm run bench -- \S+$/, 'takes minutes', (command) => expectFile(`bench/${lastWord(command)}/bench.ts`)],
  [
    /^npx vitest run --project node \S+$/,
    'is a part of npm test',
    (command) => expectFile(lastWord(command)),
  ],
  [
    /^npm start -- (--host 0\.0\.0\.0|--backup to=\S+)$/,
    'opens this machine to its network; test/end-to-end/site/scheduled-backup.test.ts tests --backup',
    () => expectText('cli/commands/commands.ts', "'--host <address>'"),
  ],
  [
    /^npm pkg set repository=github:you\/packetboat$/,
    'changes package.json; test/cli/build/generated-docs.test.ts tests the generated links',
    () => expectText('test/cli/build/generated-docs.test.ts', "'github:you/packetboat'"),
  ],
  [
    /^npm run packetboat -- deploy( --(domain|var|code-updates) \S+)?( --dry-run)?$/,
    'needs an account; test/cli/processes/deploy.test.ts uses a fake Cloudflare',
    () => expectFile('test/cli/processes/deploy.test.ts'),
  ],
  [
    /^npm run packetboat -- room (clip|clips|unclip) /,
    'needs a film of a player; test/cli/commands/room-film.test.ts and test/workers/api/openapi.test.ts test it',
    () => expectFile('test/cli/commands/room-film.test.ts'),
  ],
  [
    /^npm run packetboat -- room set soaprun\/harbor --listen tcp:1002 --listen dispatch:80$/,
    'needs permission to use low ports',
    () => expectDefaultPort('soaprun', 80),
  ],
  [
    /^npm run packetboat -- sidecar$/,
    'is an abbreviation of a command with flags',
    () => expectText('cli/commands/commands.ts', "command('sidecar')"),
  ],
  [
    /^sudo npm install --global \.\/packetboat-sidecar-\*\.tgz$/,
    'needs the network; test/fresh-machine installs the package',
    () => expectText('cli/build/sidecar-package.ts', "name: 'packetboat-sidecar'"),
  ],
  [
    /^(npm version minor|git push --follow-tags)$/,
    'makes a release',
    () => expectFile('.github/workflows/release.yml'),
  ],
  [
    /^sudo (sysctl|setcap|iptables|mkdir|cp|systemctl|git|npm ci|apt-get install crossfire-client)( |$)/,
    'changes the machine',
    () => {},
  ],
  [
    /^npm run packetboat -- sidecar rm old-box$/,
    'the site has no such sidecar; test/cli/commands/commands.test.ts removes one',
    () => expectText('cli/commands/commands.ts', 'remove a retired sidecar'),
  ],
  [/^npm run packetboat -- …$/, 'stands for any command', () => expectScript('packetboat')],
  [
    /^node_modules\\\.bin\\node cli\/packetboat\.ts …$/,
    'works only on Windows',
    () => expectFile('cli/packetboat.ts'),
  ],
  [
    /^npx wrangler secret put (ADMIN_TOKEN|SIDECAR_TOKEN(_NEXT)?)$/,
    'needs an account',
    () => expectWranglerCommand('secret', 'put', '<key>'),
  ],
  [
    /^npx wrangler secret delete SIDECAR_TOKEN_NEXT$/,
    'needs an account',
    () => expectWranglerCommand('secret', 'delete', '<key>'),
  ],
  [
    /^docker (build|run) .*packetboat-sidecar/,
    'needs a builder; test/cli/processes/container.test.ts builds and runs the image if there is one',
    (command) => {
      const known = ['SIDECAR_TOKEN', ...Object.keys(settingDefinitions).map(variableOfSetting)]
      const given = [...command.matchAll(/--env (\w+)/g)].map(([, name = '']) => name)
      expect(given.filter((name) => !known.includes(name))).toEqual([])
    },
  ],
  [
    /^npx wrangler (tail|login|dev)$/,
    'needs an account, or does not end by itself',
    (command) => expectWranglerCommand(lastWord(command)),
  ],
  [
    /^(crossfire-client-gtk2 -s|cfclient -server) 127\.0\.0\.1$/,
    'needs a screen',
    () => expectDefaultPort('crossfire', 13_327),
  ],
  [
    /^ARCANE_HOST=127\.0\.0\.1:31337 .* \.\/client 7$/,
    'needs a screen',
    () => expectDefaultPort('arcane-sector', 31_337),
  ],
]

const lastWord = (command: string) => command.split(' ').at(-1)!
const isUnrun = (command: string) => unrun.some(([pattern]) => pattern.test(command))
const isOwn = (command: string) => command.startsWith(ownCommand) && !isUnrun(command)
const isSidecar = (command: string) => command.startsWith('SIDECAR_TOKEN=… packetboat-sidecar ')
const isCovered = (command: string) =>
  isOwn(command) || isSidecar(command) || command.startsWith('curl ') || isUnrun(command)

test('every command of the documents is run or listed with a reason', () => {
  const missing = commands.filter((command) => !isCovered(command))
  expect(missing, 'add a row to test/cli/processes/documents.test.ts').toEqual([])
  expect(isCovered('npm run frobnicate')).toBe(false)
  const stale = unrun.filter(([pattern]) => !commands.some((command) => pattern.test(command)))
  expect(stale.map(([pattern]) => pattern)).toEqual([])
})

test('the test finds commands in code blocks and in text, without comments', () => {
  const markdown =
    'Say `npm ci && npm start`, not `npm` or `games/`.\n```sh\nnpm test   # all\n# nothing\n```\n```\nnpm no\n```\n'
  expect(commandsOf(markdown)).toEqual(['npm test', 'npm ci', 'npm start', 'npm'])
  expect(wordsOf(`room create --option 'a={"7":"x y"}' b`)).toEqual([
    'room',
    'create',
    '--option',
    'a={"7":"x y"}',
    'b',
  ])
})

test('commands that are not run exist, as far as that can be checked', async () => {
  const checks = unrun.flatMap(([pattern, , check]) =>
    commands.filter((command) => pattern.test(command)).map((command) => check(command)),
  )
  await Promise.all(checks)
})

test('npm forwards the arguments after --', async () => {
  const npm = spawn('npm', ['run', '--silent', 'packetboat', '--', '--version'], { cwd: root })
  const output = text(npm.stdout)
  expect([(await once(npm, 'exit'))[0], (await output).trim()]).toEqual([0, about.version])
})

test('the commands of the documents work, in their order', async () => {
  const site = await Site.start()
  const folder = readersFolder()
  expect(commands.filter(isOwn).length).toBeGreaterThan(20)
  for (const command of commands) {
    if (command.startsWith('curl ')) await download(command, site, folder)
    else if (isOwn(command)) await runOwnCommand(command, site, folder)
  }
  const { rooms } = (await (await site.fetch('/api/rooms')).json()) as {
    rooms: { game: string; room: string }[]
  }
  const names = rooms.map(({ game, room }) => `${game}/${room}`)
  const made = [
    'soaprun/attic',
    'arcane-sector/team-a',
    'crossfire/tavern',
    'soaprun/pier',
    'arcane-sector/attic',
    'doom-2077/harbor',
    'archipelago/friday',
    'archipelago/lobby',
  ]
  expect(names).toEqual(expect.arrayContaining(made))
  await runSidecar(site)
})

/** A folder with the files that the documents mention. */
function readersFolder(): string {
  const folder = temporaryFolder()
  const fixtures = join(root, 'test/games')
  cpSync(join(fixtures, 'soaprun/fixtures/worlds/A/original-format'), join(folder, 'my-map'), {
    recursive: true,
  })
  cpSync(join(fixtures, 'archipelago/fixtures/mixed-8p.zip'), join(folder, 'AP_12345.zip'))
  writeFileSync(join(folder, 'ann.yaml'), 'name: Ann\ngame: Clique\nClique: {}\n')
  writeFileSync(join(folder, 'map.json'), worldFile())
  const { lumps } = findMaps(readWad(arenaWad())).get(arenaMap)!
  writeFileSync(join(folder, 'my.wad'), wadOf(['MAP01', lumps], ['MAP07', lumps]))
  writeFileSync(join(folder, 'freedm.wad'), madeFiles[netWadName]!())
  return folder
}

/** Lines on stderr that are expected: an empty room, warnings about a map, the path of a replaced room. */
const isUsual = (line: string) =>
  /^warning:|^no (?:players are connected|webhooks|bans|mutes|reports|log lines.*)$|: the replaced room was saved to /.test(
    line,
  )

/**
 * Runs a command of this project in place of the reader. Words that look like file names become paths in the reader's
 * folder. The time after `--at` is replaced by the current time, because no room's history goes back to the date of a
 * document.
 */
async function runOwnCommand(command: string, site: Site, folder: string): Promise<void> {
  const words = wordsOf(command.slice(ownCommand.length)).map((word, i, all) => {
    if (all[i - 1] === '--at') return new Date().toISOString()
    return existsSync(join(folder, word)) || /^\w[\w-]*\.\w+$/.test(word) ? join(folder, word) : word
  })
  const token = ['room', 'backup', 'logs', 'say', 'sidecar'].includes(words[0]!)
    ? ['--token', site.ready.adminToken]
    : []
  // `backup verify` reads a folder and has no option for a URL.
  const where = words[1] === 'verify' ? [] : ['--url', site.url, ...token]
  const { code, out, err } = await commandLine(...words, ...where)
  expect([command, code, ...out, ...err.filter((line) => !isUsual(line))]).toEqual([command, 0, ...out])
}

async function download(command: string, site: Site, folder: string): Promise<void> {
  const words = wordsOf(command.replace(localWorker, site.url)).slice(1)
  const curl = spawn('curl', ['-sSf', ...words], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  const errors = text(curl.stderr)
  expect([command, (await once(curl, 'exit'))[0], await errors]).toEqual([command, 0, ''])
  const file = words[words.indexOf('-o') + 1 || -1] ?? ''
  const name = words.includes('-o') ? file : words.at(-1)!.split('/').at(-1)!
  expect(statSync(join(folder, name)).size).toBeGreaterThan(100)
}

/** Runs the sidecar of the documents with this site, on loopback. */
async function runSidecar(site: Site): Promise<void> {
  const [command, ...others] = commands.filter(isSidecar)
  expect(others).toEqual([])
  const documented = ['sidecar', ...wordsOf(command!).slice(2)]
  const words = documented.with(documented.indexOf('--upstream') + 1, site.url)
  const sidecar = new PackageProcess([...words, '--bind', '127.0.0.1'], {
    env: { SIDECAR_TOKEN: site.sidecarToken },
  })
  const serves = async () =>
    (await site.room()).addresses.some(({ sidecar: id }) => id === words[words.indexOf('--id') + 1])
  await expect.poll(serves, pollOptions).toBe(true)
  expect(await sidecar.stop()).toBe(0)
}

test('the documents’ sidecar.toml is valid', () => {
  const settings = readSettings(parseToml(readCodeBlock(read('docs/how-to/sidecars.md'), 'toml')), 'secret')
  expect(settings).toMatchObject({ id: 'box', portRange: { first: 20_000, last: 20_999 }, httpPort: 9180 })
  const backups = readCodeBlock(read('docs/how-to/backup.md'), 'toml')
  const least = 'upstream = "http://x.example"\nid = "box"\nadvertise = "x.example"\n'
  expect(readSettings(parseToml(`${least}${backups}`), 'secret', 'site').backup).toMatchObject({ keep: 14 })
})

function expectFile(path: string): void {
  expect([path, existsSync(join(root, path))]).toEqual([path, true])
}

function expectScript(name: string): void {
  expect(Object.keys(about.scripts)).toContain(name)
}

function expectText(path: string, code: string): void {
  expect(read(path).replace(/\s+/g, ' ')).toContain(code)
}

function expectDefaultPort(slug: string, port: number): void {
  expect(games.find((game) => game.slug === slug)?.listeners.map((listener) => listener.port)).toContain(port)
}

/** wrangler's help by group of commands, cached because wrangler takes a second. */
const helps = new Map<string, Promise<string>>()

async function expectWranglerCommand(...words: string[]): Promise<void> {
  const group = words.filter((word) => !word.startsWith('<')).slice(0, -1)
  const name = group.join(' ')
  if (!helps.has(name)) helps.set(name, wranglerHelp(group))
  expect(await helps.get(name)).toContain(`wrangler ${words.join(' ')}`)
}

async function wranglerHelp(words: readonly string[]): Promise<string> {
  const wrangler = spawn(
    process.execPath,
    [join(root, 'node_modules/wrangler/bin/wrangler.js'), ...words, '--help'],
    { env: { ...process.env, WRANGLER_SEND_METRICS: 'false', WRANGLER_HIDE_BANNER: 'true' } },
  )
  const output = text(wrangler.stdout)
  expect([words, (await once(wrangler, 'exit'))[0]]).toEqual([words, 0])
  return output
}
