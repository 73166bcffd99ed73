// Runs the Worker in workerd with Miniflare. Only this file depends on Miniflare, with the options of version 5.
import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { basename, join } from 'node:path'
import { Miniflare, type MiniflareOptions, NoOpLog, type Request, Response } from 'miniflare'
import { dataModuleType } from '../bundle/data-files.ts'
import type { LoadedWorker } from '../bundle/worker-bundle.ts'
import type { AssetSettings, WorkerSettings } from '../bundle/wrangler-settings.ts'
import { describeInOneLine, Failure } from '../terminal/failure.ts'
import { sendRequest } from './outbound-requests.ts'

export interface WorkerOptions extends Pick<LoadedWorker, 'settings' | 'code' | 'assets'> {
  readonly data?: LoadedWorker['data']
  readonly worlds: string
  /** Secrets and settings, which override the vars of wrangler.toml. */
  readonly env: { readonly [name: string]: string }
  /** Whether the disk of the databases has space. Without this function, the Worker has no binding DISK. */
  readonly hasSpace?: () => boolean
  /**
   * Called for each entry of the Worker's log. `level`: such as `log`, `warn` or `error`. `message`: one or more lines.
   */
  log(level: string, message: string): void
  /** Called with the pids of the workerd processes after every change. */
  runtimes(pids: readonly number[]): void
}

export function databaseFolder(worlds: string, { name }: WorkerSettings, className: string): string {
  return join(worlds, 'do', `${name}-${className}`)
}

export interface RunningWorker {
  /** The port of the Worker on 127.0.0.1. */
  readonly port: number
  /** The Unix socket for WebSockets. Undefined on systems without abstract sockets. */
  readonly socketPath?: string
  /** Rejects when workerd has ended and Miniflare has not restarted it. Never resolves. */
  readonly crashed: Promise<never>
  /** Ends workerd and waits until it has exited. */
  stop(): Promise<void>
}

/**
 * Limits each half of V8's young generation to 8 MiB. By default each half grows to 32 MiB as soon as enough objects
 * survive, and never shrinks. This would be more than all other parts of a site's heap.
 */
const youngGenerationFlag = '--max-semi-space-size=8'

/**
 * The name of a Unix socket in Linux's abstract namespace, which needs no file and is released when workerd ends. A
 * message over a Unix socket takes two thirds of the kernel time of a message over TCP.
 */
const abstractSocketName = () =>
  process.platform === 'linux' ? `packetboat-${process.pid}-${randomBytes(8).toString('hex')}` : undefined

/** Resolves when the Worker answers on a free loopback port. Throws Failure if the Worker's code cannot be loaded. */
export async function startWorker(start: WorkerOptions): Promise<RunningWorker> {
  process.env.CLOUDFLARE_CF_FETCH_ENABLED = 'false' // Miniflare would ask Cloudflare for this machine's location
  process.env.MINIFLARE_WORKERD_V8_FLAGS ??= youngGenerationFlag
  const socketName = abstractSocketName()
  let restart = async () => {}
  const watch = watchRuntimes(start.runtimes, () => restart())
  const { settings, code, data = [], assets, worlds, env } = start
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
          manifest: {
            mainModule: 'worker.js',
            modules: {
              'worker.js': { type: 'esm', contents: code },
              ...Object.fromEntries(
                Array.from(data, ([path, contents]) => [path, { type: dataModuleType(path), contents }]),
              ),
            },
          },
          env: {
            ...textBindings({ ...settings.vars, ...env }),
            ...objectBindings(settings),
            ...assetsBinding(settings),
            ...(start.hasSpace && diskBinding(start.hasSpace)),
          },
          ...(settings.assets && assets !== undefined && { assets: assetOptions(settings.assets, assets) }),
          exports: Object.fromEntries(
            settings.objects.map(({ className }) => [
              className,
              { type: 'durable-object', storage: 'sqlite' },
            ]),
          ),
        },
        dev: {
          outboundService: { type: 'fetcher', handler: outboundHandler(env.WEBHOOKS === 'anywhere') },
          ...(socketName && { unsafeDirectSockets: [{ host: `unix-abstract:${socketName}`, port: 0 }] }),
        },
      },
    ],
  }
  const miniflare = withoutSignalHandlers(() => new Miniflare(options))
  const stop = async () => {
    restart = async () => {}
    watch.stopping()
    await miniflare.dispose().finally(watch.end)
  }
  try {
    const url = await miniflare.ready
    const at = Number(url.port || 80)
    restart = singleFlight(() => restartRuntime(miniflare, { ...options, port: at }))
    // Miniflare adds the port to the name.
    const socketPath = socketName && `\0${socketName}:0`
    return { port: at, ...(socketPath && { socketPath }), crashed: watch.lost, stop }
  } catch (error) {
    await stop().catch(() => {}) // `stop` rejects with the error that is thrown below
    throw toStartFailure(error)
  }
}

/** The headers of webhooks and notifications. The headers that the runtime adds for Miniflare are not forwarded. */
const forwardedHeaders =
  /^(?:authorization|content-encoding|content-type|topic|ttl|urgency|user-agent|webhook-.*)$/

