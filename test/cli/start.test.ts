// `packetboat start` as a process: the ready line, the end, and what survives.
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { look } from '../../cli/processes.ts'
import type { Listener } from '../../cli/start.ts'
import { games } from '../../games/index.ts'
import { emptyFolder } from './folder.ts'

const command = resolve(import.meta.dirname, '../../cli/packetboat.ts')
const ownGames = games.filter(({ needsFile }) => !needsFile)

interface Ready {
  readonly ready: true
  readonly url: string
  readonly adminToken: string
  readonly listeners: readonly Listener[]
}

class Started {
  readonly lines: string[] = []
  readonly process: ChildProcessByStdio<null, Readable, Readable>
  readonly errors: Promise<string>
  readonly exit: Promise<number | null>
  readonly #ready: Promise<string>

  constructor(state: string, { ownPorts = false } = {}) {
    const words = [command, 'start', '--json', '--port', '0', '--state', state]
    this.process = spawn(process.execPath, ownPorts ? words : [...words, '--ports', 'any'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.errors = text(this.process.stderr)
    this.exit = once(this.process, 'exit').then(([code]) => code)
    const lines = createInterface(this.process.stdout)
    lines.on('line', (line) => this.lines.push(line))
    this.#ready = Promise.race([
      once(lines, 'line').then(([line]) => line),
      this.exit.then(async () => Promise.reject(new Error(`it ended: ${await this.errors}`))),
    ])
    this.#ready.catch(() => {}) // for those that are to end without
    onTestFinished(() => this.kill())
  }

  async ready(): Promise<Ready> {
    return JSON.parse(await this.#ready)
  }

  /** The end by signal: the exit code. */
  stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    this.process.kill(signal)
    return this.exit
  }

  /** Nothing is left, its runtimes neither. */
  async kill(): Promise<void> {
    if (this.process.exitCode !== null) return
    await this.stop()
  }
}

const runtimesOf = (state: string): number[] =>
  JSON.parse(readFileSync(join(state, 'lock.json'), 'utf8')).runtimes.map(({ pid }: { pid: number }) => pid)

