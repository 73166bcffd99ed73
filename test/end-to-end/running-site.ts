// `packetboat` as real processes. All processes of a test end when the test ends. Starting a site takes seconds of CPU
// time, so tests that do not kill their site share a site, through `test` of this file.
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { test as base, expect, inject, onTestFailed, onTestFinished } from 'vitest'
import { ApiClient, type CreateRoomResponse, type RoomEntry } from '../../cli/api/api-client.ts'
import type { ReadyListener } from '../../cli/commands/start.ts'
import type { ListenerRequest, RoomPatch } from '../../durable-objects/rpc/rpc-types.ts'
import type { Options } from '../../games/game.ts'
import { killProcess, type ProcessIdentity } from '../../sidecar/lock/processes.ts'
import { type OnEnd, temporaryFolder } from '../cli/temporary-folder.ts'
import { pollOptions } from '../timeouts.ts'
import { disableKeepAlive } from './network/fetch-without-keep-alive.ts'

export { pollOptions }

await disableKeepAlive()

/** Options of a Soaprun room without rate limits. */
export const unlimited = {
  maxPacketsPerSecond: 0,
  maxDrawsPerSecond: 0,
  maxWorldDrawsPerSecond: 0,
  maxTilesPerSecond: 0,
  maxRoomRequestsPerSecond: 0,
}

interface RoomRequest {
  readonly game: string
  readonly room?: string
  readonly options?: Options
  readonly listen?: readonly ListenerRequest[]
  readonly file?: Uint8Array
}

interface Run {
  readonly env?: { readonly [name: string]: string }
  /** Path of the command, in the built package (build-package.ts) or in another copy of the project. */
  readonly file?: string
  /** A command, such as a tracer, with which the process is started. */
  readonly within?: readonly string[]
  /** Registers the function that ends the process (default: `onTestFinished`). */
  readonly ending?: OnEnd
}

interface SiteRun extends Run {
  /** The site's port (default: any). */
  readonly port?: number
}

/** Number of the last lines on stderr that a failed test shows, if it started the process. */
const maxShownErrors = 50

export class PackageProcess {
  readonly process: ChildProcessByStdio<null, Readable, Readable>
  readonly lines: string[] = []
  readonly errors: string[] = []
  /** The exit code, once all output was read; null after a signal. */
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
    if (ending === onTestFinished)
      onTestFailed(() => console.error(this.errors.slice(-maxShownErrors).join('\n')))
  }

  get running(): boolean {
    return this.process.exitCode === null && this.process.signalCode === null
  }

  /** Throws if the process ends without a line on stdout. */
  async line(): Promise<string> {
    await expect.poll(() => this.lines.length > 0 || !this.running, pollOptions).toBe(true)
    const [line] = this.lines
    if (line === undefined) throw new Error(`it ended: ${this.errors.join('\n')}`)
    return line
  }

  /** Sends SIGTERM. Returns the exit code. */
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

export interface ReadyMessage {
  readonly ready: true
  readonly url: string
  readonly adminToken: string
  readonly listeners: readonly ReadyListener[]
}

/** A running `packetboat start` with its own state folder. */
export class Site {
  readonly program: PackageProcess
  readonly state: string
  readonly ready: ReadyMessage
  /** Path of the command, if it is not that of the built package. */
  readonly #file: string | undefined

  private constructor(program: PackageProcess, state: string, ready: ReadyMessage, file?: string) {
    this.program = program
    this.state = state
    this.ready = ready
    this.#file = file
  }

  /** `state`: state folder of an earlier site. */
  static async start({ state, ...run }: SiteRun & { readonly state?: string } = {}): Promise<Site> {
    const folder = state ?? join(temporaryFolder(run.ending), 'state')
    const program = Site.spawn(folder, run)
    return new Site(program, folder, JSON.parse(await program.line()), run.file)
  }

  /** Starts the site without waiting for its ready line. */
  static spawn(
    state: string,
    { env, file, within, port = 0, ending = onTestFinished }: SiteRun = {},
  ): PackageProcess {
    // A killed process cannot run Miniflare's own cleanup and leaves its runtimes behind.
    ending(() => endAll(workerdProcesses(state)))
    const words = ['start', '--json', '--port', String(port), '--ports', 'any', '--state', state]
    return new PackageProcess(words, {
      env: { ...noSettings, ...env },
      file,
      ending,
      ...(within && { within }),
    })
  }

  get url(): string {
    return this.ready.url
  }

  port(transport: 'tcp' | 'dispatch'): number {
    const listener = this.ready.listeners.find(
      (one) => one.game === 'soaprun' && one.room === 'harbor' && one.transport === transport,
    )
    if (!listener) throw new Error(`the harbor has no ${transport} listener`)
    return listener.port
  }

  /** The site's current workerd processes. */
  get runtimes(): readonly ProcessIdentity[] {
    return workerdProcesses(this.state)
  }

