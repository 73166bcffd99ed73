// Builds sites of mixed releases in one workerd. Every mix has its own objects, and sets the release of each class of
// objects.
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Loader, type Plugin } from 'esbuild'
import { Miniflare, Response } from 'miniflare'
import type { startSidecar } from '../../../sidecar/sidecar.ts'
import { edits, type Release } from './edits.ts'

const root = resolve(import.meta.dirname, '../../..')

/** The release of each part of a site. `others`: the release of the classes Uploads and RemoteClient. */
export interface ReleaseMix {
  readonly worker: Release
  readonly room: Release
  readonly directory: Release
  readonly others: Release
  readonly sidecar: Release
}

const classes = { Room: 'room', Directory: 'directory', Uploads: 'others', RemoteClient: 'others' } as const
const bindings = {
  ROOM: 'Room',
  DIRECTORY: 'Directory',
  UPLOADS: 'Uploads',
  REMOTE_CLIENT: 'RemoteClient',
} as const

export const tokens = { site: 'site-token', sidecar: 'sidecar-token' } as const

/**
 * An esbuild plugin that applies the edits of a release. Throws if a source file does not contain the text that an edit
 * replaces.
 */
function applyEdits(release: Release): Plugin {
  return {
    name: release,
    setup({ onLoad }) {
      const files = Map.groupBy(edits[release], ({ file }) => resolve(root, file))
      onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        const changes = files.get(path)
        if (!changes) return undefined
        let contents = await readFile(path, 'utf8')
        for (const { file, from, to } of changes) {
          const edited = contents.replace(from, to)
          if (edited === contents) throw new Error(`release ${release}: ${file} has no ${from}`)
          contents = edited
        }
        return { contents, loader: 'ts' }
      })
    },
  }
}

/** A Worker's module, with one app and one set of classes per mix. Request paths select a mix: `/mix/3/…`. */
function workerSource(release: Release, mixes: readonly ReleaseMix[]): string {
  const mixClasses = mixes.flatMap((_, i) =>
    Object.keys(classes).map(
      (name) =>
        `export class ${name}${i} extends ${name} { constructor(ctx, env) { super(ctx, mixEnv(env, ${i})) } }`,
    ),
  )
  return `
    import { directoryClass } from './durable-objects/directory/directory-object.ts'
    import { remoteClientClass } from './durable-objects/remote-client/remote-client-object.ts'
    import { roomClass } from './durable-objects/room/room-object.ts'
    import { uploadsClass } from './durable-objects/uploads/uploads-object.ts'
    import { tally } from './test/fixtures/tally-game/index.ts'
    import { games as testGames } from './test/workers/fixtures/echo-game.ts'
    import { createApp } from './workers/app.ts'
    import { withBodyDrain } from './workers/http/request/drain-body.ts'
    const games = [...testGames, tally]
    const Room = roomClass(games), Directory = directoryClass(games)
    const Uploads = uploadsClass(games), RemoteClient = remoteClientClass(games)
    const mixEnv = (env, mix) => ({
      ...env,
      ${Object.keys(bindings)
        .map((name) => `${name}: env['${name}' + mix]`)
        .join(', ')}
    })
    ${mixClasses.join('\n')}
    const apps = Array.from({ length: ${mixes.length} }, () =>
      withBodyDrain(createApp({ games, version: '${release}', listedMs: 0 })))
    export default {
      fetch(request, env, context) {
        const url = new URL(request.url)
        const [, mix, path] = /^\\/mix\\/(\\d+)(\\/.*)$/.exec(url.pathname)
        url.pathname = path
        return apps[mix].fetch(new Request(url, request), mixEnv(env, mix), context)
      },
    }`
}

/** Bundles the code of a Worker. `loaders`: for data files. */
export async function bundleWorker(
  release: Release,
  contents: string,
  loaders: { [ending: string]: Loader } = {},
): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    stdin: { contents, resolveDir: root, loader: 'js' },
    plugins: [applyEdits(release)],
    loader: loaders,
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2024',
    conditions: ['workerd', 'worker', 'browser'],
    mainFields: ['browser', 'module', 'main'],
    external: ['cloudflare:*', 'node:*'],
    logLevel: 'silent',
  })
  return outputFiles[0]!.text
}

