// `packetboat start` as a process. test/end-to-end/ tests it with clients.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { games } from '../../../games/index.ts'
import { isAlive } from '../../../sidecar/lock/processes.ts'
import {
  type PackageProcess,
  type ReadyMessage,
  Site,
  workerdProcesses,
} from '../../end-to-end/running-site.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const ownGames = games.filter(({ uploads }) => !uploads?.file?.required)

test('start prints one ready line, rejects a second start, and keeps its state over a restart', async () => {
  const first = await Site.start()
  const { state, ready: before, runtimes } = first
  expect(before.ready).toBe(true)
  expect(before.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect(readFileSync(join(state, 'adminToken'), 'utf8')).toBe(`${before.adminToken}\n`)
  await expectListeners(before)
  await expectStyle(before.url)
  await first.patch({ title: 'Haven', comments: ['back soon'] })

  const other = Site.spawn(state)
  const refused = new RegExp(`^the state folder is in use by process ${first.program.process.pid} .*$`)
  expect([await other.exit, other.lines, other.errors]).toEqual([1, [], [expect.stringMatching(refused)]])

  first.program.process.kill('SIGINT')
  expect([await first.program.exit, first.program.lines.length]).toEqual([0, 1])
  expect([existsSync(join(state, 'lock.json')), runtimes.filter(isAlive)]).toEqual([false, []])

  const second = await Site.start({ state })
  expect(second.ready.adminToken).toBe(before.adminToken)
  expect(portsOf(second.ready)).toEqual(portsOf(before))
  expect(await second.room()).toMatchObject({ title: 'Haven', comments: ['back soon'] })
  expect(await second.program.stop()).toBe(0)
})

async function expectListeners({ listeners }: ReadyMessage): Promise<void> {
  const expected = ownGames.flatMap(({ slug, listeners }) =>
    listeners.map(({ transport }) => `${slug}/harbor ${transport}`),
  )
  expect(listeners.map(({ game, room, transport }) => `${game}/${room} ${transport}`).sort()).toEqual(
    expected.sort(),
  )
  for (const { transport, host, port, error } of listeners) {
    expect([host, error]).toEqual(['127.0.0.1', undefined])
    if (transport === 'udp') continue
    const client = connect(port, host)
    await once(client, 'connect')
    client.destroy()
  }
}

async function expectStyle(url: string): Promise<void> {
  const home = await (await fetch(url)).text()
  const style = await fetch(new URL(/<link rel="stylesheet" href="([^"]+)"/.exec(home)![1]!, url))
  expect([style.status, style.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8'])
  expect(style.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
}

const portsOf = ({ listeners }: ReadyMessage) =>
  listeners.map(({ game, room, transport, port }) => `${game}/${room} ${transport} ${port}`).sort()

test('npm start continues if a port is in use, explains how to change it, and ends on SIGTERM with exit code 0', async () => {
  const [{ slug, listeners }] = ownGames as [(typeof ownGames)[number]]
  const { port, localPort = port } = listeners.find(({ transport }) => transport === 'tcp')!
  const blocker = createServer().listen(localPort, '127.0.0.1')
  onTestFinished(() => void blocker.close())
  // If another process has the port, the test continues, while `once(blocker, 'listening')` would reject.
  await new Promise((resolve) => blocker.once('listening', resolve).once('error', resolve))
  const state = join(temporaryFolder(), 'state')
  const npm = spawn('npm', ['start', '--silent', '--', '--json', '--port', '0', '--state', state], {
    cwd: resolve(import.meta.dirname, '../../..'),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void npm.kill())
  const [exit, errors] = [once(npm, 'exit'), text(npm.stderr)]
  const [line] = await once(createInterface(npm.stdout), 'line')
  const listener = { game: slug, room: 'harbor', transport: 'tcp', host: '127.0.0.1', port: localPort }
  expect(JSON.parse(line).ready).toBe(true)
  expect(JSON.parse(line).listeners).toContainEqual({ ...listener, error: 'EADDRINUSE' })
  const runtimes = workerdProcesses(state)
  npm.kill('SIGTERM')
  expect(await exit).toEqual([0, null])
  expect([existsSync(join(state, 'lock.json')), runtimes.filter(isAlive)]).toEqual([false, []])
  expect(await errors).toContain(
    `${slug}/harbor: tcp port ${localPort} is not open (EADDRINUSE): free the port, start with --ports any, ` +
      `or run npm run packetboat -- room set ${slug}/harbor --listen tcp:PORT`,
  )
})

test('a signal during startup ends the command with exit code 0, without output or a lock file', async () => {
  const state = join(temporaryFolder(), 'state')
  let starting: PackageProcess
  do {
    starting = Site.spawn(state)
    while (!existsSync(join(state, 'lock.json'))) await delay(5)
    expect([await starting.stop(), existsSync(join(state, 'lock.json'))]).toEqual([0, false])
    // On a busy machine the site can be ready before it gets the signal. In that case the test tries again.
  } while (starting.lines.some((line) => line.startsWith('{"ready":true')))
  expect(starting.lines).toEqual([])
})
