// The Worker in workerd, by Miniflare: the only file that knows Miniflare, whose options are its version 5's own.
import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { basename, join } from 'node:path'
import { Miniflare, type MiniflareOptions, NoOpLog, type Request, Response } from 'miniflare'
import { ask } from './outbound.ts'
import type { AssetSettings, WorkerSettings } from './settings.ts'
import { Failure, oneLine } from './terminal/failure.ts'

export interface WorkerStart {
  readonly settings: WorkerSettings
  /** One ES module. */
  readonly code: string
  /** Folder of what browsers fetch beside the pages. */
  readonly assets?: string
  /** Folder of the Durable Objects' databases. */
  readonly worlds: string
  /** Secrets and settings, over the vars of wrangler.toml. */
  readonly env: { readonly [name: string]: string }
  /** Whether the databases' disk has space; absent: nobody tells the Worker. */
  readonly hasSpace?: () => boolean
  /** What the Worker logs: a level (`log`, `warn`, `error`, …) and a line or more. */
  log(level: string, message: string): void
  /** The workerd processes there are, whenever that changes. */
  runtimes(pids: readonly number[]): void
}

/** Where the runtime keeps the databases of a class of objects. */
export function databasesOf(worlds: string, { name }: WorkerSettings, className: string): string {
  return join(worlds, 'do', `${name}-${className}`)
}

export interface RunningWorker {
  /** Of 127.0.0.1, where it listens. */
  readonly port: number
  /** Rejects when workerd ended and Miniflare did not bring it back. Never resolves. */
  readonly lost: Promise<never>
  /** Ends workerd, and back when it is gone. */
  stop(): Promise<void>
}

/**
 * V8 makes each half of the young part of a heap up to 32 MiB as soon as enough outlives it, and never gives them back: that is more
 * than all else in the heap of a whole site. Ours dies young at 8, too.
 */
const youngGeneration = '--max-semi-space-size=8'

/** Starts the Worker on a free port of loopback, and back when it answers. Throws Failure when its code does not load. */
export async function startWorker(start: WorkerStart): Promise<RunningWorker> {
  process.env.CLOUDFLARE_CF_FETCH_ENABLED = 'false' // Miniflare would ask Cloudflare where this machine is
  process.env.MINIFLARE_WORKERD_V8_FLAGS ??= youngGeneration
  let bringBack = async () => {}
  const watch = watchRuntimes(start.runtimes, () => bringBack())
  const { settings, code, assets, worlds, env } = start
  const options: MiniflareOptions = {
    host: '127.0.0.1',
    port: 0,
    cf: false,
    log: new NoOpLog(),
    logRequests: false,
    telemetry: { enabled: false },
    resourcePersistencePath: worlds,
    handleStructuredLogs: ({ level, message }) => start.log(level, message),
    workers: [
      {
        config: {
          name: settings.name,
          compatibilityDate: settings.compatibilityDate,
          compatibilityFlags: [...settings.compatibilityFlags],
          manifest: { mainModule: 'worker.js', modules: { 'worker.js': { type: 'esm', contents: code } } },
          env: {
            ...texts({ ...settings.vars, ...env }),
            ...objects(settings),
            ...served(settings),
            ...(start.hasSpace && disk(start.hasSpace)),
          },
          ...(settings.assets && assets !== undefined && { assets: folder(settings.assets, assets) }),
          exports: Object.fromEntries(
            settings.objects.map(({ className }) => [
              className,
              { type: 'durable-object', storage: 'sqlite' },
            ]),
          ),
        },
        dev: { outboundService: { type: 'fetcher', handler: outgoing(env.WEBHOOKS === 'anywhere') } },
      },
    ],
  }
  const miniflare = leavingSignals(() => new Miniflare(options))
  const stop = async () => {
    bringBack = async () => {}
    watch.stopping()
    await miniflare.dispose().finally(watch.end)
  }
  try {
    const url = await miniflare.ready
    const at = Number(url.port || 80)
    bringBack = oneAtATime(() => begunAnew(miniflare, { ...options, port: at }))
    return { port: at, lost: watch.lost, stop }
  } catch (error) {
    await stop().catch(() => {}) // it rejects with the error that is thrown below
    throw explained(error)
  }
}

/** What the runtime adds is for Miniflare. */
const ofMessages = /^(?:content-type|user-agent|webhook-.*)$/