async function healthy(url: string): Promise<boolean> {
  return fetch(`${url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )
}

const portsOf = ({ listeners }: Ready) =>
  listeners.map(({ game, room, transport, port }) => `${game}/${room} ${transport} ${port}`).sort()

test('one line says that all is ready: url, token and every door of every harbor', async () => {
  const state = join(emptyFolder(), 'state')
  const started = new Started(state)
  const { ready, url, adminToken, listeners } = await started.ready()
  expect(ready).toBe(true)
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect(readFileSync(join(state, 'adminToken'), 'utf8')).toBe(`${adminToken}\n`)
  const doors = ownGames.flatMap(({ slug, listen }) =>
    listen.map(({ transport }) => `${slug}/harbor ${transport}`),
  )
  expect(listeners.map(({ game, room, transport }) => `${game}/${room} ${transport}`).sort()).toEqual(
    doors.sort(),
  )
  for (const { transport, host, port, error } of listeners) {
    expect([host, error]).toEqual(['127.0.0.1', undefined])
    if (transport === 'udp') continue
    const client = connect(port, host)
    await once(client, 'connect')
    client.destroy()
  }
  expect(await started.stop()).toBe(0)
  expect(started.lines).toHaveLength(1)
  expect(existsSync(join(state, 'lock.json'))).toBe(false)
  expect(await healthy(url)).toBe(false)
})

test('started again on the same state, rooms are as they were, on the ports they had', async () => {
  const state = join(emptyFolder(), 'state')
  const first = new Started(state)
  const before = await first.ready()
  const change = {
    method: 'PATCH',
    headers: { authorization: `Bearer ${before.adminToken}`, 'content-type': 'application/json' },
  }
  const body = JSON.stringify({ title: 'Haven', comments: ['back soon'] })
  expect((await fetch(`${before.url}/api/rooms/soaprun/harbor`, { ...change, body })).status).toBe(200)
  expect(await first.stop('SIGINT')).toBe(0)
  const second = new Started(state)
  const after = await second.ready()
  expect(after.adminToken).toBe(before.adminToken)
  expect(portsOf(after)).toEqual(portsOf(before))
  expect(await (await fetch(`${after.url}/api/rooms/soaprun/harbor`)).json()).toMatchObject({
    title: 'Haven',
    comments: ['back soon'],
  })
})

test('a state in use is refused in one line: 1', async () => {
  const state = join(emptyFolder(), 'state')
  const first = new Started(state)
  const { url } = await first.ready()
  const second = new Started(state)
  expect(await second.exit).toBe(1)
  expect((await second.errors).trim()).toMatch(
    new RegExp(`^the state is in use by process ${first.process.pid} .*$`),
  )
  expect(second.lines).toEqual([])
  expect(await healthy(url)).toBe(true)
})

test('kill -9 of workerd heals, and the start goes on', async () => {
  const state = join(emptyFolder(), 'state')
  const started = new Started(state)
  const { url } = await started.ready()
  const [before] = runtimesOf(state)
  process.kill(before!, 'SIGKILL')
  await expect.poll(() => runtimesOf(state)[0] ?? before, { timeout: 10_000 }).not.toBe(before)
  await expect.poll(() => healthy(url), { timeout: 10_000 }).toBe(true)
  expect(await started.stop()).toBe(0)
})

test('after kill -9 of the start itself, the next ends the orphan and has everything', async () => {
  const state = join(emptyFolder(), 'state')
  const first = new Started(state)
  const before = await first.ready()
  const [orphan] = runtimesOf(state)
  await first.stop('SIGKILL')
  expect(look(orphan!)?.command).toMatch(/workerd/)
  const second = new Started(state)
  const after = await second.ready()
  expect(look(orphan!)).toBeUndefined()
  expect(portsOf(after)).toEqual(portsOf(before))
  expect(await second.stop()).toBe(0)
})

test('npm start hands its SIGTERM on: all ends in order, 0', async () => {
  const state = join(emptyFolder(), 'state')
  const words = ['start', '--silent', '--', '--json', '--port', '0', '--ports', 'any', '--state', state]
  const npm = spawn('npm', words, {
    cwd: resolve(import.meta.dirname, '../..'),
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const exit = once(npm, 'exit')
  const [line] = await once(createInterface(npm.stdout), 'line')
  const [runtime] = runtimesOf(state)
  expect(JSON.parse(line)).toMatchObject({ ready: true })
  npm.kill('SIGTERM')
  expect(await exit).toEqual([0, null])
  expect(look(runtime!)).toBeUndefined()
  expect(existsSync(join(state, 'lock.json'))).toBe(false)
})

test('a port that is taken does not stop the start: its door carries the error, stderr says how to change it', async () => {
  const [{ slug, listen }] = ownGames as [(typeof ownGames)[number]]
  const { transport, port, localPort = port } = listen.find((door) => door.transport === 'tcp')!
  const taken = createServer().listen(localPort, '127.0.0.1')
  await Promise.race([once(taken, 'listening'), once(taken, 'error')]) // taken by another is as good
  onTestFinished(() => void taken.close())
  const started = new Started(join(emptyFolder(), 'state'), { ownPorts: true })
  const { listeners } = await started.ready()
  const failed = {
    game: slug,
    room: 'harbor',
    transport,
    host: '127.0.0.1',
    port: localPort,
    error: 'EADDRINUSE',
  }
  expect(listeners).toContainEqual(failed)
  expect(await started.stop()).toBe(0)
  expect(await started.errors).toContain(`${slug}/harbor: tcp port ${localPort} is not open (EADDRINUSE): `)
})

test('a signal while it starts ends it: 0, and nothing is left', async () => {
  const state = join(emptyFolder(), 'state')
  const started = new Started(state)
  while (!existsSync(join(state, 'lock.json'))) await delay(5)
  expect(await started.stop()).toBe(0)
  expect(started.lines).toEqual([])
  expect(existsSync(join(state, 'lock.json'))).toBe(false)
})
