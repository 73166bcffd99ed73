// `packetboat` as real processes: started, asked, killed and started again. Whatever a test leaves running ends with it.
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { expect, onTestFinished } from 'vitest'
import type { RoomEntry } from '../../cli/api/api.ts'
import { end, type Known } from '../../cli/processes.ts'
import type { Listener } from '../../cli/start.ts'
import type { RoomPatch } from '../../durable-objects/rooms.ts'
import { emptyFolder } from '../cli/folder.ts'

const command = resolve(import.meta.dirname, '../../cli/packetboat.ts')
/** Milliseconds that anything may take before a test gives up on it. */
export const patience = { timeout: 60_000, interval: 20 }

/** A room whose players nothing slows down. */
export const unlimited = {
  maxPacketsPerSecond: 0,
  maxDrawsPerSecond: 0,
  maxWorldDrawsPerSecond: 0,
  maxTilesPerSecond: 0,
  maxRoomRequestsPerSecond: 0,
}

/** One `packetboat …` process. */
export class Program {
  readonly process: ChildProcessByStdio<null, Readable, Readable>
  /** What it wrote on stdout, and on stderr. */
  readonly lines: string[] = []
  readonly errors: string[] = []
  /** The exit code, when all it wrote was read; null after a signal. */
  readonly exit: Promise<number | null>

  /** `file`: the command's own, of another copy of the project. */
  constructor(words: readonly string[], env: { readonly [name: string]: string } = {}, file = command) {
    this.process = spawn(process.execPath, [file, ...words], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    })
    createInterface(this.process.stdout).on('line', (line) => this.lines.push(line))
    createInterface(this.process.stderr).on('line', (line) => this.errors.push(line))
    this.exit = once(this.process, 'close').then(([code]) => code)
    onTestFinished(() => this.kill())
  }

  get running(): boolean {
    return this.process.exitCode === null && this.process.signalCode === null
  }

  /** Its first line on stdout. Throws if it ends without one. */
  async line(): Promise<string> {
    await expect.poll(() => this.lines.length > 0 || !this.running, patience).toBe(true)
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
  readonly listeners: readonly Listener[]
}

/** A `packetboat start` on a state folder of its own, ready. */
export class Site {
  readonly program: Program
  readonly state: string
  readonly ready: Ready

  private constructor(program: Program, state: string, ready: Ready) {
    this.program = program
    this.state = state
    this.ready = ready
  }

  /** `state`: of a site before this one. */
  static async start(state = join(emptyFolder(), 'state'), env = {}, file = command): Promise<Site> {
    const program = Site.begin(state, env, file)
    return new Site(program, state, JSON.parse(await program.line()))
  }

  /** The same, without waiting for it. */
  static begin(state: string, env = {}, file = command): Program {
    // Before the program's own: what it leaves behind when it is killed is ended after it.
    onTestFinished(() => endAll(runtimesOf(state)))
    const words = ['start', '--json', '--port', '0', '--ports', 'any', '--state', state]
    return new Program(words, { ...noSettings, ...env }, file)
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
  get runtimes(): readonly Known[] {
    return runtimesOf(this.state)
  }

  async room(name = 'soaprun/harbor'): Promise<RoomEntry> {
    const answer = await this.fetch(`/api/rooms/${name}`)
    const said = (await answer.json()) as RoomEntry
    expect([answer.status, name, answer.ok || said]).toEqual([200, name, true])
    return said
  }

  async patch(change: RoomPatch, name = 'soaprun/harbor'): Promise<void> {
    const answer = await this.fetch(`/api/rooms/${name}`, { method: 'PATCH', body: JSON.stringify(change) })
    expect([answer.status, answer.ok ? '' : await answer.text()]).toEqual([200, ''])
  }

  /** With the site's token. */
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

  /** A sidecar process of this site's, by default with the secret that it has. */
  sidecar(id: string, upstream = this.url, token = this.sidecarToken): Program {
    const place = ['--advertise', '127.0.0.1', '--bind', '127.0.0.1']
    return new Program(['sidecar', '--upstream', upstream, '--id', id, ...place], { SIDECAR_TOKEN: token })
  }

  get sidecarToken(): string {
    return readFileSync(join(this.state, 'sidecarToken'), 'utf8').trim()
  }

  /** The port at which this sidecar has a room's TCP door, when it is known to the site. */
  async doorOf(sidecar: string, name = 'soaprun/harbor'): Promise<number> {
    let port: number | undefined
    const look = async () => {
      const { addresses } = await this.room(name)
      port = addresses.find(
        (one) => one.sidecar === sidecar && one.transport === 'tcp' && one.error === undefined,
      )?.port
      return port
    }
    await expect.poll(look, patience).toBeDefined()
    return port!
  }

  /** `kill -9` of workerd; back when another runs. */
  async killRuntime(): Promise<void> {
    const [before] = this.runtimes
    process.kill(before!.pid, 'SIGKILL')
    const another = () => this.runtimes.some(({ pid }) => pid !== before!.pid)
    await expect.poll(another, patience).toBe(true)
  }

  /** `kill -9` of the process; back with the workerd that it had, which is ended by others. */
  async killStart(): Promise<readonly Known[]> {
    const { runtimes } = this
    await this.program.kill()
    return runtimes
  }
}

/** What the machine's own environment may say is not for tests. */
const noSettings = { PUBLIC_URL: '', SITE_ROOM: '', CREATE: '', MAX_UPLOAD: '', SIDECAR_TOKEN_NEXT: '' }

async function endAll(processes: readonly Known[]): Promise<void> {
  for (const one of processes) await end(one)
}

/** As the state's lock has them: none where there is no lock. */
export function runtimesOf(state: string): readonly Known[] {
  try {
    return JSON.parse(readFileSync(join(state, 'lock.json'), 'utf8')).runtimes
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