function outboundHandler(allowPrivate: boolean): (request: Request) => Promise<Response> {
  return async (request) => {
    const message = {
      ...{ url: new URL(request.url), method: request.method, body: await request.bytes() },
      headers: Object.fromEntries([...request.headers].filter(([name]) => forwardedHeaders.test(name))),
    }
    try {
      const { status, headers } = await sendRequest(message, allowPrivate)
      return new Response(null, { status, headers })
    } catch (error) {
      // If the request fails, the room gets 502, which it treats as a temporary error, and retries.
      return new Response(null, { status: 502, statusText: describeInOneLine(error).slice(0, 100) })
    }
  }
}

const maxRestarts = 5

/** Miniflare restarts a running workerd by itself, but not one that ends during the restart. */
async function restartRuntime(miniflare: Miniflare, options: MiniflareOptions): Promise<void> {
  for (let attempt = 0; attempt < maxRestarts; attempt++) {
    try {
      await miniflare.ready
      return
    } catch {
      // If this start also fails, `ready` rejects again.
      await miniflare.setOptions(options).catch(() => {}) // the next check of `ready` throws the same error
    }
  }
}

function singleFlight(action: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => {
    running ??= action().finally(() => {
      running = undefined
    })
    return running
  }
}

/** Miniflare's signal handlers would exit at once, but the command handles signals itself. */
function withoutSignalHandlers<T>(create: () => T): T {
  const signals = (['SIGTERM', 'SIGINT', 'SIGHUP'] as const).map((name) => ({
    name,
    own: process.listeners(name),
  }))
  const created = create()
  for (const { name, own } of signals) {
    for (const added of process.listeners(name)) if (!own.includes(added)) process.off(name, added)
  }
  return created
}

function textBindings(values: { readonly [name: string]: string }) {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, { type: 'text' as const, value }]),
  )
}

function objectBindings({ name, objects }: WorkerSettings) {
  return Object.fromEntries(
    objects.map(({ binding, className }) => [
      binding,
      { type: 'durable-object' as const, worker: name, exportName: className },
    ]),
  )
}

function assetsBinding({ assets }: WorkerSettings) {
  return assets ? { [assets.binding]: { type: 'assets' as const } } : {}
}

/** The binding that workers/platform/disk-status.ts calls. */
function diskBinding(hasSpace: () => boolean) {
  const handler = async () => new Response(null, { status: hasSpace() ? 204 : 507 })
  return { DISK: { type: 'fetcher' as const, handler } }
}

function assetOptions({ workerFirst }: AssetSettings, directory: string) {
  return { directory, hasUserWorker: true, htmlHandling: 'none' as const, runWorkerFirst: [...workerFirst] }
}

/** Extracts the message from workerd's stderr, which Miniflare passes on as many lines, some of them JSON. */
function toStartFailure(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const [, inside] = /"message":"((?:[^"\\]|\\.)*)"/.exec(error.message) ?? []
  return new Failure(
    `the Worker failed to start: ${inside?.replaceAll('\\n', ' ') ?? describeInOneLine(error)}`,
  )
}

/** Milliseconds without a workerd process after which the runtime counts as lost. A restart takes about 200 ms. */
const restartTimeoutMs = 15_000

/**
 * Observes all child processes as they start, because Miniflare restarts workerd without reporting its pid. workerd
 * gets a process group of its own. In the same process group, Ctrl-C in a terminal would end workerd before the drain.
 */
function watchRuntimes(changed: (pids: readonly number[]) => void, ended: () => Promise<void>) {
  const running = new Map<number, ChildProcess>()
  const { promise: lost, reject } = Promise.withResolvers<never>()
  lost.catch(() => {}) // an unhandled rejection must not end the process
  let stopping = false
  let lostTimer: NodeJS.Timeout | undefined
  const onSpawn = (message: unknown) => {
    const { process: child, options } = message as SpawnMessage
    if (!basename(options.file).startsWith('workerd')) return
    options.detached = process.platform !== 'win32'
    child.once('spawn', () => {
      clearTimeout(lostTimer)
      running.set(child.pid!, child)
      changed([...running.keys()])
    })
    child.once('exit', () => {
      running.delete(child.pid!)
      changed([...running.keys()])
      if (stopping || running.size) return
      lostTimer = setTimeout(
        () => reject(new Failure('the Workers runtime crashed and did not restart')),
        restartTimeoutMs,
      )
      // `ended` is called after Miniflare's own listener for the exit.
      setImmediate(() => void ended().catch(() => {})) // `lost` reports the errors
    })
  }
  const channel = 'tracing:child_process.spawn:start'
  subscribe(channel, onSpawn)
  return {
    lost,
    stopping() {
      stopping = true
      clearTimeout(lostTimer)
    },
    end() {
      unsubscribe(channel, onSpawn)
    },
  }
}

interface SpawnMessage {
  readonly process: ChildProcess
  readonly options: { readonly file: string; detached: boolean }
}