  async room(name = 'soaprun/harbor'): Promise<RoomEntry> {
    const answer = await this.fetch(`/api/rooms/${name}`)
    const said = (await answer.json()) as RoomEntry
    expect([answer.status, name, answer.ok || said]).toEqual([200, name, true])
    return said
  }

  create({ game, file, ...fields }: RoomRequest): Promise<CreateRoomResponse> {
    const parts = new FormData()
    parts.set('game', game)
    for (const [field, value] of Object.entries(fields)) {
      parts.set(field, typeof value === 'string' ? value : JSON.stringify(value))
    }
    if (file) parts.set('file', new File([new Uint8Array(file)], 'file'))
    return new ApiClient(new URL(this.url), this.ready.adminToken).createRoom(parts)
  }

  /** Waits until a room has no players. Players of an earlier test can remain for a while. */
  async waitUntilEmpty(name = 'soaprun/harbor'): Promise<void> {
    await expect.poll(async () => (await this.room(name)).players, pollOptions).toBe(0)
  }

  async patch(change: RoomPatch, name = 'soaprun/harbor'): Promise<void> {
    const answer = await this.fetch(`/api/rooms/${name}`, { method: 'PATCH', body: JSON.stringify(change) })
    expect([answer.status, answer.ok ? '' : await answer.text()]).toEqual([200, ''])
  }

  fetch(path: string, init: { readonly method?: string; readonly body?: string } = {}): Promise<Response> {
    const headers = { authorization: `Bearer ${this.ready.adminToken}`, 'content-type': 'application/json' }
    return fetch(`${this.url}${path}`, { ...init, headers })
  }

  /** Runs `packetboat room …` against this site and returns its output. Throws if it fails. */
  async roomCommand(...words: string[]): Promise<string> {
    const site = ['--url', this.url, '--token', this.ready.adminToken]
    const program = new PackageProcess(['room', ...words, ...site])
    expect([await program.exit, ...program.errors]).toEqual([0])
    return program.lines.join('\n')
  }

  /** Starts a sidecar process of the same build, by default with the site's secret. */
  sidecar(id: string, upstream = this.url, token = this.sidecarToken): PackageProcess {
    const place = ['--advertise', '127.0.0.1', '--bind', '127.0.0.1']
    const words = ['sidecar', '--upstream', upstream, '--id', id, ...place]
    return new PackageProcess(words, { env: { SIDECAR_TOKEN: token }, file: this.#file })
  }

  get sidecarToken(): string {
    return readFileSync(join(this.state, 'sidecarToken'), 'utf8').trim()
  }

  /** The port of a room's TCP listener at this sidecar, once it is reported. */
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

  /** `kill -9` of workerd. Waits until a new workerd runs. */
  async killRuntime(): Promise<void> {
    const [before] = this.runtimes
    process.kill(before!.pid, 'SIGKILL')
    const another = () => this.runtimes.some(({ pid }) => pid !== before!.pid)
    await expect.poll(another, pollOptions).toBe(true)
  }

  /**
   * Kills `packetboat start` with SIGKILL. Returns its workerd processes, which its reaper process kills soon after.
   */
  async killStart(): Promise<readonly ProcessIdentity[]> {
    const { runtimes } = this
    await this.program.kill()
    return runtimes
  }
}

/**
 * A resource that all test files of a Vitest worker share, started on first use. A fixture with scope `worker` would
 * create one for each `extend`.
 */
export class SharedResource<T> {
  readonly #endings: Parameters<OnEnd>[0][] = []
  readonly #begin: (ending: OnEnd) => Promise<T>
  #begun: Promise<T> | undefined

  constructor(begin: (ending: OnEnd) => Promise<T>) {
    this.#begin = begin
  }

  /** After a failed start, the next call starts the resource again, so that the failure affects only one test. */
  get(): Promise<T> {
    this.#begun ??= this.#begin((end) => this.#endings.push(end)).catch(async (error) => {
      this.#begun = undefined
      await this.end()
      throw error
    })
    return this.#begun
  }

  async end(): Promise<void> {
    for (const end of this.#endings.splice(0).reverse()) await end()
  }
}

const sharedSite = new SharedResource((ending) => Site.start({ ending }))

/**
 * A test with a shared `site`. Each test must leave the site running, and use the site's default rooms or create rooms.
 * Tests that read player counts wait until a room is empty (`waitUntilEmpty`). A name that a game stores may occur in
 * only one test of all files. Start your own `Site` if a test stops it or changes its default rooms.
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

/** Players of an earlier file can remain for a while. */
async function emptied(site: Site): Promise<Site> {
  for (const name of new Set(site.ready.listeners.map(({ game, room }) => `${game}/${room}`)))
    await site.waitUntilEmpty(name)
  return site
}

/** Removes the settings of Packetboat from the machine's environment. */
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

/** The workerd processes that the lock of the state folder lists. Without a lock the list is empty. */
export function workerdProcesses(state: string): readonly ProcessIdentity[] {
  try {
    return JSON.parse(readFileSync(join(state, 'lock.json'), 'utf8')).runtimes
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
