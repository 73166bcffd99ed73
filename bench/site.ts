// A `packetboat start` of a bench's own: a child process on a temporary state folder and free ports.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { Api } from '../cli/api/api.ts'
import type { Listener } from '../cli/start.ts'
import { childOf } from './processes.ts'

const command = resolve(import.meta.dirname, '../cli/packetboat.ts')
/** Milliseconds that a drain may take. */
const patience = 15_000
/** What the environment might say; a bench measures the site as it comes. */
const settings = ['PUBLIC_URL', 'SITE_ROOM', 'CREATE', 'MAX_UPLOAD', 'SIDECAR_TOKEN_NEXT']

interface Ready {
  readonly url: string
  readonly adminToken: string
  readonly listeners: readonly Listener[]
}

/** A folder for states, removed at the latest when the process ends. */
export function temporaryFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'packetboat-bench-'))
  const remove = () => rmSync(path, { recursive: true, force: true, maxRetries: 3 })
  process.once('exit', remove)
  return {
    path,
    remove() {
      process.off('exit', remove)
      remove()
    },
  }
}

export class Site {
  /** Milliseconds from the spawn of the process to its ready line. */
  readonly readyMs: number
  readonly url: URL
  readonly api: Api
  /** The process that is the command and its sidecar, and the one that is the Worker. */
  readonly sidecarPid: number
  readonly workerPid: number
  readonly #state: string
  readonly #process: ChildProcess
  readonly #listeners: readonly Listener[]
  readonly #abandon: () => void

  private constructor(state: string, child: ChildProcess, ready: Ready, readyMs: number) {
    this.#state = state
    this.#process = child
    this.#listeners = ready.listeners
    this.readyMs = readyMs
    this.url = new URL(ready.url)
    this.api = new Api(this.url, ready.adminToken)
    this.sidecarPid = child.pid!
    this.workerPid = childOf(this.sidecarPid, 'workerd')
    this.#abandon = () => child.kill('SIGTERM')
    process.once('exit', this.#abandon)
  }

  /** Throws, with what it wrote to stderr, when it does not get ready. */
  static async start(state: string): Promise<Site> {
    const words = [command, 'start', '--json', '--port', '0', '--ports', 'any', '--state', state]
    const env = { ...process.env, ...Object.fromEntries(settings.map((name) => [name, ''])) }
    const began = performance.now()
    const child = spawn(process.execPath, words, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    const errors: string[] = []
    createInterface(child.stderr).on('line', (line) => errors.push(line))
    const lines = createInterface(child.stdout)
    const line = await Promise.race([
      once(lines, 'line').then(([first]) => String(first)),
      once(child, 'close').then(() => undefined),
    ])
    const readyMs = performance.now() - began
    if (line === undefined) throw new Error(`packetboat start ended: ${errors.join('\n')}`)
    return new Site(state, child, JSON.parse(line) as Ready, readyMs)
  }

  get sidecarToken(): string {
    return readFileSync(join(this.#state, 'sidecarToken'), 'utf8').trim()
  }

  /** Of the door that a room of the start's own has for a transport. */
  port(game: string, transport: string): number {
    const door = this.#listeners.find((one) => one.game === game && one.transport === transport)
    if (!door || door.error) throw new Error(`${game} has no ${transport} door`)
    return door.port
  }

  /** Asked to end; back when it has, with its Worker. */
  async stop(): Promise<void> {
    process.off('exit', this.#abandon)
    if (this.#process.exitCode !== null) return
    const closed = once(this.#process, 'close')
    this.#process.kill('SIGTERM')
    const late = setTimeout(() => this.#process.kill('SIGKILL'), patience)
    await closed
    clearTimeout(late)
  }
}
