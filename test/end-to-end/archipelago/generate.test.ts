// `packetboat generate` with a site and with a stand-in for the generator.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect } from 'vitest'
import { ApiClient, type CreateRoomResponse } from '../../../cli/api/api-client.ts'
import { temporaryFolder } from '../../cli/temporary-folder.ts'
import { readFixtureMultidata } from '../../games/archipelago/sample-multiworlds.ts'
import { PackageProcess, pollOptions, type Site, test } from '../running-site.ts'

/**
 * A stand-in for the generator, which zips the fixture in its folder. The file `mode` selects a failure. With the mode
 * `hangs` the stand-in hangs if there are only two player files. `seen.json` in the zip says what the stand-in could
 * access on the machine.
 */
const standIn = `
import argparse, json, os, pathlib, socket, sys, time, zipfile
here = pathlib.Path(__file__).parent
parser = argparse.ArgumentParser()
parser.add_argument('--player_files_path')
parser.add_argument('--outputpath')
args = parser.parse_args()
mode = (here / 'mode').read_text()
out = pathlib.Path(args.outputpath)
names = sorted(os.listdir(args.player_files_path))
if mode == 'fails':
    print('Traceback (most recent call last):', file=sys.stderr)
    print('FillError: no places left for\\x1b[31m ' + ', '.join(names), file=sys.stderr)
    sys.exit(1)
if mode == 'hangs' and len(names) == 2:
    while True: time.sleep(1)
if mode == 'memory':
    x = bytearray(2 * 1024 * 1024 * 1024)
if mode == 'disk':
    with open(out / 'AP_1.zip', 'wb') as f:
        for _ in range(64): f.write(b'x' * 1024 * 1024)
if mode == 'nothing':
    sys.exit(0)
if mode == 'link':
    os.symlink((here / 'secret').read_text(), out / 'AP_1.zip')
    sys.exit(0)
if mode == 'pipe':
    os.mkfifo(out / 'AP_1.zip')
    sys.exit(0)
seen = {'names': names, 'cwd': os.getcwd(), 'host': pathlib.Path('host.yaml').exists(), 'env': sorted(os.environ)}
try:
    socket.create_connection(('127.0.0.1', int((here / 'port').read_text())), 2).close()
    seen['network'] = True
except OSError:
    seen['network'] = False
seen['secret'] = os.path.exists((here / 'secret').read_text())
try:
    (here / 'written').write_text('x')
    seen['writable'] = True
except OSError:
    seen['writable'] = False
with zipfile.ZipFile(out / 'AP_1.zip', 'w') as f:
    f.write(here / 'seed.archipelago', 'AP_1.archipelago')
    f.writestr('seen.json', json.dumps(seen))
(out / 'AP_1_Spoiler.txt').write_text('who has what')
`

type Mode = 'works' | 'fails' | 'hangs' | 'memory' | 'disk' | 'nothing' | 'link' | 'pipe'

class Checkout {
  readonly folder = join(temporaryFolder(), 'checkout')

  constructor(site: Site, mode: Mode = 'works') {
    mkdirSync(this.folder)
    writeFileSync(join(this.folder, 'Generate.py'), standIn)
    writeFileSync(join(this.folder, 'host.yaml'), 'general_options: {}\n')
    writeFileSync(join(this.folder, 'seed.archipelago'), readFixtureMultidata('tiny-2p'))
    writeFileSync(join(this.folder, 'port'), new URL(site.url).port)
    writeFileSync(join(this.folder, 'secret'), join(site.state, 'sidecarToken'))
    this.mode = mode
  }

  set mode(mode: Mode) {
    writeFileSync(join(this.folder, 'mode'), mode)
  }
}

class WaitingRoom {
  readonly api: ApiClient
  readonly name: string
  readonly created: CreateRoomResponse
  readonly #site: Site

  constructor(site: Site, created: CreateRoomResponse) {
    this.#site = site
    this.created = created
    this.name = `archipelago/${created.room}`
    this.api = new ApiClient(new URL(site.url), created.adminToken)
  }

  static async create(site: Site): Promise<WaitingRoom> {
    const form = new FormData()
    for (const [field, value] of Object.entries({ game: 'archipelago', stage: 'gathering', listen: '[]' }))
      form.set(field, value)
    const owner = new ApiClient(new URL(site.url), site.ready.adminToken)
    const room = new WaitingRoom(site, await owner.createRoom(form))
    await room.submit('Alice', 'ChecksFinder')
    await room.submit('Bob', 'Yacht Dice')
    await room.api.updateRoom(room.name, { options: { submissions: 'closed' } })
    return room
  }

