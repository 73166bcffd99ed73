// The site of a bench: `packetboat start` in a child process, with a temporary state folder and free ports.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { ApiClient } from '../cli/api/api-client.ts'
import type { ReadyListener } from '../cli/commands/start.ts'
import { findChild } from './processes.ts'

const command = resolve(import.meta.dirname, '../cli/packetboat.ts')
/** Milliseconds for draining before a stopped site is killed. */
const patience = 15_000
/** The settings that are removed from the environment, so that a bench measures a site with default settings. */
const settings = ['PUBLIC_URL', 'SITE_ROOM', 'CREATE', 'MAX_UPLOAD', 'SIDECAR_TOKEN_NEXT']

interface Ready {
  readonly url: string
  readonly adminToken: string
  readonly listeners: readonly ReadyListener[]
}

/** Creates a folder for `measure`, and removes it afterwards or when the process ends. */
export async function withTemporaryFolder<T>(measure: (path: string) => Promise<T>): Promise<T> {
  const path = mkdtempSync(join(tmpdir(), 'packetboat-bench-'))
  const remove = () => rmSync(path, { recursive: true, force: true, maxRetries: 3 })
  process.once('exit', remove)
  try {
    return await measure(path)
  } finally {
    process.off('exit', remove)
    remove()
  }
}

export function runRounds(
  rounds: number,
  onProgress: (line: string) => void,
  play: (state: string) => Promise<void>,
): Promise<void> {
  return withTemporaryFolder(async (path) => {
    for (let round = 1; round <= rounds; round++) {
      onProgress(`round ${round} of ${rounds}`)
      await play(join(path, `round-${round}`))
    }
  })
}

export async function withSite<T>(state: string, measure: (site: Site) => Promise<T>): Promise<T> {
  const site = await Site.start(state)
  try {
    return await measure(site)
  } finally {
    await site.stop()
  }
}

export class Site {
  /** Milliseconds from the start of the process until it has printed that the site is ready. */
  readonly readyMs: number
  readonly url: URL
  readonly api: ApiClient
  /** The id of the command's process, in which the sidecar runs. */
  readonly sidecarPid: number
  readonly workerPid: number
  readonly #state: string
  readonly #process: ChildProcess
  readonly #listeners: readonly ReadyListener[]
  readonly #abandon: () => void

  private constructor(state: string, child: ChildProcess, ready: Ready, readyMs: number) {
    this.#state = state
    this.#process = child
    this.#listeners = ready.listeners
    this.readyMs = readyMs
    this.url = new URL(ready.url)
    this.api = new ApiClient(this.url, ready.adminToken)
    this.sidecarPid = child.pid!
    this.workerPid = findChild(this.sidecarPid, 'workerd')
    this.#abandon = () => child.kill('SIGTERM')
    process.once('exit', this.#abandon)
  }

  /** Throws an error with the command's stderr if the command exits before the site is ready. */
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

  port(game: string, transport: string): number {
    const listener = this.#listeners.find((one) => one.game === game && one.transport === transport)
    if (!listener || listener.error) throw new Error(`${game} has no ${transport} listener`)
    return listener.port
  }

  /** Kills workerd. The command then starts a new workerd. */
  killWorker(): void {
    process.kill(findChild(this.sidecarPid, 'workerd'), 'SIGKILL')
  }

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
