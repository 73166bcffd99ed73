// `packetboat` as real processes: started, asked, killed and started again. Whatever a test leaves running ends with it.
// A start takes seconds of the processor, so tests that do not kill their site share one: `test` of this file.
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { test as base, expect, inject, onTestFinished } from 'vitest'
import { ApiClient, type CreatedRoom, type RoomEntry } from '../../cli/api/api-client.ts'
import type { ReadyListener } from '../../cli/commands/start.ts'
import type { ListenerRequest, RoomPatch } from '../../durable-objects/rpc/rpc-types.ts'
import type { Options } from '../../games/game.ts'
import { killProcess, type ProcessIdentity } from '../../sidecar/lock/processes.ts'
import { type OnEnd, temporaryFolder } from '../cli/temporary-folder.ts'
import { pollOptions } from '../timeouts.ts'
import { disableKeepAlive } from './network/fetch-without-keep-alive.ts'

export { pollOptions }

await disableKeepAlive()

/** A room whose players nothing slows down. */
export const unlimited = {
  maxPacketsPerSecond: 0,
  maxDrawsPerSecond: 0,
  maxWorldDrawsPerSecond: 0,
  maxTilesPerSecond: 0,
  maxRoomRequestsPerSecond: 0,
}

/** What a room is founded of. */
interface RoomRequest {
  readonly game: string
  readonly room?: string
  readonly options?: Options
  readonly listen?: readonly ListenerRequest[]
  readonly file?: Uint8Array
}

/** How a process is run. */
interface Run {
  /** Over this process's own. */
  readonly env?: { readonly [name: string]: string }
  /** The command's file: the package's (package.ts), or that of another copy of the project. */
  readonly file?: string
  /** A command that runs it, before its own words. */
  readonly within?: readonly string[]
  /** Ends it: with the test, if nothing else is said. */
  readonly ending?: OnEnd
}

interface SiteRun extends Run {
  /** The Worker's; without it any. */
  readonly port?: number
}

/** One `packetboat …` process. */
export class Program {
  readonly process: ChildProcessByStdio<null, Readable, Readable>
  /** What it wrote on stdout, and on stderr. */
  readonly lines: string[] = []
  readonly errors: string[] = []
  /** The exit code, when all it wrote was read; null after a signal. */
  readonly exit: Promise<number | null>

  constructor(
    words: readonly string[],
    { env, file = inject('command'), within = [], ending = onTestFinished }: Run = {},
  ) {
    const [command = '', ...rest] = [...within, process.execPath, file, ...words]
    this.process = spawn(command, rest, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    })
    createInterface(this.process.stdout).on('line', (line) => this.lines.push(line))
    createInterface(this.process.stderr).on('line', (line) => this.errors.push(line))
    this.exit = once(this.process, 'close').then(([code]) => code)
    ending(() => this.kill())
  }

  get running(): boolean {
    return this.process.exitCode === null && this.process.signalCode === null
  }

  /** Its first line on stdout. Throws if it ends without one. */
  async line(): Promise<string> {
    await expect.poll(() => this.lines.length > 0 || !this.running, pollOptions).toBe(true)
    const [line] = this.lines
    if (line === undefined) throw new Error(`it ended: ${this.errors.join('\n')}`)
    return line
  }

  /** Asked to end; back with the exit code. */
  stop(): Promise<number | null> {
    this.process.kill('SIGTERM')
    return this.exit
  }

  /** `kill -9`. */
  async kill(): Promise<void> {
    this.process.kill('SIGKILL')
    await this.exit
  }
}

export interface Ready {
  readonly ready: true
  readonly url: string
  readonly adminToken: string
  readonly listeners: readonly ReadyListener[]
}

/** A `packetboat start` on a state folder of its own, ready. */
export class Site {
  readonly program: Program
  readonly state: string
  readonly ready: Ready
  /** Of the build that it is, if that is not the package's. */
  readonly #file: string | undefined