/** `anywhere`: to every address that there is. */
function outgoing(anywhere: boolean): (request: Request) => Promise<Response> {
  return async (request) => {
    const message = {
      ...{ url: new URL(request.url), method: request.method, body: await request.text() },
      headers: Object.fromEntries([...request.headers].filter(([name]) => ofMessages.test(name))),
    }
    try {
      const { status, headers } = await ask(message, anywhere)
      return new Response(null, { status, headers })
    } catch (error) {
      // For who asks there is no answer. 502 is one that may pass, and is tried again.
      return new Response(null, { status: 502, statusText: oneLine(error).slice(0, 100) })
    }
  }
}

/** How often a workerd that ends while it starts is started again. */
const attempts = 5

/** Miniflare brings back a workerd that ran, but gives up on one that ends while it is being brought back. */
async function begunAnew(miniflare: Miniflare, options: MiniflareOptions): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    try {
      await miniflare.ready
      return
    } catch {
      // `ready` says it again if this start, too, comes to nothing.
      await miniflare.setOptions(options).catch(() => {}) // the next look at `ready` throws the same
    }
  }
}

function oneAtATime(act: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => {
    running ??= act().finally(() => {
      running = undefined
    })
    return running
  }
}

/** Miniflare would exit at every signal; what a signal means is for the command to say. */
function leavingSignals<T>(make: () => T): T {
  const signals = (['SIGTERM', 'SIGINT', 'SIGHUP'] as const).map((name) => ({
    name,
    own: process.listeners(name),
  }))
  const made = make()
  for (const { name, own } of signals) {
    for (const added of process.listeners(name)) if (!own.includes(added)) process.off(name, added)
  }
  return made
}

function texts(values: { readonly [name: string]: string }) {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, { type: 'text' as const, value }]),
  )
}

function objects({ name, objects }: WorkerSettings) {
  return Object.fromEntries(
    objects.map(({ binding, className }) => [
      binding,
      { type: 'durable-object' as const, worker: name, exportName: className },
    ]),
  )
}

function served({ assets }: WorkerSettings) {
  return assets ? { [assets.binding]: { type: 'assets' as const } } : {}
}

/** As workers/disk.ts asks it. */
function disk(hasSpace: () => boolean) {
  const handler = async () => new Response(null, { status: hasSpace() ? 204 : 507 })
  return { DISK: { type: 'fetcher' as const, handler } }
}

function folder({ workerFirst }: AssetSettings, directory: string) {
  return { directory, hasUserWorker: true, htmlHandling: 'none' as const, runWorkerFirst: [...workerFirst] }
}

/** Miniflare gives what workerd wrote to stderr: a text of many lines, some of them JSON. */
function explained(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const [, inside] = /"message":"((?:[^"\\]|\\.)*)"/.exec(error.message) ?? []
  return new Failure(`the Worker does not start: ${inside?.replaceAll('\\n', ' ') ?? oneLine(error)}`)
}

/** How long workerd may be away before it counts as lost; a restart takes some 200 ms. */
const patience = 15_000

/**
 * Miniflare restarts workerd when it dies, and tells nobody its pid: so every process that this one begins is watched
 * as it begins. workerd gets a process group of its own, or Ctrl-C in a terminal would end it before the drain.
 */
function watchRuntimes(changed: (pids: readonly number[]) => void, ended: () => Promise<void>) {
  const running = new Map<number, ChildProcess>()
  const { promise: lost, reject } = Promise.withResolvers<never>()
  lost.catch(() => {}) // if nobody waits for it, its rejection must not end the process
  let stopping = false
  let away: NodeJS.Timeout | undefined
  const began = (message: unknown) => {
    const { process: child, options } = message as Begun
    if (!basename(options.file).startsWith('workerd')) return
    options.detached = process.platform !== 'win32'
    child.once('spawn', () => {
      clearTimeout(away)
      running.set(child.pid!, child)
      changed([...running.keys()])
    })
    child.once('exit', () => {
      running.delete(child.pid!)
      changed([...running.keys()])
      if (stopping || running.size) return
      away = setTimeout(
        () => reject(new Failure('the Workers runtime ended and did not come back')),
        patience,
      )
      setImmediate(() => void ended().catch(() => {})) // once Miniflare, too, knows that it ended; `lost` tells the rest
    })
  }
  const channel = 'tracing:child_process.spawn:start'
  subscribe(channel, began)
  return {
    lost,
    stopping() {
      stopping = true
      clearTimeout(away)
    },
    end() {
      unsubscribe(channel, began)
    },
  }
}

/** What Node tells on that channel, just before the process begins; `options` is what it begins with. */
interface Begun {
  readonly process: ChildProcess
  readonly options: { readonly file: string; detached: boolean }
}
