// The Worker as one module: bundled by esbuild when run from source (build-cache.ts), at build time for the package.
import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type DefaultRoom, readDefaultRooms, writeDefaultRooms } from './default-rooms.ts'
import { readWorkerSettings, type WorkerSettings } from './wrangler-settings.ts'

/** Whether this runs from source. In the built package every file is JavaScript. */
const runsFromSource = import.meta.filename.endsWith('.ts')

const root = resolve(import.meta.dirname, runsFromSource ? '../..' : '.')
/** The folder of wrangler.toml and of the files it names. */
export const workerFolder = root

export interface LoadedWorker {
  readonly settings: WorkerSettings
  readonly code: string
  /** Their folder. */
  readonly assets?: string
  readonly defaultRooms: readonly DefaultRoom[]
}

/** The Worker of this package; from source, bundled from its current state. */
export async function loadWorker(): Promise<LoadedWorker> {
  const settings = readWorkerSettings(resolve(root, 'wrangler.toml'))
  const { folder, entry, assets } = runsFromSource ? await cachedFiles(settings) : publishedFiles(settings)
  const [code, defaultRooms] = await Promise.all([readFile(entry, 'utf8'), readDefaultRooms(folder)])
  return { settings, code, defaultRooms, ...(settings.assets && { assets }) }
}

function publishedFiles({ main, assets }: WorkerSettings) {
  return { folder: root, entry: resolve(root, main), assets: resolve(root, assets?.directory ?? '.') }
}

async function cachedFiles({ main }: WorkerSettings) {
  const { buildCached } = await import('./build-cache.ts')
  const folder = await buildCached(root, async (folder) => {
    const { buildAssets } = await import('./assets.ts')
    const builds = [
      bundleWorker(resolve(root, main)),
      buildAssets(root, resolve(folder, 'assets')),
      writeDefaultRooms(folder),
    ] as const
    const [{ code }] = await Promise.all(builds)
    await writeFile(resolve(folder, 'worker.js'), code)
  })
  return { folder, entry: resolve(folder, 'worker.js'), assets: resolve(folder, 'assets') }
}

export interface WorkerBundle {
  readonly code: string
  /** All source files, relative to the project's root. */
  readonly inputs: readonly string[]
}

/** Bundles everything but the runtime's own modules, with wrangler's conditions. */
export async function bundleWorker(entry: string): Promise<WorkerBundle> {
  const { build } = await import('esbuild')
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    target: 'es2024',
    conditions: ['workerd', 'worker', 'browser'],
    mainFields: ['browser', 'module', 'main'],
    external: ['cloudflare:*', 'node:*'],
    logLevel: 'silent',
  })
  return { code: outputFiles[0]!.text, inputs: Object.keys(metafile.inputs) }
}