export const text = (value: string) => ({ type: 'text' as const, value })
const compatibilityDate = '2026-10-01'
export const code = (contents: string) => ({
  compatibilityDate,
  manifest: { mainModule: 'worker.js', modules: { 'worker.js': { type: 'esm' as const, contents } } },
})

/** Webhooks must not leave the machine. */
export const offline = {
  outboundService: { type: 'fetcher' as const, handler: () => new Response(null, { status: 204 }) },
}
export const assetsWorker = {
  config: { name: 'assets', ...code('export default { fetch: () => Response.json({}) }') },
}

/** A Worker that forwards a request to the Worker of its mix. */
const routerSource = (mixes: readonly ReleaseMix[]) => `
  const releases = ${JSON.stringify(mixes.map(({ worker }) => worker))}
  export default {
    fetch: (request, env) => env[releases[new URL(request.url).pathname.split('/')[2]]].fetch(request),
  }`

export interface MixedSite {
  /** The URL of a mix, without a trailing slash. */
  url(mix: number): string
  /** Errors that any of the Workers has logged or thrown. */
  readonly errors: readonly string[]
  stop(): Promise<void>
}

/** `worlds`: a folder for the databases. */
export async function startMixed(mixes: readonly ReleaseMix[], worlds: string): Promise<MixedSite> {
  const releases = [...new Set(mixes.flatMap((mix) => Object.values(mix) as Release[]))]
  const errors: string[] = []
  const objects = mixes.flatMap((mix, i) =>
    Object.entries(bindings).map(([name, className]) => [
      `${name}${i}`,
      { type: 'durable-object' as const, worker: mix[classes[className]], exportName: `${className}${i}` },
    ]),
  )
  const exported = mixes.flatMap((_, i) =>
    Object.keys(classes).map((name) => [
      `${name}${i}`,
      { type: 'durable-object' as const, storage: 'sqlite' as const },
    ]),
  )
  const env = {
    ADMIN_TOKEN: text(tokens.site),
    SIDECAR_TOKEN: text(tokens.sidecar),
    STALE_SECONDS: text('0'),
    MAX_UPLOAD: text('131072'),
    ASSETS: { type: 'worker' as const, worker: 'assets' },
    ...Object.fromEntries(objects),
  }
  const miniflare = new Miniflare({
    host: '127.0.0.1',
    port: 0,
    cf: false,
    telemetry: { enabled: false },
    resourcePersistencePath: worlds,
    handleStructuredLogs: ({ level, message }) => {
      if (level === 'error' || message.includes('"level":"error"')) errors.push(message)
    },
    workers: [
      {
        config: {
          name: 'router',
          ...code(routerSource(mixes)),
          env: Object.fromEntries(releases.map((name) => [name, { type: 'worker' as const, worker: name }])),
        },
      },
      assetsWorker,
      ...(await Promise.all(
        releases.map(async (name) => ({
          config: {
            name,
            ...code(await bundleWorker(name, workerSource(name, mixes))),
            env,
            exports: Object.fromEntries(exported),
          },
          dev: offline,
        })),
      )),
    ],
  })
  const { origin } = await miniflare.ready
  return { url: (mix) => `${origin}/mix/${mix}`, errors, stop: () => miniflare.dispose() }
}

/** The sidecar of a release. `folder`: inside this project, so that Node finds the dependencies. */
export async function loadSidecar(release: Release, folder: string): Promise<typeof startSidecar> {
  const file = join(folder, `sidecar-${release}.mjs`)
  await build({
    absWorkingDir: root,
    entryPoints: [resolve(root, 'sidecar/sidecar.ts')],
    outfile: file,
    plugins: [applyEdits(release)],
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node22',
    logLevel: 'silent',
  })
  return ((await import(pathToFileURL(file).href)) as { startSidecar: typeof startSidecar }).startSidecar
}