  private constructor(program: Program, state: string, ready: Ready, file?: string) {
    this.program = program
    this.state = state
    this.ready = ready
    this.#file = file
  }

  /** `state`: of a site before this one, on which it goes on. */
  static async start({ state, ...run }: SiteRun & { readonly state?: string } = {}): Promise<Site> {
    const folder = state ?? join(temporaryFolder(run.ending), 'state')
    const program = Site.spawn(folder, run)
    return new Site(program, folder, JSON.parse(await program.line()), run.file)
  }

  /** The same, without waiting for it. */
  static spawn(
    state: string,
    { env, file, within, port = 0, ending = onTestFinished }: SiteRun = {},
  ): Program {
    // Before the program's own: what it leaves behind when it is killed is ended after it.
    ending(() => endAll(runtimesOf(state)))
    const words = ['start', '--json', '--port', String(port), '--ports', 'any', '--state', state]
    return new Program(words, { env: { ...noSettings, ...env }, file, ending, ...(within && { within }) })
  }

  get url(): string {
    return this.ready.url
  }

  /** The port of the harbor's door. */
  port(transport: 'tcp' | 'dispatch'): number {
    const door = this.ready.listeners.find(
      (one) => one.game === 'soaprun' && one.room === 'harbor' && one.transport === transport,
    )
    if (!door) throw new Error(`the harbor has no ${transport} door`)
    return door.port
  }

  /** The workerd processes that it runs now. */
  get runtimes(): readonly ProcessIdentity[] {
    return runtimesOf(this.state)
  }

  async room(name = 'soaprun/harbor'): Promise<RoomEntry> {
    const answer = await this.fetch(`/api/rooms/${name}`)
    const said = (await answer.json()) as RoomEntry
    expect([answer.status, name, answer.ok || said]).toEqual([200, name, true])
    return said
  }

  /** Founds a room by the HTTP API. `game/room` of what it answers is its name. */
  create({ game, file, ...fields }: RoomRequest): Promise<CreatedRoom> {
    const parts = new FormData()
    parts.set('game', game)
    for (const [field, value] of Object.entries(fields)) {
      parts.set(field, typeof value === 'string' ? value : JSON.stringify(value))
    }
    if (file) parts.set('file', new File([new Uint8Array(file)], 'file'))
    return new ApiClient(new URL(this.url), this.ready.adminToken).createRoom(parts)
  }

  /** Back when nobody is in a room any more: who left, or was in the test before, is so for a while yet. */
  async waitUntilEmpty(name = 'soaprun/harbor'): Promise<void> {
    await expect.poll(async () => (await this.room(name)).players, pollOptions).toBe(0)
  }

  async patch(change: RoomPatch, name = 'soaprun/harbor'): Promise<void> {
    const answer = await this.fetch(`/api/rooms/${name}`, { method: 'PATCH', body: JSON.stringify(change) })
    expect([answer.status, answer.ok ? '' : await answer.text()]).toEqual([200, ''])
  }

  /** Needs the site token. */
  fetch(path: string, init: { readonly method?: string; readonly body?: string } = {}): Promise<Response> {
    const headers = { authorization: `Bearer ${this.ready.adminToken}`, 'content-type': 'application/json' }
    return fetch(`${this.url}${path}`, { ...init, headers })
  }

  /** `packetboat room …` of this site; back when it has ended well, with what it printed. */
  async roomCommand(...words: string[]): Promise<string> {
    const program = new Program(['room', ...words, '--url', this.url, '--token', this.ready.adminToken])
    expect([await program.exit, ...program.errors]).toEqual([0])
    return program.lines.join('\n')
  }