  async submit(name: string, game: string): Promise<void> {
    const parts = new FormData()
    parts.set('file', new File([`name: ${name}\ngame: ${game}\n${game}: {}\n`], `${name}.yaml`))
    parts.set('called', name)
    await this.api.submitStageFile(this.name, parts)
  }

  async state(): Promise<string> {
    const files = await this.api.stageFiles(this.name)
    return files.stage === 'gathering' ? files.generation.state : 'started'
  }

  worker(checkout: Checkout, ...words: string[]): PackageProcess {
    return new PackageProcess([
      ...['generate', this.name, '--archipelago', checkout.folder, '--url', this.#site.url],
      ...['--token', this.created.adminToken, '--name', 'box', ...words],
    ])
  }
}

const hasSandbox =
  spawnSync('bwrap', ['--unshare-all', '--die-with-parent', '--ro-bind', '/', '/', 'true']).status === 0
/** Temporary folders that these workers have not removed. Workers of other tests may run at the same time. */
const leftovers = (...workers: readonly PackageProcess[]) =>
  readdirSync(tmpdir()).filter((name) =>
    workers.some(({ process }) => name.startsWith(`packetboat-generate-${process.pid}-`)),
  )
const generatorsIn = ({ folder }: Checkout) =>
  spawnSync('pgrep', ['-f', join(folder, 'Generate.py')], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter(Boolean)

test.skipIf(!hasSandbox)(
  '[AP-17.4] a worker generates in a sandbox without network, secrets and write access, and starts the room',
  async ({ site }) => {
    const room = await WaitingRoom.create(site)
    const checkout = new Checkout(site)
    const worker = room.worker(checkout, '--once')
    expect([await worker.exit, ...worker.errors]).toEqual([0, `${room.name}: generating`])
    expect(worker.lines).toEqual([`${room.name}: started`])
    expect(await room.state()).toBe('started')
    const seen = JSON.parse(
      Buffer.from(await room.api.downloadFile(room.name, 'seen.json')).toString(),
    ) as Record<string, unknown>
    expect(seen).toMatchObject({
      names: ['000001-Alice.yaml', '000002-Bob.yaml'],
      ...{ cwd: '/work', host: true, network: false, secret: false, writable: false },
    })
    expect(seen.env).not.toContain('PACKETBOAT_TOKEN')
    expect(existsSync(join(checkout.folder, 'written'))).toBe(false)
    const claim = await fetch(`${site.url}/api/rooms/${room.name}/claims/1`)
    expect(await claim.json()).toMatchObject({ called: 'Alice' })
  },
)

test('[AP-17.4] without a sandbox a worker refuses to run, unless `--unsandboxed` allows it', async ({
  site,
}) => {
  const room = await WaitingRoom.create(site)
  const checkout = new Checkout(site)
  const words = ['generate', room.name, '--archipelago', checkout.folder, '--url', site.url, '--once']
  const python = spawnSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' })
  const refusing = new PackageProcess(
    [...words, '--token', room.created.adminToken, '--python', python.stdout.trim()],
    { env: { PATH: '/nowhere' } },
  )
  expect(await refusing.exit).toBe(1)
  expect(refusing.errors.join()).toMatch(/bubblewrap.*--unsandboxed/)
  expect(await room.state()).toBe('waiting')
  const allowed = room.worker(checkout, '--once', '--unsandboxed')
  expect([await allowed.exit, allowed.lines]).toEqual([0, [`${room.name}: started`]])
})

describe.each([...(hasSandbox ? ['sandboxed'] : []), 'unsandboxed'])('a worker (%s)', (how) => {
  const flags = how === 'unsandboxed' ? ['--unsandboxed'] : []

  test('[AP-17.3] reports a failure to the host, and generates again when the host asks for it', async ({
    site,
  }) => {
    const room = await WaitingRoom.create(site)
    const checkout = new Checkout(site, 'fails')
    const failing = room.worker(checkout, '--once', ...flags)
    expect(await failing.exit).toBe(1)
    expect(await room.state()).toBe('failed')
    const shown = (await room.api.say(room.name, '/generation')).join('\n')
    expect(shown).toContain('The generation by box failed')
    expect(shown).toContain('FillError: no places left for [31m 000001-Alice.yaml, 000002-Bob.yaml')
    expect(shown).toContain('it ended with code 1')
    const idle = room.worker(checkout, '--once', ...flags)
    expect([await idle.exit, idle.lines, idle.errors]).toEqual([0, [], []])
    checkout.mode = 'works'
    await room.api.say(room.name, '/retry')
    expect(await room.worker(checkout, '--once', ...flags).exit).toBe(0)
    expect(await room.state()).toBe('started')
  })

  // The worker's limits, and its checks of the generator's output, are the same with and without a sandbox.
  test.runIf(how === 'sandboxed' || !hasSandbox).for([
    ['memory', ['--memory', '600'], 'MemoryError'],
    ['disk', ['--output', '8'], 'it ended with'],
    ['nothing', [], 'wrote no AP_….zip'],
    // Outside the sandbox, the link would lead to a file of the machine.
    ['link', [], 'AP_1.zip is not a file'],
    ['pipe', [], 'AP_1.zip is not a file'],
  ] as const)(
    '[AP-17.4] stops and reports the fault of its generator: %s',
    async ([mode, limit, why], { site }) => {
      const room = await WaitingRoom.create(site)
      const worker = room.worker(new Checkout(site, mode), '--once', ...limit, ...flags)
      expect(await worker.exit).toBe(1)
      expect((await room.api.say(room.name, '/generation')).join('\n')).toContain(why)
    },
  )

  test('[AP-17.2] that is killed also ends its generator, and another worker starts the room exactly once', async ({
    site,
  }) => {
    const room = await WaitingRoom.create(site)
    const checkout = new Checkout(site, 'hangs')
    const killed = room.worker(checkout, ...flags)
    await expect.poll(() => generatorsIn(checkout).length, pollOptions).toBeGreaterThan(0)
    expect(await room.state()).toBe('running')
    await killed.kill()
    await expect.poll(() => generatorsIn(checkout), pollOptions).toEqual([])
    // The host does not have to wait until the lease of the killed worker expires.
    await room.api.say(room.name, '/retry')
    checkout.mode = 'works'
    const other = room.worker(checkout, '--once', ...flags)
    expect(await other.exit).toBe(0)
    expect(await room.state()).toBe('started')
    expect(leftovers(killed, other)).toEqual([])
  })
})

test('[AP-17.2] workers that are killed at any instant lose nothing and start no room twice', async ({
  site,
  annotate,
}) => {
  const checkout = new Checkout(site)
  let started = 0
  for (const instant of [300, 500, 700, 900]) {
    const room = await WaitingRoom.create(site)
    const killed = room.worker(checkout, '--unsandboxed')
    await delay(instant)
    await killed.kill()
    if ((await room.state()) === 'started') started++
    else {
      expect((await room.api.stageFiles(room.name)).files).toHaveLength(2)
      await room.api.say(room.name, '/retry')
      expect([instant, await room.worker(checkout, '--once', '--unsandboxed').exit]).toEqual([instant, 0])
    }
    expect(await room.state()).toBe('started')
    const log = await room.api.log(room.name)
    expect(log.filter(({ text }) => text.includes('generates the multiworld')).length).toBeLessThanOrEqual(2)
  }
  await annotate(`${started} of 4 kills came after the start`)
})

test('[AP-17.2] a worker stops its generation when the files change, and generates from the new files', async ({
  site,
}) => {
  const room = await WaitingRoom.create(site)
  const checkout = new Checkout(site, 'hangs')
  const worker = room.worker(checkout, '--unsandboxed')
  await expect.poll(() => generatorsIn(checkout).length, pollOptions).toBeGreaterThan(0)
  await room.submit('Cyd', 'Clique')
  await expect.poll(() => room.state(), pollOptions).toBe('started')
  expect(worker.errors).toContain(
    `${room.name}: given up: the files changed, or another worker has the lease`,
  )
  const seen = JSON.parse(Buffer.from(await room.api.downloadFile(room.name, 'seen.json')).toString())
  expect(seen.names).toEqual(['000001-Alice.yaml', '000002-Bob.yaml', '000003-Cyd.yaml'])
  expect(await worker.stop()).toBe(0)
})