  /** A sidecar process of this site's and its build, by default with the secret that it has. */
  sidecar(id: string, upstream = this.url, token = this.sidecarToken): Program {
    const place = ['--advertise', '127.0.0.1', '--bind', '127.0.0.1']
    const words = ['sidecar', '--upstream', upstream, '--id', id, ...place]
    return new Program(words, { env: { SIDECAR_TOKEN: token }, file: this.#file })
  }

  get sidecarToken(): string {
    return readFileSync(join(this.state, 'sidecarToken'), 'utf8').trim()
  }

  /** The port at which this sidecar has a room's TCP door, when it is known to the site. */
  async listenerPort(sidecar: string, name = 'soaprun/harbor'): Promise<number> {
    let port: number | undefined
    const look = async () => {
      const { addresses } = await this.room(name)
      port = addresses.find(
        (one) => one.sidecar === sidecar && one.transport === 'tcp' && one.error === undefined,
      )?.port
      return port
    }
    await expect.poll(look, pollOptions).toBeDefined()
    return port!
  }

  /** `kill -9` of workerd; back when another runs. */
  async killRuntime(): Promise<void> {
    const [before] = this.runtimes
    process.kill(before!.pid, 'SIGKILL')
    const another = () => this.runtimes.some(({ pid }) => pid !== before!.pid)
    await expect.poll(another, pollOptions).toBe(true)
  }

  /** `kill -9` of the process; back with the workerd that it had, which is ended by others. */
  async killStart(): Promise<readonly ProcessIdentity[]> {
    const { runtimes } = this
    await this.program.kill()
    return runtimes
  }
}

/**
 * What all files that a worker runs share: begun when it is first wanted, ended with the worker. A fixture of the scope
 * `worker` would not do alone, for of that each `extend` of a test has its own.
 */
export class SharedResource<T> {
  readonly #endings: Parameters<OnEnd>[0][] = []
  readonly #begin: (ending: OnEnd) => Promise<T>
  #begun: Promise<T> | undefined

  constructor(begin: (ending: OnEnd) => Promise<T>) {
    this.#begin = begin
  }

  get(): Promise<T> {
    this.#begun ??= this.#begin((end) => this.#endings.push(end))
    return this.#begun
  }

  async end(): Promise<void> {
    for (const end of this.#endings.splice(0).reverse()) await end()
  }
}

const sharedSite = new SharedResource((ending) => Site.start({ ending }))

/**
 * A test with a `site` that all files of a worker share: each test leaves it running and has the harbor, or a room of its
 * own, as it wants it; who reads a room's number of players lets the others be gone (`emptied`), and names that a game keeps
 * are given once among all files. A file whose `test` extends
 * this one by an `env` has a site of its own, with that environment.
 */
export const test = base
  .extend('env', { scope: 'file' }, (): { readonly [name: string]: string } | undefined => undefined)
  .extend('shared', { scope: 'worker' }, () => sharedSite)
  .extend('sharedSite', { scope: 'worker' }, ({ shared }, { onCleanup }) => {
    onCleanup(() => shared.end())
    return () => shared.get()
  })
  .extend('site', { scope: 'file' }, async ({ env, sharedSite }, { onCleanup }) => {
    if (!env) return emptied(await sharedSite())
    const own = new SharedResource((ending) => Site.start({ env, ending }))
    onCleanup(() => own.end())
    return own.get()
  })

/** Who was in a harbor in the file before this one is so for a while yet. */
async function emptied(site: Site): Promise<Site> {
  for (const name of new Set(site.ready.listeners.map(({ game, room }) => `${game}/${room}`)))
    await site.waitUntilEmpty(name)
  return site
}

/** What the machine's own environment may say is not for tests. */
const noSettings = {
  PUBLIC_URL: '',
  SITE_ROOM: '',
  CREATE: '',
  MAX_ROOMS: '',
  MAX_UPLOAD: '',
  PROXIES: '',
  HOSTS: '',
  ORIGINS: '',
  SERVERS: '',
  SIDECAR_TOKEN_NEXT: '',
}

async function endAll(processes: readonly ProcessIdentity[]): Promise<void> {
  for (const one of processes) await killProcess(one)
}

/** As the state's lock has them: none where there is no lock. */
export function runtimesOf(state: string): readonly ProcessIdentity[] {
  try {
    return JSON.parse(readFileSync(join(state, 'lock.json'), 'utf8')).runtimes
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
